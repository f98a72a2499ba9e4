import { sql } from "drizzle-orm";
import { boolean, check, index, integer, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, notificationTypes, stamps } from "./column";
import { countries } from "./content";
import { languages } from "./language";
import { modules } from "./module";
import { backoffice } from "./pg-schema";
import { phoneIndex, prefixIndex, searchIndex, sortIndex } from "./text-index";

export const groups = backoffice.table("groups", {
  id: id(),
  code: text().notNull().unique("groups_code"),
  label: text().notNull(),
  ...stamps(),
});

export const portals = backoffice.table("portals", {
  id: id(),
  key: text().notNull().unique("portals_key"),
  label: text().notNull(),
  isCustomerPortal: boolean().notNull(),
  groupRolePortalAccessCode: text()
    .notNull()
    .references(() => groups.code),
  ...stamps(),
});

/** The apps and sites of the product, by the keys that clients send. `typeNotificationList`: 1 in-app, 2 push, 3 e-mail. */
export const platformTechs = backoffice.table(
  "platform_techs",
  {
    id: id(),
    key: text().notNull().unique("platform_techs_key"),
    label: text().notNull(),
    os: text({ enum: ["Android", "iOS", "Web"] }),
    isMobileApp: boolean().notNull().default(false),
    isWebApp: boolean().notNull().default(false),
    portalId: uuid()
      .notNull()
      .references(() => portals.id),
    typeNotificationList: notificationTypes().notNull().default([]),
    ...stamps(),
  },
  (t) => [index("platform_techs_created_at").on(t.createdAt, t.id)],
);

/**
 * The catalogue of `server/permissions.ts` as rows, brought up to date at each migration. Rights are decided by the
 * code, not by these rows.
 */
export const permissions = backoffice.table("permissions", {
  id: id(),
  code: text().notNull().unique("permissions_code"),
  label: text().notNull(),
  groupCode: text()
    .notNull()
    .references(() => groups.code),
  moduleId: uuid()
    .notNull()
    .references(() => modules.id),
  ...stamps(),
});

export const roles = backoffice.table(
  "roles",
  {
    id: id(),
    code: text().notNull().unique("roles_code"),
    name: text().notNull(),
    groupCode: text()
      .notNull()
      .references(() => groups.code),
    portalId: uuid()
      .notNull()
      .references(() => portals.id),
    isSystem: boolean().notNull().default(false),
    permissions: text().array().notNull().default([]),
    ...stamps(),
  },
  (t) => [index("roles_created_at").on(t.createdAt, t.id), searchIndex("roles_name_search", t.name)],
);

/** Which role may grant which role. */
export const roleAllowManage = backoffice.table(
  "role_allow_manage",
  {
    id: id(),
    roleManagerId: uuid()
      .notNull()
      .references(() => roles.id, { onDelete: "cascade" }),
    roleId: uuid()
      .notNull()
      .references(() => roles.id, { onDelete: "cascade" }),
    allowed: boolean().notNull(),
    ...stamps(),
  },
  (t) => [unique("role_allow_manage_pair").on(t.roleManagerId, t.roleId)],
);

export const users = backoffice.table(
  "users",
  {
    id: id(),
    email: text().notNull().unique("users_email"),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phoneNumber: text(),
    countryId: uuid().references(() => countries.id),
    languageId: uuid().references(() => languages.id),
    /** an IANA name, such as "Europe/Paris"; where it is null, the browser's */
    timeZone: text(),
    type: text({ enum: ["Rider", "Pro Center Admin", "Pro Center Member", "Staff"] }).notNull(),
    /** what an admin of a company was before, and is again when no company has them as its admin any more */
    typeBefore: text({ enum: ["Rider", "Pro Center Member"] }),
    status: text({ enum: ["pending", "active", "disabled"] })
      .notNull()
      .default("pending"),
    erpId: text(),
    passwordHash: text(),
    switchToPasswordHash: text(),
    lastLoginAt: instant(),
    /** a new address that waits for confirmation, who asked for it, and when the link that was mailed there expires */
    pendingEmail: text(),
    pendingEmailHash: text(),
    pendingEmailUntil: instant(),
    pendingEmailById: uuid(),
    ...stamps(),
  },
  (t) => [
    check("users_email_lower", sql`email = lower(email)`),
    uniqueIndex("users_pending_email_hash").on(t.pendingEmailHash).where(sql`pending_email_hash is not null`),
    index("users_created_at").on(t.createdAt, t.id),
    searchIndex("users_email_search", t.email),
    prefixIndex("users_email_prefix", t.email),
    searchIndex("users_last_name_search", t.lastName),
    sortIndex("users_last_name_sort", t.lastName, t.id),
    searchIndex("users_first_name_search", t.firstName),
    phoneIndex("users_phone_search", t.phoneNumber),
  ],
);

