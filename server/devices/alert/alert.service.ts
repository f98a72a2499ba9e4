import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import {
  alerts,
  alertTranslations,
  levelAlerts,
  levelAlertTranslations,
  persAlertOccurrences,
  persAlerts,
  persCurrentData,
} from "@/db/schema";
import { inOrder } from "@/db/schema/text-index";
import { type Ctx, inTransaction, type KnownCtx, lockName, shareName } from "@/server/kit/call/context";
import { joinTranslated } from "@/server/kit/desk/desk-translated";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { setFilters } from "@/server/kit/list/list-operators";
import { searchable } from "@/server/kit/list/searchable";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { queueRanking } from "../level-alert/alert-rank.service";
import { levelRef, levelWords } from "../level-alert/level-name.service";
import { alertTexts, ListAlerts } from "./alert.schema";
import { alertName, alertWords, nameOfAlert, titled } from "./alert-name.service";

const openCount = sql<number>`(select count(*)::int from ${persAlerts} open where open.alert_id = ${alerts}.id and open.ended_at is null)`;

const crud = translatedService({
  name: "alert",
  label: (row) => row.alertLabel,
  table: alerts,
  texts: alertTranslations,
  scope: "global",
  input: ListAlerts,
  joins: [
    { table: levelAlerts, on: eq(levelAlerts.id, alerts.levelAlertId) },
    { table: alertTranslations, on: alertWords },
  ],
  sort: {
    alertLabel: alerts.alertLabel,
    name: inOrder(alertName),
    code: alerts.code,
    topicAlert: alerts.topicAlert,
    groupAlert: alerts.groupAlert,
    "levelAlert.rank": levelAlerts.rank,
    isActivated: alerts.isActivated,
    createdAt: alerts.createdAt,
    updatedAt: alerts.updatedAt,
  },
  filters: {
    alertLabel: contains(alerts.alertLabel),
    topicAlert: contains(alerts.topicAlert),
    groupAlert: contains(alerts.groupAlert),
    levelAlertId: equals(alerts.levelAlertId),
    ...setFilters("levelAlertId", alerts.levelAlertId),
    isActivated: equals(alerts.isActivated),
  },
  load: (ctx, ids) =>
    ctx.db
      .select({ ...getTableColumns(alerts), name: alertName, levelAlert: levelRef, openCount })
      .from(alerts)
      .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
      .leftJoin(levelAlertTranslations, levelWords)
      .leftJoin(alertTranslations, alertWords)
      .where(oneOf(alerts.id, ids)),
});

const rulesLock = "alert rules";
const { lastMessageAt } = persCurrentData;

/**
 * What can be wrong with a PERS, and which messages show it (document 4.12). An alert that was raised once cannot be
 * removed (422), only deactivated.
 */
export const alertService = {
  ...crud,

  /**
   * No message can end an alert that is deactivated or has lost its rule, so its open episodes are ended here: when the device
   * sent its newest message, for that is the clock by which episodes begin and end.
   */
  update: (ctx: KnownCtx, id: string, values: Partial<typeof alerts.$inferInsert>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockName(ctx, rulesLock); // waits for messages that are being judged by the old rule, and for what they raise
      const { isActivated, rule } = await crud.update(ctx, id, values, ifMatch);
      if (values.levelAlertId) await queueRanking(ctx);
      if (!isActivated || !rule) {
        const ended = await ctx.db
          .update(persAlerts)
          .set({
            endedAt: sql`greatest(${persAlerts.startedAt}, (select ${lastMessageAt} from ${persCurrentData}
              where ${persCurrentData.persId} = ${persAlerts.persId}))`,
            version: sql`${persAlerts.version} + 1`,
          })
          .where(and(eq(persAlerts.alertId, id), isNull(persAlerts.endedAt)))
          .returning();
        await ctx.db.execute(sql`update ${persAlertOccurrences} o set ended_at = a.ended_at from ${persAlerts} a
          where a.id = o.pers_alert_id and a.alert_id = ${id} and o.ended_at is null`);
        await tellWebhooks(
          ctx,
          ended.map(({ id: persAlertId, persId, alertId, startedAt, endedAt }) => ({
            event: "pers-alert.closed",
            persId,
            data: { persAlertId, persId, alertId, startedAt, endedAt },
          })),
        );
      }
      return crud.get(ctx, id);
    }),

  /** The rules that messages are judged by; they cannot change until the caller's transaction ends. */
  async activeRules(ctx: Ctx) {
    await shareName(ctx, rulesLock);
    const rows = await ctx.db
      .select({ id: alerts.id, rule: alerts.rule, minutesToReopen: alerts.minutesToReopen })
      .from(alerts)
      .where(and(alerts.isActivated, sql`${alerts.rule} is not null`));
    return rows.flatMap(({ rule, ...row }) => (rule ? [{ ...row, rule }] : []));
  },
};

joinTranslated(alertService, {
  title: "Alerts",
  may: { read: "alert.read", write: "alert.write" },
  label: alerts.alertLabel,
  place: sql`${alerts.code}`,
  fields: {
    title: { title: "Title", source: alerts.alertLabel },
    description: { title: "Description", long: true, optional: true },
  },
  schema: z.object(alertTexts),
});

export const alertSearch = searchable(crud, {
  kind: "alerts",
  needs: "alert.read",
  label: nameOfAlert,
  about: [alerts.topicAlert],
  in: [alerts.alertLabel],
  by: titled,
});
