import { createHash } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { sayKept } from "@/texts/kept";
import type { RowError } from "./import.schema";
import type { ImportRow } from "./import-row";
import type { Chosen } from "./importer";
import type { PlannedRow } from "./plan-rows";
import { removePlan, writeChunk } from "./plan-store";

const chunkRows = 1000;
const chunkCharacters = 256 * 1024;

type Counts = ImportRow["counts"];
const none = (): Counts => ({ total: 0, new: 0, changed: 0, same: 0, error: 0 });

/** What a plan is about; another one of any of these has another token. */
interface Subject {
  owner: string;
  companyId: string | null;
  fileSha256: string;
  options: Chosen;
}

/** What is left out of a report, without the rows of the file. */
export const errorsOf = ({ row, column, message, more = [] }: PlannedRow): RowError[] =>
  [{ column, message: message ?? "" }, ...more].map((fault) => ({
    row,
    column: fault.column,
    message: sayKept(fault.message),
  }));

/** Counts a row, and the blank ones in front of it. */
export function countRow(counts: Counts, { kind, blank }: PlannedRow) {
  counts.total++;
  counts[kind]++;
  if (blank) counts.blank = (counts.blank ?? 0) + blank;
}

/** Counts the rows of a plan and keeps them in chunks; `keep: false` only counts them. */
export function planWriter(subject: Subject, { keep }: { keep: boolean }) {
  const planKey = uuidv7();
  const hash = createHash("sha256").update(JSON.stringify(subject));
  const counts = none();
  const chunks: Counts[] = [];
  const asks: Record<string, number> = {};
  const errors: RowError[] = [];
  let chunk: PlannedRow[] = [];
  let characters = 0;

  async function flush() {
    if (chunk.length === 0) return;
    const rows = chunk;
    chunk = [];
    characters = 0;
    const here = none();
    for (const row of rows) countRow(here, row);
    chunks.push(here);
    await writeChunk(planKey, chunks.length - 1, rows);
  }

  return {
    async add(rows: PlannedRow[]) {
      for (const row of rows) {
        if (keep) chunk.push(row);
        characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
        countRow(counts, row);
        hash.update(row.digest);
        if (row.kind === "error") errors.push(...errorsOf(row));
        if (row.asks) asks[row.asks] = (asks[row.asks] ?? 0) + 1;
        if (chunk.length >= chunkRows || characters >= chunkCharacters) await flush();
      }
    },
    async end() {
      await flush();
      return { planKey, token: hash.digest("hex"), counts, chunks, asks, errors };
    },
    drop: () => removePlan(planKey, chunks.length),
  };
}

type Writer = ReturnType<typeof planWriter>;

/** A plan that is not finished leaves nothing in the storage. */
export async function orDropped<T>(writer: Writer, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await writer.drop();
    throw error;
  }
}
