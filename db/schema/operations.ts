import { sql } from "drizzle-orm";
import { index, integer, jsonb, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, stamps } from "./column";
import { backoffice } from "./pg-schema";

/** One row a change, written in the change's own transaction; never updated. */
export const auditLog = backoffice.table(
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
  (t) => [index("audit_log_object").on(t.objectType, t.objectId, t.at), index("audit_log_at").on(t.at, t.id)],
);

/** Mail outbox and mail log in one: a row is written with its cause and delivered by the worker. */
export const mailLog = backoffice.table(
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
    sentAt: instant(),
    tries: integer().notNull().default(0),
    lastError: text(),
    ...stamps(),
  },
  (t) => [
    index("mail_log_created_at").on(t.createdAt, t.id),
    index("mail_log_sent_at").on(t.sentAt, t.id),
    index("mail_log_status").on(t.status, t.createdAt),
    index("mail_log_recipient_search").using("gin", t.recipient.op("gin_trgm_ops")),
    index("mail_log_subject_search").using("gin", t.subject.op("gin_trgm_ops")),
  ],
);

export const routineLog = backoffice.table(
  "routine_log",
  {
    id: id(),
    codeRoutine: text().notNull(),
    routine: text().notNull(),
    module: text().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
    status: text({ enum: ["running", "done", "fail"] }).notNull(),
    itemsDone: integer().notNull().default(0),
    error: text(),
    ...stamps(),
  },
  (t) => [
    index("routine_log_started_at").on(t.startedAt, t.id),
    index("routine_log_created_at").on(t.createdAt, t.id),
    index("routine_log_running").on(t.codeRoutine).where(sql`status = 'running'`),
  ],
);

/** The answer of a POST that carried an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = backoffice.table(
  "idempotency_keys",
  {
    actor: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer(),
    /** the answer's very text */
    body: text(),
    etag: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.actor, t.key] }), index("idempotency_keys_created_at").on(t.createdAt)],
);
