import { eq } from "drizzle-orm";
import { alerts, levelAlerts, levelAlertTranslations } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { inReadersLanguage, orOwn } from "@/server/kit/language/readers-texts";

// What levels of alerts are called in the reader's language, for queries that join their texts to the left.

export const levelWords = inReadersLanguage(levelAlertTranslations, levelAlerts.id);
export const levelName = orOwn(levelAlertTranslations.label, levelAlerts.label);

const { id, label, color, rank } = levelAlerts;
/** The columns of `LevelRef`. */
export const levelRef = { id, label, name: levelName, color, rank };

/** The minutes of an alert's level. */
export async function minutesOf(ctx: Ctx, alertId: string) {
  const { minutesToAcknowledge, minutesToClose } = levelAlerts;
  const [level] = await ctx.db
    .select({ minutesToAcknowledge, minutesToClose })
    .from(alerts)
    .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
    .where(eq(alerts.id, alertId));
  return level ?? { minutesToAcknowledge: null, minutesToClose: null };
}
