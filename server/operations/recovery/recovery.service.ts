import { and, eq, getTableName, inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import { notificationDeliveries as deliveries, files, mailLog, webhookDeliveries } from "@/db/schema";
import { storedColumns } from "@/db/schema/stored-column";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { storage } from "@/server/kit/storage/storage";
import { endRequests } from "@/server/notification/delivery/delivery-claim.service";
import { deliveryService } from "@/server/notification/request/notification-delivery.service";
import { webhookDeliveryService } from "@/server/operations/webhook/webhook-delivery.service";
import { namedOf } from "@/server/platform/file/named.service";
import { mailLogService } from "@/server/platform/mail-log/mail-log.service";

// A database that was taken back to a moment: what it holds as due may have been sent after that moment, and its rows and the
// storage of files are of two times (ADR 96).

/** Something that goes out when workers send again. */
export interface Waiting {
  kind: "mail" | "push" | "webhook";
  id: string;
  /** what it is, and for whom */
  what: string;
  since: string;
}

const pushes = and(eq(deliveries.status, "pending"), eq(deliveries.type, 2), lte(deliveries.dueAt, sql`now()`));
const unsentMails = and(eq(deliveries.status, "pending"), eq(deliveries.type, 3), lte(deliveries.dueAt, sql`now()`));

/** What is due and leaves the product: mails, notifications by mail or push, and messages to webhooks; the oldest first. */
export async function waitingOutside({ db }: Ctx): Promise<Waiting[]> {
  const mails = await db
    .select({ id: mailLog.id, code: mailLog.templateCode, to: mailLog.recipient, since: mailLog.createdAt })
    .from(mailLog)
    .where(eq(mailLog.status, "pending"));
  const sent = await db
    .select({
      id: deliveries.id,
      type: deliveries.type,
      app: deliveries.keyPlatformTech,
      to: deliveries.email,
      since: deliveries.dueAt,
    })
    .from(deliveries)
    .where(or(pushes, unsentMails));
  const told = await db
    .select({ id: webhookDeliveries.id, event: webhookDeliveries.event, since: webhookDeliveries.createdAt })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.status, "pending"));
  const all: Waiting[] = [
    ...mails.map(({ id, code, to, since }) => ({ kind: "mail" as const, id, what: `${code} to ${to}`, since })),
    ...sent.map(({ id, type, app, to, since }) => ({
      kind: type === 2 ? ("push" as const) : ("mail" as const),
      id,
      what: `notification of ${app} to ${to}`,
      since,
    })),
    ...told.map(({ id, event, since }) => ({ kind: "webhook" as const, id, what: event, since })),
  ];
  return all.sort((one, other) => (one.since < other.since ? -1 : 1));
}

/**
 * Gives up everything of `waitingOutside`, each with a line in the trail: nothing of it is sent, nobody is told that it failed,
 * and people may send a mail or a message to a webhook again. What is only due later stays.
 * @returns how many
 */
export async function dropWaiting(ctx: KnownCtx): Promise<number> {
  const { count, requestIds } = await inTransaction(ctx, async (ctx) => {
    const mails = await mailLogService.dropWaiting(ctx);
    const ofMails = mails.flatMap(({ deliveryId }) => deliveryId ?? []);
    const dropped = await deliveryService.dropDue(ctx, or(pushes, unsentMails, inArray(deliveries.id, ofMails)));
    const webhooks = await webhookDeliveryService.dropWaiting(ctx);
    const own = dropped.filter(({ id }) => !ofMails.includes(id));
    return { count: mails.length + own.length + webhooks, requestIds: dropped.map(({ requestId }) => requestId) };
  });
  if (requestIds.length > 0) await endRequests(ctx, [...new Set(requestIds)]);
  return count;
}

const chunk = 1000;

/**
 * Compares the storage with the rows: `missing`, what a row names and the storage does not hold; `surplus`, what it holds and
 * neither a row nor the trail names, which is swept a day after it was written.
 */
export async function filesBesideRows(ctx: Ctx, { list } = storage()) {
  const stored: string[] = [];
  for await (const some of list()) stored.push(...some.map(({ key }) => key));
  const isStored = new Set(stored);
  const missing: string[] = [];
  for (const { kind, column } of storedColumns) {
    if (kind !== "picture") continue;
    const rows = await ctx.db
      .selectDistinct({ key: sql<string>`${column}` })
      .from(column.table)
      .where(isNotNull(column));
    for (const { key } of rows) if (!isStored.has(key)) missing.push(`${key} (${getTableName(column.table)})`);
  }
  const uploads = new Map(
    (await ctx.db.select({ id: files.id, name: files.name }).from(files)).map((row) => [`${row.id}.file`, row.name]),
  );
  for (const [key, name] of uploads) if (!isStored.has(key)) missing.push(`${key} (${name})`);
  const pictures = stored.filter((key) => key.endsWith(".webp"));
  const named = new Set<string>();
  for (let at = 0; at < pictures.length; at += chunk)
    for (const key of await namedOf(ctx, "picture", pictures.slice(at, at + chunk))) named.add(key);
  return { missing, surplus: stored.filter((key) => !named.has(key) && !uploads.has(key)) };
}
