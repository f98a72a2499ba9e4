import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { deskAssignments, deskDismissals, deskFindings, languages, modules } from "@/db/schema";
import { inOrder } from "@/db/schema/text-index";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import type { TranslationTable } from "@/server/kit/language/translations";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { columnName } from "@/server/kit/record/record-rows";
import type { DeskRow } from "./desk.schema";
import { warningsOf } from "./desk-checks.rules";
import { termsIn } from "./desk-glossary";
import { escaped } from "./desk-replace.rules";
import {
  type DeskAsked,
  type DeskSource,
  deskSourceNamed,
  type FoundText,
  type Stored,
  type TableSource,
  type Texts,
  tableSources,
} from "./desk-source";
import type { Finding } from "./desk-warning.rules";
import { workOn } from "./desk-work";

type Row = z.output<typeof DeskRow>;

export const columnOf = (source: TableSource, field: string) => {
  const column = getTableColumns(source.texts as PgTable)[field];
  if (!column) throw new Error(`the translations of ${source.name} have no ${field}`);
  return column;
};

/** A field of a translation in a query, where the translation is called so. */
export const inText = (alias: string, field: string, column: AnyPgColumn) =>
  sql`${sql.identifier(alias)}.${sql.identifier(columnName(field, column))}`;
const inT = (source: TableSource, field: string) => inText("t", field, columnOf(source, field));

const joinsOf = ({ joins = [] }: TableSource) =>
  sql.join(
    joins.map(({ table, on }) => sql`left join ${table} on ${on}`),
    sql` `,
  );

/** The text holds this, in any case where that does not matter. */
export const holds = (column: SQL | AnyPgColumn, { text, matchCase }: NonNullable<DeskAsked["holding"]>) =>
  matchCase ? sql`strpos(${column}, ${text}) > 0` : contains(column)(text);

/** Texts with a translation that holds this; HTML writes it in another way. */
function holding(source: TableSource, asked: NonNullable<DeskAsked["holding"]>) {
  const hits = Object.entries(source.fields).map(([field, { html }]) =>
    holds(inT(source, field), html ? { ...asked, text: escaped(asked.text) } : asked),
  );
  const inLanguage = asked.languageId ? sql`t.language_id = ${asked.languageId} and` : sql``;
  return sql`${source.table.id} in (select t.parent_id from ${source.texts} t where ${inLanguage} (${sql.join(hits, sql` or `)}))`;
}

/** The texts that are assigned to a person in a language, or to nobody (null). */
function assigned(
  { name, table }: TableSource,
  { languageId, assigneeId }: Pick<DeskAsked, "languageId" | "assigneeId">,
) {
  const given = sql`select a.text_id from ${deskAssignments} a
    where a.resource = ${name} and a.language_id = ${languageId}`;
  return assigneeId === null
    ? sql`not exists (${given} and a.text_id = ${table.id})`
    : sql`${table.id} = any(array(${given} and a.assignee_id = ${assigneeId}))`;
}

