import { and, eq, getTableColumns, gt, isNotNull, lt, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { companies, webhookDeliveries as deliveries, webhooks as table } from "@/db/schema";
import { momentOf } from "@/db/schema/moment";
import { assertMayHandOn } from "@/server/identity/catalogue/permission.rules";
import { staffStanding } from "@/server/identity/staff/staff-right.service";
import { type Actor, type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { outboundFault } from "@/server/kit/process/outbound";
import { recordService } from "@/server/kit/record/record-service";
import { testEvent, type WebhookEventCode, webhookEvents } from "@/server/kit/record/webhook-event.rules";
import { countKeyUses } from "@/server/kit/secret/key-use";
import { dataKeyIdIn, newestDataKeyId, sealData, unsealData } from "@/server/kit/secret/seal";
import { type Overlap, overlaps } from "@/server/kit/value/overlap.rules";
import { t } from "@/texts/t";
import { isOfCompanies, pauseSeconds, timeoutsToPause, type WebhookStatus } from "./webhook.rules";
import { type CreateWebhook, ListWebhooks, type UpdateWebhook } from "./webhook.schema";
import { queueWebhooks, webhookDeliveryService } from "./webhook-delivery.service";
import { pauseOf, webhookPauseWords } from "./webhook-pause.rules";
import { newWebhookSecret } from "./webhook-signature";

type Stored = typeof table.$inferSelect;

const ownersOf = (ctx: Ctx, rows: Pick<Stored, "ownerId">[]) =>
  staffStanding(ctx, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))]);

/** Those of these webhooks that pause, by their ids, with the reason. */
export async function pausedOf(ctx: Ctx, rows: Pick<Stored, "id" | "ownerId" | "events">[]) {
  const owners = await ownersOf(ctx, rows);
  return new Map(
    rows.flatMap(({ id, ownerId, events }) => {
      const pause = pauseOf(events, ownerId ? owners.get(ownerId) : undefined);
      return pause ? [[id, pause] as const] : [];
    }),
  );
}

/** Who answers for what they change: the person who acts; nobody for a key or a job. */
const ownerBy = ({ actor }: KnownCtx) => (actor.kind === "user" ? (actor.actingId ?? actor.id) : null);

const newest = (column: "status" | "updated_at") =>
  sql`(select d.${sql.raw(column)} from ${deliveries} d where d.webhook_id = ${table}.id order by d.created_at desc, d.id desc limit 1)`;

const { secretSealed: _, formerSecretSealed: __, ...shown } = getTableColumns(table);

async function load(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db
    .select({
      ...shown,
      company: { id: companies.id, name: companies.name },
      lastStatus: sql<WebhookStatus | null>`${newest("status")}`,
      lastAt: sql<string | null>`${newest("updated_at")}`.mapWith(momentOf),
    })
    .from(table)
    .leftJoin(companies, eq(companies.id, table.companyId))
    .where(oneOf(table.id, ids));
  const owners = await ownersOf(ctx, rows);
  return rows.map(({ ownerId, ...row }) => {
    const owner = ownerId ? owners.get(ownerId) : undefined;
    return {
      ...row,
      owner: ownerId && owner ? { id: ownerId, name: owner.name } : null,
      pausedBecause: pauseOf(row.events, owner),
    };
  });
}

const list = listService({
  table,
  scope: "global",
  load,
  input: ListWebhooks,
  sort: { name: table.name, url: table.url, createdAt: table.createdAt, updatedAt: table.updatedAt },
  filters: {
    name: contains(table.name),
    url: contains(table.url),
    companyId: equals(table.companyId),
    enabled: equals(table.enabled),
    event: (code) => sql`${code} = any(${table.events})`,
  },
});
const record = recordService(list, { name: "webhook", label: (row) => row.name });

const purposeOf = (id: string) => `persdesk webhook ${id}`;
/** A secret as its webhook keeps it, sealed with the newest data key. */
export const sealWebhookSecret = (id: string, secret: string) =>
  sealData(purposeOf(id), Buffer.from(secret)).toString("base64");

/** @throws where its key is no longer among DATA_KEYS */
const unseal = (id: string, sealed: string) => unsealData(purposeOf(id), Buffer.from(sealed, "base64")).toString();

type Signing = Pick<Stored, "id" | "secretSealed" | "formerSecretSealed" | "formerUntil">;

