import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notificationRequests as requests, notificationDeliveries as table } from "@/db/schema";
import { type Ctx, inTransaction, isOfCompanies, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { equals, oneOf, since, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { cleanHtml } from "@/server/kit/value/html.rules";
import { escapeHtml } from "@/server/kit/value/placeholders.rules";
import type { Permission } from "@/server/permissions";
import { deliveryStates } from "../request/notification-request.rules";
import { textsOf, written } from "../text/message-text.service";
import { messageTokensOf } from "../text/recipient-token.service";
import {
  type GetRichText,
  ListInApp,
  ListInAppForAdmin,
  ListPushForAdmin,
  type SetInAppStatus,
  type SetPushStatus,
} from "./inbox.schema";

/**
 * Whether this is the person of that address, or somebody with the right over others' notifications (decisions 2). Under
 * switch-to nothing is marked.
 * @throws AppError `forbidden`
 */
export function assertOwn({ actor }: KnownCtx, email: string, permission: Permission) {
  const isOwner = actor.kind === "user" && actor.email.toLowerCase() === email;
  if (isOwner && permission === "notification.write" && actor.actingId)
    throw new AppError("forbidden", "Under switch-to notifications can only be read.");
  if (isOwner || (!isOfCompanies(actor) && mayDo(actor, permission))) return;
  throw new AppError("forbidden", "These are the notifications of somebody else.");
}

type Stored = typeof table.$inferSelect;
const inAppOf = (row: Stored) => ({
  id: row.id,
  requestId: row.requestId,
  keyPlatformTech: row.keyPlatformTech,
  title: row.title ?? "",
  content: row.content ?? "",
  link: row.link,
  status: row.inAppStatus ?? 1,
  receivedAt: row.sentAt ?? row.createdAt,
  readAt: row.readAt,
});

const inBox = sql`(${table.type} = 1 and ${table.inAppStatus} in (1, 2))`;
const loadInApp = async (ctx: Ctx, ids: string[]) =>
  (await ctx.db.select().from(table).where(oneOf(table.id, ids))).map(inAppOf);

const sort = { receivedAt: table.sentAt, status: table.inAppStatus };
const own = listService({
  table,
  scope: () => inBox,
  load: loadInApp,
  input: ListInApp,
  sort,
  filters: { email: equals(table.email), keyPlatformTech: equals(table.keyPlatformTech), languageId: () => undefined },
});

/** The in-app messages of a person in all apps (notification document, In-app notifications). */
export const inAppForAdminService = listService({
  table,
  scope: () => inBox,
  load: loadInApp,
  input: ListInAppForAdmin,
  sort,
  filters: { email: equals(table.email), startDate: since(table.sentAt), endDate: until(table.sentAt) },
});

/** The pushes of a person (notification document, Push notifications). */
export const pushForAdminService = listService({
  table,
  scope: () => eq(table.type, 2),
  load: async (ctx, ids) =>
    (await ctx.db.select().from(table).where(oneOf(table.id, ids))).map((row) => ({
      ...row,
      mobileDeviceId: row.mobileDeviceIds.at(-1) ?? null,
    })),
  input: ListPushForAdmin,
  sort: { createdAt: table.createdAt, sentAt: table.sentAt, status: table.status },
  filters: { email: equals(table.email), startDate: since(table.createdAt), endDate: until(table.createdAt) },
});

type Row = ReturnType<typeof inAppOf>;

/** The same messages in another language, where their templates have it. */
async function inLanguage(ctx: Ctx, rows: Row[], languageId: string) {
  const stored = await ctx.db
    .select({ message: table, request: requests })
    .from(table)
    .innerJoin(requests, eq(requests.id, table.requestId))
    .where(
      oneOf(
        table.id,
        rows.map(({ id }) => id),
      ),
    );
  const keys = stored.flatMap(({ request }) => request.keyNotificationTemplate ?? []);
  const texts = await textsOf(ctx, [...new Set(keys)]);
  const tokensOf = await messageTokensOf(ctx, stored, texts);
  const by = new Map(stored.map((row) => [row.message.id, row]));
  return rows.map((row) => {
    const { request, message } = by.get(row.id) ?? {};
    const key = request?.keyNotificationTemplate;
    if (!request || !message || !key || !texts.byKey.get(key)?.some((one) => one.languageId === languageId)) return row;
    const { tokens, missing } = tokensOf(message, request);
    if (missing.length > 0) return row; // as it was sent, for what it says is not known any more
    const { title, content } = written(
      { ...request, keyPlatformTech: row.keyPlatformTech, languageId, tokens },
      texts,
      "plain",
    );
    return { ...row, title, content };
  });
}

/** A message as it was sent, for what it says of its recipient is not known any more. */
const sentRich = ({ type, title, link, contentLanguageId }: typeof table.$inferSelect, content: string) => ({
  title: title ?? "",
  content: type === 3 ? cleanHtml(content) : escapeHtml(content).replaceAll("\n", "<br />"),
  link,
  languageId: contentLanguageId,
});

const isTheirs = (email: string, keyPlatformTech: string) =>
  and(eq(table.email, email), eq(table.keyPlatformTech, keyPlatformTech));

/** A person's own in-app messages in one app, and what becomes of pushes. */
export const inboxService = {
  async list(ctx: KnownCtx, request: z.output<typeof ListInApp>) {
    assertOwn(ctx, request.email, "notification.read");
    const page = await own.list(ctx, request);
    const { languageId } = request;
    return languageId ? { ...page, items: await inLanguage(ctx, page.items, languageId) } : page;
  },

  /** How many are unread. */
  async count(ctx: KnownCtx, { email, keyPlatformTech }: { email: string; keyPlatformTech: string }) {
    assertOwn(ctx, email, "notification.read");
    return { count: await ctx.db.$count(table, and(isTheirs(email, keyPlatformTech), eq(table.inAppStatus, 1))) };
  },

  /**
   * Marks messages as unread (1), read (2) or deleted (3, for good).
   * @throws AppError 404 where one of them is not this person's in that app
   */
  setStatus: (ctx: KnownCtx, { email, keyPlatformTech, ids, all, status }: z.output<typeof SetInAppStatus>) =>
    inTransaction(ctx, async (ctx) => {
      assertOwn(ctx, email, "notification.write");
      if ((ids === undefined) === (all === undefined))
        throw new AppError("rule_broken", "Give ids, or all: true.", {
          errors: [{ path: "ids", message: "Give ids, or all: true." }],
        });
      const wanted = ids && [...new Set(ids)];
      const theirs = and(isTheirs(email, keyPlatformTech), eq(table.type, 1), sql`${table.inAppStatus} is not null`);
      const which = and(theirs, wanted && oneOf(table.id, wanted));
      if (wanted && (await ctx.db.$count(table, which)) < wanted.length) throw notFound();
      const now = new Date().toISOString();
      await ctx.db
        .update(table)
        .set({
          inAppStatus: status,
          readAt: status === 1 ? null : sql`coalesce(${table.readAt}, ${now}::timestamptz)`,
          // Who read it has opened it; that it was, stays.
          status: status === 2 ? "opened" : sql`${table.status}`,
          openedAt: status === 2 ? sql`coalesce(${table.openedAt}, ${now}::timestamptz)` : sql`${table.openedAt}`,
          version: sql`${table.version} + 1`,
        })
        .where(and(which, sql`${table.inAppStatus} in (1, 2) and ${table.inAppStatus} <> ${status}`));
    }),

  /**
   * What phones report of pushes: delivered, opened. Forward only, and again is harmless.
   * @throws AppError 404 where one of them is another person's, or none
   */
  setPushStatus: (ctx: KnownCtx, { items }: z.output<typeof SetPushStatus>) =>
    inTransaction(ctx, async (ctx) => {
      const ids = [...new Set(items.map(({ id }) => id))];
      const rows = await ctx.db
        .select()
        .from(table)
        .where(and(oneOf(table.id, ids), eq(table.type, 2)))
        .orderBy(table.id)
        .for("update");
      if (rows.length < ids.length) throw notFound();
      for (const email of new Set(rows.map((row) => row.email)))
        try {
          assertOwn(ctx, email, "notification.write");
        } catch {
          throw notFound(); // whose it is stays unsaid
        }
      const stored = new Map(rows.map((row) => [row.id, row]));
      for (const { id, status, at } of items) {
        const before = stored.get(id);
        if (!before || !deliveryStates.next(before.status).includes(status)) continue;
        const moment = at ?? new Date().toISOString();
        const when = status === "opened" ? { openedAt: moment } : { deliveredAt: moment };
        deliveryStates.assert("status", before.status, status);
        await ctx.db
          .update(table)
          .set({ status, ...when, version: sql`${table.version} + 1` })
          .where(eq(table.id, id));
        stored.set(id, { ...before, status });
      }
    }),

  /** One message of a person as cleaned HTML, in a language of choice. 404 where they got none of that kind. */
  async richText(
    ctx: KnownCtx,
    { id, languageId, email, keyPlatformTech, typeNotification }: z.output<typeof GetRichText>,
  ) {
    assertOwn(ctx, email, "notification.read");
    const [found] = await ctx.db
      .select({ request: requests, delivery: table })
      .from(table)
      .innerJoin(requests, eq(requests.id, table.requestId))
      .where(and(eq(table.requestId, id), isTheirs(email, keyPlatformTech), eq(table.type, typeNotification)));
    if (!found) throw notFound();
    const { request, delivery } = found;
    const texts = await textsOf(ctx, request.keyNotificationTemplate ? [request.keyNotificationTemplate] : []);
    const tokensOf = await messageTokensOf(ctx, [{ message: delivery, request }], texts);
    const { tokens, missing } = tokensOf(delivery, request);
    if (missing.length > 0 && delivery.content !== null) return { ...sentRich(delivery, delivery.content), tokens };
    const language = languageId ?? delivery.languageId;
    const { title, content, link, contentLanguageId } = written(
      { ...request, keyPlatformTech, languageId: language, tokens },
      texts,
      "rich",
    );
    return { title, content, link, languageId: contentLanguageId, tokens };
  },

  /** A person with a new address keeps what was sent to the old one; its next owner does not see it. */
  moveTo: (ctx: Ctx, from: string, to: string) =>
    ctx.db
      .update(table)
      .set({ email: to })
      .where(and(eq(table.email, from), eq(table.type, 1))),
};