/** What of a resource is asked for. */
function conditionOf(source: TableSource, asked: DeskAsked) {
  const { ids, languageId, show, assigneeId, keyword, moduleId, modulePage } = asked;
  const { within } = source;
  const isOf = (column: AnyPgColumn | undefined, value: string | undefined) =>
    value === undefined ? undefined : column ? eq(column, value) : sql`false`;
  const inLanguage = sql`t.language_id = ${languageId}`;
  // Each part by its own index: an "or" over two tables would look at every text.
  const found =
    keyword &&
    sql`${source.table.id} = any(array(
      select ${source.table.id} from ${source.table} ${joinsOf(source)} where ${contains(source.label)(keyword)}
      ${sql.join(
        Object.keys(source.fields).map(
          (field) =>
            sql`union all select t.parent_id from ${source.texts} t where ${contains(inT(source, field))(keyword)}`,
        ),
        sql` `,
      )}))`;
  return and(
    ids && oneOf(source.table.id, ids),
    asked.holding && holding(source, asked.holding),
    show === "missing"
      ? // Every door refuses a blank text, so a translation that is there is whole.
        // Asked text by text in their order, so that the cost of a page of gaps does not depend on the number of texts.
        sql`(select t.id from ${source.texts} t where t.parent_id = ${source.table.id} and ${inLanguage}) is null`
      : undefined,
    show === "outdated"
      ? sql`${source.table.id} = any(array(
          select t.parent_id from ${source.texts} t where ${inLanguage} and t.outdated_from is not null))`
      : undefined,
    show === "review"
      ? sql`${source.table.id} = any(array(
          select t.parent_id from ${source.texts} t where ${inLanguage} and t.outdated_from is not null
          union select f.text_id from ${deskFindings} f join ${source.texts} t on t.parent_id = f.text_id and ${inLanguage}
            where f.resource = ${source.name} and f.language_id = ${languageId}))`
      : undefined,
    assigneeId === undefined ? undefined : assigned(source, { languageId, assigneeId }),
    isOf(within?.moduleId, moduleId),
    isOf(within?.page, modulePage),
    found || undefined,
  );
}

/** What is asked for of texts that are records of their own, and then of tables; each by resource and name. */
export async function findTexts(
  ctx: KnownCtx,
  sources: DeskSource[],
  asked: DeskAsked,
  { skip, take }: { skip: number; take: number },
): Promise<FoundText[]> {
  const found: FoundText[] = [];
  for (const { name: resource, adapter } of sources) {
    if (!adapter || found.length >= skip + take) continue;
    const texts = await adapter.find(ctx, await toldTo(ctx, resource, asked), skip + take - found.length);
    found.push(...texts.map((text) => ({ ...text, resource })));
  }
  const rest = { skip: Math.max(0, skip - found.length), take: skip + take - Math.max(skip, found.length) };
  return [...found.slice(skip), ...(await findInTables(ctx, tableSources(sources), asked, rest))];
}

/** The texts of a resource in which something was found in a language. */
async function foundIn(ctx: Ctx, resource: string, languageId: string) {
  const rows = await ctx.db
    .selectDistinct({ id: deskFindings.textId })
    .from(deskFindings)
    .where(and(eq(deskFindings.resource, resource), eq(deskFindings.languageId, languageId)));
  return rows.map(({ id }) => id);
}

/** What an adapter is asked, which sees no table of the desk: by the ids of texts. */
async function toldTo(ctx: Ctx, resource: string, asked: DeskAsked): Promise<DeskAsked> {
  const { languageId = "", assigneeId } = asked;
  const told = asked.show === "review" ? { ...asked, found: await foundIn(ctx, resource, languageId) } : asked;
  if (assigneeId === undefined) return told;
  const rows = await ctx.db
    .select({ id: deskAssignments.textId, assigneeId: deskAssignments.assigneeId })
    .from(deskAssignments)
    .where(and(eq(deskAssignments.resource, resource), eq(deskAssignments.languageId, languageId)));
  if (assigneeId === null) return { ...told, without: rows.map(({ id }) => id) };
  const own = rows.flatMap((row) => (row.assigneeId === assigneeId ? row.id : []));
  return { ...told, ids: own.filter((id) => !asked.ids || asked.ids.includes(id)) };
}

async function findInTables(
  ctx: Ctx,
  sources: TableSource[],
  asked: DeskAsked,
  { skip, take }: { skip: number; take: number },
): Promise<FoundText[]> {
  if (sources.length === 0 || take <= 0) return [];
  const branches = sources.map((source, index) => {
    return sql`(
      select ${index}::int as place_of, ${source.name}::text as resource, ${source.table.id} as id,
        ${source.contents?.parent ?? source.table.id} as "recordId", ${source.label}::text as name,
        ${source.place ?? sql`null`}::text as place
      from ${source.table} ${joinsOf(source)}
      where ${conditionOf(source, asked) ?? sql`true`}
      order by ${inOrder(source.label)}, ${source.table.id} limit ${skip + take})`;
  });
  const rows = await ctx.db.execute<{ place_of: number } & Record<keyof Omit<FoundText, "tokens">, string>>(sql`
    select * from (${sql.join(branches, sql` union all `)}) found
    order by place_of, ${inOrder(sql`name`)}, id limit ${take} offset ${skip}`);
  return rows.map(({ place_of: _, ...found }) => found);
}

