import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import {
  activeLanguageIds,
  type Texts,
  type Translation,
  type TranslationTable,
  translationService,
} from "@/server/kit/language/translations";
import { oneOf } from "@/server/kit/list/list-filters";
import { type Changes, diff } from "@/server/kit/record/audit";
import { assertSameSet } from "@/server/kit/record/order-service";
import { columnName, type PartTable, type RecordTable } from "@/server/kit/record/record-rows";

interface Options<T extends RecordTable, X extends TranslationTable> {
  /** the contents; a column of it names the record, and it goes with the record (on delete cascade) */
  table: T;
  /** that column */
  parent: AnyPgColumn;
  /** the contents' translations, made by `translationTable` */
  texts: X;
  /** what people call one, for the trail, such as "question" */
  one: string;
  /** of contents with an order: the column that says it, lowest first */
  rank?: AnyPgColumn;
}

interface Owner<Row> {
  get: (ctx: KnownCtx, id: string) => Promise<Row>;
  change: <R>(
    ctx: KnownCtx,
    id: string,
    ifMatch: string | undefined,
    action: string,
    work: (ctx: KnownCtx) => Promise<{ changes: Changes; result: R }>,
  ) => Promise<R>;
}

type Kept<T extends PgTable> = T["$inferSelect"] & { id: string };
/** A content as answers show it. */
export type Content<T extends PgTable, X extends PgTable> = Omit<Kept<T>, "createdAt" | "updatedAt" | "version"> & {
  translations: Translation<X>[];
};

/** What is read of contents, and what their writes have in common. */
function contentReads<T extends RecordTable, X extends TranslationTable>(options: Options<T, X>) {
  const { table, parent, one, rank } = options;
  const texts = translationService(options.texts);
  const keyOf = (of: AnyPgColumn | undefined) =>
    Object.entries(getTableColumns(table)).find(([, column]) => column === of)?.[0] ?? "";
  const [parentKey, rankKey] = [keyOf(parent), keyOf(rank)];
  const hidden = new Set([parentKey, rankKey, "createdAt", "updatedAt", "version"]);
  const shown = (row: object) => Object.fromEntries(Object.entries(row).filter(([key]) => !hidden.has(key)));

  const rowsOf = async (ctx: Ctx, parentIds: string[]) =>
    (await ctx.db
      .select()
      .from(table as PgTable)
      .where(oneOf(parent, parentIds))
      .orderBy(...(rank ? [rank] : []), table.id)) as (Kept<T> & Record<string, unknown>)[];

  /** The contents of these records by record id, in their order, or that in which they were made; none is an empty list. */
  async function byParent(ctx: Ctx, parentIds: string[]) {
    const rows = await rowsOf(ctx, parentIds);
    const ids = rows.map((row) => row.id);
    const translations = ids.length ? await texts.byParent(ctx, ids) : new Map<string, Translation<X>[]>();
    const result = new Map<string, Content<T, X>[]>(parentIds.map((id) => [id, []]));
    for (const row of rows) {
      const content = { ...shown(row), translations: translations.get(row.id) ?? [] };
      result.get(String(row[parentKey]))?.push(content as Content<T, X>); // exactly those fields
    }
    return result;
  }

  async function find(ctx: Ctx, recordId: string, contentId: string) {
    const [row] = await ctx.db
      .select()
      .from(table as PgTable)
      .where(and(eq(table.id, contentId), eq(parent, recordId)));
    if (!row) throw notFound();
    return row as Kept<T> & Record<string, unknown>;
  }

  /** The place behind all others. */
  async function placeIn(ctx: Ctx, recordId: string) {
    if (!rank) return {};
    const [last] = await ctx.db
      .select({ rank: sql<number | null>`max(${rank})` })
      .from(table as PgTable)
      .where(eq(parent, recordId));
    return { [rankKey]: (last?.rank ?? 0) + 1 };
  }

  /** The record that a content belongs to; 404 where there is no such content. */
  async function parentOf(ctx: Ctx, contentId: string) {
    const [row] = await ctx.db
      .select({ id: parent })
      .from(table as PgTable)
      .where(eq(table.id, contentId));
    if (!row) throw notFound();
    return String(row.id);
  }

  /** "question 0192… title (fr)": the name of a change of a content in the audit trail of its record. */
  const named = (contentId: string, changes: Changes): Changes =>
    Object.fromEntries(
      Object.entries(changes)
        .filter(([key]) => key !== parentKey)
        .map(([key, change]) => [`${one} ${contentId.slice(-6)} ${key}`, change]),
    );

  return { texts, rankKey, parentKey, shown, rowsOf, byParent, find, placeIn, parentOf, named };
}

