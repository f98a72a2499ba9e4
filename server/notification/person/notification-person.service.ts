import { desc, sql } from "drizzle-orm";
import {
  notificationDeliveries as deliveries,
  notificationDevices as devices,
  notificationRequests as requests,
  notificationUnsubscribes as unsubscribes,
} from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { type HeldPart, heldPart } from "@/server/kit/record/held-part";
import { arrayOf } from "@/server/kit/value/array.rules";

/** What this half of the product holds of a person, by their addresses. */
export function heldOfNotifications(ctx: Ctx, emails: string[]): HeldPart[] {
  const { db } = ctx;
  const mine = { device: oneOf(devices.email, emails, "text"), sent: oneOf(deliveries.email, emails, "text") };
  const { keyPlatformTech, mobileDeviceId, model, createdAt } = devices;
  const { title, content, status, type, sentAt } = deliveries;
  const sent = {
    title,
    content,
    status,
    keyPlatformTech: deliveries.keyPlatformTech,
    type,
    sentAt,
    createdAt: deliveries.createdAt,
  };
  return [
    heldPart(ctx, "devices", "Devices that take pushes", () =>
      db
        .select({ keyPlatformTech, mobileDeviceId, model, createdAt })
        .from(devices)
        .where(mine.device)
        .orderBy(desc(createdAt), devices.id),
    ),
    heldPart(ctx, "notifications", "Notifications", () =>
      db.select(sent).from(deliveries).where(mine.sent).orderBy(desc(deliveries.createdAt), deliveries.id),
    ),
    heldPart(ctx, "optOuts", "Opt-outs", () =>
      db
        .select()
        .from(unsubscribes)
        .where(oneOf(unsubscribes.email, emails, "text"))
        .orderBy(unsubscribes.email, unsubscribes.keyPlatformTech),
    ),
  ];
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
