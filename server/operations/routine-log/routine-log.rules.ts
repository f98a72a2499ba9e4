/** What people call the statuses of a routine's run. */
export const routineStatusWords = { running: "Running", done: "Done", fail: "Failed" } as const;

/** What our own routines are called, by their codes. */
export const routineWords = {
  VIEW_REPORTS: "Monday mails of views",
  OUTBOX_SWEEP: "Sending what waits in the outbox",
  PURGE_EXPIRED: "Purge of codes and sessions",
  IOT_PARTITIONS: "Storage of device messages by month",
  WEBHOOK_SWEEP: "Sending what waits for webhooks",
  IMPORT_PURGE: "Purge of old imports",
  PICTURE_SWEEP: "Purge of unused pictures",
  FORGET_PLATFORM: "Forgetting missing apps",
  CONTACT_LOG_SWEEP: "Purge of anonymised contact logs",
  LOG_RETENTION: "Retention of logs",
  TEXT_CHECK: "Check of translations",
  FILE_SWEEP: "Purge of unused files",
  ROW_COUNT_CHECK: "Check of totals",
  ERP_SYNC: "ERP sync",
} as const;

const known = new Map<string, string>(Object.entries(routineWords));
/** A routine as people read it; one that this version does not have keeps the name that its run was logged with. */
export const routineWord = (code: string, logged: string) => known.get(code) ?? logged;
