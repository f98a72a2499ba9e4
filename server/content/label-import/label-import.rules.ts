import { labelCaps } from "@/server/content/label-interface/label-interface.schema";
import type { PreviewRow } from "@/server/kit/import.schema";
import type { Csv, CsvRow } from "@/server/kit/spreadsheet";
import { lineFault, plainBreaks, textFault } from "@/server/kit/text.rules";

export interface KnownLabel {
  id: string;
  name: string;
  moduleId: string;
  labelInterfacePage: string | null;
  description: string | null;
  /** in the language of the import */
  value: string | null;
}
interface Module {
  id: string;
  code: string;
  label: string;
}
export interface Known {
  labels: Map<string, KnownLabel[]>;
  modules: Module[];
  /** where names that no label has are created; they are errors without it */
  createIn?: string;
}

/** What a row comes to: its line in the preview, and what to write. */
export interface Planned {
  row: PreviewRow;
  /** the name is no label's, and would be created if `createIn` said where */
  unknown?: boolean;
  create?: Wanted & { name: string; moduleId: string };
  edit?: Wanted & { id: string };
}
interface Wanted {
  value?: string;
  labelInterfacePage?: string;
  description?: string;
}

const columns = ["name", "value", "module", "labelInterfacePage", "description"] as const;
type Column = (typeof columns)[number];
const fields = ["value", "labelInterfacePage", "description"] as const;

class RowFault extends Error {
  constructor(
    readonly column: Column | null,
    message: string,
    readonly unknown = false,
  ) {
    super(message);
  }
}

/** Column → the title it has in this file, whatever its case; and the titles that mean nothing here. */
export function titlesOf(csv: Csv) {
  const titles = new Map<Column, string>();
  const ignored: string[] = [];
  const missing = new Set<Column>(["name", "value"]);
  for (const title of csv.columns) {
    const column = columns.find((one) => one.toLowerCase() === title.trim().toLowerCase());
    if (!column || titles.has(column)) ignored.push(title);
    else titles.set(column, title);
    if (column) missing.delete(column);
  }
  return { titles, ignored, missing: [...missing] };
}

/**
 * Finds out what each row of the file would do (decisions 5). An empty value, page or description changes nothing, so
 * that a file with gaps never takes away what is there.
 */
export function planImport(csv: Csv, known: Known): Planned[] {
  const { titles } = titlesOf(csv);
  const seen = new Map<string, number>();
  return csv.rows.map((row) => {
    const cell = (column: Column) => row.values[titles.get(column) ?? ""] ?? "";
    const name = cell("name").trim();
    const base = { row: row.line, name, changes: [], column: null, message: null };
    try {
      assertCells(row, cell);
      const { label, moduleId } = target(name, cell("module").trim(), known);
      const key = `${moduleId} ${name}`;
      const first = seen.get(key);
      if (first) throw new RowFault("name", `Row ${first} has this name already.`);
      seen.set(key, row.line);
      return plan(base, { name, moduleId, label }, cell);
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault;
      const { column, message, unknown } = fault;
      return { row: { ...base, status: "error", column, message }, unknown };
    }
  });
}

function assertCells(row: CsvRow, cell: (column: Column) => string) {
  for (const column of columns) {
    const isLong = column === "value" || column === "description";
    const fault = isLong ? textFault(cell(column)) : lineFault(cell(column).trim());
    if (fault) throw new RowFault(column, fault);
  }
  if (row.fault) throw new RowFault(null, row.fault);
  if (cell("name").trim() === "") throw new RowFault("name", "The name is missing.");
  for (const column of ["name", ...fields] as const) {
    const { length } = cell(column);
    if (length > labelCaps[column])
      throw new RowFault(column, `This has ${length} characters; at most ${labelCaps[column]} are taken.`);
  }
}

/** The label that a row means, or the module in which it would be created. */
function target(name: string, moduleName: string, { labels, modules, createIn }: Known) {
  const named = moduleName.toLowerCase();
  const module = modules.find((one) => [one.code, one.label, one.id].some((text) => text.toLowerCase() === named));
  if (moduleName && !module) throw new RowFault("module", `There is no module "${moduleName.slice(0, 80)}".`);
  const found = (labels.get(name) ?? []).filter((label) => !module || label.moduleId === module.id);
  const label = found.length > 1 ? found.find((one) => one.moduleId === createIn) : found[0];
  if (label) return { label, moduleId: label.moduleId };
  if (found.length > 1) {
    const where = modules.filter((one) => found.some((label) => label.moduleId === one.id)).map((one) => one.label);
    throw new RowFault("name", `${where.join(" and ")} have a label of this name. Say which in a column "module".`);
  }
  if (!createIn) {
    const place = module ? ` in ${module.label}` : "";
    throw new RowFault("name", `No label${place} has this name.`, true);
  }
  return { label: undefined, moduleId: module?.id ?? createIn };
}

function plan(
  base: Omit<PreviewRow, "status">,
  { name, moduleId, label }: { name: string; moduleId: string; label?: KnownLabel },
  cell: (column: Column) => string,
): Planned {
  const wanted: Wanted = {};
  const changes: PreviewRow["changes"] = [];
  for (const field of fields) {
    const text = plainBreaks(cell(field));
    const after = field === "value" ? text : text.trim();
    const before = label?.[field] ?? null;
    if (after.trim() === "" || after === before) continue;
    wanted[field] = after;
    changes.push({ field, before, after });
  }
  if (!label) return { row: { ...base, status: "new", changes }, create: { ...wanted, name, moduleId } };
  if (changes.length === 0) return { row: { ...base, status: "same", changes } };
  return { row: { ...base, status: "changed", changes }, edit: { ...wanted, id: label.id } };
}
