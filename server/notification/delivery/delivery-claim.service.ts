import { and, eq, inArray, sql } from "drizzle-orm";
import {
  notificationDevices as devices,
  notificationRequests as requests,
  type StoryLine,
  notificationDeliveries as table,
} from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { arrayOf } from "@/server/kit/value/array.rules";
import type { NotificationType } from "@/server/kit/value/notification-type.rules";
import { type DeliveryStatus, deliveryStates, requestStates } from "../request/notification-request.rules";

export type Delivery = typeof table.$inferSelect;
export type Request = typeof requests.$inferSelect;

/** A claim ends after that, so that what a dead worker held is sent by another one. */
const claimSeconds = 60;

/**
 * Claims a batch of what is due of one type: urgent deliveries first, then in the order of their times. Several workers
 * share the work, because each skips what another is claiming. Requests that begin with it are marked.
 */
export async function claimDue(ctx: Ctx, type: NotificationType, limit: number): Promise<Delivery[]> {
  const due = sql`
    select id from ${table} where type = ${type} and status = 'pending' and due_at <= now()
      and (claimed_until is null or claimed_until < now())
    order by (not is_urgent), due_at, id limit ${limit} for update skip locked`;
  const rows = await ctx.db
    .update(table)
    .set({ claimedUntil: sql`now() + make_interval(secs => ${claimSeconds})`, updatedAt: sql`${table.updatedAt}` })
    .where(sql`${table.id} in (${due})`)
    .returning();
  if (rows.length)
    await ctx.db
      .update(requests)
      .set({ status: "processing", endedAt: null })
      .where(
        and(
          oneOf(requests.id, [...new Set(rows.map(({ requestId }) => requestId))]),
          inArray(requests.status, [...requestStates.before("processing")]),
        ),
      );
  const orderOf = ({ isUrgent, dueAt, id }: Delivery) => `${isUrgent ? 0 : 1} ${dueAt} ${id}`;
  return rows.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/**
 * Ends the claims of a batch early, so that another round can send it. A delivery that has an outcome by now, or that
 * another worker claimed since, is left.
 */
export async function release(ctx: Ctx, rows: Delivery[]): Promise<void> {
  const until = rows[0]?.claimedUntil; // the same for a whole batch
  if (!until) return;
  await ctx.db
    .update(table)
    .set({ claimedUntil: null, updatedAt: sql`${table.updatedAt}` })
    .where(
      and(
        oneOf(
          table.id,
          rows.map(({ id }) => id),
        ),
        eq(table.status, "pending"),
        eq(table.claimedUntil, until),
      ),
    );
}

/** What became of a delivery that a worker had claimed. */
export interface Outcome {
  id: string;
  status: DeliveryStatus;
  reason?: string | null;
  tries?: number;
  /** when it is looked at again, where it is still pending */
  dueAt?: string;
  title?: string;
  content?: string;
  link?: string | null;
  contentLanguageId?: string | null;
  isFallback?: boolean;
  mobileDeviceIds?: string[];
  line: StoryLine;
}

const now = () => new Date().toISOString();

/** A line of a story, for an outcome. */
export const lineOf = (event: string, detail?: string): StoryLine => ({ at: now(), event, ...(detail && { detail }) });

/** An outcome with what it says about the person's devices. */
export interface Settled {
  outcome: Outcome;
  /** devices of which it is written down that they got something */
  reached: string[];
  /** tokens that their provider calls gone */
  gone: { id: string; token: string }[];
}

/**
 * Writes outcomes, as one statement: forward from pending only, so that a worker whose claim ended changes nothing that
 * another has finished. A token that is gone is removed, unless the device has another one by now.
 */
export async function settle(ctx: Ctx, settled: Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const outcomes = settled.map(({ outcome }) => outcome);
  for (const { status } of outcomes) deliveryStates.assert("status", "pending", status);
  const reached = [...new Set(settled.flatMap((one) => one.reached))];
  const gone = settled.flatMap((one) => one.gone);
  const hasFailed = outcomes.some(({ status }) => status === "failed");
  const write = (ctx: Ctx) =>
    ctx.db.execute<Moved>(sql`
    with reached as (update ${devices} set last_success_at = ${now()}::timestamptz where id in
        (select id from ${devices} where id = any(${arrayOf(reached)}::uuid[]) order by id for update)),
      gone as (delete from ${devices} g using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as x(id uuid, token text)
        where g.id = x.id and g.token = x.token)
    update ${table} d set status = o.status, reason = o.reason, tries = coalesce(o.tries, d.tries),
      due_at = coalesce(o."dueAt", d.due_at), claimed_until = null,
      title = coalesce(o.title, d.title), content = coalesce(o.content, d.content), link = coalesce(o.link, d.link),
      content_language_id = coalesce(o."contentLanguageId", d.content_language_id),
      is_fallback = coalesce(o."isFallback", d.is_fallback),
      mobile_device_ids = case when o."mobileDeviceIds" is null then d.mobile_device_ids
        else array(select jsonb_array_elements_text(o."mobileDeviceIds")) end,
      sent_at = case when o.status in ('sent', 'delivered') then ${now()}::timestamptz else d.sent_at end,
      delivered_at = case when o.status = 'delivered' then ${now()}::timestamptz else d.delivered_at end,
      in_app_status = case when d.type = 1 and o.status = 'delivered' then 1 else d.in_app_status end,
      story = d.story || jsonb_build_array(o.line), updated_at = ${now()}::timestamptz, version = d.version + 1
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o(id uuid, status text, reason text, tries int,
      "dueAt" timestamptz, title text, content text, link text, "contentLanguageId" uuid, "isFallback" boolean,
      "mobileDeviceIds" jsonb, line jsonb)
    where d.id = o.id and d.status = 'pending' ${hasFailed ? told : sql``}`);
  if (!hasFailed) await write(ctx);
  else await inTransaction(ctx, async (ctx) => tellFailed(ctx, await write(ctx)));
}

/** What is told of those that failed; nobody asks it of the others. */
const told = sql`returning d.id, d.request_id as "requestId", d.type, d.status`;

interface Moved extends Record<string, unknown> {
  id: string;
  requestId: string;
  type: NotificationType;
  status: DeliveryStatus;
}

/** Tells webhooks which of these deliveries gave up. */
const tellFailed = (ctx: Ctx, moved: Moved[]) =>
  tellWebhooks(
    ctx,
    moved
      .filter(({ status }) => status === "failed")
      .map(({ id: deliveryId, requestId, type }) => ({
        event: "notification-delivery.failed",
        data: { deliveryId, requestId, type },
      })),
  );

/** Outcomes that say nothing about devices. */
export const settleAll = (ctx: Ctx, outcomes: Outcome[]): Promise<void> =>
  settle(
    ctx,
    outcomes.map((outcome) => ({ outcome, reached: [], gone: [] })),
  );

/**
 * Ends the requests of which nothing waits any more: done where nothing failed, failed where nothing but failures came
 * of it, partial in between. It runs after the outcomes are committed, so that the last of several workers sees them all.
 * @param ids those that may have ended; all that are at work where not said
 */
export async function endRequests(ctx: Ctx, ids?: string[]): Promise<number> {
  const at = requestStates.before("done");
  const some = ids ? sql`r.id = any(${arrayOf(ids)}::uuid[])` : sql`true`;
  const ended = await ctx.db.execute(sql`
    with over as materialized (
      select r.id from ${requests} r where ${some} and r.status = any(${arrayOf(at)}::text[])
        and not exists (select from ${table} p where p.request_id = r.id and p.status = 'pending'))
    update ${requests} r set status = case when c.failed = 0 then 'done' when c.good = 0 then 'failed' else 'partial' end,
      ended_at = now(), updated_at = now(), version = r.version + 1
    from (select over.id, count(*) filter (where d.status = 'failed') as failed,
        count(*) filter (where d.status in ('sent', 'delivered', 'opened')) as good
      from over join ${table} d on d.request_id = over.id group by over.id) c
    where r.id = c.id and r.status = any(${arrayOf(at)}::text[])`);
  return ended.count;
}

/** Ends what never had anything to send, such as a request whose people were all skipped at once. */
export const endIdleRequests = async (ctx: Ctx): Promise<number> => {
  await ctx.db.execute(sql`
    update ${requests} r set status = 'processing', updated_at = now() where r.status = any(${arrayOf(requestStates.before("processing"))}::text[])
      and r.status = 'pending' and not exists (select from ${table} p where p.request_id = r.id and p.status = 'pending')`);
  return endRequests(ctx);
};
