import { eq, getTableColumns, lt, ne, sql } from "drizzle-orm";
import { webhookDeliveries as table, webhooks } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { contains, equals, oneOf, since, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { manyOf } from "@/server/kit/record/many-service";
import { recordService } from "@/server/kit/record/record-service";
import { arrayOf } from "@/server/kit/value/array.rules";
import { sayKept } from "@/texts/kept";
import { keptDays, mostTries, webhookDeliveryStates } from "./webhook.rules";
import { ListWebhookDeliveries } from "./webhook.schema";

const dropped = "It was dropped after the database was recovered, for it may have been sent before.";

export type WebhookDelivery = typeof table.$inferSelect;

const list = listService({
  table,
  scope: "global",
  counted: "all",
  load: async (ctx, ids) => {
    const rows = await ctx.db
      .select({ ...getTableColumns(table), webhook: { id: webhooks.id, name: webhooks.name } })
      .from(table)
      .innerJoin(webhooks, eq(webhooks.id, table.webhookId))
      .where(oneOf(table.id, ids));
    return rows.map((row) => ({ ...row, lastError: row.lastError && sayKept(row.lastError) }));
  },
  input: ListWebhookDeliveries,
  sort: {
    createdAt: table.createdAt,
    sentAt: table.sentAt,
    status: table.status,
    event: table.event,
    tries: table.tries,
  },
  filters: {
    webhookId: equals(table.webhookId),
    event: contains(table.event),
    status: equals(table.status),
    startDate: since(table.createdAt),
    endDate: until(table.createdAt),
  },
});
const record = recordService(list, { name: "webhook-delivery", label: (row) => row.event });

/**
 * Queues these deliveries, in the caller's transaction: those of one webhook are sent one after the other, so that one
 * which is slow holds up no other.
 * @param at when, an instant; at once where not said
 */
export const queueWebhooks = (ctx: Ctx, ids: string[], at: string | null = null) =>
  ctx.db.execute(sql`
    select graphile_worker.add_job('deliver-webhook', json_build_object('deliveryId', d.id), max_attempts => ${mostTries}::int,
      run_at => ${at}::timestamptz,
      job_key => 'webhook:' || d.id, queue_name => 'webhook:' || d.webhook_id)
    from ${table} d where d.id = any(${arrayOf(ids)}::uuid[]) order by d.id`);

type NewDelivery = Pick<WebhookDelivery, "webhookId" | "eventId" | "event" | "data"> & { occurredAt?: string };

/** The messages to webhooks and what became of them. */
export const webhookDeliveryService = {
  list: list.list,
  rows: list.rows,
  count: list.count,
  stream: list.stream,
  of: list.of,
  get: list.get,

  /** Writes messages that are to be sent, each event once for a webhook. @returns the ids of the new ones */
  async add(ctx: Ctx, messages: NewDelivery[]): Promise<string[]> {
    if (messages.length === 0) return [];
    const made = await ctx.db.insert(table).values(messages).onConflictDoNothing().returning({ id: table.id });
    return made.map(({ id }) => id);
  },

  /** Sends a message once more, under the same id, with all its tries. @throws AppError 422 while it is still to be sent */
  sendAgain: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const { status } = await record.lock(ctx, id, ifMatch);
      if (status === "pending") throw broken("status", "This message is still to be sent.");
      webhookDeliveryStates.assert("status", status, "pending");
      await record.update(ctx, id, { status: "pending", tries: 0, lastError: null }, undefined, "send-again");
      await queueWebhooks(ctx, [id]);
      return record.get(ctx, id);
    }),

  /** Gives up every message that waits; each can be sent again. @returns how many */
  async dropWaiting(ctx: KnownCtx): Promise<number> {
    const rows = await ctx.db.select().from(table).where(eq(table.status, "pending")).orderBy(table.id).for("update");
    for (const { status } of rows) webhookDeliveryStates.assert("status", status, "fail");
    const values = { status: "fail", lastError: dropped } as const;
    await manyOf(record).updateMany(
      ctx,
      rows.map(({ id }) => ({ id, values, action: "drop" })),
    );
    return rows.length;
  },

  /** What became of a try. One that has moved on meanwhile stays as it is. @returns whether this was written */
  settle: (
    ctx: KnownCtx,
    id: string,
    values: Pick<WebhookDelivery, "status" | "tries" | "responseStatus" | "lastError">,
  ) =>
    inTransaction(ctx, async (ctx) => {
      const [before] = await ctx.db.select({ status: table.status }).from(table).where(eq(table.id, id)).for("update");
      if (before?.status !== "pending") return false;
      webhookDeliveryStates.assert("status", before.status, values.status);
      const sentAt = new Date().toISOString();
      await ctx.db
        .update(table)
        .set({ ...values, sentAt, version: sql`${table.version} + 1` })
        .where(eq(table.id, id));
      return true;
    }),

  /** Deletes what has had its time. @returns how many */
  async purge(ctx: Ctx): Promise<number> {
    const old = sql`${lt(table.createdAt, sql`now() - make_interval(days => ${keptDays})`)} and ${ne(table.status, "pending")}`;
    return (await ctx.db.delete(table).where(old)).count;
  },

  /** Queues what waits without a job, or with one that is used up, such as after the death of several workers. @returns how many */
  async queueLost(ctx: Ctx): Promise<number> {
    const rows = await ctx.db.execute<{ id: string }>(sql`
      select d.id from ${table} d left join graphile_worker.jobs job on job.key = 'webhook:' || d.id
      where d.status = 'pending' and d.updated_at < now() - interval '1 minute'
        and (job.id is null or job.locked_at is null and job.attempts >= job.max_attempts)
      order by d.id limit 1000 for update of d skip locked`);
    if (rows.length > 0)
      await queueWebhooks(
        ctx,
        rows.map(({ id }) => id),
      );
    return rows.length;
  },
};
