/** When each routine runs, as cron writes it, UTC. The ERP
 * sync is not among them, for its times are a setting. */
export const routineTimes: Readonly<Record<string, string>> = {
  OUTBOX_SWEEP: "*/5 * * * *",
  PURGE_EXPIRED: "20 3 * * *",
  IOT_PARTITIONS: "40 2 * * *",
  WEBHOOK_SWEEP: "25 * * * *",
  IMPORT_PURGE: "10 * * * *",
  PICTURE_SWEEP: "50 3 * * *",
  FORGET_PLATFORM: "35 3 * * *",
  CONTACT_LOG_SWEEP: "25 3 * * *",
  LOG_RETENTION: "45 4 * * *",
  TEXT_CHECK: "*/15 * * * *",
  FILE_SWEEP: "5 4 * * *",
  VIEW_REPORTS: "5 * * * *",
  ROW_COUNT_CHECK: "15 4 * * *",
};

/** @throws Error for a routine that has no times */
export function timesOf(code: string): string {
  const times = routineTimes[code];
  if (!times) throw new Error(`${code} has no times`);
  return times;
}