/** The secrets that a webhook's messages are signed with now, the newest first. @throws where their key is gone */
export function secretsOf({ id, secretSealed, formerSecretSealed, formerUntil }: Signing): string[] {
  const isFormerGood = formerSecretSealed && formerUntil && formerUntil > new Date().toISOString();
  return [secretSealed, ...(isFormerGood ? [formerSecretSealed] : [])].map((sealed) => unseal(id, sealed));
}

/**
 * Callers who ask for events must hold the right to see what they are about, and the address must be one that may be asked.
 * @throws AppError 403, 422
 */
function assertGood(
  actor: Actor,
  { url, events, companyId }: Pick<Stored, "url" | "companyId"> & { events: readonly WebhookEventCode[] },
) {
  assertMayHandOn(actor, "events", [...new Set(events.map((code) => webhookEvents[code].needs))]);
  const foreign = companyId ? events.find((code) => !isOfCompanies(code)) : undefined;
  if (foreign) throw broken("events", "This event is no company's. Choose others, or leave the company out.");
  const fault = outboundFault(url);
  if (fault) throw broken("url", fault);
}

/** @throws AppError 422 for a company that staff have not verified (ADR 89) */
async function assertVerified(ctx: Ctx, companyId: string | null) {
  if (!companyId) return;
  const { id, isVerified } = companies;
  const [company] = await ctx.db.select({ isVerified }).from(companies).where(eq(id, companyId));
  if (company && !company.isVerified) throw broken("companyId", "This company is not verified. Verify it first.");
}

const isKnown = (code: string): code is WebhookEventCode => Object.hasOwn(webhookEvents, code);

/** The address answered, or somebody says that it will: what is due is sent. */
export const noteAnswer = (ctx: Ctx, id: string) =>
  ctx.db
    .update(table)
    .set({ timeouts: 0, pausedUntil: null, updatedAt: table.updatedAt })
    .where(and(eq(table.id, id), or(gt(table.timeouts, 0), isNotNull(table.pausedUntil))));

/** The address did not answer in time; after some times in a row nothing is sent to it for a while, which grows. */
export function noteTimeout(ctx: Ctx, id: string) {
  const { first, longest } = pauseSeconds;
  const more = sql`least(${table.timeouts} + 1 - ${timeoutsToPause}::int, 20)`;
  const pause = sql`make_interval(secs => least(${longest}::int, ${first}::int * power(2, ${more})))`;
  const pausedUntil = sql`case when ${table.timeouts} + 1 >= ${timeoutsToPause}::int then clock_timestamp() + ${pause} end`;
  return ctx.db
    .update(table)
    .set({ timeouts: sql`${table.timeouts} + 1`, pausedUntil, updatedAt: table.updatedAt })
    .where(eq(table.id, id));
}

