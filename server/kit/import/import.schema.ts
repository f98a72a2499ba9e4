import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";

/** A row's fault: which row (as an editor numbers them) and, where it lies in one cell, which column. */
export const RowError = z
  .object({ row: z.int(), column: z.string().nullable(), message: z.string() })
  .meta({ id: "ImportRowErrorDTO" });

/** What an import did: `skipped` rows were valid and changed nothing, `errors` were left out (decisions 3). */
export const ImportReport = z
  .object({
    total: z.int(),
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    errors: z.array(RowError),
  })
  .meta({ id: "ImportReportDTO" });

export const rowKinds = ["new", "changed", "same", "error"] as const;
const RowKind = z.enum(rowKinds);

/** One row of a plan: what confirming would do with it. */
const PlanRow = z.object({
  row: z.int(),
  kind: RowKind,
  /** what people call the record, such as a label's name */
  name: z.string(),
  /** by the titles of the columns; long texts are cut for showing */
  changes: z.array(z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  column: z.string().nullable(),
  message: z.string().nullable(),
  /** what else is wrong with it */
  more: z.array(z.object({ column: z.string().nullable(), message: z.string() })).optional(),
});

/**
 * One page of a plan. `keyTitle`: the column that names the record of a row. `isGone`: the plan has had its hour, so its
 * rows can no longer be shown.
 */
export const PlanPage = z.object({
  items: z.array(PlanRow),
  totalItems: z.int(),
  keyTitle: z.string(),
  isGone: z.boolean(),
});

/** A record that an undo left as it is. */
const LeftRecord = z.object({ id: Id, label: z.string(), reason: z.string() });

/** An import from its plan to its undo; nothing is written before it is confirmed with the plan's `token`. */
export const Import = z.object({
  id: Id,
  fileName: z.string(),
  /** "pull": its rows came from another system, not from a file */
  kind: z.enum(["csv", "xlsx", "xliff", "pull"]),
  status: z.enum(["planned", "running", "done", "failed", "cancelled", "undone"]),
  counts: z.object({
    total: z.int(),
    new: z.int(),
    changed: z.int(),
    same: z.int(),
    error: z.int(),
    /** rows between others that hold nothing */
    blank: z.int().optional(),
  }),
  /** what was chosen beside the file, such as its language */
  options: z.record(z.string(), z.string()),
  /** option → how many rows are errors only because it was left open */
  asks: z.record(z.string(), z.int()),
  /** columns of the file that are not used */
  ignoredTitles: z.array(z.string()),
  /** confirms this plan and no other; only who planned it is told */
  token: z.string().nullable(),
  /** rows that had become something else when the plan was confirmed; it was then made again and nothing was written */
  moved: z.array(z.object({ row: z.int(), name: z.string(), was: RowKind, is: RowKind })),
  /** rows written so far, of `counts.new + counts.changed` */
  written: z.int(),
  error: z.string().nullable(),
  actorLabel: z.string(),
  plannedAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** until when the plan can be confirmed, or the import undone */
  until: Instant.nullable(),
  undoneAt: Instant.nullable(),
  undoneBy: z.string().nullable(),
  left: z.array(LeftRecord),
});

/** What a file may hold: the columns of an importer, in the order of its template. */
export const ImportColumns = z.array(
  z.object({
    title: z.string(),
    help: z.string().nullable(),
    /** each row must have a value */
    isRequired: z.boolean(),
    /** the file must have the column */
    isExpected: z.boolean(),
  }),
);

/** An option of imports of texts: what a machine wrote needs a review. People where not said. */
export const WrittenBy = { writtenBy: z.enum(["people", "machine"]).optional() };

export const ImportFileFormat = z.enum(["csv", "xlsx"]);

/** A file in an answer (decisions 3, templates). */
export const FileAnswer = z
  .object({ fileName: z.string(), mimeType: z.string(), file: z.string().meta({ description: "base64" }) })
  .meta({ id: "FileResponseDTO" });

export const ConfirmImport = z.object({ id: Id, token: z.string().length(64) });
export const ReadPlan = z.object({ id: Id, kind: RowKind, page: z.int().min(1).default(1) });

export type RowError = z.infer<typeof RowError>;
export type ImportReport = z.infer<typeof ImportReport>;
export type RowKind = z.infer<typeof RowKind>;
export type PlanRow = z.infer<typeof PlanRow>;
export type Import = z.infer<typeof Import>;
export type FileAnswer = z.infer<typeof FileAnswer>;
