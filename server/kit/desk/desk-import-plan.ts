import type { PgTable } from "drizzle-orm/pg-core";
import { languages } from "@/db/schema";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import { Id } from "@/server/kit/call/wire";
import type { Change, RowPlan } from "@/server/kit/import/importer";
import { type FileField, sourceColumn } from "@/server/kit/import/sheet/desk-file.rules";
import { oneOf } from "@/server/kit/list/list-filters";
import { groupBy } from "@/server/kit/value/group.rules";
import { t } from "@/texts/t";
import { lostCodes } from "./desk-code.rules";
import { findTexts, sourceTextsOf, textsIn, translationsOf } from "./desk-list";
import { type DeskSource, type FoundText, type Stored, sourcesFor, type Texts } from "./desk-source";

/** A row of a file of the desk: the cells that hold something. */
export type DeskFileRow = { kind: string; id: string; language: string; name?: string; sourceLanguage?: string } & {
  [K in FileField | `source ${FileField}`]?: string;
};

interface Known {
  source: DeskSource;
  found: FoundText;
  byLanguage: Map<string, Stored>;
  sourceIn: (languageId: string) => Texts;
}

/** What there is of the texts of a file. */
export interface KnownDesk {
  /** by kind and id */
  texts: Map<string, Known>;
  /** by code */
  languages: Map<string, { id: string; isDefault: boolean }>;
}

/** What a row writes: texts over others, or only that they are still right. */
export interface DeskImport {
  resource: string;
  id: string;
  recordId: string;
  name: string;
  languageId: string;
  /** null where there was no translation */
  before: Texts | null;
  after: Texts;
  outdatedFrom: Record<string, string> | null;
}

const keyOf = (kind: string, id: string) => `${kind} ${id}`;

/** The texts that these rows are about, of the resources that the caller may change; locked where an import writes next. */
export async function knownTexts(ctx: KnownCtx, rows: DeskFileRow[]): Promise<KnownDesk> {
  const all = await ctx.db
    .select({ id: languages.id, code: languages.code, isDefault: languages.isDefault })
    .from(languages);
  const mainId = all.find(({ isDefault }) => isDefault)?.id ?? "";
  const texts = new Map<string, Known>();
  const byKind = groupBy(rows, ({ kind }) => kind);
  for (const source of sourcesFor(ctx.actor)) {
    const asked = (byKind.get(source.name) ?? []).map(({ id }) => id).filter((id) => Id.safeParse(id).success);
    if (asked.length === 0 || !mayDo(ctx.actor, source.may.write)) continue;
    const ids = [...new Set(asked)].sort();
    if (ctx.inTransaction && !source.adapter)
      await ctx.db
        .select({ id: source.table.id })
        .from(source.table as PgTable)
        .where(oneOf(source.table.id, ids))
        .orderBy(source.table.id)
        .for("update");
    const found = await findTexts(ctx, [source], { ids }, { skip: 0, take: ids.length });
    const translations = await translationsOf(ctx, source, ids, ctx.inTransaction);
    for (const one of found) {
      const { id } = one;
      texts.set(keyOf(source.name, id), {
        source,
        found: one,
        byLanguage: translations.byText.get(id) ?? new Map(),
        sourceIn: (sourceId) => sourceTextsOf(source, translations, id, { sourceId, mainId }),
      });
    }
  }
  return { texts, languages: new Map(all.map((one) => [one.code, one])) };
}

const fault = (column: string, message: string): RowPlan<DeskImport> => ({ kind: "error", column, message });
/** As the trigger of outdated translations compares: white space is no difference. */
const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** The first field whose source is another than the file says. */
function changedSource(row: DeskFileRow, { languages }: KnownDesk, { source, sourceIn }: Known, languageId: string) {
  const from = row.sourceLanguage
    ? languages.get(row.sourceLanguage)
    : [...languages.values()].find(({ isDefault }) => isDefault);
  if (!from || from.id === languageId) return undefined;
  const now = sourceIn(from.id);
  return Object.keys(source.fields).find((field) => {
    const exported = row[`source ${field}` as keyof DeskFileRow]; // a column of the file, or none
    return exported !== undefined && plain(exported) !== plain(now[field] ?? "");
  });
}

