import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant, notificationType, notificationTypes, stamps } from "./column";
import { notification } from "./pg-schema";
import { searchIndex } from "./text-index";

/** One line of what happened to a delivery. */
export interface StoryLine {
  at: string;
  /** such as "deferred" or "failed" */
  event: string;
  detail?: string;
}

/** What somebody asked to send. It keeps the keys it was sent under when the template and the apps change. */
export const notificationRequests = notification.table(
  "requests",
  {
    id: id(),
    keyNotificationTemplate: text(),
    /** of a template: as they stood in the default language when it was asked for */
    notificationTitle: text().notNull(),
    notificationContent: text().notNull(),
    keyPlatformTechs: text().array().notNull(),
    typeNotificationList: notificationTypes().notNull(),
    tokens: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** the page of the product that a message without a template leads to */
    link: text(),
    /** the language for everybody, where the sender chose one */
    languageId: uuid(),
    /** which of several companies and vehicles of a recipient it is about (ADR 127) */
    companyId: uuid(),
    vehicleId: uuid(),
    isUrgent: boolean().notNull().default(false),
    status: text({ enum: ["scheduled", "pending", "processing", "done", "partial", "failed", "cancelled"] })
      .notNull()
      .default("pending"),
    recipients: integer().notNull(),
    dtPrepareSent: instant(),
    /** after that moment nothing of it is sent any more */
    expiresAt: instant(),
    endedAt: instant(),
    ...stamps(),
  },
  (t) => [
    index("notification_requests_created_at").on(t.createdAt, t.id),
    index("notification_requests_open").on(t.id).where(sql`status in ('scheduled', 'pending', 'processing')`),
    index("notification_requests_prepare").on(t.dtPrepareSent, t.id),
    searchIndex("notification_requests_title_search", t.notificationTitle),
    searchIndex("notification_requests_content_search", t.notificationContent),
  ],
);

/** One message for one person in one app of one type: 1 in-app, 2 push, 3 e-mail. */
export const notificationDeliveries = notification.table(
  "deliveries",
  {
    id: id(),
    requestId: uuid()
      .notNull()
      .references(() => notificationRequests.id),
    email: text().notNull(),
    keyPlatformTech: text().notNull(),
    type: notificationType().notNull(),
    /** the recipient's language when it was asked for */
    languageId: uuid(),
    /** the recipient's own tokens, beside those of the request */
    tokens: jsonb().$type<Record<string, string>>(),
    isUrgent: boolean().notNull().default(false),
    status: text({ enum: ["pending", "sent", "delivered", "opened", "failed", "skipped"] })
      .notNull()
      .default("pending"),
    reason: text(),
    tries: integer().notNull().default(0),
    /** when it is to be tried next */
    dueAt: instant().notNull(),
    /** until then a worker holds its claim; that of a dead worker ends by it */
    claimedUntil: instant(),
    /** as it was sent */
    title: text(),
    content: text(),
    link: text(),
    contentLanguageId: uuid(),
    isFallback: boolean().notNull().default(false),
    /** devices that a push has gone to, so that a further try does not go to them again */
    mobileDeviceIds: text().array().notNull().default([]),
    sentAt: instant(),
    deliveredAt: instant(),
    openedAt: instant(),
    /** of an in-app message: 1 unread, 2 read, 3 deleted */
    inAppStatus: integer(),
    readAt: instant(),
    story: jsonb().$type<StoryLine[]>().notNull().default([]),
    ...stamps(),
  },
  (t) => [
    unique("notification_deliveries_one").on(t.requestId, t.email, t.keyPlatformTech, t.type),
    // For lists, and with app and status beside it the figures of the home screen are counted in the index alone.
    index("notification_deliveries_created_at").on(t.createdAt, t.id, t.keyPlatformTech, t.status),
    index("notification_deliveries_status").on(t.requestId, t.status),
    index("notification_deliveries_due").on(t.type, sql`(not is_urgent)`, t.dueAt, t.id).where(sql`status = 'pending'`),
    index("notification_deliveries_inbox")
      .on(t.email, t.keyPlatformTech, t.sentAt, t.id)
      .where(sql`type = 1 and in_app_status in (1, 2)`),
    index("notification_deliveries_unread").on(t.email, t.keyPlatformTech).where(sql`in_app_status = 1`),
    index("notification_deliveries_email_search").using("gin", t.email.op("gin_trgm_ops")),
    index("notification_deliveries_person").on(t.email, t.type, t.sentAt, t.id),
    index("notification_deliveries_dead").on(t.updatedAt, t.id).where(sql`status = 'failed'`),
  ],
);
