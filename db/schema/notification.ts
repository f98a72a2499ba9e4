import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, notificationTypes, stamps } from "./column";
import { notification } from "./pg-schema";

// The second context knows the backoffice by service functions only: languages and people stand here as plain ids and
// addresses, portals and apps as copies that the sync service keeps (decisions 1).

/** A copy of a portal. One that went missing from the list is hidden, and forgotten after 30 days. */
export const notificationPortals = notification.table(
  "portals",
  {
    id: id(),
    key: text().notNull(),
    label: text().notNull(),
    isCustomerPortal: boolean().notNull(),
    groupRolePortalAccessCode: text().notNull(),
    missingSince: instant(),
    ...stamps(),
  },
  (t) => [uniqueIndex("notification_portals_key").on(t.key).where(sql`missing_since is null`)],
);

/** A copy of a platform tech, hidden as a portal is. `typeNotificationList`: 1 in-app, 2 push, 3 e-mail. */
export const notificationPlatformTechs = notification.table(
  "platform_techs",
  {
    id: id(),
    key: text().notNull(),
    label: text().notNull(),
    os: text(),
    isMobileApp: boolean().notNull(),
    isWebApp: boolean().notNull(),
    portalId: uuid()
      .notNull()
      .references(() => notificationPortals.id, { onDelete: "cascade" }),
    typeNotificationList: notificationTypes().notNull().default([]),
    missingSince: instant(),
    ...stamps(),
  },
  (t) => [uniqueIndex("notification_platform_techs_key").on(t.key).where(sql`missing_since is null`)],
);

/** A place in an app that notifications lead to. */
export const platformPageTechs = notification.table(
  "platform_page_techs",
  {
    id: id(),
    keyPlatformPageTech: text().notNull().unique("platform_page_techs_key"),
    labelPlatformPage: text().notNull(),
    platformTechId: uuid()
      .notNull()
      .references(() => notificationPlatformTechs.id, { onDelete: "cascade" }),
    /** names of tokens, comma-separated */
    tokensLabelList: text().notNull(),
    /** the deep link, which may use the tokens */
    descLink: text().notNull(),
    isActivated: boolean().notNull(),
    ...stamps(),
  },
  (t) => [
    index("platform_page_techs_created_at").on(t.createdAt, t.id),
    index("platform_page_techs_platform_tech").on(t.platformTechId),
  ],
);

export const notificationTemplates = notification.table(
  "templates",
  {
    id: id(),
    keyNotificationTemplate: text().notNull().unique("notification_templates_key"),
    labelNotificationTemplate: text().notNull(),
    isPublic: boolean().notNull(),
    isActivated: boolean().notNull().default(true),
    /** goes out in quiet hours too, counts against no cap and cannot be unsubscribed */
    isUrgent: boolean().notNull().default(false),
    ...stamps(),
  },
  (t) => [index("notification_templates_created_at").on(t.createdAt, t.id)],
);

/** Title and text of a template in one language; `noticationTemplateId` is spelt as on the wire. */
export const notificationTemplateContents = notification.table(
  "template_contents",
  {
    id: id(),
    noticationTemplateId: uuid()
      .notNull()
      .references(() => notificationTemplates.id, { onDelete: "cascade" }),
    languageId: uuid().notNull(),
    notificationTitle: text().notNull(),
    notificationContent: text().notNull(),
    /** the texts of the default language when this was last right; its service sets it where those change (ADR 76) */
    outdatedFrom: jsonb().$type<Record<string, string>>(),
    ...stamps(),
  },
  (t) => [
    unique("notification_template_contents_language").on(t.noticationTemplateId, t.languageId),
    index("notification_template_contents_created_at").on(t.createdAt, t.id),
  ],
);

/** Where a template leads in an app. */
export const notificationTemplateTechs = notification.table(
  "template_techs",
  {
    id: id(),
    noticationTemplateId: uuid()
      .notNull()
      .references(() => notificationTemplates.id, { onDelete: "cascade" }),
    platformPageTechId: uuid()
      .notNull()
      .references(() => platformPageTechs.id, { onDelete: "cascade" }),
    platformTechId: uuid()
      .notNull()
      .references(() => notificationPlatformTechs.id, { onDelete: "cascade" }),
    ...stamps(),
  },
  (t) => [
    unique("notification_template_techs_triple").on(t.noticationTemplateId, t.platformPageTechId, t.platformTechId),
    index("notification_template_techs_created_at").on(t.createdAt, t.id),
    index("notification_template_techs_page").on(t.platformPageTechId),
    index("notification_template_techs_tech").on(t.platformTechId),
  ],
);

/** A phone or browser that takes pushes for a person in one app. `os`: 1 Android, 2 iOS, 3 Web. */
export const notificationDevices = notification.table(
  "devices",
  {
    id: id(),
    email: text().notNull(),
    keyPlatformTech: text().notNull(),
    mobileDeviceId: text().notNull(),
    token: text().notNull().unique("devices_token"),
    os: integer().notNull(),
    languageId: uuid(),
    appVersion: text(),
    model: text(),
    /** its person registered it themselves: it goes when they sign out there. One that a key registered stays */
    bySession: boolean().notNull().default(false),
    /** since when it has this token */
    tokenAt: instant().notNull().default(sql`now()`),
    /** when a provider last took a push for it */
    lastSuccessAt: instant(),
    ...stamps(),
  },
  (t) => [
    check("devices_os", sql`os in (1, 2, 3)`),
    unique("devices_of_person").on(t.email, t.keyPlatformTech, t.mobileDeviceId),
    index("devices_created_at").on(t.createdAt, t.id),
  ],
);

/** An address without an account that wants no mails of an app; people with one have a preference in the backoffice. */
export const notificationUnsubscribes = notification.table(
  "unsubscribes",
  { email: text().notNull(), keyPlatformTech: text().notNull(), createdAt: createdAt() },
  (t) => [primaryKey({ columns: [t.email, t.keyPlatformTech] })],
);

/** The ways out of the product, as settings and screens call them. */
export const senderNames = ["in-app", "fcm", "apns", "web-push", "smtp"] as const;

/** What a sender was answered within an hour, and how long its answers took, of all workers. */
export const notificationSenderHours = notification.table(
  "sender_hours",
  {
    sender: text({ enum: senderNames }).notNull(),
    /** its beginning */
    hour: instant().notNull(),
    accepted: integer().notNull(),
    /** of these the token was gone, which is the device's doing */
    gone: integer().notNull(),
    /** the provider takes these never */
    refused: integer().notNull(),
    /** the provider did not take these now: it was busy or away */
    failed: integer().notNull(),
    /** milliseconds of all answers together, and of the slowest */
    totalMs: doublePrecision().notNull(),
    slowestMs: doublePrecision().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sender, t.hour] })],
);

/** The breaker of a sender in a worker, as the worker said last. */
export const notificationSenderStates = notification.table(
  "sender_states",
  {
    workerId: uuid().notNull(),
    sender: text({ enum: senderNames }).notNull(),
    /** failures in a row */
    failures: integer().notNull(),
    pausedUntil: instant(),
    seenAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workerId, t.sender] })],
);
