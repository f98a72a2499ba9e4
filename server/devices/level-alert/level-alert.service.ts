import { getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { alerts, levelAlerts, levelAlertTranslations } from "@/db/schema";
import { joinDesk } from "@/server/kit/desk/desk-source";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { ListLevelAlerts, levelAlertTexts } from "./level-alert.schema";
import { levelName, levelWords } from "./level-name.service";

// Written out, because drizzle leaves table names out of a query over one table.
const alertsCount = sql<number>`(select count(*)::int from ${alerts} a where a.level_alert_id = ${levelAlerts}.id)`;

/** How severe alerts are (document 4.12). A level with alerts cannot be removed (422). */
export const levelAlertService = translatedService({
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

joinDesk({
  name: "level-alert",
  title: "Levels of alerts",
  may: { read: "alert.read", write: "alert.write" },
  table: levelAlerts,
  texts: levelAlertTranslations,
  label: levelAlerts.label,
  fields: { label: { title: "Label", source: levelAlerts.label } },
  schema: z.object(levelAlertTexts),
  record: levelAlertService,
  set: levelAlertService.translate,
  remove: (ctx, id, translation) => levelAlertService.removeTranslation(ctx, id, translation.id),
});