/** Addresses that get events (ADR 62), for staff: all events, or those of one company. */
export const webhookService = {
  list: list.list,
  rows: list.rows,
  count: list.count,
  stream: list.stream,
  of: list.of,
  get: list.get,

  /** @returns the row and its secret, which is shown this once */
  async create(ctx: KnownCtx, { companyId = null, ...values }: z.output<typeof CreateWebhook>) {
    assertGood(ctx.actor, { ...values, companyId });
    await assertVerified(ctx, companyId);
    const id = uuidv7();
    const secret = newWebhookSecret();
    const events = [...new Set(values.events)].sort();
    const row = await record.create(ctx, {
      ...values,
      id,
      companyId,
      events,
      ownerId: ownerBy(ctx),
      secretSealed: sealWebhookSecret(id, secret),
    });
    return { ...row, secret };
  },

  /** @throws AppError 403 for events whose subject the caller may not see, 412, 422 for an address that is not asked */
  update: (ctx: KnownCtx, id: string, values: z.output<typeof UpdateWebhook>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const { url, events, companyId } = await record.lock(ctx, id, ifMatch);
      const anew = values.events ? { ...values, events: [...new Set(values.events)].sort() } : values;
      // What it gets goes to another place, or begins again: as much as a new subscription, so they answer for it.
      const isAnew = values.url ?? values.events ?? values.enabled;
      if (!isAnew) return record.update(ctx, id, anew);
      assertGood(ctx.actor, { url, companyId, events: events.filter(isKnown), ...values });
      await assertVerified(ctx, companyId);
      if (values.url !== undefined || values.enabled !== undefined) await noteAnswer(ctx, id);
      return record.update(ctx, id, { ...anew, ownerId: ownerBy(ctx) });
    }),

  /** The caller answers for it from now on. @throws AppError 403 for events whose subject they may not see, 412 */
  takeOver: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const before = await record.lock(ctx, id, ifMatch);
      assertGood(ctx.actor, { ...before, events: before.events.filter(isKnown) });
      return record.update(ctx, id, { ownerId: ownerBy(ctx) }, undefined, "take-over");
    }),

  /** Makes a new secret, shown this once; the former one signs beside it until the overlap is over. */
  rotateSecret: (ctx: KnownCtx, id: string, overlap: Overlap, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const before = await record.lock(ctx, id, ifMatch);
      assertGood(ctx.actor, { ...before, events: before.events.filter(isKnown) });
      const secret = newWebhookSecret();
      const seconds = overlaps[overlap];
      const now = new Date().toISOString();
      const formerUntil = new Date(Date.parse(now) + seconds * 1000).toISOString();
      await record.change(ctx, id, undefined, "rotate-secret", async (ctx) => {
        await ctx.db
          .update(table)
          .set({
            secretSealed: sealWebhookSecret(id, secret),
            formerSecretSealed: seconds > 0 ? before.secretSealed : null,
            formerUntil: seconds > 0 ? formerUntil : null,
          })
          .where(eq(table.id, id));
        return { changes: { secret: [null, now] }, result: undefined };
      });
      return { ...(await record.get(ctx, id)), secret };
    }),

  /** Queues a message that only says that it is a test. @returns its delivery */
  test: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      const webhook = await record.lock(ctx, id);
      const pause = (await pausedOf(ctx, [webhook])).get(id);
      if (pause)
        throw new AppError("rule_broken", t("This webhook is paused: {why}", { why: t(webhookPauseWords[pause]) }));
      if (!webhook.enabled) throw new AppError("rule_broken", "This webhook is turned off.");
      await noteAnswer(ctx, id);
      const eventId = uuidv7();
      const made = await webhookDeliveryService.add(ctx, [{ webhookId: id, eventId, event: testEvent, data: {} }]);
      await record.change(ctx, id, undefined, "test", async () => ({
        changes: { test: [null, eventId] },
        result: undefined,
      }));
      await queueWebhooks(ctx, made);
      return webhookDeliveryService.get(ctx, made[0] ?? "");
    }),

  /** Turns a webhook off whose address says that it is gone (410). */
  turnOff: (ctx: KnownCtx, id: string) => record.update(ctx, id, { enabled: false }, undefined, "turn-off"),
};

/** Seals secrets again whose data key is not the newest, and forgets those that no longer count. @returns how many */
export async function resealWebhooks(ctx: KnownCtx): Promise<number> {
  const now = new Date().toISOString();
  const over = await ctx.db
    .update(table)
    .set({ formerSecretSealed: null, updatedAt: table.updatedAt })
    .where(and(isNotNull(table.formerSecretSealed), lt(table.formerUntil, now)));
  const prefix = Buffer.from(`${newestDataKeyId()}:`);
  const isOld = (sealed: string | null) =>
    sealed !== null && !Buffer.from(sealed, "base64").subarray(0, prefix.length).equals(prefix);
  const rows = (await ctx.db.select().from(table).for("update")).filter(
    ({ secretSealed, formerSecretSealed }) => isOld(secretSealed) || isOld(formerSecretSealed),
  );
  for (const { id, secretSealed, formerSecretSealed, updatedAt } of rows)
    await ctx.db
      .update(table)
      .set({
        secretSealed: sealWebhookSecret(id, unseal(id, secretSealed)),
        formerSecretSealed: formerSecretSealed && sealWebhookSecret(id, unseal(id, formerSecretSealed)),
        updatedAt,
      })
      .where(eq(table.id, id));
  return over.count + rows.length;
}

/** Which keys the secrets of webhooks need. */
export const webhookKeyUses = (ctx: Ctx) =>
  countKeyUses(ctx, { list: "DATA_KEYS", what: "webhooks" }, { table, keyId: dataKeyIdIn(table.secretSealed) });

/** Those that may get these events: turned on, and of no company that is disabled or not verified. */
export const subscribed = (ctx: Ctx, codes: string[]) =>
  ctx.db
    .select({ id: table.id, companyId: table.companyId, events: table.events, ownerId: table.ownerId })
    .from(table)
    .leftJoin(companies, eq(companies.id, table.companyId))
    .where(
      and(
        table.enabled,
        sql`${table.events} && array(select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))`,
        or(sql`${table.companyId} is null`, and(eq(companies.status, "active"), companies.isVerified)),
      ),
    );
