import { getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { alerts, levelAlerts, levelAlertTranslations } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { joinTranslated } from "@/server/kit/desk/desk-translated";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { queueRanking } from "./alert-rank.service";
import { ListLevelAlerts, levelAlertTexts } from "./level-alert.schema";
import { levelName, levelWords } from "./level-name.service";

// Written out, because drizzle leaves table names out of a query over one table.
const alertsCount = sql<number>`(select count(*)::int from ${alerts} a where a.level_alert_id = ${levelAlerts}.id)`;

const crud = translatedService({
  name: "level-alert",
  label: (row) => row.label,
  table: levelAlerts,
  texts: levelAlertTranslations,
  scope: "global",
  input: ListLevelAlerts,
  sort: {
    rank: levelAlerts.rank,
    label: levelAlerts.label,
    createdAt: levelAlerts.createdAt,
    updatedAt: levelAlerts.updatedAt,
  },
  filters: { label: contains(levelAlerts.label) },
  load: (ctx, ids) =>
    ctx.db
      .select({ ...getTableColumns(levelAlerts), name: levelName, alertsCount })
      .from(levelAlerts)
      .leftJoin(levelAlertTranslations, levelWords)
      .where(oneOf(levelAlerts.id, ids)),
});

/** How severe alerts are (document 4.12). A level with alerts cannot be removed (422). */
export const levelAlertService = {
  ...crud,

  /** Alerts that need work follow their level's rank and minutes soon after. */
  update: (ctx: KnownCtx, id: string, values: Partial<typeof levelAlerts.$inferInsert>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const level = await crud.update(ctx, id, values, ifMatch);
      await queueRanking(ctx);
      return level;
    }),
};

joinTranslated(levelAlertService, {
  title: "Levels of alerts",
  may: { read: "alert.read", write: "alert.write" },
  label: levelAlerts.label,
  fields: { label: { title: "Label", source: levelAlerts.label } },
  schema: z.object(levelAlertTexts),
});
