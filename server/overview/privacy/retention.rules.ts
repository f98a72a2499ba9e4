/** The kinds of logs that are kept for as many days as is set. */
export const retentionCodes = ["mail-log", "routine-log", "contact-log", "notification", "audit-log"] as const;
export type RetentionCode = (typeof retentionCodes)[number];

interface RetentionKind {
  kind: RetentionCode;
  /** as people read it */
  title: string;
  table: string;
  /** the column of its age */
  at: string;
  /** rows that stay at any age, because work waits for them */
  unless?: string;
}

/** Where each kind lies; messages of devices go month by month (IOT_RETENTION_MONTHS). */
export const retentionKinds: readonly RetentionKind[] = [
  {
    kind: "mail-log",
    title: "E-mail log",
    table: "platform.mail_log",
    at: "created_at",
    unless: "status = 'pending'",
  },
  {
    kind: "routine-log",
    title: "Routine log",
    table: "backoffice.routine_log",
    at: "started_at",
    unless: "status = 'running'",
  },
  { kind: "contact-log", title: "Contact logs", table: "backoffice.platform_contact_logs", at: "received_at" },
  {
    kind: "notification",
    title: "Deliveries of notifications",
    table: "notification.deliveries",
    at: "created_at",
    unless: "status = 'pending'",
  },
  { kind: "audit-log", title: "Audit trail", table: "platform.audit_log", at: "at" },
];
