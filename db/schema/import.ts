import { boolean, index, integer, jsonb, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { platform } from "./pg-schema";

/** How many rows of a file do what. */
interface Counts {
  total: number;
  new: number;
  changed: number;
  same: number;
  error: number;
  /** rows between others that hold nothing; missing where there are none */
  blank?: number;
}

/**
 * One import of a file, from its plan to its undo (ADR 20). The rows of the file and what they would do lie in the
 * storage for an hour; what the rows were before lies in `import_parts` for seven days.
 */
export const imports = platform.table(
  "imports",
  {
    id: id(),
    /** which importer: "label" */
    importer: text().notNull(),
    companyId: uuid(),
    /** who planned it, and as whom: only they may confirm it */
    owner: text().notNull(),
    actorLabel: text().notNull(),
    fileName: text().notNull(),
    fileSha256: text().notNull(),
    kind: text({ enum: ["csv", "xlsx", "xliff", "pull"] }).notNull(),
    /** the columns of the file, as it names them */
    titles: jsonb().$type<string[]>().notNull(),
    ignoredTitles: jsonb().$type<string[]>().notNull(),
    options: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text({ enum: ["planned", "running", "done", "failed", "cancelled", "undone"] }).notNull(),
    counts: jsonb().$type<Counts>().notNull(),
    /** option → how many rows are errors only because it was left open */
    asks: jsonb().$type<Record<string, number>>().notNull(),
    /** where the plan lies in the storage, and the counts of each of its chunks */
    planKey: text().notNull(),
    chunks: jsonb().$type<Counts[]>().notNull(),
    /** SHA-256 over what every row would do, whose import it is and of which file */
    token: text().notNull(),
    /** what had become another by the time the plan was confirmed; it was then planned again */
    moved: jsonb().$type<{ row: number; name: string; was: string; is: string }[]>().notNull(),
    /** rows written so far; of the import's transaction only the end is visible */
    written: integer().notNull().default(0),
    cancelAsked: boolean().notNull().default(false),
    /** why it failed, in words for people */
    error: text(),
    plannedAt: instant().notNull(),
    startedAt: instant(),
    endedAt: instant(),
    undoneAt: instant(),
    undoneBy: text(),
    /** what an undo did not touch, because somebody had changed it since */
    left: jsonb().$type<{ id: string; label: string; reason: string }[]>().notNull(),
    ...stamps(),
  },
  (t) => [
    index("imports_created_at").on(t.importer, t.createdAt, t.id),
    index("imports_status").on(t.status, t.plannedAt),
  ],
);

/** Rows that an import left out, and what it found in those that it changed: sealed with the data key, for seven days. */
export const importParts = platform.table(
  "import_parts",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    kind: text({ enum: ["bad", "undo"] }).notNull(),
    part: integer().notNull(),
    sealed: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.kind, t.part] })],
);