/** The texts of a translation by field; "" for none. */
export const textsIn = (source: DeskSource, stored: object | undefined): Texts => {
  const values = (stored ?? {}) as Record<string, unknown>; // a row of its table
  return Object.fromEntries(Object.keys(source.fields).map((field) => [field, String(values[field] ?? "")]));
};

/** What was kept of the source: a trigger names columns as the database does. */
const outdatedTexts = (source: DeskSource, kept: Record<string, string>): Texts => {
  const keyOf = (field: string) => (source.adapter ? field : columnName(field, columnOf(source, field)));
  return Object.fromEntries(Object.keys(source.fields).map((field) => [field, kept[keyOf(field)] ?? ""]));
};

const columnsOf = (texts: TranslationTable) => {
  const { id, parentId, languageId, outdatedFrom } = texts;
  return { ...getTableColumns(texts as PgTable), id, parentId, languageId, outdatedFrom };
};

/**
 * The translations of these texts, by text and language, and what is translated where the default language has none.
 * @param isWritten they are locked, for the caller writes next; those of tables by their records
 */
export async function translationsOf(ctx: Ctx, source: DeskSource, ids: string[], isWritten?: boolean) {
  const rows = source.adapter
    ? await source.adapter.read(ctx, ids, isWritten)
    : ((await ctx.db
        .select(columnsOf(source.texts))
        .from(source.texts as PgTable)
        .where(oneOf(source.texts.parentId, ids))) as Stored[]);
  const byText = new Map<string, Map<string, Stored>>();
  for (const row of rows) {
    const of = byText.get(row.parentId) ?? new Map<string, Stored>();
    byText.set(row.parentId, of.set(row.languageId, row));
  }
  const own = Object.entries(source.fields).flatMap(([field, { source: column }]) => (column ? [[field, column]] : []));
  const fallbacks =
    own.length && !source.adapter
      ? ((await ctx.db
          .select({ ...Object.fromEntries(own), id: source.table.id })
          .from(source.table as PgTable)
          .where(oneOf(source.table.id, ids))) as ({ id: string } & Record<string, unknown>)[])
      : [];
  return { byText, fallback: new Map(fallbacks.map(({ id, ...texts }) => [id, textsIn(source, texts)])) };
}

/** The texts of one in the source language; where the default language has none, what is translated instead. */
export function sourceTextsOf(
  source: DeskSource,
  { byText, fallback }: Awaited<ReturnType<typeof translationsOf>>,
  id: string,
  { sourceId, mainId }: { sourceId: string; mainId: string },
): Texts {
  const stored = byText.get(id)?.get(sourceId);
  return stored || sourceId !== mainId ? textsIn(source, stored) : (fallback.get(id) ?? textsIn(source, {}));
}

/** All languages that are on, the default one first. */
export const deskLanguages = (ctx: Ctx) =>
  ctx.db
    .select({ id: languages.id, code: languages.code, name: languages.name, isDefault: languages.isDefault })
    .from(languages)
    .where(eq(languages.status, true))
    .orderBy(sql`${languages.isDefault} desc`, languages.name);

