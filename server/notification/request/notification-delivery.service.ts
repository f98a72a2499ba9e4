import { and, eq, sql } from "drizzle-orm";
import { notificationDeliveries as table } from "@/db/schema";
import type { Ctx } from "@/server/kit/context";
import { equals, oneOf } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { isStorable } from "@/server/kit/text.rules";
import { deliveryStates } from "./notification-request.rules";
import { ListDeliveries } from "./notification-request.schema";

const load = async (ctx: Ctx, ids: string[]) =>
  (await ctx.db.select().from(table).where(oneOf(table.id, ids))).map((row) => ({ ...row, at: row.updatedAt }));

const list = listService({
  table,
  scope: "global",
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
    requestId: equals(table.requestId),
    keyPlatformTech: equals(table.keyPlatformTech),
    emailUserDestList: (emails) =>
      oneOf(table.email, emails.map((email) => email.trim().toLowerCase()).filter(isStorable), "text"),
    notificationType: equals(table.type),
    status: equals(table.status),
  },
});

/** A line of a delivery's story, to be added to it. */
export const storyLine = (event: string, detail?: string) =>
  sql`${table.story} || ${JSON.stringify([{ at: new Date().toISOString(), event, detail }])}::jsonb`;

/** The deliveries of requests: one per person, app and type. */
export const deliveryService = {
  ...list,

  /** Skips what waits of a request, which the caller has locked. */
  skipAll: (ctx: Ctx, requestId: string, reason: string) =>
    ctx.db
      .update(table)
      .set({ status: "skipped", reason, story: storyLine("skipped", reason), version: sql`${table.version} + 1` })
      .where(and(eq(table.requestId, requestId), oneOf(table.status, deliveryStates.before("skipped"), "text"))),
};
