import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import {
  alerts,
  alertTranslations,
  languages,
  levelAlerts,
  levelAlertTranslations,
  persAlerts,
  persCurrentData,
} from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { readersLanguage } from "@/server/kit/language/readers-texts";
import { levelRef } from "../level-alert/level-name.service";
import { persService } from "../pers/pers.service";
import { newest, newestNumber } from "./current-data.rules";

/** The language that is asked for; on screens the reader's where none is. */
const wanted = ({ door }: Ctx, languageId: string | undefined) =>
  languageId ? sql`${languageId}::uuid` : door === "screen" ? sql`${readersLanguage}` : sql`null::uuid`;

/** A text in the language, else in the default one. */
const inLanguage = (table: "alert" | "level", language: SQL) => {
  const [texts, field, parent] =
    table === "alert"
      ? [alertTranslations, alertTranslations.title, alerts.id]
      : [levelAlertTranslations, levelAlertTranslations.label, levelAlerts.id];
  return sql<string | null>`(
    select ${field} from ${texts} join ${languages} on ${languages.id} = ${texts.languageId}
    where ${texts.parentId} = ${parent} and (${languages.isDefault} or ${languages.id} = ${language})
    order by ${languages.id} = ${language} desc nulls last limit 1)`;
};

async function openAlerts(ctx: Ctx, persId: string, languageId: string | undefined) {
  const language = wanted(ctx, languageId);
  const label = sql<string>`coalesce(${inLanguage("alert", language)}, ${alerts.alertLabel})`;
  const levelLabel = sql<string>`coalesce(${inLanguage("level", language)}, ${levelAlerts.label})`;
  return ctx.db
    .select({
      alertId: persAlerts.alertId,
      label,
      level: { ...levelRef, label: levelLabel, name: levelLabel },
      since: persAlerts.startedAt,
    })
    .from(persAlerts)
    .innerJoin(alerts, eq(alerts.id, persAlerts.alertId))
    .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
    .where(and(eq(persAlerts.persId, persId), isNull(persAlerts.endedAt)))
    .orderBy(levelAlerts.rank, desc(persAlerts.startedAt));
}

/** What a PERS last said (document 4.12, current-data): derived from its messages, which may come in any order. */
export const currentDataService = {
  /** @param languageId of the alerts' labels; where not said the reader's on screens, the default one elsewhere and where there is no such text */
  async get(ctx: KnownCtx, persId: string, languageId?: string) {
    const [pers, [row], open] = await Promise.all([
      persService.get(ctx, persId),
      ctx.db.select().from(persCurrentData).where(eq(persCurrentData.persId, persId)),
      openAlerts(ctx, persId, languageId),
    ]);
    const readings = row?.readings ?? {};
    const said = newest(readings, "firmwareVersion");
    return {
      persId,
      batteryLevel: newestNumber(readings, "batteryLevel"),
      distance: newestNumber(readings, "distance"),
      speed: newestNumber(readings, "speed"),
      latitude: newestNumber(readings, "latitude"),
      longitude: newestNumber(readings, "longitude"),
      signal: newestNumber(readings, "signal"),
      firmwareVersion: typeof said === "string" ? said : (pers.firmwareVersion?.firmwareVersion ?? null),
      lastMessageAt: row?.lastMessageAt ?? null,
      alerts: open,
    };
  },
};
