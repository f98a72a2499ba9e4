import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, stamps } from "./column";
import { companies } from "./companies";
import { pers, vehicleBrands } from "./devices";
import { users } from "./identity";
import { languages } from "./language";
import { backoffice } from "./pg-schema";
import { translationTable } from "./translation";

/** A single reading of a device, as it stands in a message's payload. */
export type Reading = number | boolean | string;

/** When messages raise and end an alert: a field of the payload compared with a value. */
export interface AlertRule {
  /** only messages of this type count; all where not said */
  type?: string | null;
  field: string;
  operator: "<" | "<=" | ">" | ">=" | "=" | "!=";
  value: Reading;
  /** an open alert ends only beyond this value, so that readings that vary around `value` raise it once */
  endValue?: number | null;
}

export const levelAlerts = backoffice.table("level_alerts", {
  id: id(),
  label: text().notNull().unique("level_alerts_label"),
  /** #rrggbb */
  color: text().notNull(),
  /** 1 is the most severe */
  rank: integer().notNull(),
  /** how long after we learnt of an alert somebody should have it; null where nothing is due */
  minutesToAcknowledge: integer(),
  /** and how long after that it should be closed */
  minutesToClose: integer(),
  ...stamps(),
});

export const levelAlertTranslations = translationTable({
  schema: backoffice,
  name: "level_alert_translations",
  parent: () => levelAlerts.id,
  fields: { label: text().notNull() },
});

export const alerts = backoffice.table(
  "alerts",
  {
    id: id(),
    alertLabel: text().notNull(),
    code: text().notNull().unique("alerts_code"),
    topicAlert: text().notNull(),
    groupAlert: text().notNull(),
    levelAlertId: uuid()
      .notNull()
      .references(() => levelAlerts.id),
    isActivated: boolean().notNull().default(true),
    rule: jsonb().$type<AlertRule>(),
    /** an alert that comes back within so many minutes is the same piece of work; 0: it is always a new one */
    minutesToReopen: integer().notNull().default(30),
    ...stamps(),
  },
  (t) => [index("alerts_level").on(t.levelAlertId)],
);

export const alertTranslations = translationTable({
  schema: backoffice,
  name: "alert_translations",
  parent: () => alerts.id,
  fields: { title: text().notNull(), description: text() },
});

/** How the work on an alert stands, and why it ended. */
export const deskStatuses = ["new", "acknowledged", "snoozed", "closed"] as const;
export const closeReasons = ["resolved", "false_alarm", "defect", "duplicate", "other"] as const;

/** How the work of one party on an alert stands. */
const work = () => ({
  assigneeId: uuid().references(() => users.id, { onDelete: "set null" }),
  snoozedUntil: instant(),
  closeReason: text({ enum: closeReasons }),
  closeNote: text(),
  acknowledgedAt: instant(),
  closedAt: instant(),
  closedById: uuid().references(() => users.id, { onDelete: "set null" }),
});

/**
 * An alert raised on a PERS by its messages; open until `endedAt`, which is its rule's alone. The columns from `deskStatus` on are
 * the work of staff on it.
 */