/** The fields that a row sets, over those that are there, as the resource's own doors take them. */
function readTexts(row: DeskFileRow, { source, byLanguage }: Known, languageId: string) {
  const stored = byLanguage.get(languageId);
  const before = textsIn(source, stored);
  const given = Object.entries(source.fields).flatMap(([field]) => {
    const text = row[field as keyof DeskFileRow]; // a column of the file, or none
    return text === undefined ? [] : [[field, text] as const];
  });
  if (given.length === 0) return { before, after: before };
  const whole = Object.entries({ ...before, ...Object.fromEntries(given) });
  const lacking = whole.find(([field, text]) => text.trim() === "" && !source.fields[field]?.optional);
  if (lacking)
    return { column: lacking[0], message: "This text is missing, and the others are not stored without it." };
  const wanted = whole.map(([field, text]) => [field, text === "" ? null : text]);
  const read = source.schema.safeParse({ ...stored, ...Object.fromEntries(wanted) });
  if (read.success) return { before, after: textsIn(source, read.data) };
  const [issue] = read.error.issues;
  return { column: String(issue?.path[0] ?? ""), message: issue?.message ?? "This cannot be read." };
}

/** The fields that change; those that lose a {token} or a tag of their source are told apart. */
function changesOf({ source, byLanguage }: Known, from: Texts, before: Texts, after: Texts, languageId: string) {
  const changes: Change[] = [];
  for (const [field, { html = false }] of Object.entries(source.fields)) {
    const [was = "", is = "", original = ""] = [before[field], after[field], from[field]];
    if (was === is) continue;
    const already = byLanguage.has(languageId) ? lostCodes(original, was, html) : [];
    const lost = lostCodes(original, is, html).filter((code) => !already.includes(code));
    if (is !== "" && lost.length > 0)
      return { column: field, message: t("It lost {codes} of the source.", { codes: lost.join(", ") }) };
    changes.push({ column: field, before: was || null, after: is || null });
  }
  return { changes };
}

/**
 * What a row of a file would do. An empty cell changes nothing; a translation that stays as it is, and whose source had
 * changed, is confirmed.
 */
export function planText(row: DeskFileRow, known: KnownDesk): RowPlan<DeskImport> {
  const text = known.texts.get(keyOf(row.kind, row.id));
  const language = known.languages.get(row.language);
  if (!language) return fault("language", t('There is no language "{name}".', { name: row.language.slice(0, 40) }));
  if (!text) return fault("id", "There is no such text, or you may not change it.");
  const changed = changedSource(row, known, text, language.id);
  if (changed)
    return fault(
      sourceColumn(changed),
      "The source has changed since the export. Export the text again to translate it.",
    );
  const read = readTexts(row, text, language.id);
  if (read.message !== undefined) return fault(read.column, read.message);
  const from = language.isDefault ? {} : text.sourceIn(mainOf(known));
  const { before, after } = read;
  const compared = changesOf(text, from, before, after, language.id);
  if (compared.message !== undefined) return fault(compared.column, compared.message);
  const wrong = compared.changes.length > 0 ? text.source.fault?.(text.found, after) : undefined;
  if (wrong) return fault(wrong.path, wrong.message);
  const stored = text.byLanguage.get(language.id);
  const isGiven = Object.keys(text.source.fields).some((field) => row[field as keyof DeskFileRow] !== undefined);
  const key = `${row.kind} ${row.id} ${language.id}`;
  const outdatedFrom = stored?.outdatedFrom ?? null;
  const changes: Change[] =
    compared.changes.length === 0 && outdatedFrom && isGiven
      ? [{ column: "outdated", before: "yes", after: "no" }]
      : compared.changes;
  if (changes.length === 0) return { kind: "same", key };
  const { source } = text;
  const { recordId, name } = text.found;
  const write = { resource: source.name, id: row.id, recordId, name, languageId: language.id };
  return {
    kind: stored ? "changed" : "new",
    key,
    changes,
    write: { ...write, before: stored ? before : null, after, outdatedFrom },
  };
}

const mainOf = ({ languages }: KnownDesk) => [...languages.values()].find(({ isDefault }) => isDefault)?.id ?? "";
