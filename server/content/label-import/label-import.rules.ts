import type { Change, RowPlan } from "@/server/kit/import/importer";

export interface LabelCells {
  name: string;
  value?: string;
  module?: string;
  labelInterfacePage?: string;
  description?: string;
}

const fields = ["value", "labelInterfacePage", "description"] as const;
/** What an import sets of a label; `value` is the text in the language of the import. */
export type LabelTexts = Partial<Record<(typeof fields)[number], string | null>>;

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
export interface KnownLabels {
  byName: Map<string, KnownLabel[]>;
  modules: Module[];
}

/** What a row writes: a new label, or other texts of one that is there. */
export interface LabelWrite {
  /** of the label that is changed; a new one has none yet */
  id?: string;
  name: string;
  moduleId: string;
  before: LabelTexts;
  after: LabelTexts;
}

const fault = (column: keyof LabelCells, message: string, asks?: string): RowPlan<LabelWrite> => ({
  kind: "error",
  column,
  message,
  asks,
});

/**
 * What a row of a file would do (decisions 5). An empty value, page or description changes nothing, so that a file with
 * gaps never takes away what is there.
 * @param createIn the module in which names that no label has are created; without it they are errors
 */
export function planLabel(row: LabelCells, known: KnownLabels, createIn: string | undefined): RowPlan<LabelWrite> {
  const { byName, modules } = known;
  const { name, module: said = "" } = row;
  const named = said.toLowerCase();
  const module = modules.find((one) => [one.code, one.label, one.id].some((text) => text.toLowerCase() === named));
  if (said && !module) return fault("module", `There is no module "${said.slice(0, 80)}".`);
  const found = (byName.get(name) ?? []).filter((label) => !module || label.moduleId === module.id);
  const label = found.length > 1 ? found.find((one) => one.moduleId === createIn) : found[0];
  if (!label && found.length > 1) {
    const where = modules.filter((one) => found.some(({ moduleId }) => moduleId === one.id)).map((one) => one.label);
    return fault("name", `${where.join(" and ")} have a label of this name. Say which in a column "module".`);
  }
  if (!label && !createIn)
    return fault("name", `No label${module ? ` in ${module.label}` : ""} has this name.`, "createIn");
  const moduleId = label?.moduleId ?? module?.id ?? createIn ?? "";
  const key = `${moduleId} ${name}`;
  const write: LabelWrite = { id: label?.id, name, moduleId, before: {}, after: {} };
  const changes: Change[] = [];
  for (const field of fields) {
    const [before, after] = [label?.[field] ?? null, row[field]];
    if (after === undefined || after === before) continue;
    write.before[field] = before;
    write.after[field] = after;
    changes.push({ column: field, before, after });
  }
  if (label && changes.length === 0) return { kind: "same", key };
  return { kind: label ? "changed" : "new", key, changes, write };
}
