import { and, count, desc, eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { languages, modules } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { joinDesk } from "@/server/kit/desk/desk-join";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { oneOf } from "@/server/kit/list/list-filters";
import { groupBy } from "@/server/kit/value/group.rules";
import type { NamedValue, NewText, TextEdit, TextRow } from "./text.schema";
import { plainColumns, type TextRecord, type TextSource, textRecord } from "./text-record";
import { type TextWriter, textWriter } from "./text-write";

type Request = ListRequest & { languageId?: string };

/** Adds the value in the language that the request names: a column that exports and imports both have. */
const valued = ({ languageId }: Request, rows: TextRow[]) =>
  languageId
    ? rows.map((row) => ({ ...row, value: row.translations.find((t) => t.languageId === languageId)?.value ?? null }))
    : rows;

const inItems = (index: number, field: string) => `items.${index}.${field}`;

/** The text of each item. @throws AppError 422 that names the items whose text is unknown, unclear or there twice */
async function resolveIds(ctx: Ctx, { table }: TextSource, items: NamedValue[]) {
  const names = items.flatMap(({ id, name }) => (id || !name ? [] : name));
  const rows = names.length
    ? ((await ctx.db
        .select({ id: table.id, name: table.name, moduleId: table.moduleId })
        .from(table as PgTable)
        .where(oneOf(table.name, names, "text"))) as { id: string; name: string; moduleId: string }[]) // its columns
    : [];
  const byName = groupBy(rows, (row) => row.name);
  const seen = new Set<string>();
  const errors: { path: string; message: string }[] = [];
  const ids = items.map(({ id, name, moduleId }, index) => {
    const found = (byName.get(name ?? "") ?? []).filter((row) => !moduleId || row.moduleId === moduleId);
    const chosen = id ?? found[0]?.id;
    const fault = (message: string) => errors.push({ path: inItems(index, id ? "id" : "name"), message });
    if (!chosen) fault("There is nothing of this name.");
    else if (!id && found.length > 1) fault("Several modules have this name. Give the moduleId too.");
    else if (seen.has(chosen)) fault("It is in the list twice.");
    if (chosen) seen.add(chosen);
    return chosen ?? "";
  });
  if (errors.length) {
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
    throw new AppError("unknown_reference", `${first?.path}: ${first?.message}${more}`, { errors });
  }
  return ids;
}

type SetValue = (
  ctx: KnownCtx,
  value: { id: string; languageId: string; value: string | null; expected?: string | null },
) => Promise<TextRow>;

/** Makes the texts reachable from the translation desk, which stands them beside each other by module and page. */
function joinTextDesk(of: TextSource, record: TextRecord, writer: TextWriter, setValue: SetValue) {
  const { table, values, schemas } = of;
  const own = ownColumns(of);
  joinDesk({
    name: of.name,
    title: of.title,
    may: of.may,
    table,
    texts: values,
    label: table.name,
    place: sql`concat_ws(' · ', ${modules.label}, ${sql.join(own, sql`, `)})`,
    joins: [{ table: modules, on: eq(modules.id, table.moduleId) }],
    within: { moduleId: table.moduleId, page: Object.keys(schemas.own).length > 0 ? own[0] : undefined },
    fields: { value: { title: "Text", long: true, ...(schemas.html && { html: true }) } },
    schema: z.object({ value: schemas.value }),
    record,
    set: (ctx, id, languageId, { value }: { value: string }) => setValue(ctx, { id, languageId, value }),
    setMany: (ctx, languageId, cells) =>
      writer.edit(
        ctx,
        cells.map(({ id, texts, expected }) => ({
          id,
          translations: [{ languageId, value: texts?.value ?? null, expected: expected.value || null }],
        })),
      ),
    remove: (ctx, id, { languageId }) => setValue(ctx, { id, languageId, value: null }),
  });
}

/** What is counted of texts. */
const textCounts = (of: TextSource) => {
  const { table, values, schemas } = of;
  return {
    /** Per active language, how many of the texts (of one module, where it is given) have a value. */
    async completeness(ctx: Ctx, moduleId?: string) {
      const counted = moduleId ? eq(table.moduleId, moduleId) : undefined;
      const total = await ctx.db.$count(table as PgTable, counted);
      const rows = await ctx.db
        .select({
          languageId: languages.id,
          code: languages.code,
          name: languages.name,
          isDefault: languages.isDefault,
          translated: count(table.id),
        })
        .from(languages)
        .leftJoin(values as PgTable, eq(values.languageId, languages.id))
        .leftJoin(table as PgTable, and(eq(table.id, values.parentId), counted))
        .where(eq(languages.status, true))
        .groupBy(languages.id)
        .orderBy(desc(languages.isDefault), languages.code);
      return rows.map((row) => ({ ...row, total }));
    },

    /** The modules, with how many texts each has and what the columns of its own hold there. */
    places: (ctx: Ctx) =>
      ctx.db
        .select({
          id: modules.id,
          code: modules.code,
          label: modules.label,
          texts: count(table.id),
          ...Object.fromEntries(Object.keys(schemas.own).map((key) => [key, heldIn(of, key)])),
        })
        .from(modules)
        .leftJoin(table as PgTable, eq(table.moduleId, modules.id))
        .groupBy(modules.id)
        .orderBy(modules.label),
  };
};

/** At most a page of the texts that a bulk operation touched; `meta.totalItems` says how many they were. */
async function touchedOf(ctx: Ctx, record: TextRecord, ids: string[]) {
  const itemsPerPage = 1000;
  const items = await record.load(ctx, ids.slice(0, itemsPerPage));
  const totalPages = Math.ceil(ids.length / itemsPerPage);
  const meta = { totalItems: ids.length, itemCount: items.length, itemsPerPage, totalPages, currentPage: 1 };
  return { meta, items };
}

/**
 * A resource of texts (decisions 5): labels, formatted texts, messages. Texts have a name that is unique in their module,
 * and a value in each language; a write of a value goes against the value that the writer saw, one of fields against the
 * version. It joins the translation desk.
 */
export function textService(of: TextSource) {
  const { table } = of;
  const record = textRecord(of);
  const writer = textWriter(of, record);
  const setValue: SetValue = (ctx, { id, ...value }) =>
    inTransaction(ctx, async (ctx) => {
      await writer.edit(ctx, [{ id, translations: [value] }]);
      return record.get(ctx, id);
    });
  joinTextDesk(of, record, writer, setValue);

  return {
    ...record,
    ...textCounts(of),
    setValue,
    source: of,
    writer,
    touched: (ctx: Ctx, ids: string[]) => touchedOf(ctx, record, ids),

    async list(ctx: KnownCtx, request: Request) {
      const { meta, items } = await record.list(ctx, request);
      return { meta, items: valued(request, items) };
    },
    async rows(ctx: KnownCtx, request: Request) {
      const { items, hasMore } = await record.rows(ctx, request);
      return { items: valued(request, items), hasMore };
    },
    stream: (ctx: KnownCtx, request: Request, visit: (rows: TextRow[]) => Promise<void>) =>
      record.stream(ctx, request, (rows) => visit(valued(request, rows))),

    create: (ctx: KnownCtx, text: NewText) =>
      inTransaction(ctx, async (ctx) => record.get(ctx, (await writer.create(ctx, [text]))[0] ?? "")),

    /** @param isInPath whether the id stood in the path, so that an unknown one is 404; in the body it is 422 */
    update: (ctx: KnownCtx, edit: TextEdit, isInPath = false) =>
      inTransaction(ctx, async (ctx) => {
        if (isInPath) await record.lock(ctx, edit.id, edit.ifMatch);
        await writer.edit(ctx, [edit]);
        return record.get(ctx, edit.id);
      }),

    /** All or nothing; answers the texts of the items, in their order. */
    bulkUpdate: (ctx: KnownCtx, items: TextEdit[]) =>
      inTransaction(ctx, async (ctx) => {
        await writer.edit(ctx, items, inItems);
        return touchedOf(
          ctx,
          record,
          items.map((item) => item.id),
        );
      }),

    /** Sets values in the language of the path, all or nothing. */
    bulkUpsert: (ctx: KnownCtx, languageId: string, items: NamedValue[]) =>
      inTransaction(ctx, async (ctx) => {
        if ((await ctx.db.$count(languages, eq(languages.id, languageId))) === 0) throw notFound();
        const ids = await resolveIds(ctx, of, items);
        const edits = items.map(({ value }, index) => ({
          id: ids[index] ?? "",
          translations: [{ languageId, value }],
        }));
        const changed = await writer.edit(ctx, edits, inItems);
        return { total: items.length, updated: changed.length, unchanged: items.length - changed.length };
      }),

    /** Deletes every text of the module. 404 for an unknown module. */
    removeOfModule: (ctx: KnownCtx, moduleId: string) =>
      inTransaction(ctx, async (ctx) => {
        const [module] = await ctx.db.select({ id: modules.id }).from(modules).where(eq(modules.id, moduleId));
        if (!module) throw notFound();
        const found = (await ctx.db
          .select({ id: table.id })
          .from(table as PgTable)
          .where(eq(table.moduleId, moduleId))) as { id: string }[]; // the id of a `TextTable`
        return writer.remove(
          ctx,
          found.map(({ id }) => id),
        );
      }),
  };
}

/** Where a text stands beside its module, and what translators should know of it. */
const ownColumns = (of: TextSource) => Object.values(plainColumns(of));

/** What texts have in this column, each once. */
const heldIn = (of: TextSource, key: string) => {
  const column = plainColumns(of)[key];
  return sql<string[]>`coalesce(array_agg(distinct ${column}) filter (where ${column} is not null), '{}')`;
};

export type TextService = ReturnType<typeof textService>;
