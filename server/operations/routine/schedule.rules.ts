/** When each routine runs: minute and hour in UTC, as cron writes them; a routine runs every day that has that time. The ERP
 * sync is not among them, for its times are a setting. */
export const routineTimes: Readonly<Record<string, string>> = {
  OUTBOX_SWEEP: "*/5 * * * *",
  PURGE_EXPIRED: "20 3 * * *",
  IOT_PARTITIONS: "40 2 * * *",
  IMPORT_PURGE: "10 * * * *",
  PICTURE_SWEEP: "50 3 * * *",
  FORGET_PLATFORM: "35 3 * * *",
  CONTACT_LOG_SWEEP: "25 3 * * *",
  FILE_SWEEP: "5 4 * * *",
};

/** @throws Error for a routine that has no times */
export function timesOf(code: string): string {
  const times = routineTimes[code];
  if (!times) throw new Error(`${code} has no times`);
  return times;
}

const fits = (field: string, value: number) =>
  field === "*" || (field.startsWith("*/") ? value % Number(field.slice(2)) === 0 : Number(field) === value);

const minuteMs = 60_000;

/**
 * When a routine runs next after `now`.
 * @param cron minute and hour: a number, `*` or `*` with a step; the days are all
 */
export function nextRun(cron: string, now: number): string {
  const [minute = "", hour = "", ...days] = cron.split(" ");
  if (days.join(" ") !== "* * *") throw new Error(`${cron} does not run every day`);
  let at = Math.floor(now / minuteMs) * minuteMs + minuteMs;
  for (let n = 0; n < 24 * 60; n++, at += minuteMs) {
    const time = new Date(at);
    if (fits(minute, time.getUTCMinutes()) && fits(hour, time.getUTCHours())) return time.toISOString();
  }
  throw new Error(`${cron} never comes`);
}
