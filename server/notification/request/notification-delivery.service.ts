import { and, desc, eq, isNotNull, isNull, like, lt, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { notificationRequests as requests, notificationDeliveries as table } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { contains, equals, oneOf, since, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { auditMany } from "@/server/kit/record/audit";
import { isStorable } from "@/server/kit/value/text.rules";
import { deliveryStates, requestStates } from "./notification-request.rules";
import { ListDeliveries, type PersonDeliveries } from "./notification-request.schema";

const load = async (ctx: Ctx, ids: string[]) =>
  (await ctx.db.select().from(table).where(oneOf(table.id, ids))).map((row) => ({ ...row, at: row.updatedAt }));

const list = listService({
  table,
  scope: "global",
  counted: "all",
  load,
  input: ListDeliveries,
  sort: {
    email: table.email,
    keyPlatformTech: table.keyPlatformTech,
    type: table.type,
    status: table.status,
    tries: table.tries,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    email: contains(table.email),
    requestId: equals(table.requestId),
    keyPlatformTech: equals(table.keyPlatformTech),
    emailUserDestList: (emails) =>
      oneOf(table.email, emails.map((email) => email.trim().toLowerCase()).filter(isStorable), "text"),
    notificationType: equals(table.type),
    status: equals(table.status),
    reason: (reason) => or(eq(table.reason, reason), like(table.reason, `${reason}: %`)),
    createdFrom: since(table.createdAt),
    createdUntil: until(table.createdAt),
  },
});

/** A line of a delivery's story, to be added to it. */
export const storyLine = (event: string, detail?: string) =>
  sql`${table.story} || ${JSON.stringify([{ at: new Date().toISOString(), event, detail }])}::jsonb`;

/** What is sent again: some deliveries by their ids, or all that failed of one request. */
type Wanted = { ids: string[] } | { requestId: string };

/** Requests that are at work again, each with one line in the trail. */
async function begunAgain(ctx: KnownCtx, counts: Map<string, number>) {
  const rows = await ctx.db
    .select()
    .from(requests)
    .where(oneOf(requests.id, [...counts.keys()]))
    .orderBy(requests.id)
    .for("update");
  for (const { id, status } of rows) {
    if (status === "processing") continue;
    requestStates.assert("status", status, "processing");
    await ctx.db
      .update(requests)
      .set({ status: "processing", endedAt: null, version: sql`${requests.version} + 1` })
      .where(eq(requests.id, id));
  }
  await auditMany(
    ctx,
    rows.map(({ id, notificationTitle }) => ({
      objectType: "notification-request",
      objectId: id,
      objectLabel: notificationTitle,
      action: "send-again",
      changes: { deliveries: [null, counts.get(id) ?? 0] },
    })),
  );
}

/** A delivery with all that happened to it, in order. */
function withStory(row: typeof table.$inferSelect) {
  const asked = { at: row.createdAt, event: "asked" };
  const opened = row.openedAt ? [{ at: row.openedAt, event: "opened" }] : [];
  const reported = row.type === 2 && row.deliveredAt ? [{ at: row.deliveredAt, event: "delivered" }] : [];
  return { ...row, at: row.updatedAt, story: [asked, ...row.story, ...reported, ...opened] };
}

/** The deliveries of requests: one per person, app and type. */
export const deliveryService = {
  ...list,

  /** One delivery with all that happened to it. */
  async story(ctx: KnownCtx, id: string) {
    const [row] = await ctx.db.select().from(table).where(eq(table.id, id));
    if (!row) throw notFound();
    return withStory(row);
  },

  /** The newest deliveries of a person, or of those what a device got, each with its story; and whether there are more. */
  async ofPerson(ctx: KnownCtx, { email, mobileDeviceId, limit }: z.output<typeof PersonDeliveries>) {
    const toDevice = mobileDeviceId === undefined ? undefined : sql`${mobileDeviceId} = any(${table.mobileDeviceIds})`;
    const rows = await ctx.db
      .select()
      .from(table)
      .where(and(eq(table.email, email), toDevice))
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(limit + 1);
    return { items: rows.slice(0, limit).map(withStory), hasMore: rows.length > limit };
  },

  /** Puts what failed back among what is due, with all its tries. What did not fail is skipped and counted. */
  resend: (ctx: KnownCtx, wanted: Wanted) =>
    inTransaction(ctx, async (ctx) => {
      const which = "ids" in wanted ? oneOf(table.id, wanted.ids) : eq(table.requestId, wanted.requestId);
      const rows = await ctx.db
        .update(table)
        .set({
          status: "pending",
          reason: null,
          tries: 0,
          dueAt: new Date().toISOString(),
          claimedUntil: null,
          story: storyLine("sent again"),
          version: sql`${table.version} + 1`,
        })
        .where(and(which, oneOf(table.status, deliveryStates.before("pending"), "text")))
        .returning({ requestId: table.requestId });
      const counts = new Map<string, number>();
      for (const { requestId } of rows) counts.set(requestId, (counts.get(requestId) ?? 0) + 1);
      await begunAgain(ctx, counts);
      const asked = "ids" in wanted ? new Set(wanted.ids).size : rows.length;
      return { queued: rows.length, skipped: asked - rows.length };
    }),

  /** Skips the pending ones of these, after a recovery, with a line in the trail for each request. */
  async dropDue(ctx: KnownCtx, which: SQL | undefined) {
    const rows = await ctx.db
      .update(table)
      .set({
        status: "skipped",
        reason: "dropped",
        claimedUntil: null,
        story: storyLine("skipped", "dropped"),
        version: sql`${table.version} + 1`,
      })
      .where(and(which, oneOf(table.status, deliveryStates.before("skipped"), "text")))
      .returning({ id: table.id, requestId: table.requestId });
    const ids = [...new Set(rows.map(({ requestId }) => requestId))];
    const named = await ctx.db.select().from(requests).where(oneOf(requests.id, ids));
    await auditMany(
      ctx,
      named.map(({ id, notificationTitle }) => ({
        objectType: "notification-request",
        objectId: id,
        objectLabel: notificationTitle,
        action: "drop",
        changes: { deliveries: [null, rows.filter(({ requestId }) => requestId === id).length] },
      })),
    );
    return rows;
  },

  /** Why deliveries of a request were skipped, failed or wait, the most frequent reasons first. */
  reasonsOf: async (ctx: Ctx, requestId: string) =>
    (
      await ctx.db
        .select({ status: table.status, reason: table.reason, count: sql<number>`count(*)::int` })
        .from(table)
        .where(and(eq(table.requestId, requestId), isNotNull(table.reason)))
        .groupBy(table.status, table.reason)
        .orderBy(desc(sql`count(*)`), table.status, table.reason)
        .limit(20)
    ).flatMap(({ reason, ...rest }) => (reason === null ? [] : [{ ...rest, reason }])),

  /** Makes what waits of a request due at another time. @returns false where some of it is being sent right now */
  async moveAll(ctx: Ctx, requestId: string, dueAt: string): Promise<boolean> {
    const waits = and(eq(table.requestId, requestId), eq(table.status, "pending"));
    const isFree = or(isNull(table.claimedUntil), lt(table.claimedUntil, sql`now()`));
    await ctx.db
      .update(table)
      .set({ dueAt, version: sql`${table.version} + 1` })
      .where(and(waits, isFree));
    return (await ctx.db.$count(table, and(waits, sql`not ${isFree}`))) === 0;
  },

  /** Skips what waits of a request, which the caller has locked. */
  skipAll: (ctx: Ctx, requestId: string, reason: string) =>
    ctx.db
      .update(table)
      .set({ status: "skipped", reason, story: storyLine("skipped", reason), version: sql`${table.version} + 1` })
      .where(and(eq(table.requestId, requestId), oneOf(table.status, deliveryStates.before("skipped"), "text"))),
};

interface DeliveryQueue {
  type: 1 | 2 | 3;
  running: number;
  waiting: number;
  retrying: number;
  failed: number;
  oldestAt: string | null;
}

/** What waits to be sent, by channel, and what gave up: for those who look after the workers. */
export const deliveryQueues = async (ctx: Ctx): Promise<DeliveryQueue[]> => [
  ...(await ctx.db.execute<DeliveryQueue & Record<string, unknown>>(sql`
    select type, count(*) filter (where status = 'pending' and claimed_until > now())::int as running,
      count(*) filter (where status = 'pending' and tries = 0 and coalesce(claimed_until, '-infinity') <= now())::int as waiting,
      count(*) filter (where status = 'pending' and tries > 0 and coalesce(claimed_until, '-infinity') <= now())::int as retrying,
      count(*) filter (where status = 'failed')::int as failed,
      to_char(min(due_at) filter (where status = 'pending') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "oldestAt"
    from ${table} where status in ('pending', 'failed') group by type order by type`)),
];
