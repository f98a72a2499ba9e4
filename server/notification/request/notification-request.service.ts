import { and, eq, or, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  notificationDeliveries as deliveries,
  notificationRequests as table,
  notificationTemplates as templates,
} from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { contains, equals, oneOf, since, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { arrayOf } from "@/server/kit/value/array.rules";
import { isStorable } from "@/server/kit/value/text.rules";
import { iso } from "@/texts/clock";
import { asPlain } from "../text/template-text.rules";
import { tokensIn } from "../text/template-token.rules";
import { deliveryService } from "./notification-delivery.service";
import { type DeliveryStatus, ratesOf, requestStates } from "./notification-request.rules";
import { type GetNotificationRequest, ListNotificationRequests, type MoveRequest } from "./notification-request.schema";

const none: Record<DeliveryStatus, number> = { pending: 0, sent: 0, delivered: 0, opened: 0, failed: 0, skipped: 0 };

/** The title with the values of the request; what each recipient has a value of their own for stays open. */
function titleOf({ notificationTitle, tokens }: typeof table.$inferSelect) {
  const open = Object.fromEntries((tokensIn(notificationTitle) ?? []).map((name) => [name, "…"]));
  return asPlain(notificationTitle, { ...open, ...tokens });
}

async function load(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db
    .select({ request: table, template: templates.labelNotificationTemplate })
    .from(table)
    .leftJoin(templates, eq(templates.keyNotificationTemplate, table.keyNotificationTemplate))
    .where(oneOf(table.id, ids));
  const counted = await ctx.db
    .select({ requestId: deliveries.requestId, status: deliveries.status, n: sql<number>`count(*)::int` })
    .from(deliveries)
    .where(oneOf(deliveries.requestId, ids))
    .groupBy(deliveries.requestId, deliveries.status);
  return rows.map(({ request: row, template }) => {
    const counts = { ...none };
    for (const { requestId, status, n } of counted) if (requestId === row.id) counts[status] = n;
    return { ...row, label: template ?? titleOf(row), dtReception: row.createdAt, counts, rates: ratesOf(counts) };
  });
}

/** That UTC day, or that instant. */
const at = (column: typeof table.createdAt | typeof table.dtPrepareSent) => (value: string) =>
  and(since(column)(value), until(column)(value));

const sentTo = (emails: string[]) =>
  sql`${table.id} in (select ${deliveries.requestId} from ${deliveries}
    where ${oneOf(deliveries.email, emails.map((email) => email.trim().toLowerCase()).filter(isStorable), "text")})`;

const isCalled = (text: string) =>
  sql`${table.keyNotificationTemplate} in (select ${templates.keyNotificationTemplate} from ${templates}
    where ${contains(templates.labelNotificationTemplate)(text)})`;

const hasId = (ids: string[]) =>
  sql`${table.id}::text = any(${arrayOf(ids.map((id) => id.toLowerCase()).filter(isStorable))}::text[])`;

const list = listService({
  table,
  scope: "global",
  load,
  input: ListNotificationRequests,
  sort: {
    notificationTitle: table.notificationTitle,
    keyNotificationTemplate: table.keyNotificationTemplate,
    status: table.status,
    recipients: table.recipients,
    dtReception: table.createdAt,
    dtPrepareSent: table.dtPrepareSent,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    label: (text) => or(contains(table.notificationTitle)(text), isCalled(text)),
    notificationTitle: contains(table.notificationTitle),
    notificationContent: contains(table.notificationContent),
    dtReception: at(table.createdAt),
    dtPrepareSent: at(table.dtPrepareSent),
    listNotificationRequestId: hasId,
    id: (id) => hasId([id.trim()]),
    keyNotificationTemplates: (keys) => oneOf(table.keyNotificationTemplate, keys.filter(isStorable), "text"),
    keyPlatformTech: (key) => (isStorable(key) ? sql`${key} = any(${table.keyPlatformTechs})` : sql`false`),
    emailUserDestList: sentTo,
    status: equals(table.status),
    email: (email) => sentTo([email]),
    keyNotificationTemplate: contains(table.keyNotificationTemplate),
    receivedFrom: since(table.createdAt),
    receivedUntil: until(table.createdAt),
    dueFrom: since(table.dtPrepareSent),
    dueUntil: until(table.dtPrepareSent),
  },
});

const record = recordService(list, { name: "notification-request", label: (row) => row.notificationTitle });

const hasBegun = () => broken("status", "This request is being sent already.");

/** What was asked to send, and how far it came (notification document, Notification request). */
export const notificationRequestService = {
  ...list,

  /** One request with a page of its deliveries. */
  async detail(ctx: KnownCtx, { id, ...about }: z.output<typeof GetNotificationRequest>) {
    const request = await list.get(ctx, id);
    const reasons = await deliveryService.reasonsOf(ctx, id);
    return { ...request, reasons, deliveries: await deliveryService.list(ctx, { ...about, requestId: id } as object) };
  },

  /** Takes back what was not sent yet of a request that has not begun. @throws AppError 422 for one that has */
  cancel: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const request = await record.lock(ctx, id, ifMatch);
      if (request.status === "cancelled") throw broken("status", "This request was cancelled already.");
      requestStates.assert("status", request.status, "cancelled");
      await deliveryService.skipAll(ctx, id, "cancelled");
      return record.update(ctx, id, { status: "cancelled", endedAt: new Date().toISOString() }, undefined, "cancel");
    }),

  /**
   * Moves what has not begun to another time, or sends it now; what is worth something for a time only, stays so for as long.
   * @throws AppError 422 for one that has begun
   */
  move: (ctx: KnownCtx, { id, ifMatch, dtPrepareSent }: z.output<typeof MoveRequest>) =>
    inTransaction(ctx, async (ctx) => {
      const request = await record.lock(ctx, id, ifMatch);
      const now = Date.now();
      const due = Math.max(now, dtPrepareSent ? Date.parse(dtPrepareSent) : now);
      const status = due > now ? "scheduled" : "pending";
      if (request.status !== status) requestStates.assert("status", request.status, status);
      else if (!requestStates.next(status).includes("cancelled")) throw hasBegun();
      if (!(await deliveryService.moveAll(ctx, id, iso(due)))) throw hasBegun();
      const { expiresAt, createdAt } = request;
      const before = Math.max(Date.parse(createdAt), Date.parse(request.dtPrepareSent ?? createdAt));
      const values = {
        status,
        dtPrepareSent: iso(due),
        expiresAt: expiresAt && iso(Date.parse(expiresAt) - before + due),
      } as const;
      return record.update(ctx, id, values, undefined, "move");
    }),
};
