import { z } from "zod";
import { Text } from "./wire";

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

/** One row of a preview: what confirming would do with it. */
export const PreviewRow = z.object({
  row: z.int(),
  status: z.enum(["new", "changed", "same", "error"]),
  /** what people call the record, such as a label's name */
  name: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  column: z.string().nullable(),
  message: z.string().nullable(),
});

/**
 * What an import would do; nothing is written. `sha256` names the file and `token` the findings: confirming sends both
 * back, and is refused where the file is another or the findings have changed.
 */
export const ImportPreview = z.object({
  sha256: z.string(),
  token: z.string(),
  counts: z.object({ total: z.int(), new: z.int(), changed: z.int(), same: z.int(), error: z.int() }),
  /** errors that would be new records if the caller chose where to create them */
  unknown: z.int(),
  /** columns of the file that are not used */
  ignoredColumns: z.array(z.string()),
  rows: z.array(PreviewRow),
});

/** A file on its way from a screen; at most 10 MB. */
export const ImportFile = z.object({ fileName: Text(300), base64: z.base64().max(14_000_000) });

export const Confirmation = { sha256: z.string().length(64), token: z.string().length(64) };

export type RowError = z.infer<typeof RowError>;
export type PreviewRow = z.infer<typeof PreviewRow>;
export type ImportPreview = z.infer<typeof ImportPreview>;
export type ImportReport = z.infer<typeof ImportReport>;
