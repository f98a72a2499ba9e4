import { and, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { sessions } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { audit } from "@/server/kit/record/audit";
import { revokeSession, revokeSessionsOf } from "../session/session.service";
import { switchesWhere } from "../session/switch-session.service";
import { assertReaches } from "../user-role/reach.service";
import { staffService } from "./staff.service";

const liveOf = (userId: string) =>
  and(
    eq(sessions.userId, userId),
    ne(sessions.kind, "reset"),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, sql`now()`),
  );

/** Where staff are signed in, and to whom they switched. */
export const staffSessionService = {
  async list(ctx: KnownCtx, userId: string) {
    await staffService.get(ctx, userId);
    const items = await ctx.db
      .select()
      .from(sessions)
      .where(liveOf(userId))
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
    return { items };
  },

  /**
   * Signs a person out of one place; 404 for a session that is not theirs.
   * @throws AppError `forbidden` for a person who holds more rights
   */
  async end(ctx: KnownCtx, userId: string, sessionId: string) {
    await staffService.get(ctx, userId);
    await assertReaches(ctx, userId);
    const [row] = await ctx.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), liveOf(userId)));
    if (!row) throw notFound();
    await revokeSession(ctx, sessionId, "logout");
  },

  /** Signs a person out everywhere, and ends what they have open under switch-to. */
  endAll: (ctx: KnownCtx, userId: string) =>
    inTransaction(ctx, async (ctx) => {
      const user = await staffService.get(ctx, userId);
      await assertReaches(ctx, userId);
      const ended = await revokeSessionsOf(ctx, userId, "signed out by staff");
      const entry = { objectType: "user", objectId: userId, objectLabel: user.email, action: "end-sessions" };
      await audit(ctx, { ...entry, changes: { sessionsEnded: [null, ended] } });
      return { ended };
    }),

  /** To whom this person switched, when and why; newest first, the last 100. */
  async switches(ctx: KnownCtx, userId: string) {
    await staffService.get(ctx, userId);
    const found = await switchesWhere(ctx, eq(sessions.actUserId, userId));
    return { items: found.map(({ who, ...visit }) => visit) };
  },
};
