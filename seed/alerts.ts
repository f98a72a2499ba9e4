import type { Database } from "@/db/client";
import {
  alerts,
  alertTranslations,
  levelAlerts,
  levelAlertTranslations,
  vehicleBrandMessages,
  vehicleBrands,
} from "@/db/schema";
import type { Rule } from "@/server/devices/current-data/current-data.rules";
import { alertStories, levelStories, vehicleBrandMessageStories } from "./alert-story";
import { type LanguageCode, languageId } from "./base";
import type { Random } from "./random";
import { day, iso } from "./time";

const byLanguage = <T>(texts: Partial<Record<LanguageCode, T>>) => Object.entries(texts) as [LanguageCode, T][];

/** The levels, the alerts and what riders read about them. @returns the rules, for the messages to be judged by */
export async function seedAlerts(db: Database, random: Random, now: number): Promise<Rule[]> {
  const at = now - 400 * day;
  const stamps = { createdAt: iso(at), updatedAt: iso(at) };
  const translation = (parentId: string, language: LanguageCode) => ({
    id: random.id(at),
    parentId,
    languageId: languageId(language),
    ...stamps,
  });
  const levels = new Map<string, string>(levelStories.map(({ key }) => [key, random.id(at)]));
  const levelId = (key: string) => {
    const id = levels.get(key);
    if (!id) throw new Error(`no level ${key}`);
    return id;
  };
  await db.insert(levelAlerts).values(
    levelStories.map(({ key, minutes, color, texts }, index) => ({
      id: levelId(key),
      label: texts.en,
      color,
      rank: index + 1,
      minutesToAcknowledge: minutes?.[0] ?? null,
      minutesToClose: minutes?.[1] ?? null,
      ...stamps,
    })),
  );
  await db
    .insert(levelAlertTranslations)
    .values(
      levelStories.flatMap(({ key, texts }) =>
        byLanguage<string>(texts).map(([language, label]) => ({ ...translation(levelId(key), language), label })),
      ),
    );
  const told = alertStories.map((story) => ({ ...story, id: random.id(at) }));
  await db.insert(alerts).values(
    told.map(({ id, code, level, topic, group, rule, texts }) => ({
      id,
      code,
      alertLabel: texts.en[0],
      topicAlert: topic,
      groupAlert: group,
      levelAlertId: levelId(level),
      rule,
      ...stamps,
    })),
  );
  await db.insert(alertTranslations).values(
    told.flatMap(({ id, texts }) =>
      byLanguage(texts).map(([language, [title, description]]) => ({
        ...translation(id, language),
        title,
        description,
      })),
    ),
  );
  return told.map(({ id, rule }) => ({ id, rule }));
}

/** What the brands tell their riders in the app. */
export async function seedVehicleBrandMessages(db: Database, random: Random, now: number) {
  const brands = new Map(
    (await db.select({ id: vehicleBrands.id, name: vehicleBrands.name }).from(vehicleBrands)).map((b) => [
      b.name,
      b.id,
    ]),
  );
  const rows = vehicleBrandMessageStories.flatMap(([brand, ago, isActivated, texts]) => {
    const vehicleBrandId = brands.get(brand);
    if (!vehicleBrandId) throw new Error(`no brand ${brand}`);
    const at = now - ago * day;
    return byLanguage(texts).map(([language, [title, content]]) => ({
      id: random.id(at),
      vehicleBrandId,
      languageId: languageId(language),
      title,
      content,
      isActivated,
      createdAt: iso(at),
      updatedAt: iso(at),
    }));
  });
  await db.insert(vehicleBrandMessages).values(rows);
}
