import type { Change, RowPlan } from "@/server/kit/import/importer";
import { t } from "@/texts/t";

/** The cells of a row that hold something: `name`, `value`, `module`, `description`, and the columns of its own. */
export type TextCells = { name: string } & Partial<Record<string, string>>;

/** What an import sets of a text; `value` is the text in the language of the import. */
export type ImportedFields = Partial<Record<string, string | null>>;

export interface KnownText {
  id: string;
  name: string;
  moduleId: string;
  version: number;
  /** by the key of the column; `value` in the language of the import */
  fields: Record<string, string | null>;
}
interface Module {
  id: string;
  code: string;
  label: string;
}
export interface KnownTexts {
  byName: Map<string, KnownText[]>;
  modules: Module[];
  /** the code of the language of the import */
  language: string;
}

/** What a row writes: a new text, or other fields of one that is there. */
export interface TextImport {
  /** of the text that is changed; a new one has none yet */
  id?: string;
  name: string;
  moduleId: string;
  /** the code of the language of `value`, for the audit trail */
  language: string;
  before: ImportedFields;
  after: ImportedFields;
}

const fault = (column: string, message: string, asks?: string): RowPlan<TextImport> => ({
  kind: "error",
  column,
  message,
  asks,
});

/**
 * What a row of a file would do (decisions 5). An empty cell changes nothing, so that a file with gaps never takes away
 * what is there.
 * @param fields the keys of the columns that an import sets
 * @param createIn the module in which names that no text has are created; without it they are errors
 */
export function planText(
  fields: string[],
  row: TextCells,
  known: KnownTexts,
  createIn: string | undefined,
): RowPlan<TextImport> {
  const { byName, modules, language } = known;
  const { name, module: said = "" } = row;
  const named = said.toLowerCase();
  const module = modules.find((one) => [one.code, one.label, one.id].some((text) => text.toLowerCase() === named));
  if (said && !module) return fault("module", t('There is no module "{name}".', { name: said.slice(0, 80) }));
  const found = (byName.get(name) ?? []).filter((text) => !module || text.moduleId === module.id);
  const text = found.length > 1 ? found.find(({ moduleId }) => moduleId === createIn) : found[0];
  if (!text && found.length > 1) {
    const where = modules.filter(({ id }) => found.some(({ moduleId }) => moduleId === id)).map(({ label }) => label);
    return fault(
      "name",
      t('Several modules have this name: {modules}. Say which in a column "module".', { modules: where.join(", ") }),
    );
  }
  if (!text && !createIn)
    return fault(
      "name",
      module
        ? t("There is nothing of this name in {module}.", { module: module.label })
        : "There is nothing of this name.",
      "createIn",
    );
  const moduleId = text?.moduleId ?? module?.id ?? createIn ?? "";
  const key = `${moduleId} ${name}`;
  const write: TextImport = { id: text?.id, name, moduleId, language, before: {}, after: {} };
  const changes: Change[] = [];
  for (const field of fields) {
    const [before, after] = [text?.fields[field] ?? null, row[field]];
    if (after === undefined || after === before) continue;
    write.before[field] = before;
    write.after[field] = after;
    changes.push({ column: field, before, after });
  }
  if (text && changes.length === 0) return { kind: "same", key };
  return { kind: text ? "changed" : "new", key, changes, write };
}
