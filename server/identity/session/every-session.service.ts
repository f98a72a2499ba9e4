import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { audit } from "@/server/kit/record/audit";
import { revokeSessionsOf } from "./session.service";

const peopleAtOnce = 100;

/** Ends the sessions of some people who have any, with an audit row for each of them. @returns how many ended */
const endSome = (ctx: KnownCtx) =>
  inTransaction(ctx, async (ctx) => {
    const people = await ctx.db
      .selectDistinct({ id: users.id, email: users.email })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(users.id)
      .limit(peopleAtOnce);
    let count = 0;
    for (const { id, email } of people) {
      const ended = await revokeSessionsOf(ctx, id, "all sessions ended");
      const entry = { objectType: "user", objectId: id, objectLabel: email, action: "end-sessions" };
      await audit(ctx, { ...entry, changes: { sessionsEnded: [null, ended] } });
      count += ended;
    }
    return { count, isLast: people.length < peopleAtOnce };
  });

/** Ends every session of everybody, for who runs the installation; never for a door. @returns how many ended */
export async function endEverySession(ctx: KnownCtx): Promise<number> {
  let count = 0;
  for (;;) {
    const some = await endSome(ctx);
    count += some.count;
    if (some.isLast) return count;
  }
}
