"use client";

import type { Import } from "@/server/kit/import/import.schema";
import { t } from "@/texts/t";
import { FileFormats } from "../file-formats.button";
import { type Imported, useImportCache } from "./import-hooks";

const formats = [
  ["xlsx", "Excel workbook"],
  ["csv", "CSV"],
] as const;

/** The rows that were wrong as a file, to be mended and imported again. */
export function BadRows({ of, is: { id, counts } }: { of: Imported; is: Import }) {
  const { imports } = useImportCache(of);
  if (counts.error === 0) return null;
  return (
    <FileFormats
      title={t("{count, plural, one {Download # row with errors} other {Download # rows with errors}}", {
        count: counts.error,
      })}
      note={t("The same columns, plus one that explains each error.")}
      formats={formats}
      fetch={(format) => imports.badRows.fetch({ id, format })}
      side="top"
    />
  );
}
