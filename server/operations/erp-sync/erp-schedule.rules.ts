import { CronExpressionParser } from "cron-parser";
import cronstrue from "cronstrue/i18n.js";

const parsed = (cron: string, after: Date) => CronExpressionParser.parse(cron, { tz: "UTC", currentDate: after });

/** Whether a text is a schedule: five fields, such as "0 4 * * *". */
export function isSchedule(cron: string): boolean {
  if (cron.trim().split(/\s+/).length !== 5) return false;
  try {
    parsed(cron, new Date()).next();
    return true;
  } catch {
    return false;
  }
}

/** The next time of a schedule after a moment, UTC. */
export const nextOf = (cron: string, after: Date): string => parsed(cron, after).next().toDate().toISOString();

/** A schedule in words, such as "At 04:00 (UTC)". */
export const scheduleWords = (cron: string, locale: string) =>
  `${cronstrue.toString(cron, { locale, use24HourTimeFormat: true })} (UTC)`;
