import { index, integer, jsonb, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { platform } from "./pg-schema";

/** A row that a bulk change did not touch, or whose undo did not. */
interface LeftRow {
  id: string;
  label: string;
  reason: "changed" | "refused" | "removed";
  /** what the rule says that refused it */
  message?: string;
}

/** A change of many records, from its plan to its undo; which records, and what they were before, lies in its parts. */
export const bulkChanges = platform.table(
  "bulk_changes",
  {
    id: id(),
    /** what the records are, as the audit trail calls them: "pers" */
    resource: text().notNull(),
    companyId: uuid(),
    /** who planned it, and as whom: only they may run it */
    owner: text().notNull(),
    /** whose rights it has at each of its steps, and who sits there under switch-to */
    actorType: text({ enum: ["user", "key", "system"] }).notNull(),
    actorId: uuid(),
    actingId: uuid(),
    actorLabel: text().notNull(),
    door: text({ enum: ["screen", "rest", "job"] }).notNull(),
    /** what is done to each, where that is more than setting fields: "close" */
    action: text(),
    /** what each gets, or what the action takes */
    set: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text({
      enum: ["planned", "running", "done", "cancelled", "undoing", "undone", "failed"],
    }).notNull(),
    planned: integer().notNull(),
    same: integer().notNull(),
    refusedCount: integer().notNull(),
    refused: jsonb().$type<{ id: string; label: string; reason: string }[]>().notNull(),
    /** how many of the planned records it has come through */
    passed: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    undone: integer().notNull().default(0),
    leftCount: integer().notNull().default(0),
    left: jsonb().$type<LeftRow[]>().notNull().default([]),
    /** why it failed, in words for people */
    error: text(),
    plannedAt: instant().notNull(),
    startedAt: instant(),
    endedAt: instant(),
    undoneAt: instant(),
    undoneBy: text(),
    ...stamps(),
  },
  (t) => [
    index("bulk_changes_created_at").on(t.createdAt, t.id),
    index("bulk_changes_status").on(t.status, t.plannedAt),
  ],
);

/** Which records a bulk change is to change, for an hour, and what it found in them, for seven days: sealed with the data key. */
export const bulkChangeParts = platform.table(
  "bulk_change_parts",
  {
    bulkChangeId: uuid()
      .notNull()
      .references(() => bulkChanges.id, { onDelete: "cascade" }),
    kind: text({ enum: ["plan", "undo"] }).notNull(),
    part: integer().notNull(),
    sealed: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bulkChangeId, t.kind, t.part] })],
);
