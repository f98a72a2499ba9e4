import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { languages, modules } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { type TranslationTable, translationService } from "@/server/kit/language/translations";
import type { Filter } from "@/server/kit/list/list";
import type { ListInput } from "@/server/kit/list/list.schema";
import { contains, containsAny, equals, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import type { RecordTable } from "@/server/kit/record/record-rows";
import { recordService } from "@/server/kit/record/record-service";
import { tokensOf } from "@/server/kit/value/tokens.rules";
import type { Permission } from "@/server/permissions";
import type { TextRow, TextSchemas } from "./text.schema";

/** A table made by `textTable`. */
export type TextTable = RecordTable & { name: AnyPgColumn; moduleId: AnyPgColumn; description: AnyPgColumn };
/** A table made by `translationTable` whose one field is `value`. */
export type ValueTable = TranslationTable & { value: AnyPgColumn };

/** What a resource of texts is, to the functions that read and write it. */
export interface TextSource {
  /** the kind of record, as the audit trail calls it: "label" */
  name: string;
  /** what people call one: "label" */
  one: string;
  /** and many, as a title: "Interface labels" */
  title: string;
  may: { read: Permission; write: Permission };
  table: TextTable;
  values: ValueTable;
  schemas: TextSchemas;
}

/** The keys of the columns that hold texts beside the name: those of its own, and the description. */
export const plainKeys = ({ schemas }: TextSource) => [...Object.keys(schemas.own), "description"];

/** Those columns by their keys. @throws where the table lacks one */
export function plainColumns(of: TextSource): Record<string, AnyPgColumn> {
  const columns: Record<string, AnyPgColumn> = getTableColumns(of.table as PgTable);
  return Object.fromEntries(
    plainKeys(of).map((key) => {
      const column = columns[key];
      if (!column) throw new Error(`the table of ${of.name} has no column ${key}`);
      return [key, column];
    }),
  );
}

/** The languages in which a text uses other tokens than in the default one. */
function otherTokens({ translations }: Pick<TextRow, "translations">, defaultId: string | undefined): string[] {
  const source = translations.find(({ languageId }) => languageId === defaultId);
  if (!source) return [];
  const wanted = tokensOf(source.value).join();
  return translations.filter(({ value }) => tokensOf(value).join() !== wanted).map(({ languageId }) => languageId);
}

/** The list of a resource of texts, and its record service. */
export function textRecord(of: TextSource) {
  const { name, table, values, schemas } = of;
  const texts = translationService(values);
  const { description: _, ...own } = plainColumns(of);

  /** Texts with a value that `where` holds for. */
  const withValue = (where: SQL) => sql`${table.id} in (select ${values.parentId} from ${values} where ${where})`;
  const inLanguage = (languageId: string | undefined) =>
    languageId ? equals(values.languageId)(languageId) : sql`true`;

  async function withOtherTokens<R extends Pick<TextRow, "translations">>(ctx: Ctx, rows: R[]) {
    const [source] = await ctx.db.select({ id: languages.id }).from(languages).where(eq(languages.isDefault, true));
    return rows.map((row) => ({ ...row, otherTokensLanguageIds: otherTokens(row, source?.id) }));
  }

  async function load(ctx: Ctx, ids: string[]): Promise<TextRow[]> {
    const rows = await ctx.db
      .select({
        text: getTableColumns(table as PgTable),
        module: { id: modules.id, code: modules.code, label: modules.label },
      })
      .from(table as PgTable)
      .innerJoin(modules, eq(modules.id, table.moduleId))
      .where(oneOf(table.id, ids));
    // The columns of a `TextTable` and its `ValueTable`.
    const all = (await texts.addTo(
      ctx,
      rows.map(({ text, module }) => ({ ...(text as { id: string }), module })),
    )) as TextRow[];
    return schemas.tokens ? withOtherTokens(ctx, all) : all;
  }

  const filters: Record<string, Filter> = {
    moduleId: equals(table.moduleId),
    moduleName: (value: string) => refersTo(table.moduleId, modules, containsAny(modules.label, modules.code)(value)),
    name: contains(table.name),
    ...Object.fromEntries(Object.entries(own).map(([key, column]) => [key, contains(column)])),
    /** the language that `keyword` and `searchIn` refer to */
    languageId: () => undefined,
    /** Found in name, description and values: those in the language where only translated texts are asked for. */
    keyword: (value: string, { searchIn, languageId }: { searchIn?: string; languageId?: string }) => {
      const language = searchIn === "translated" ? inLanguage(languageId) : sql`true`;
      const found = withValue(sql`${language} and ${contains(values.value)(value)}`);
      return sql`(${containsAny(table.name, table.description)(value)} or ${found})`;
    },
    /** With a language: texts that have, or lack, a value in it; without one: in any. */
    searchIn: (value: string, { languageId }: { languageId?: string }) => {
      if (value === "both") return undefined;
      const has = withValue(inLanguage(languageId));
      return value === "translated" ? has : sql`not ${has}`;
    },
  };

  const list = listService<TextTable, ListInput, TextRow>({
    table,
    scope: "global",
    input: schemas.list,
    joins: [{ table: modules, on: eq(modules.id, table.moduleId) }],
    sort: {
      name: table.name,
      moduleName: modules.label,
      ...own,
      createdAt: table.createdAt,
      updatedAt: table.updatedAt,
    },
    filters,
    load,
  });
  return recordService(list, {
    name,
    label: (row) => String(row.name),
    parts: [{ table: values, parent: values.parentId }],
  });
}

export type TextRecord = ReturnType<typeof textRecord>;
