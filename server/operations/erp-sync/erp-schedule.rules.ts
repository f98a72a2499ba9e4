import { CronExpressionParser } from "cron-parser";
import cronstrue from "cronstrue/i18n.js";
import { t } from "@/texts/t";

const parsed = (cron: string, after: Date) => CronExpressionParser.parse(cron, { tz: "UTC", currentDate: after });

/** The next time of a schedule after a moment, UTC. */
export const nextOf = (cron: string, after: Date): string => parsed(cron, after).next().toDate().toISOString();

/** Whether the next time of a text can be told; so it can of all that were ever stored. */
export function hasNext(cron: string): boolean {
  try {
    nextOf(cron, new Date());
    return true;
  } catch {
    return false;
  }
}

const wordsOf = (cron: string, locale: string) => cronstrue.toString(cron, { locale, use24HourTimeFormat: true });

/** A schedule in words, such as "At 04:00 (UTC)"; its own text where there are no words for it. */
export function scheduleWords(cron: string, locale: string): string {
  try {
    return `${wordsOf(cron, locale)} (UTC)`;
  } catch {
    return `${cron} (UTC)`;
  }
}

function canBeRead(cron: string): boolean {
  try {
    parsed(cron, new Date());
    return wordsOf(cron, "en") !== "";
  } catch {
    return false;
  }
}

/** How many values the five fields have: a longer step never comes to its end. */
const fieldSizes = [60, 24, 31, 12, 7];
const stepsOf = (field: string) => [...field.matchAll(/\/(\d+)/g)].map(([, step]) => Number(step));

/** A year without 29 February, before which a search for the next time begins. */
const commonYear = 2001;
const isInCommonYear = (cron: string) =>
  hasNext(cron) && new Date(nextOf(cron, new Date(Date.UTC(commonYear, 0, 1) - 1))).getUTCFullYear() === commonYear;

/**
 * What is wrong with a schedule that somebody sets, such as "0 4 * * *": five fields, which come at least once in every
 * year.
 * @returns the sentence for people; undefined where nothing is
 */
export function scheduleFault(cron: string): string | undefined {
  const fields = cron.trim().split(/\s+/);
  const [minute, hour, day, month, weekday] = fields;
  const parts = [`${minute} ${hour} ${day} * ${weekday}`, `0 0 1 ${month} *`]; // 31 February is two that can be read
  if (fields.length !== 5 || !parts.every(canBeRead))
    return t("This is not a schedule. Write five fields, such as 0 4 * * * for every day at 04:00.");
  if (fields.some((field, place) => stepsOf(field).some((step) => step > (fieldSizes[place] ?? 0))))
    return t("A step is too long. The longest are 60 minutes, 24 hours, 31 days, 12 months and 7 days of the week.");
  if (!isInCommonYear(cron)) return t("This schedule does not come in every year. Choose days that each year has.");
  return undefined;
}
