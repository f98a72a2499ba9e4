import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { languages } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { oneOf } from "@/server/kit/list/list-filters";
import { type Changes, diff } from "@/server/kit/record/audit";
import type { RecordTable } from "@/server/kit/record/record-rows";
import { textsWritten } from "./written-texts";

/** A table made by `translationTable`. */
export type TranslationTable = RecordTable & {
  parentId: AnyPgColumn;
  languageId: AnyPgColumn;
  outdatedFrom: AnyPgColumn;
};

type OwnColumn = "id" | "parentId" | "languageId" | "outdatedFrom" | "createdAt" | "updatedAt" | "version";
const ownColumns = new Set<string>([
  "id",
  "parentId",
  "languageId",
  "outdatedFrom",
  "createdAt",
  "updatedAt",
  "version",
]);

/** The texts of a language as they are given; an optional one may be left out, and is empty then. */
export type Texts<T extends PgTable> = Omit<T["$inferInsert"], OwnColumn>;
/** A translation as answers show it. */
export type Translation<T extends PgTable> = { id: string; languageId: string } & Omit<T["$inferSelect"], OwnColumn>;

/**
 * One resource's translations. Call the writes within `change` of the record, which locks it, increases its version and
 * audits the changes that they return.
 */
export function translationService<T extends TranslationTable>(table: T) {
  type Stored = T["$inferSelect"] & { id: string; parentId: string; languageId: string };
  const find = async (ctx: Ctx, where: SQL | undefined) =>
    (await ctx.db
      .select()
      .from(table as PgTable)
      .where(where)
      .orderBy(table.id)) as Stored[];

  const textColumns = Object.keys(getTableColumns(table)).filter((key) => !ownColumns.has(key));

  async function ofParent(ctx: Ctx, parentId: string, id: string) {
    const [found] = await find(ctx, and(eq(table.id, id), eq(table.parentId, parentId)));
    if (!found) throw notFound();
    return found;
  }

  return {
    /** Sets the texts in one language, whether there was a translation or not. */
    async upsert(ctx: Ctx, parentId: string, languageId: string, texts: Texts<T>): Promise<Changes> {
      const given = texts as Record<string, unknown>;
      const fields = Object.fromEntries(textColumns.map((key) => [key, given[key] ?? null]));
      const [before] = await find(ctx, and(eq(table.parentId, parentId), eq(table.languageId, languageId)));
      const changes = await changesOf(ctx, languageId, before ?? {}, { ...before, ...fields });
      if (Object.keys(changes).length === 0) return changes;
      await ctx.db
        .insert(table as PgTable)
        .values({ parentId, languageId, ...fields })
        .onConflictDoUpdate({
          target: [table.parentId, table.languageId],
          set: { ...fields, version: sql`${table.version} + 1`, updatedAt: new Date().toISOString() },
        });
      await textsWritten(ctx, table, [{ parentId, languageId }]);
      return changes;
    },

    /** Changes one translation of that parent; 404 where it is another's. */
    async update(ctx: Ctx, parentId: string, id: string, fields: Partial<Texts<T>>): Promise<Changes> {
      const before = await ofParent(ctx, parentId, id);
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const changes = await changesOf(ctx, before.languageId, before, { ...before, ...given });
      if (Object.keys(changes).length === 0) return changes;
      await ctx.db
        .update(table as PgTable)
        .set({ ...given, version: sql`${table.version} + 1` })
        .where(eq(table.id, id));
      await textsWritten(ctx, table, [{ parentId, languageId: before.languageId }]);
      return changes;
    },

    /** Deletes one translation of that parent; 404 where it is another's. */
    async remove(ctx: Ctx, parentId: string, id: string): Promise<Changes> {
      const before = await ofParent(ctx, parentId, id);
      await ctx.db.delete(table).where(eq(table.id, id));
      await textsWritten(ctx, table, [{ parentId, languageId: before.languageId }]);
      return changesOf(ctx, before.languageId, before, {});
    },

    /** The record that a translation belongs to; 404 where there is no such translation. */
    async parentOf(ctx: Ctx, id: string) {
      const [found] = await find(ctx, eq(table.id, id));
      if (!found) throw notFound();
      return found.parentId;
    },

    /** The translations of these parents, by parent id; a parent without any is missing in the map. */
    async byParent(ctx: Ctx, parentIds: string[]) {
      const rows = await find(ctx, oneOf(table.parentId, parentIds));
      const byParent = new Map<string, Translation<T>[]>();
      for (const { parentId, outdatedFrom, createdAt, updatedAt, version, ...translation } of rows) {
        const list = byParent.get(parentId) ?? [];
        list.push(translation as Translation<T>); // what is left is exactly id, languageId and the fields
        byParent.set(parentId, list);
      }
      return byParent;
    },

    /** Rows with their `translations`, and the active languages in which each has none. */
    async addTo<R extends { id: string }>(ctx: Ctx, rows: R[]) {
      const ids = rows.map((row) => row.id);
      const [byParent, active] = await Promise.all([this.byParent(ctx, ids), activeLanguageIds(ctx)]);
      return rows.map((row) => {
        const translations = byParent.get(row.id) ?? [];
        const has = new Set(translations.map((translation) => translation.languageId));
        return { ...row, translations, missingLanguageIds: active.filter((id) => !has.has(id)) };
      });
    },
  };
}

/** What changed in a language's fields, each under the field's name and the language's code. */
async function changesOf(ctx: Ctx, languageId: string, before: object, after: object): Promise<Changes> {
  const changed = Object.entries(diff(before, after)).filter(([key]) => key !== "parentId" && key !== "languageId");
  if (changed.length === 0) return {};
  const [language] = await ctx.db.select({ code: languages.code }).from(languages).where(eq(languages.id, languageId));
  if (!language) throw unknownReference("languageId", "language");
  return Object.fromEntries(changed.map(([key, change]) => [`${key} (${language.code})`, change]));
}

/** The active languages, the default one first. */
export async function activeLanguageIds(ctx: Ctx) {
  const rows = await ctx.db
    .select({ id: languages.id })
    .from(languages)
    .where(eq(languages.status, true))
    .orderBy(desc(languages.isDefault), languages.code);
  return rows.map((row) => row.id);
}
