import type { KnownCtx } from "@/server/kit/call/context";
import { sayKept } from "@/texts/kept";
import type { RowKind } from "./import.schema";
import { partRows, partsOfImports } from "./import-parts";
import { type ImportRow, importRow } from "./import-row";
import type { Importer } from "./importer";
import type { PlannedRow } from "./plan-rows";
import { readChunk } from "./plan-store";

const pageRows = 100;

/** A row's message in the reader's language: the person or worker that planned it may have another one. */
const said = (row: PlannedRow): PlannedRow =>
  row.message === null
    ? row
    : {
        ...row,
        message: sayKept(row.message),
        more: row.more?.map(({ column, message }) => ({ column, message: sayKept(message) })),
      };

/** A page of what the import itself kept of its bad rows, after its plan is gone. */
async function keptErrors(ctx: KnownCtx, { id }: ImportRow, skip: number): Promise<PlannedRow[]> {
  const part = Math.floor(skip / partRows);
  if (part >= (await partsOfImports.count(ctx, id, "bad"))) return [];
  const rows = await partsOfImports.read<PlannedRow[]>(ctx, id, "bad", part);
  return rows.slice(skip % partRows, (skip % partRows) + pageRows);
}

/**
 * A page of a plan's rows of one kind. The chunks say how many of each they hold, so that only those of the page are
 * read. Errors can be shown as long as the import keeps them, everything else as long as its plan is there.
 */
export async function planPage(ctx: KnownCtx, importer: Importer, id: string, kind: RowKind, page: number) {
  const row = await importRow(ctx, importer, id);
  const totalItems = row.counts[kind];
  const keyTitle = importer.columns.find(([key]) => key === importer.key)?.[1].title ?? importer.key;
  const items: PlannedRow[] = [];
  let skip = (page - 1) * pageRows;
  if (kind === "error" && (await partsOfImports.count(ctx, id, "bad")) > 0)
    return { items: (await keptErrors(ctx, row, skip)).map(said), totalItems, keyTitle, isGone: false };
  for (const [chunk, counts] of row.chunks.entries()) {
    if (items.length >= pageRows) break;
    if (skip >= counts[kind]) {
      skip -= counts[kind];
      continue;
    }
    const rows = await readChunk(row.planKey, chunk);
    if (!rows) return { items: [], totalItems, keyTitle, isGone: true };
    items.push(...rows.filter((one) => one.kind === kind).slice(skip, skip + pageRows - items.length));
    skip = 0;
  }
  return { items: items.map(said), totalItems, keyTitle, isGone: false };
}