export const userRoles = backoffice.table(
  "user_roles",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    roleId: uuid()
      .notNull()
      .references(() => roles.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index("user_roles_role").on(t.roleId)],
);

/** A sign-in, from the browser or by REST. Revoking it ends every token of it at the next request. */
export const sessions = backoffice.table(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** "reset": can only reset the password */
    kind: text({ enum: ["browser", "api", "reset"] }).notNull(),
    /** the id of the secret of its cookie, or of the key that signed its newest bearer; null where an earlier version made it */
    keyId: text(),
    userAgent: text(),
    ip: text(),
    /** the app and the phone that signed in, where they said so */
    keyPlatformTech: text(),
    mobileDeviceId: text(),
    /** under switch-to: the person who acts, the session they came from, the membership they act as, and the reason */
    actUserId: uuid().references(() => users.id, { onDelete: "cascade" }),
    parentId: uuid(),
    userCompanyId: uuid(),
    reason: text(),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    /** when it wrote last, to some seconds, where a replica is read (ADR 72) */
    wroteAt: instant(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    revokedReason: text(),
  },
  (t) => [
    index("sessions_user").on(t.userId),
    index("sessions_act_user").on(t.actUserId).where(sql`act_user_id is not null`),
    index("sessions_parent").on(t.parentId).where(sql`parent_id is not null`),
  ],
);

/**
 * The one live code of an address and purpose: 10 minutes, 5 tries. It is kept by the hash of the address and without a
 * user, so that an unknown address takes the same time and gets the same answer as a known one.
 */
export const userCodes = backoffice.table(
  "user_codes",
  {
    emailHash: text().notNull(),
    purpose: text({ enum: ["activation", "password-reset"] }).notNull(),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.emailHash, t.purpose] }), index("user_codes_expires_at").on(t.expiresAt)],
);

/** A person's preferences in one app. */
export const userOptins = backoffice.table(
  "user_optins",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    platformTechKey: text()
      .notNull()
      .references(() => platformTechs.key),
    languageId: uuid().references(() => languages.id),
    timeZone: text().notNull().default("UTC"),
    inAppNotifications: boolean().notNull().default(true),
    emailNotifications: boolean().notNull().default(true),
    pushNotifications: boolean().notNull().default(true),
    /** the hours, such as 22:00 to 07:00 in their time zone, in which nothing that can wait is sent */
    quietFrom: text(),
    quietTo: text(),
    weeklyReport: boolean().notNull().default(false),
    distanceUnit: text({ enum: ["km", "mi"] })
      .notNull()
      .default("km"),
    ...stamps(),
  },
  (t) => [unique("user_optins_pair").on(t.userId, t.platformTechKey)],
);

/** One row per refresh token that was ever issued; only its SHA-256 is stored. */
export const refreshTokens = backoffice.table(
  "refresh_tokens",
  {
    id: id(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    tokenHash: text().notNull().unique("refresh_tokens_hash"),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /** The successor, sealed with a key derived from this token, so that only a retry with it can read it. */
    successorSealed: text(),
  },
  (t) => [index("refresh_tokens_session").on(t.sessionId)],
);

export const apiKeys = backoffice.table(
  "api_keys",
  {
    id: id(),
    name: text().notNull(),
    keyHash: text().notNull().unique("api_keys_hash"),
    prefix: text().notNull().unique("api_keys_prefix"),
    scopes: text().array().notNull(),
    lastUsedAt: instant(),
    /** when it wrote last, to some seconds, where a replica is read (ADR 72) */
    wroteAt: instant(),
    expiresAt: instant(),
    revokedAt: instant(),
    /** the key that takes this one's place; both work until this one expires */
    successorId: uuid(),
    ...stamps(),
  },
  (t) => [
    index("api_keys_created_at").on(t.createdAt, t.id),
    // A key and its successor have the same name.
    uniqueIndex("api_keys_name").on(t.name).where(sql`successor_id is null`),
    uniqueIndex("api_keys_successor").on(t.successorId).where(sql`successor_id is not null`),
  ],
);