export const persAlerts = backoffice.table(
  "pers_alerts",
  {
    id: id(),
    persId: uuid()
      .notNull()
      .references(() => pers.id),
    alertId: uuid()
      .notNull()
      .references(() => alerts.id),
    startedAt: instant().notNull(),
    endedAt: instant(),
    /** the reading that raised it */
    value: jsonb().$type<Reading>(),
    deskStatus: text({ enum: deskStatuses }).notNull().default("new"),
    ...work(),
    /** when it should have been acknowledged, or closed once it is */
    dueAt: instant(),
    /** the rank of its level, so that an index has the order of the queue */
    levelRank: integer().notNull().default(100),
    /** how often its rule raised it, within `minutesToReopen` of its last end */
    occurrences: integer().notNull().default(1),
    ...stamps(),
  },
  (t) => [
    uniqueIndex("pers_alerts_one_open").on(t.persId, t.alertId).where(sql`ended_at is null`),
    index("pers_alerts_pers").on(t.persId, t.startedAt, t.id),
    index("pers_alerts_alert").on(t.alertId, t.startedAt),
    index("pers_alerts_started").on(t.startedAt, t.id),
    index("pers_alerts_ended").on(t.endedAt, t.alertId).where(sql`ended_at is not null`),
    index("pers_alerts_open").on(t.startedAt, t.id).where(sql`ended_at is null`),
    index("pers_alerts_queue").on(t.levelRank, t.dueAt, t.id).where(sql`desk_status <> 'closed'`),
    index("pers_alerts_assignee").on(t.assigneeId, t.levelRank, t.dueAt, t.id).where(sql`assignee_id is not null`),
    index("pers_alerts_mine")
      .on(t.assigneeId, t.levelRank, t.dueAt, t.id)
      .where(sql`assignee_id is not null and desk_status <> 'closed'`),
    index("pers_alerts_snoozed").on(t.snoozedUntil, t.assigneeId).where(sql`desk_status = 'snoozed'`),
    index("pers_alerts_closed_by").on(t.closedById).where(sql`closed_by_id is not null`),
    index("pers_alerts_closed").on(t.closedAt, t.id).where(sql`closed_at is not null`),
  ],
);

/** The episodes of an alert that came back, the first one too; made when it does so first. */
export const persAlertOccurrences = backoffice.table(
  "pers_alert_occurrences",
  {
    id: id(),
    persAlertId: uuid()
      .notNull()
      .references(() => persAlerts.id, { onDelete: "cascade" }),
    startedAt: instant().notNull(),
    endedAt: instant(),
    /** the reading that raised it */
    value: jsonb().$type<Reading>(),
  },
  (t) => [index("pers_alert_occurrences_alert").on(t.persAlertId, t.startedAt)],
);

/** The work of a company on an alert of a device that it reaches, made at its first action. */
export const persAlertCompanyDesks = backoffice.table(
  "pers_alert_company_desks",
  {
    id: id(),
    persAlertId: uuid()
      .notNull()
      .references(() => persAlerts.id, { onDelete: "cascade" }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    deskStatus: text({ enum: deskStatuses }).notNull().default("new"),
    ...work(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex("pers_alert_company_desks_one").on(t.persAlertId, t.companyId),
    index("pers_alert_company_desks_company").on(t.companyId, t.closedAt),
    index("pers_alert_company_desks_assignee").on(t.assigneeId, t.companyId).where(sql`assignee_id is not null`),
    index("pers_alert_company_desks_closed_by").on(t.closedById).where(sql`closed_by_id is not null`),
  ],
);

/** What somebody is to hear of the work on an alert: that it is overdue, or that nobody has it any more. */
export const persAlertNotices = backoffice.table(
  "pers_alert_notices",
  {
    id: id(),
    persAlertId: uuid()
      .notNull()
      .references(() => persAlerts.id, { onDelete: "cascade" }),
    /** of the desk of that company; null for that of staff */
    companyId: uuid().references(() => companies.id),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: ["overdue", "unassigned"] }).notNull(),
    /** when it was due, or was taken from who had it */
    at: instant().notNull(),
    /** when it went into a message; null while it waits for one */
    toldAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("pers_alert_notices_one").on(t.persAlertId, t.companyId, t.userId, t.kind, t.at).nullsNotDistinct(),
    index("pers_alert_notices_company").on(t.companyId).where(sql`company_id is not null`),
    index("pers_alert_notices_user").on(t.userId, t.toldAt),
    index("pers_alert_notices_waiting").on(t.userId).where(sql`told_at is null`),
  ],
);

export const vehicleBrandMessages = backoffice.table(
  "vehicle_brand_messages",
  {
    id: id(),
    vehicleBrandId: uuid()
      .notNull()
      .references(() => vehicleBrands.id),
    languageId: uuid()
      .notNull()
      .references(() => languages.id),
    title: text().notNull(),
    content: text().notNull(),
    isActivated: boolean().notNull().default(true),
    ...stamps(),
  },
  (t) => [index("vehicle_brand_messages_brand").on(t.vehicleBrandId, t.createdAt, t.id)],
);
