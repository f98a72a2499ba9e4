import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, stamps } from "./column";
import { platform } from "./pg-schema";
import { picture } from "./stored-column";
import { searchIndex } from "./text-index";

// Ids of people, companies and records are plain here: a foreign key would cross the line to another schema.

/** One row per change, written in the transaction of the change; never updated. */
export const auditLog = platform.table(
  "audit_log",
  {
    id: id(),
    at: createdAt(),
    actorType: text({ enum: ["user", "key", "system"] }).notNull(),
    actorId: uuid(),
    actorLabel: text().notNull(),
    actingForId: uuid(),
    objectType: text().notNull(),
    objectId: uuid().notNull(),
    objectLabel: text(),
    companyId: uuid(),
    action: text().notNull(),
    /** field → [before, after]; for a removal, the whole row and its parts under `before` in `snapshot` */
    changes: jsonb().$type<Record<string, [unknown, unknown]>>().notNull(),
    snapshot: jsonb().$type<Record<string, Record<string, unknown>[]>>(),
    door: text({ enum: ["screen", "rest", "job"] }).notNull(),
    requestId: text().notNull(),
    ip: text(),
  },
  (t) => [
    index("audit_log_object").on(t.objectType, t.objectId, t.at),
    index("audit_log_at").on(t.at, t.id),
    index("audit_log_company_at").on(t.companyId, t.at, t.id).where(sql`company_id is not null`),
  ],
);

/**
 * Mail outbox and mail log in one: a row is written in the transaction that causes the mail, and delivered by the
 * worker.
 */
export const mailLog = platform.table(
  "mail_log",
  {
    id: id(),
    templateCode: text().notNull(),
    subject: text().notNull(),
    recipient: text().notNull(),
    sender: text().notNull(),
    module: text().notNull(),
    status: text({ enum: ["pending", "done", "fail"] })
      .notNull()
      .default("pending"),
    body: text().notNull(),
    html: text(),
    /** tokens such as a PIN, by name: put into the text when it goes out, then forgotten; never shown */
    secrets: jsonb().$type<Record<string, string>>(),
    /** the picture of a company that is attached to it */
    logo: picture("mail-log"),
    /** the delivery of a notification that this mail is; what becomes of the mail moves it */
    deliveryId: uuid(),
    /** when the code or link in it stops working: it is not sent afterwards */
    expiresAt: instant(),
    /** since when the mail server could not be reached with it */
    unreachableSince: instant(),
    sentAt: instant(),
    tries: integer().notNull().default(0),
    lastError: text(),
    ...stamps(),
  },
  (t) => [
    index("mail_log_created_at").on(t.createdAt, t.id),
    index("mail_log_sent_at").on(t.sentAt, t.id),
    index("mail_log_status").on(t.status, t.createdAt),
    searchIndex("mail_log_recipient_search", t.recipient),
    searchIndex("mail_log_subject_search", t.subject),
  ],
);

/**
 * How many rows large tables have, as differences to be added up: triggers write them, so that no list counts its rows and no
 * two writers wait for each other (ADR 143). Without a row that `isBase`, a table is not counted yet.
 */
export const rowCounts = platform.table(
  "row_counts",
  {
    /** with its schema, such as "backoffice.pers" */
    tableName: text().notNull(),
    id: uuid().notNull().defaultRandom(),
    /** what the table is counted by, such as the type of a user; null where by nothing */
    key: text(),
    delta: integer().notNull(),
    isBase: boolean().notNull().default(false),
  },
  (t) => [
    // One index for the key and for who adds up a table: each writer adds a row.
    primaryKey({ columns: [t.tableName, t.id] }),
    uniqueIndex("row_counts_one_base").on(t.tableName).where(sql`is_base`),
  ],
);

/** Short addresses of what mails lead to: the hash of a code, and the target sealed by that code (ADR 91). */
export const mailLinks = platform.table(
  "mail_links",
  {
    codeHash: text().primaryKey(),
    target: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("mail_links_expires_at").on(t.expiresAt)],
);

/** Used by releases before `idempotent_calls`, which may still run while a node is upgraded; the next release drops it. */
export const idempotencyKeys = platform.table(
  "idempotency_keys",
  {
    actor: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer(),
    body: text(),
    etag: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.actor, t.key] }), index("idempotency_keys_created_at").on(t.createdAt)],
);

/** What a call with an Idempotency-Key was answered, kept for 24 hours (decisions 0). */
export const idempotentCalls = platform.table(
  "idempotent_calls",
  {
    /** the caller and, under switch-to, who really sits there */
    owner: text().notNull(),
    procedure: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the input */
    inputHash: text().notNull(),
    /** it was the only call of its HTTP request */
    isAlone: boolean().notNull(),
    /** the answer as JSON; null where there is none, or where it held a secret */
    answer: text(),
    /** the record whose secret was answered */
    recordId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.owner, t.procedure, t.key, t.inputHash] }),
    index("idempotent_calls_created_at").on(t.createdAt),
  ],
);

/**
 * Failed logins in a row, by e-mail address whether or not it is known, so that an answer of 429 says nothing about
 * who has an account.
 */
export const loginAttempts = platform.table(
  "login_attempts",
  {
    /** SHA-256 of the lower-cased address */
    emailHash: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: instant().notNull(),
  },
  (t) => [index("login_attempts_last_at").on(t.lastAt)],
);

/** Calls of one key (such as an operation and an address) in the window that ends at `resetsAt`. */
export const rateLimits = platform.table(
  "rate_limits",
  { key: text().primaryKey(), used: integer().notNull(), resetsAt: instant().notNull() },
  (t) => [index("rate_limits_resets_at").on(t.resetsAt)],
);

/**
 * When the last whole backup of each kind was made: `cluster` and `dump` by `db:backup`, `elsewhere` where the operator said so
 * of one by other means.
 */
export const lastBackups = platform.table("last_backups", {
  kind: text().primaryKey(),
  finishedAt: instant().notNull(),
});

/**
 * An uploaded file, whose content lies in the storage under `<id>.file`. What no record took up within a day is dropped.
 */
export const files = platform.table(
  "files",
  {
    id: id(),
    name: text().notNull(),
    /** as its content says: a PDF, PNG, JPEG or WebP */
    type: text().notNull(),
    size: integer().notNull(),
    /** who sent it, such as "user:<id>": only they may put it into a record */
    owner: text().notNull(),
    /** when a record last took it up */
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index("files_created_at").on(t.createdAt)],
);

/** Holds a row where the demo was written into this database: its passwords are public, so a production server refuses it. */
export const demoMarks = platform.table("demo_marks", { id: id(), createdAt: createdAt() });
