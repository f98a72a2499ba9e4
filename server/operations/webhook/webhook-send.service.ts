import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { webhookDeliveries, webhooks } from "@/db/schema";
import { waysOf } from "@/server/devices/reach/fleet-reach.service";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { countDeliveries, countGivenUp } from "@/server/kit/process/metrics";
import { askOutside, OutboundFault } from "@/server/kit/process/outbound";
import type { WebhookEvent } from "@/server/kit/record/webhook-events";
import { hoursToWait, mostTries } from "./webhook.rules";
import {
  noteAnswer,
  noteTimeout,
  pausedOf,
  resealWebhooks,
  secretsOf,
  subscribed,
  webhookService,
} from "./webhook.service";
import { queueWebhooks, type WebhookDelivery, webhookDeliveryService } from "./webhook-delivery.service";
import { webhookHeaders } from "./webhook-signature";

/** What `tellWebhooks` puts into a job. */
const Told = z.object({
  events: z.array(
    z.object({
      id: z.uuid(),
      at: z.string(),
      event: z.string(),
      data: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
      companyIds: z.array(z.string()).optional(),
      persId: z.string().optional(),
    } satisfies Record<keyof WebhookEvent | "id" | "at", z.ZodType>),
  ),
});
type Event = z.output<typeof Told>["events"][number];

/** Those of these devices that a company reaches now. */
async function reachedOf(ctx: Ctx, companyId: string, persIds: string[]): Promise<Set<string>> {
  if (persIds.length === 0) return new Set();
  const rows = await ctx.db.execute<{ id: string }>(sql`
    select distinct way.pers_id as id from (${waysOf(companyId).pers}) as way where ${oneOf(sql`way.pers_id`, persIds)}`);
  return new Set(rows.map(({ id }) => id));
}

/** The events that a webhook gets: all that it asked for, or those of its company. */
async function eventsFor(
  ctx: Ctx,
  { companyId, events }: { companyId: string | null; events: string[] },
  all: Event[],
) {
  const wanted = all.filter(({ event }) => events.includes(event));
  if (companyId === null) return wanted;
  const persIds = wanted.flatMap(({ persId }) => persId ?? []);
  const reached = await reachedOf(ctx, companyId, [...new Set(persIds)]);
  return wanted.filter(
    ({ companyIds, persId }) => companyIds?.includes(companyId) || (persId !== undefined && reached.has(persId)),
  );
}

/** The job that `tellWebhooks` queues: writes a message for each webhook that gets one of these events, once. */
export const routeWebhookEvents = (ctx: KnownCtx, payload: unknown): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { events } = Told.parse(payload);
    const codes = [...new Set(events.map(({ event }) => event))];
    const all = await subscribed(ctx, codes);
    const paused = await pausedOf(ctx, all);
    for (const webhook of all) {
      if (paused.has(webhook.id)) continue;
      const messages = (await eventsFor(ctx, webhook, events)).map(({ id: eventId, at: occurredAt, event, data }) => ({
        webhookId: webhook.id,
        eventId,
        occurredAt,
        event,
        data,
      }));
      const made = await webhookDeliveryService.add(ctx, messages);
      if (made.length > 0) await queueWebhooks(ctx, made);
    }
  });

/** A try that failed; the queue tries again after a growing pause. */
class WebhookFailed extends Error {}

const gone = 410;
const notTaken = "The address did not accept the message.";
const turnedOff = "This webhook is turned off.";
const pausedNow = "This webhook is paused: see its page for the reason.";

type Answer =
  | { status: number; error: null; isLate: false }
  | { status: number | null; error: string; isLate: boolean };

const resultOf = ({ status, error }: Answer) => {
  if (error === null) return "accepted";
  return status === gone ? "gone" : "failed";
};

async function answerOf(ask: Parameters<typeof askOutside>[0]): Promise<Answer> {
  try {
    const { status } = await askOutside(ask);
    const isTaken = status >= 200 && status < 300;
    return isTaken ? { status, error: null, isLate: false } : { status, error: notTaken, isLate: false };
  } catch (error) {
    if (error instanceof OutboundFault)
      return { status: null, error: error.message, isLate: error.reason === "timeout" };
    throw error;
  }
}

