import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { type WebhookData, webhooks } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";
import type { WebhookEventCode } from "./webhook-event.rules";
import type { webhookData } from "./webhook-event.schema";

interface Told<E extends WebhookEventCode> {
  event: E;
  /** ids and codes; nothing that names a person */
  data: z.input<(typeof webhookData)[E]> & WebhookData;
  /** the companies whose event it is */
  companyIds?: readonly string[];
  /** the device that it is about: it is an event of every company that reaches the device */
  persId?: string;
}

/** Something that webhooks can get. */
export type WebhookEvent = { [E in WebhookEventCode]: Told<E> }[WebhookEventCode];

/** The job that finds the webhooks of events. */
export const routeTask = "route-webhook-events";
/** One job carries that many. */
const inJob = 500;
const mostTries = 8;

/** What is told only after a while, unless it is taken back before; at most one job's events. */
interface Later {
  seconds: number;
  key: string;
}

/** Takes back what was to be told later. */
export const untellWebhooks = (ctx: Ctx, key: string) => ctx.db.execute(sql`select graphile_worker.remove_job(${key})`);

/**
 * Tells webhooks of events, in the caller's transaction: where that is rolled back, nothing is told. Which webhooks get
 * what is found out by a worker, so that the caller pays for one small statement.
 */
export async function tellWebhooks(ctx: Ctx, events: WebhookEvent[], later?: Later): Promise<void> {
  const at = new Date().toISOString();
  for (let start = 0; start < events.length; start += inJob) {
    const some = events.slice(start, start + inJob);
    const codes = [...new Set(some.map(({ event }) => event))];
    const payload = JSON.stringify({ events: some.map((event) => ({ id: uuidv7(), at, ...event })) });
    await ctx.db.execute(sql`
      select graphile_worker.add_job(${routeTask}, ${payload}::json, max_attempts => ${mostTries}::int,
        run_at => now() + ${later?.seconds ?? 0} * interval '1 second', job_key => ${later?.key ?? null})
      where exists (select from ${webhooks} where ${webhooks.enabled} and ${webhooks.events} && ${arrayOf(codes)}::text[])`);
  }
}
