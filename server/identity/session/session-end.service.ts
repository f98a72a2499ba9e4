import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { refreshTokens, sessions, users } from "@/db/schema";
import { type Ctx, inTransaction, lockName } from "@/server/kit/call/context";
import { type LeftDevice, userDeviceService } from "@/server/notification/user-device/user-device.service";

type Ended = Pick<typeof sessions.$inferSelect, "userId" | "keyPlatformTech" | "mobileDeviceId">;
export const endedColumns = {
  userId: sessions.userId,
  keyPlatformTech: sessions.keyPlatformTech,
  mobileDeviceId: sessions.mobileDeviceId,
};

/** Whether a session is of no use any more: it is over, or an app has not asked for new tokens in time. */
export const isOver = sql`(${sessions.expiresAt} <= now() or ${sessions.kind} = 'api' and not exists
  (select from ${refreshTokens} t where t.session_id = ${sessions.id} and t.expires_at > now()))`;

/**
 * Nothing is pushed any more to the devices of sessions that ended, unless another session of the same person has the
 * device too.
 */
export async function leaveDevices(ctx: Ctx, ended: Ended[]) {
  const withDevice = ended.filter(({ mobileDeviceId }) => mobileDeviceId);
  const userIds = [...new Set(withDevice.map(({ userId }) => userId))].sort();
  // Of two sessions of one device that end at once, the later one sees that the other has ended.
  for (const userId of userIds) await lockName(ctx, `devices of ${userId}`);
  const left: LeftDevice[] = [];
  for (const { userId, keyPlatformTech, mobileDeviceId } of withDevice) {
    const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId));
    const sameApp = keyPlatformTech
      ? or(isNull(sessions.keyPlatformTech), eq(sessions.keyPlatformTech, keyPlatformTech))
      : undefined;
    const others = and(
      eq(sessions.userId, userId),
      eq(sessions.mobileDeviceId, mobileDeviceId ?? ""),
      sameApp,
      isNull(sessions.revokedAt),
      sql`not ${isOver}`,
    );
    const isElsewhere = (await ctx.db.$count(sessions, others)) > 0;
    if (user && mobileDeviceId && !isElsewhere) left.push({ email: user.email, keyPlatformTech, mobileDeviceId });
  }
  await userDeviceService.leave(ctx, left);
}

/**
 * Ends sessions with a device that are of no use any more, so that nothing is pushed to it. @returns how many ended
 */
export async function endIdleSessions(ctx: Ctx): Promise<number> {
  const idle = and(isNotNull(sessions.mobileDeviceId), isNull(sessions.revokedAt), isOver);
  const found = await ctx.db.selectDistinct({ userId: sessions.userId }).from(sessions).where(idle);
  let count = 0;
  for (const { userId } of found)
    await inTransaction(ctx, async (ctx) => {
      const ended = await ctx.db
        .update(sessions)
        .set({ revokedAt: sql`now()`, revokedReason: "idle" })
        .where(and(eq(sessions.userId, userId), idle))
        .returning(endedColumns);
      await leaveDevices(ctx, ended);
      count += ended.length;
    });
  return count;
}