/** The writes of one record's contents; each answers the record as it then is. */
function contentWrites<T extends RecordTable, X extends TranslationTable, Row>(
  { table, one, rank }: Options<T, X>,
  { texts, rankKey, parentKey, shown, rowsOf, find, placeIn, parentOf, named }: ReturnType<typeof contentReads<T, X>>,
  record: Owner<Row>,
) {
  const write = (ctx: KnownCtx, id: string, ifMatch: string | undefined, work: (ctx: KnownCtx) => Promise<Changes>) =>
    inTransaction(ctx, async (ctx) => {
      await record.change(ctx, id, ifMatch, "edit-content", async (ctx) => ({
        changes: await work(ctx),
        result: null,
      }));
      return record.get(ctx, id);
    });
  type Values = Partial<T["$inferInsert"]>;

  return {
    addContent: (
      ctx: KnownCtx,
      id: string,
      values: Values,
      translations: ({ languageId: string } & Texts<X>)[] = [],
      ifMatch?: string,
    ) =>
      write(ctx, id, ifMatch, async (ctx) => {
        const [row] = (await ctx.db
          .insert(table as PgTable)
          .values({ ...values, ...(await placeIn(ctx, id)), [parentKey]: id })
          .returning()) as Kept<T>[];
        if (!row) throw new Error(`insert of a ${one} returned nothing`);
        const changes: Changes = { [one]: [null, row.id.slice(-6)], ...diff({}, shown(row)) };
        for (const translation of translations)
          Object.assign(changes, await texts.upsert(ctx, row.id, translation.languageId, translation));
        return named(row.id, changes);
      }),

    changeContent: (ctx: KnownCtx, id: string, contentId: string, values: Values, ifMatch?: string) =>
      write(ctx, id, ifMatch, async (ctx) => {
        const before = await find(ctx, id, contentId);
        const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
        const changes = diff(before, { ...before, ...given });
        if (Object.keys(changes).length)
          await ctx.db
            .update(table as PgTable)
            .set(given)
            .where(eq(table.id, contentId));
        return named(contentId, changes);
      }),

    /**
     * Gives the contents of a record their places; for contents with a `rank`.
     * @param ids all of them, in their new order
     * @throws AppError 412 where these are not all there are: somebody made or removed one meanwhile
     */
    saveContentOrder: (ctx: KnownCtx, id: string, ids: string[], ifMatch?: string) =>
      write(ctx, id, ifMatch, async (ctx) => {
        if (!rank) throw new Error(`the contents "${one}" have no order`);
        const before = (await rowsOf(ctx, [id])).map((row) => row.id);
        assertSameSet(before, ids);
        const places = ids.map((contentId, place) => sql`(${contentId}::uuid, ${place + 1}::int)`);
        await ctx.db.execute(sql`
          update ${table} t set ${sql.identifier(columnName(rankKey, rank))} = e.place, version = t.version + 1
          from (values ${sql.join(places, sql`, `)}) e(id, place) where t.id = e.id`);
        const told = (all: string[]) => all.map((contentId) => contentId.slice(-6)).join(", ");
        return diff({ [`${one} order`]: told(before) }, { [`${one} order`]: told(ids) });
      }),

    removeContent: (ctx: KnownCtx, id: string, contentId: string, ifMatch?: string) =>
      write(ctx, id, ifMatch, async (ctx) => {
        const before = await find(ctx, id, contentId);
        const translations = (await texts.byParent(ctx, [contentId])).get(contentId) ?? [];
        await ctx.db.delete(table).where(eq(table.id, contentId));
        return named(contentId, diff({ ...shown(before), translations }, {}));
      }),

    /** Sets the texts of one content in one language; the documents name the content alone. */
    translateContent: async (
      ctx: KnownCtx,
      contentId: string,
      languageId: string,
      fields: Texts<X>,
      ifMatch?: string,
    ) =>
      write(ctx, await parentOf(ctx, contentId), ifMatch, async (ctx) =>
        named(contentId, await texts.upsert(ctx, contentId, languageId, fields)),
      ),

    removeContentTranslation: async (ctx: KnownCtx, contentId: string, translationId: string, ifMatch?: string) =>
      write(ctx, await parentOf(ctx, contentId), ifMatch, async (ctx) =>
        named(contentId, await texts.remove(ctx, contentId, translationId)),
      ),
  };
}

/**
 * Contents of a record, each with its translations: parent → contents[] → translations[] (decisions 5: documentation,
 * FAQ). Every write goes through the record's `change`: it locks the record (404, 412), increases its version, and is
 * audited with it.
 */
export function contentsOf<T extends RecordTable, X extends TranslationTable>(options: Options<T, X>) {
  const { table, parent } = options;
  const reads = contentReads(options);
  const { byParent } = reads;
  return {
    byParent,

    /** What a record keeps of its contents, so that its removal can be undone. */
    parts: [
      { table, parent },
      { table: options.texts, parent: options.texts.parentId, within: table },
    ] satisfies PartTable[],

    /** Rows with their `contents`, and the active languages in which one of these has no text. */
    async addTo<R extends { id: string }>(ctx: Ctx, rows: R[]) {
      const ids = rows.map((row) => row.id);
      const [byId, active] = await Promise.all([byParent(ctx, ids), activeLanguageIds(ctx)]);
      return rows.map((row) => {
        const contents = byId.get(row.id) ?? [];
        const lacks = (languageId: string) =>
          contents.some(({ translations }) => !translations.some((one) => one.languageId === languageId));
        return { ...row, contents, missingLanguageIds: active.filter(lacks) };
      });
    },

    /** The writes of one record's contents; each answers the record as it then is. */
    writesOf: <Row>(record: Owner<Row>) => contentWrites(options, reads, record),
  };
}
