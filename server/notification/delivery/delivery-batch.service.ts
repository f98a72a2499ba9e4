import { sql } from "drizzle-orm";
import { notificationRequests as requests, notificationDeliveries as table } from "@/db/schema";
import { momentOf } from "@/db/schema/moment";
import { env } from "@/env/env";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { arrayOf } from "@/server/kit/value/array.rules";
import type { Recipient } from "../recipient/recipient-port.service";
import { type Texts, textsOf, type Written, written } from "../text/message-text.service";
import { messageTokensOf } from "../text/recipient-token.service";
import { unsubscribedOf } from "../unsubscribe/unsubscribe.service";
import { type Delivery, lineOf, type Outcome, type Request } from "./delivery-claim.service";
import { planOf } from "./delivery-plan.rules";
import { peopleOf } from "./push-delivery.service";

const hourMs = 3_600_000;

/** All that a batch needs, the deliveries that were claimed at once: asked for once. */
export interface Batch {
  requests: Map<string, Request>;
  texts: Texts;
  tokensOf: Awaited<ReturnType<typeof messageTokensOf>>;
  people: Map<string, Recipient>;
  /** who unsubscribed without having an account, as "address key" */
  unsubscribed: Set<string>;
  /** what people got within the last hour that was not urgent: which requests, and when the first of them */
  lately: Map<string, { requests: Set<string>; since: number }>;
}

function count(lately: Batch["lately"], { email, requestId }: Delivery, now: number) {
  const known = lately.get(email) ?? { requests: new Set<string>(), since: now };
  lately.set(email, known);
  known.requests.add(requestId);
}

async function latelyOf(ctx: Ctx, emails: string[], sending: Iterable<Delivery>): Promise<Batch["lately"]> {
  const rows = await ctx.db.execute<{ email: string; ids: string[]; since: string }>(sql`
    select email, array_agg(distinct request_id) as ids, min(sent_at) as since from ${table}
    where email = any(${arrayOf(emails)}::text[]) and sent_at > now() - interval '1 hour' and not is_urgent group by email`);
  const lately: Batch["lately"] = new Map();
  for (const { email, ids, since } of rows)
    lately.set(email, { requests: new Set(ids), since: Date.parse(momentOf(since)) });
  for (const delivery of sending) if (!delivery.isUrgent) count(lately, delivery, Date.now());
  return lately;
}

async function batchOf(ctx: Ctx, rows: Delivery[], sending: Iterable<Delivery>): Promise<Batch> {
  const ids = [...new Set(rows.map(({ requestId }) => requestId))];
  const emails = [...new Set(rows.map(({ email }) => email))];
  const askedTexts = async () => {
    const asked = await ctx.db.select().from(requests).where(oneOf(requests.id, ids));
    const keys = asked.flatMap(({ keyNotificationTemplate: key }) => key ?? []);
    const texts = await textsOf(ctx, [...new Set(keys)]);
    const byId = new Map(asked.map((request) => [request.id, request]));
    const messages = rows.flatMap((message) => {
      const request = byId.get(message.requestId);
      return request ? [{ message, request }] : [];
    });
    return { requests: byId, texts, tokensOf: await messageTokensOf(ctx, messages, texts) };
  };
  // Side by side, because free places of the lane wait for this batch.
  const [askedFor, people, unsubscribed, lately] = await Promise.all([
    askedTexts(),
    peopleOf(ctx, emails),
    unsubscribedOf(ctx, emails),
    latelyOf(ctx, emails, sending),
  ]);
  return {
    ...askedFor,
    people,
    unsubscribed,
    lately,
  };
}

/** Whether a person has had enough for this hour: then until when it waits; else it is counted. */
function waitsUntil({ lately }: Batch, delivery: Delivery, now: number): number | undefined {
  if (delivery.isUrgent) return undefined;
  const known = lately.get(delivery.email);
  if (known && !known.requests.has(delivery.requestId) && known.requests.size >= env.NOTIFICATION_HOURLY_CAP)
    return known.since + hourMs;
  count(lately, delivery, now);
  return undefined;
}

const skipped = (id: string, reason: string): Outcome => ({
  id,
  status: "skipped",
  reason,
  line: lineOf("skipped", reason),
});
const deferred = (id: string, reason: string, until: number): Outcome => {
  const dueAt = new Date(until).toISOString();
  return { id, status: "pending", reason, dueAt, line: lineOf("deferred", `${reason} until ${dueAt}`) };
};

/** A delivery in words, or its outcome where it is not sent. */
function prepared(batch: Batch, delivery: Delivery, now = Date.now()): { words: Written; request: Request } | Outcome {
  const { id, email, type } = delivery;
  const request = batch.requests.get(delivery.requestId);
  if (!request || request.status === "cancelled") return skipped(id, "cancelled");
  if (request.expiresAt && Date.parse(request.expiresAt) <= now) return skipped(id, "expired");
  if (type === 3 && !delivery.isUrgent && batch.unsubscribed.has(`${email} ${delivery.keyPlatformTech}`))
    return skipped(id, "opted_out");
  const plan = planOf(delivery, batch.people.get(email), now);
  if (plan.kind === "skip") return skipped(id, plan.reason);
  if (plan.kind === "defer") return deferred(id, plan.reason, plan.until);
  const { tokens, missing } = batch.tokensOf(delivery, request);
  if (missing.length > 0) return skipped(id, `no_value: ${missing.join(", ")}`);
  const waits = waitsUntil(batch, delivery, now);
  if (waits) return deferred(id, "hourly_cap", waits);
  try {
    const message = { ...request, ...delivery, link: request.link, tokens };
    return { request, words: written(message, batch.texts, type === 3 ? "mail" : "plain") };
  } catch (error) {
    const reason = `not rendered: ${error instanceof Error ? error.message : error}`.slice(0, 300);
    return { id, status: "failed", reason, tries: delivery.tries + 1, line: lineOf("failed", reason) };
  }
}

const isOutcome = (made: ReturnType<typeof prepared>): made is Outcome => "status" in made;

/**
 * Deliveries in words, and the outcomes of those that are not sent.
 * @param sending what this worker has claimed before, which counts towards the cap of an hour
 */
export async function sortedOut(ctx: Ctx, rows: Delivery[], sending: Iterable<Delivery> = []) {
  const batch = await batchOf(ctx, rows, sending);
  const unsent: Outcome[] = [];
  const ready = rows.flatMap((delivery) => {
    const made = prepared(batch, delivery);
    if (!isOutcome(made)) return [{ delivery, ...made }];
    unsent.push(made);
    return [];
  });
  return { unsent, ready };
}
