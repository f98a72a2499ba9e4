import { and, count, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { labels, labelTranslations, languages, modules } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/context";
import { AppError, notFound } from "@/server/kit/errors";
import { groupBy } from "@/server/kit/group.rules";
import { oneOf } from "@/server/kit/list";
import type { ListRequest } from "@/server/kit/list.schema";
import type { BulkUpsertLabelTexts, SetLabelValue } from "./label-interface.schema";
import { labelRecord } from "./label-row.service";
import { createLabels, editLabels, type LabelEdit, type NewLabel } from "./label-write.service";

type Row = Awaited<ReturnType<typeof labelRecord.get>>;
type Request = ListRequest & { languageId?: string };

/** Adds the value in the language that the request names: a column that exports and imports both have. */
const valued = ({ languageId }: Request, rows: Row[]) =>
  languageId
    ? rows.map((row) => ({ ...row, value: row.translations.find((t) => t.languageId === languageId)?.value ?? null }))
    : rows;

const inItems = (index: number, field: string) => `items.${index}.${field}`;

/** The labels that screens show, with their values (document 4.14). */
export const labelService = {
  ...labelRecord,
  async list(ctx: KnownCtx, request: Request) {
    const { meta, items } = await labelRecord.list(ctx, request);
    return { meta, items: valued(request, items) };
  },
  async rows(ctx: KnownCtx, request: Request) {
    const { items, hasMore } = await labelRecord.rows(ctx, request);
    return { items: valued(request, items), hasMore };
  },
  stream: (ctx: KnownCtx, request: Request, visit: (rows: Row[]) => Promise<void>) =>
    labelRecord.stream(ctx, request, (rows) => visit(valued(request, rows))),

  create: (ctx: KnownCtx, values: NewLabel) =>
    inTransaction(ctx, async (ctx) => labelRecord.get(ctx, (await createLabels(ctx, [values]))[0] ?? "")),

  /** The label's id is in the body, so an unknown one is 422. */
  update: (ctx: KnownCtx, edit: LabelEdit) =>
    inTransaction(ctx, async (ctx) => {
      await editLabels(ctx, [edit]);
      return labelRecord.get(ctx, edit.id);
    }),

  setValue: (ctx: KnownCtx, { id, ...text }: z.output<typeof SetLabelValue>) =>
    inTransaction(ctx, async (ctx) => {
      await editLabels(ctx, [{ id, translations: [text] }]);
      return labelRecord.get(ctx, id);
    }),

  /** All or nothing; answers the labels of the items, in their order. */
  bulkUpdate: (ctx: KnownCtx, items: LabelEdit[]) =>
    inTransaction(ctx, async (ctx) => {
      await editLabels(ctx, items, inItems);
      return touched(
        ctx,
        items.map((item) => item.id),
      );
    }),

  /** Sets values in the language of the path, all or nothing. */
  bulkUpsert: (ctx: KnownCtx, languageId: string, items: z.output<typeof BulkUpsertLabelTexts>["items"]) =>
    inTransaction(ctx, async (ctx) => {
      if ((await ctx.db.$count(languages, eq(languages.id, languageId))) === 0) throw notFound();
      const ids = await resolveIds(ctx, items);
      const edits = items.map(({ value }, index) => ({ id: ids[index] ?? "", translations: [{ languageId, value }] }));
      const changed = await editLabels(ctx, edits, inItems);
      return { total: items.length, updated: changed.length, unchanged: items.length - changed.length };
    }),

  /** Per active language, how many of the labels (of one module, where it is given) have a value. */
  async completeness(ctx: Ctx, moduleId?: string) {
    const counted = moduleId ? eq(labels.moduleId, moduleId) : undefined;
    const total = await ctx.db.$count(labels, counted);
    const rows = await ctx.db
      .select({
        languageId: languages.id,
        code: languages.code,
        name: languages.name,
        isDefault: languages.isDefault,
        translated: count(labels.id),
      })
      .from(languages)
      .leftJoin(labelTranslations, eq(labelTranslations.languageId, languages.id))
      .leftJoin(labels, and(eq(labels.id, labelTranslations.parentId), counted))
      .where(eq(languages.status, true))
      .groupBy(languages.id)
      .orderBy(desc(languages.isDefault), languages.code);
    return rows.map((row) => ({ ...row, total }));
  },

  /** The modules, with how many labels each has and on which pages. */
  async places(ctx: Ctx) {
    return ctx.db
      .select({
        id: modules.id,
        code: modules.code,
        label: modules.label,
        labels: count(labels.id),
        pages: sql<string[]>`coalesce(array_agg(distinct ${labels.labelInterfacePage})
          filter (where ${labels.labelInterfacePage} is not null), '{}')`,
      })
      .from(modules)
      .leftJoin(labels, eq(labels.moduleId, modules.id))
      .groupBy(modules.id)
      .orderBy(modules.label);
  },
};

/** At most a page of the labels that a bulk operation touched; `meta.totalItems` says how many they were. */
export async function touched(ctx: Ctx, ids: string[]) {
  const itemsPerPage = 1000;
  const items = await labelRecord.load(ctx, ids.slice(0, itemsPerPage));
  const totalPages = Math.ceil(ids.length / itemsPerPage);
  const meta = { totalItems: ids.length, itemCount: items.length, itemsPerPage, totalPages, currentPage: 1 };
  return { meta, items };
}

/** The label of each item. @throws AppError 422 that names the items whose label is unknown, unclear or there twice */
async function resolveIds(ctx: Ctx, items: z.output<typeof BulkUpsertLabelTexts>["items"]) {
  const names = items.flatMap(({ id, name }) => (id || !name ? [] : name));
  const rows = names.length
    ? await ctx.db
        .select({ id: labels.id, name: labels.name, moduleId: labels.moduleId })
        .from(labels)
        .where(oneOf(labels.name, names, "text"))
    : [];
  const byName = groupBy(rows, (row) => row.name);
  const seen = new Set<string>();
  const errors: { path: string; message: string }[] = [];
  const ids = items.map(({ id, name, moduleId }, index) => {
    const found = (byName.get(name ?? "") ?? []).filter((row) => !moduleId || row.moduleId === moduleId);
    const chosen = id ?? found[0]?.id;
    const fault = (message: string) => errors.push({ path: inItems(index, id ? "id" : "name"), message });
    if (!chosen) fault("No label has this name.");
    else if (!id && found.length > 1) fault("Several modules have a label of this name. Give its moduleId too.");
    else if (seen.has(chosen)) fault("This label is in the list twice.");
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
