import type { users } from "@/db/schema";
import type { Actor, Ctx, KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { audit, type Changes } from "@/server/kit/record/audit";

type User = typeof users.$inferSelect;
/** A person, as opposed to a key or a job. */
export type Person = Extract<Actor, { kind: "user" }>;

/** A user as the actor in the audit trail of something that has no actor yet, such as the beginning of a session. */
export const actorOf = (user: User, sessionId = ""): Person => ({
  kind: "user",
  id: user.id,
  email: user.email,
  label: `${user.firstName} ${user.lastName}`,
  type: user.type,
  sessionId,
  permissions: new Set(),
});

/**
 * The person who asks, acting for themselves.
 * @throws AppError `forbidden` for a key, and under switch-to
 */
export function ownActor(ctx: KnownCtx): Person {
  if (ctx.actor.kind !== "user") throw new AppError("forbidden", "Only people have an account.");
  if (ctx.actor.actingId)
    throw new AppError("forbidden", "Only the owner of the account may do this, not somebody under switch-to.");
  return ctx.actor;
}

/** The audit row of what a user does before having a session. */
export const auditAs = (ctx: Ctx, user: User, action: string, changes: Changes) =>
  audit(
    { ...ctx, actor: actorOf(user) },
    { objectType: "user", objectId: user.id, objectLabel: user.email, action, changes },
  );