/** The modules that these texts stand in, by name, with their pages. */
export async function deskModules(ctx: Ctx, sources: DeskSource[]) {
  const placed = tableSources(sources).flatMap(({ table, within }) => (within ? [{ table, ...within }] : []));
  const found = await Promise.all(
    placed.map(({ table, moduleId, page }) =>
      ctx.db.execute<{ id: string; label: string; page: string | null }>(sql`
        select ${modules.id} as id, ${modules.label} as label, p.page from ${modules}
        join (select distinct ${moduleId} as module_id, ${page ?? sql`null::text`} as page from ${table}) p
          on p.module_id = ${modules.id}`),
    ),
  );
  const all = new Map<string, { id: string; label: string; pages: Set<string> }>();
  for (const { id, label, page } of found.flatMap((rows) => [...rows])) {
    const one = all.get(id) ?? { id, label, pages: new Set() };
    if (page) one.pages.add(page);
    all.set(id, one);
  }
  return [...all.values()]
    .map(({ pages, ...one }) => ({ ...one, pages: [...pages].sort() }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
}

export async function defaultLanguageId(ctx: Ctx) {
  const [language] = await ctx.db.select({ id: languages.id }).from(languages).where(eq(languages.isDefault, true));
  return language?.id ?? "";
}

/** Texts with their source, their translation and what is to look at; in their order. */
export async function rowsOf(ctx: Ctx, asked: FoundText[], languageId: string, sourceId: string): Promise<Row[]> {
  const mainId = await defaultLanguageId(ctx);
  const rows = new Map<string, Row>();
  for (const source of new Set(asked.map(({ resource }) => resource))) {
    const of = asked.filter(({ resource }) => resource === source);
    const ids = of.map(({ id }) => id);
    const declared = deskSourceNamed(source);
    const [translations, work, found, aside] = await Promise.all([
      translationsOf(ctx, declared, ids),
      workOn(ctx, source, ids, languageId),
      ctx.db
        .select({ textId: deskFindings.textId, finding: deskFindings.finding })
        .from(deskFindings)
        .where(
          and(
            eq(deskFindings.resource, source),
            eq(deskFindings.languageId, languageId),
            oneOf(deskFindings.textId, ids),
          ),
        ),
      ctx.db
        .select()
        .from(deskDismissals)
        .where(
          and(
            eq(deskDismissals.resource, source),
            eq(deskDismissals.languageId, languageId),
            oneOf(deskDismissals.textId, ids),
          ),
        ),
    ]);
    const sources = new Map(of.map(({ id }) => [id, sourceTextsOf(declared, translations, id, { sourceId, mainId })]));
    const terms =
      sourceId === mainId && languageId !== mainId
        ? await termsIn(
            ctx,
            [...sources.values()].flatMap((texts) => Object.values(texts)),
            languageId,
          )
        : [];
    for (const one of of) {
      const all = translations.byText.get(one.id) ?? new Map<string, Stored>();
      const sourceTexts = sources.get(one.id) ?? {};
      const target = all.get(languageId);
      const targetTexts = textsIn(declared, target);
      const others = [...all.values()]
        .filter((row) => row.languageId !== languageId)
        .map((row) => textsIn(declared, row));
      const dismissed = new Map(
        aside.filter(({ textId }) => textId === one.id).map((row) => [row.warning, row.reason]),
      );
      const warnings =
        sourceId === languageId
          ? []
          : Object.entries(declared.fields).flatMap(([field, { html }]) =>
              warningsOf({
                field,
                source: sourceTexts[field] ?? "",
                text: targetTexts[field] ?? "",
                others: others.map((texts) => texts[field] ?? ""),
                terms,
                html: html === true,
              }),
            );
      rows.set(`${source} ${one.id}`, {
        ...one,
        source: sourceTexts,
        target: targetTexts,
        findings: found.flatMap(({ textId, finding }) => (textId === one.id ? (finding as Finding) : [])), // as it is written
        outdatedFrom: target?.outdatedFrom ? outdatedTexts(declared, target.outdatedFrom) : null,
        warnings: warnings.map((warning) => ({ ...warning, dismissed: dismissed.get(warning.warning) ?? null })),
        assigneeId: work.assignees.get(one.id) ?? null,
        comments: work.comments.get(one.id) ?? 0,
      });
    }
  }
  return asked.flatMap(({ resource, id }) => rows.get(`${resource} ${id}`) ?? []);
}
