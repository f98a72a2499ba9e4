import { and, desc, eq, getTableColumns, gt, isNull, ne, sql } from "drizzle-orm";
import { sessions } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { audit } from "@/server/kit/record/audit";
import { ownActor } from "../actor";
import { revokeSession, revokeSessionsOf } from "./session.service";

const liveOf = (userId: string) =>
  and(
    eq(sessions.userId, userId),
    isNull(sessions.actUserId),
    isNull(sessions.revokedAt),
    ne(sessions.kind, "reset"),
    gt(sessions.expiresAt, sql`now()`),
  );

/** The caller's own sessions on all devices. */
export const ownSessionService = {
  async list(ctx: KnownCtx) {
    const { id, sessionId } = ownActor(ctx);
    const isCurrent = sql<boolean>`${sessions.id} = ${sessionId}`;
    const items = await ctx.db
      .select({ ...getTableColumns(sessions), isCurrent })
      .from(sessions)
      .where(liveOf(id))
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
    return { items };
  },

  /** Signs out one of them. 404 for a session that is not the caller's. */
  async end(ctx: KnownCtx, sessionId: string) {
    const [row] = await ctx.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), liveOf(ownActor(ctx).id)));
    if (!row) throw notFound();
    await revokeSession(ctx, sessionId, "logout");
  },

  /** Ends all other sessions. */
  endOthers: (ctx: KnownCtx) =>
    inTransaction(ctx, async (ctx) => {
      const { id, email, sessionId } = ownActor(ctx);
      const ended = await revokeSessionsOf(ctx, id, "logout", sessionId);
      const entry = { objectType: "user", objectId: id, objectLabel: email, action: "logout-elsewhere" };
      await audit(ctx, { ...entry, changes: { sessionsEnded: [null, ended] } });
      return { ended };
    }),
};
