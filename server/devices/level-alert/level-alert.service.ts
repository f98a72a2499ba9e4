import { eq, getTableColumns, sql } from "drizzle-orm";
import { alerts, levelAlerts, levelAlertTranslations } from "@/db/schema";
import { translatedWrites } from "@/server/content/translated.service";
import type { KnownCtx } from "@/server/kit/context";
import { notFound } from "@/server/kit/errors";
import { contains, oneOf } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { recordService } from "@/server/kit/record-service";
import { translationService } from "@/server/kit/translations";
import { ListLevelAlerts } from "./level-alert.schema";

const texts = translationService(levelAlertTranslations);

// Written out, because drizzle leaves the table's name away where a query has one table.
const alertsCount = sql<number>`(select count(*)::int from ${alerts} a where a.level_alert_id = ${levelAlerts}.id)`;

const list = listService({
  table: levelAlerts,
  scope: "global",
  input: ListLevelAlerts,
  sort: {
    rank: levelAlerts.rank,
    label: levelAlerts.label,
    createdAt: levelAlerts.createdAt,
    updatedAt: levelAlerts.updatedAt,
  },
  filters: { label: contains(levelAlerts.label) },
  load: async (ctx, ids) =>
    texts.addTo(
      ctx,
      await ctx.db
        .select({ ...getTableColumns(levelAlerts), alertsCount })
        .from(levelAlerts)
        .where(oneOf(levelAlerts.id, ids)),
    ),
});

const crud = recordService(list, {
  name: "level-alert",
  label: (row) => row.label,
  parts: [{ table: levelAlertTranslations, parent: levelAlertTranslations.parentId }],
});

const writes = translatedWrites(crud, texts);

/** How grave alerts are (document 4.12). A level with alerts cannot be removed (422). */
export const levelAlertService = {
  ...crud,
  ...writes,

  /** Deletes a translation by its own id. */
  removeOneTranslation: async (ctx: KnownCtx, translationId: string) => {
    const [found] = await ctx.db
      .select({ parentId: levelAlertTranslations.parentId })
      .from(levelAlertTranslations)
      .where(eq(levelAlertTranslations.id, translationId));
    if (!found) throw notFound();
    await writes.removeTranslation(ctx, found.parentId, translationId);
  },
};
