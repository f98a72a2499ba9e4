import { isNull } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import { audit } from "@/server/kit/audit";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { oneOf } from "@/server/kit/list-filters";
import { revokeSessionsOf } from "./session.service";

/**
 * Ends every session of everybody, a person at a time: their tokens and cookies stop working with the next request, and nothing
 * is pushed to their devices until they sign in again.
 * @param reason what the sessions and the trail say of it
 * @returns how many ended
 */
export async function endAllSessions(ctx: KnownCtx, reason: string): Promise<number> {
  const people = await ctx.db
    .selectDistinct({ id: sessions.userId })
    .from(sessions)
    .where(isNull(sessions.revokedAt))
    .orderBy(sessions.userId);
  let count = 0;
  for (const { id } of people)
    count += await inTransaction(ctx, async (ctx) => {
      const [user] = await ctx.db
        .select({ email: users.email })
        .from(users)
        .where(oneOf(users.id, [id]));
      const ended = await revokeSessionsOf(ctx, id, reason);
      if (user && ended > 0)
        await audit(ctx, {
          objectType: "user",
          objectId: id,
          objectLabel: user.email,
          action: "end-sessions",
          changes: { reason: [null, reason] },
        });
      return ended;
    });
  return count;
}
