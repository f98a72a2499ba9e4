import { sql } from "drizzle-orm";
import {
  notificationDeliveries as deliveries,
  notificationDevices as devices,
  notificationRequests as requests,
  notificationUnsubscribes as unsubscribes,
} from "@/db/schema";
import { arrayOf } from "@/server/kit/array.rules";
import type { Ctx } from "@/server/kit/context";
import { oneOf } from "@/server/kit/list-filters";

const mostRows = 500;

/** What this half of the product holds of a person, by their addresses; what was sent to them newest first. */
export async function notificationsOf(ctx: Ctx, emails: string[]) {
  const pushDevices = await ctx.db
    .select({
      keyPlatformTech: devices.keyPlatformTech,
      mobileDeviceId: devices.mobileDeviceId,
      model: devices.model,
      createdAt: devices.createdAt,
    })
    .from(devices)
    .where(oneOf(devices.email, emails, "text"))
    .limit(mostRows);
  const mine = oneOf(deliveries.email, emails, "text");
  const { title, content, status, keyPlatformTech, type, sentAt, createdAt } = deliveries;
  const notifications = await ctx.db
    .select({ title, content, status, keyPlatformTech, type, sentAt, createdAt })
    .from(deliveries)
    .where(mine)
    .orderBy(sql`${createdAt} desc`)
    .limit(mostRows);
  const optOuts = await ctx.db
    .select()
    .from(unsubscribes)
    .where(oneOf(unsubscribes.email, emails, "text"));
  return { pushDevices, notifications, notificationsCount: await ctx.db.$count(deliveries, mine), optOuts };
}

/**
 * Forgets a person: their devices and opt-outs go, what waits to be sent to them too; of what was sent only the fact stays,
 * under the pseudonym.
 */
export async function forgetNotificationsOf(ctx: Ctx, emails: string[], pseudonym: string) {
  const gone = await ctx.db
    .delete(devices)
    .where(oneOf(devices.email, emails, "text"))
    .returning({ id: devices.id });
  const optOuts = await ctx.db
    .delete(unsubscribes)
    .where(oneOf(unsubscribes.email, emails, "text"))
    .returning({ email: unsubscribes.email });
  const mine = sql`${deliveries.email} = any(${arrayOf(emails)}::text[])`;
  // What was written for them alone, such as a message about their own vehicle.
  await ctx.db.execute(sql`
    update ${requests} set notification_title = '–', notification_content = '–', tokens = '{}'
    where exists (select from ${deliveries} where ${deliveries.requestId} = ${requests.id} and ${mine})
      and not exists (select from ${deliveries} where ${deliveries.requestId} = ${requests.id} and not ${mine})`);
  const waiting = await ctx.db
    .delete(deliveries)
    .where(sql`${mine} and ${deliveries.status} = 'pending'`)
    .returning({ id: deliveries.id });
  const sent = await ctx.db.execute(sql`
    update ${deliveries} set email = ${pseudonym}, tokens = null, reason = null, title = null, content = null, link = null,
      mobile_device_ids = '{}', story = '[]', in_app_status = case when type = 1 then 3 end
    where ${mine}`);
  return { devices: gone.length + optOuts.length, waiting: waiting.length, sent: sent.count };
}

/** The hashes of addresses are compared with those that this half knows, after a restore. */
export const addressesOfNotifications = async (ctx: Ctx): Promise<string[]> =>
  (
    await ctx.db.execute<{ email: string }>(
      sql`select email from ${devices} union select email from ${deliveries} union select email from ${unsubscribes}`,
    )
  ).map(({ email }) => email);