/**
 * Places of this process for webhooks whose address did not answer the last time; a third of `sendPlaces`, so that however many
 * are silent, the others are told at once.
 */
const placesOfSilent = 8;
export const sendPlaces = 24;
/** How long a message waits for such a place before it is looked at again. */
const lookAgainMs = 5_000;
let silentUnderWay = 0;

const givenUp = "This webhook is paused, because its address does not answer.";

/** Puts a message off that is not sent now, or gives it up where it has waited too long. */
async function putOff(ctx: KnownCtx, { id, tries, responseStatus, createdAt }: WebhookDelivery, until: string) {
  const isOld = Date.parse(createdAt) < Date.parse(until) - hoursToWait * 3_600_000;
  if (isOld) {
    await webhookDeliveryService.settle(ctx, id, { status: "fail", tries, responseStatus, lastError: givenUp });
    countGivenUp("webhook");
  } else await queueWebhooks(ctx, [id], until);
}

/** Asks an address that did not answer the last time, where there is a place for such; undefined where there is none. */
async function answerOfSilent(ask: Parameters<typeof askOutside>[0]): Promise<Answer | undefined> {
  if (silentUnderWay >= placesOfSilent) return undefined;
  silentUnderWay += 1;
  try {
    return await answerOf(ask);
  } finally {
    silentUnderWay -= 1;
  }
}

/**
 * Sends one message. A webhook that is paused, and one of too many silent ones, is sent it later. It is sent at least once, under the id of its delivery: a worker that dies after the answer and
 * before it is stored sends it again.
 * @throws WebhookFailed when it is to be tried again
 */
export async function deliverWebhook(ctx: KnownCtx, deliveryId: string): Promise<void> {
  const [found] = await ctx.db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, deliveryId));
  if (found?.delivery.status !== "pending") return;
  const { delivery, webhook } = found;
  const isPaused = (await pausedOf(ctx, [webhook])).size > 0;
  if (!webhook.enabled || isPaused) {
    const { tries, responseStatus } = delivery;
    await webhookDeliveryService.settle(ctx, deliveryId, {
      status: "fail",
      tries,
      responseStatus,
      lastError: isPaused ? pausedNow : turnedOff,
    });
    return;
  }
  if (webhook.pausedUntil !== null && webhook.pausedUntil > new Date().toISOString())
    return putOff(ctx, delivery, webhook.pausedUntil);
  const { event: type, occurredAt: timestamp, data } = delivery;
  const body = JSON.stringify({ type, timestamp, data });
  const ask: Parameters<typeof askOutside>[0] = {
    url: webhook.url,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "Persdesk-Webhooks",
      ...webhookHeaders(secretsOf(webhook), deliveryId, body),
    },
    body,
  };
  const answer = webhook.timeouts > 0 ? await answerOfSilent(ask) : await answerOf(ask);
  if (!answer) return void (await queueWebhooks(ctx, [deliveryId], new Date(Date.now() + lookAgainMs).toISOString()));
  const { status, error, isLate } = answer;
  if (isLate) await noteTimeout(ctx, webhook.id);
  else if (webhook.timeouts > 0) await noteAnswer(ctx, webhook.id);
  const tries = delivery.tries + 1;
  const isOver = error === null || status === gone || tries >= mostTries;
  await webhookDeliveryService.settle(ctx, deliveryId, {
    status: error === null ? "done" : isOver ? "fail" : "pending",
    tries,
    responseStatus: status,
    lastError: error,
  });
  countDeliveries("webhook", resultOf(answer));
  if (isOver && error !== null) countGivenUp("webhook");
  if (status === gone) await webhookService.turnOff(ctx, webhook.id);
  if (!isOver) throw new WebhookFailed(error ?? "");
}

/** Each hour: queues what was lost, deletes what has had its time, and seals secrets with the newest data key. */
export const webhookRoutine = {
  code: "WEBHOOK_SWEEP",
  label: "Webhook sweep",
  module: "operations",
  work: async (ctx: KnownCtx) =>
    (await webhookDeliveryService.queueLost(ctx)) +
    (await webhookDeliveryService.purge(ctx)) +
    (await resealWebhooks(ctx)),
} as const;
