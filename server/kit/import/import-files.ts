import type { KnownCtx } from "@/server/kit/call/context";
import { type Cell, csvStream, type Producer, xlsxStream } from "@/server/kit/export/spreadsheet";
import type { FileAnswer } from "./import.schema";
import { partsOfImports } from "./import-parts";
import { importRow } from "./import-row";
import type { Importer } from "./importer";
import type { PlannedRow } from "./plan-rows";
import { readChunk } from "./plan-store";
import { errorsOf } from "./plan-writer";

export type FileFormat = "csv" | "xlsx";

const formats = {
  csv: { mimeType: "text/csv; charset=utf-8", stream: csvStream },
  xlsx: { mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", stream: xlsxStream },
};

/** A file of these rows, as an answer. */
export async function fileOf(
  name: string,
  format: FileFormat,
  header: string[],
  produce: Producer,
): Promise<FileAnswer> {
  const { mimeType, stream } = formats[format];
  const bytes = await new Response(stream(header, produce)).arrayBuffer();
  return { fileName: `${name}.${format}`, mimeType, file: Buffer.from(bytes).toString("base64") };
}

/** A file with the columns that may be imported and no rows. */
export const templateOf = ({ name, columns }: Importer, format: FileFormat): Promise<FileAnswer> =>
  fileOf(
    `${name}-import`,
    format,
    columns.map(([, { title }]) => title),
    async () => undefined,
  );

/** The rows of an import that were wrong, batch by batch: from its plan while that is there, then from what it kept. */
async function* badRows(ctx: KnownCtx, importer: Importer, id: string): AsyncGenerator<PlannedRow[]> {
  const row = await importRow(ctx, importer, id);
  const kept = await partsOfImports.count(ctx, id, "bad");
  for (let part = 0; part < kept; part++) yield await partsOfImports.read<PlannedRow[]>(ctx, id, "bad", part);
  if (kept > 0) return;
  for (let chunk = 0; chunk < row.chunks.length; chunk++) {
    if (row.chunks[chunk]?.error === 0) continue;
    yield ((await readChunk(row.planKey, chunk)) ?? []).filter(({ kind }) => kind === "error");
  }
}

const errorCell = (row: PlannedRow): Cell =>
  errorsOf(row)
    .map(({ column, message }) => (column ? `${column}: ${message}` : message))
    .join(" · ");

/** The rows that were wrong as a file of the same columns and one more that says why: mended, it can be imported again. */
export async function badRowsFile(ctx: KnownCtx, importer: Importer, id: string, format: FileFormat) {
  const { titles, fileName } = await importRow(ctx, importer, id);
  const name = `${fileName.replace(/\.\w+$/, "")}-errors`;
  return fileOf(name, format, [...titles, "Error"], async (write) => {
    for await (const rows of badRows(ctx, importer, id))
      await write(rows.map((row): Cell[] => [...row.cells, errorCell(row)]));
  });
}
