import type { KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { sha256 } from "@/server/kit/secret/hash";
import { storable } from "@/server/kit/value/text.rules";
import { kept } from "@/texts/kept";
import { locale } from "@/texts/speech";
import { t } from "@/texts/t";
import type { PlanRow } from "./import.schema";
import type { Chosen, Column, Importer, RowPlan } from "./importer";
import type { SheetRow } from "./sheet/sheet";

/** A row with what it would do: shown, compared with what it would do later, and, where it is good, written. */
export interface PlannedRow extends PlanRow {
  /** the row as it stands in the file */
  cells: string[];
  fault?: SheetRow["fault"];
  blank?: number;
  /** all that the row would do, to be compared with what it would do later */
  digest: string;
  asks?: string;
}
interface Planned {
  row: PlannedRow;
  write?: unknown;
}

/** Longer texts are cut for showing. */
const shownCharacters = 500;
const cut = (text: string | null) =>
  text !== null && text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;

const unreadable = (message: string) => new AppError("invalid_input", message, { errors: [{ path: "file", message }] });

/** Which column of the file is which of the importer, and which mean nothing here. @throws AppError 400 where one is missing */
export function columnsOf(importer: Importer, titles: string[]) {
  const plain = (title: string) => title.trim().toLowerCase();
  const places = new Map<string, number>();
  for (const [key, { title }] of importer.columns) {
    const at = titles.findIndex((one) => plain(one) === plain(title) || plain(one) === plain(key));
    if (at >= 0) places.set(key, at);
  }
  const missing = importer.columns.filter(([key, column]) => (column.required || column.expected) && !places.has(key));
  if (missing.length > 0) {
    const names = new Intl.ListFormat(locale()).format(missing.map(([, { title }]) => `"${title}"`));
    throw unreadable(t("The first line of the file has no column {names}.", { names }));
  }
  const used = new Set(places.values());
  return { places, ignored: titles.filter((_, index) => !used.has(index)) };
}

export type Places = ReturnType<typeof columnsOf>["places"];

interface Fault {
  column: string | null;
  message: string;
}
type Read = { values: Record<string, unknown> } | (Fault & { more?: Fault[] });

/** The cells of a row as their columns' schemas read them, or all that are wrong. */
function readCells(columns: [string, Column][], places: Places, { cells, fault }: SheetRow, titles: string[]): Read {
  if (fault) return { column: fault.column === null ? null : (titles[fault.column] ?? null), message: fault.message };
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [key, { title, schema, required }] of columns) {
    const cell = cells[places.get(key) ?? -1] ?? "";
    if (cell.trim() === "") {
      if (required) faults.push({ column: title, message: kept("The {title} is missing.", { title }) });
      continue;
    }
    const read = schema.safeParse(cell);
    if (read.success) values[key] = read.data;
    else faults.push({ column: title, message: read.error.issues[0]?.message ?? "This cannot be read." });
  }
  const [first, ...more] = faults;
  if (!first) return { values };
  return more.length > 0 ? { ...first, more } : first;
}

/**
 * A planner of a file's rows: rows are given to it in their order, some at a time, so that it knows which record a row
 * before was about. It may be given the next ones before it is done with some.
 */
export function rowPlanner(importer: Importer, titles: string[], options: Chosen) {
  const { places } = columnsOf(importer, titles);
  const titleOf = new Map(importer.columns.map(([key, { title }]) => [key, title]));
  const title = titleOf.get(importer.key) ?? importer.key;
  const nameAt = places.get(importer.key) ?? -1;
  const seen = new Map<string, number>();
  let limited = 0;

  /** The row without its limit, or the error of one that is beyond it. */
  function within(plan: RowPlan<unknown>): RowPlan<unknown> {
    if (plan.kind === "same" || plan.kind === "error" || !plan.atMost || seen.has(plan.key)) return plan;
    const { atMost, ...rest } = plan;
    if (limited >= atMost.rows) return { kind: "error", column: null, message: atMost.message };
    limited++;
    return rest;
  }

  function finished(row: SheetRow, given: RowPlan<unknown>): Planned {
    const plan = within(given);
    const first = plan.kind === "error" ? undefined : seen.get(plan.key);
    if (plan.kind !== "error" && first === undefined) seen.set(plan.key, row.row);
    const told: RowPlan<unknown> =
      first === undefined
        ? plan
        : { kind: "error", column: title, message: kept("Row {row} has this {title} already.", { row: first, title }) };
    const { column, message, more, asks } =
      told.kind === "error" ? told : { column: null, message: null, more: undefined, asks: undefined };
    const changes = told.kind === "new" || told.kind === "changed" ? told.changes : [];
    return {
      row: {
        // Field by field: spreading ten thousand rows takes as long as all else of their planning.
        row: row.row,
        cells: row.cells,
        fault: row.fault,
        blank: row.blank,
        name: storable(cut((row.cells[nameAt] ?? "").trim()) ?? ""),
        kind: told.kind,
        changes: changes.map(({ column, before, after }) => ({
          column: titleOf.get(column) ?? column,
          before: cut(before),
          after: cut(after),
        })),
        column,
        message,
        more,
        asks,
        digest: digestOf(told),
      },
      write: told.kind === "new" || told.kind === "changed" ? told.write : undefined,
    };
  }

  async function planned(ctx: KnownCtx, rows: SheetRow[], earlier: Promise<unknown>): Promise<Planned[]> {
    const read = rows.map((row) => readCells(importer.columns, places, row, titles));
    const good = read.flatMap((one) => ("values" in one ? [one.values] : []));
    const plans = good.length > 0 ? await importer.plan(ctx, good, options) : [];
    await earlier; // which rows came before is known then
    let next = 0;
    return rows.map((row, index) => {
      const one = read[index];
      if (!one || !("values" in one)) return finished(row, { kind: "error", column: null, message: "", ...one });
      const plan = plans[next++];
      if (!plan) throw new Error(`the importer ${importer.name} planned fewer rows than it was given`);
      return finished(row, named(plan, titleOf));
    });
  }

  let last: Promise<unknown> = Promise.resolve();
  return (ctx: KnownCtx, rows: SheetRow[]): Promise<Planned[]> => {
    const work = planned(ctx, rows, last);
    last = work.catch(() => undefined); // heard by the caller
    return work;
  };
}

/** What a row would do as a text; a long one as its hash, for hashing ten thousand short ones takes a tenth of a second. */
function digestOf(plan: RowPlan<unknown>) {
  // The person who runs the plan may read another language than the one who made it.
  const text = JSON.stringify(plan.kind === "error" ? { ...plan, message: "", more: undefined } : plan);
  return text.length > 400 ? sha256(text) : text;
}

/** A fault with its column as people call it. */
const named = (plan: RowPlan<unknown>, titleOf: Map<string, string>): RowPlan<unknown> =>
  plan.kind === "error" && plan.column !== null ? { ...plan, column: titleOf.get(plan.column) ?? plan.column } : plan;
