import { levelAlerts, levelAlertTranslations } from "@/db/schema";
import { inReadersLanguage, orOwn } from "@/server/kit/language/readers-texts";

// What levels of alerts are called in the reader's language, for queries that join their texts to the left.

export const levelWords = inReadersLanguage(levelAlertTranslations, levelAlerts.id);
export const levelName = orOwn(levelAlertTranslations.label, levelAlerts.label);

const { id, label, color, rank } = levelAlerts;
/** The columns of `LevelRef`. */
export const levelRef = { id, label, name: levelName, color, rank };
