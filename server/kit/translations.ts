import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { languages } from "@/db/schema";
import { audit, diff } from "./audit";
import { type Ctx, inTransaction, type KnownCtx } from "./context";
import { notFound } from "./errors";
import { oneOf } from "./list";
import type { RecordTable } from "./record-service";

/** A table made by `translationTable`. */
type TranslationTable = RecordTable & { parentId: AnyPgColumn; languageId: AnyPgColumn };

type Fields<T extends PgTable> = Omit<
  T["$inferSelect"],
  "id" | "parentId" | "languageId" | "createdAt" | "updatedAt" | "version"
>;
export type Translation<T extends PgTable> = { id: string; languageId: string } & Fields<T>;

interface Owner {
  /** the parent's name in the audit trail, such as "country" */
  name: string;
  parent: RecordTable;
  /** what people call the parent */
  label: AnyPgColumn;
  /** which parents the caller may reach */
  scope?: (ctx: KnownCtx) => SQL;
}

/** Upsert, change, delete and read of one resource's translations; each write bumps the parent's version and is audited on it. */
export function translationService<T extends TranslationTable>(table: T, owner: Owner) {
  const { parent, name } = owner;

  async function touch(ctx: KnownCtx, parentId: string) {
    const [row] = (await ctx.db
      .update(parent)
      .set({ version: sql`${parent.version} + 1`, updatedAt: new Date().toISOString() } as never) // RecordTable has both
      .where(and(eq(parent.id, parentId), owner.scope?.(ctx)))
      .returning({ label: owner.label })) as { label: string }[];
    if (!row) throw notFound();
    return row.label;
  }

  async function record(ctx: KnownCtx, parentId: string, objectLabel: string, before: object, after: object) {
    const { languageId } = { ...before, ...after } as { languageId: string };
    const [language] = await ctx.db
      .select({ code: languages.code })
      .from(languages)
      .where(eq(languages.id, languageId));
    const changes = Object.fromEntries(
      Object.entries(diff(before, after))
        .filter(([key]) => key !== "parentId" && key !== "languageId")
        .map(([key, change]) => [`${key} (${language?.code ?? languageId})`, change]),
    );
    if (Object.keys(changes).length)
      await audit(ctx, { objectType: name, objectId: parentId, objectLabel, action: "translate", changes });
  }

  type Stored = T["$inferSelect"] & { id: string; parentId: string };
  const find = async (ctx: Ctx, where: SQL | undefined) =>
    (await ctx.db
      .select()
      .from(table as PgTable)
      .where(where)) as Stored[];

  return {
    /** Sets the fields in one language, whether there was a translation or not. */
    upsert: (ctx: KnownCtx, parentId: string, languageId: string, fields: Fields<T>) =>
      inTransaction(ctx, async (ctx) => {
        const label = await touch(ctx, parentId); // also serialises writers of one parent
        const [before] = await find(ctx, and(eq(table.parentId, parentId), eq(table.languageId, languageId)));
        const [after] = (await ctx.db
          .insert(table)
          .values({ parentId, languageId, ...fields } as never)
          .onConflictDoUpdate({
            target: [table.parentId, table.languageId] as never,
            set: { ...fields, version: sql`${table.version} + 1`, updatedAt: new Date().toISOString() } as never,
          })
          .returning()) as Stored[];
        await record(ctx, parentId, label, before ?? { languageId }, after ?? {});
      }),

    /** Changes one translation of that parent; 404 where it is another's. */
    update: (ctx: KnownCtx, parentId: string, id: string, fields: Partial<Fields<T>>) =>
      inTransaction(ctx, async (ctx) => {
        const label = await touch(ctx, parentId);
        const [before] = await find(ctx, and(eq(table.id, id), eq(table.parentId, parentId)));
        if (!before) throw notFound();
        await ctx.db
          .update(table)
          .set({ ...fields, version: sql`${table.version} + 1` } as never)
          .where(eq(table.id, id));
        await record(ctx, parentId, label, before, { ...before, ...fields });
      }),

    /** Deletes one translation of that parent. */
    remove: (ctx: KnownCtx, parentId: string, id: string) =>
      inTransaction(ctx, async (ctx) => {
        const label = await touch(ctx, parentId);
        const [before] = await find(ctx, and(eq(table.id, id), eq(table.parentId, parentId)));
        if (!before) throw notFound();
        await ctx.db.delete(table).where(eq(table.id, id));
        const { languageId } = before as unknown as { languageId: string };
        await record(ctx, parentId, label, before, { languageId });
      }),

    /** The translations of these parents, by parent id; a parent without any is missing in the map. */
    async byParent(ctx: Ctx, parentIds: string[]) {
      const rows = await find(ctx, oneOf(table.parentId, parentIds));
      const byParent = new Map<string, Translation<T>[]>();
      for (const { parentId, createdAt, updatedAt, version, ...translation } of rows as unknown as (Translation<T> &
        Record<"parentId" | "createdAt" | "updatedAt" | "version", string>)[]) {
        const list = byParent.get(parentId) ?? [];
        list.push(translation as unknown as Translation<T>); // what is left is exactly id, languageId and the fields
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

    /** Per active language, how many of the parents have a translation in it: for completeness bars. */
    async completeness(ctx: Ctx): Promise<{ languageId: string; code: string; translated: number; total: number }[]> {
      const rows = await ctx.db.execute<{ languageId: string; code: string; translated: number; total: number }>(sql`
        select l.id as "languageId", l.code, count(t.id)::int as translated,
               (select count(*)::int from ${parent}) as total
        from ${languages} l left join ${table} t on t.language_id = l.id
        where l.status group by l.id, l.code, l.is_default order by l.is_default desc, l.code`);
      return [...rows];
    },
  };
}

async function activeLanguageIds(ctx: Ctx) {
  const rows = await ctx.db
    .select({ id: languages.id })
    .from(languages)
    .where(eq(languages.status, true))
    .orderBy(desc(languages.isDefault), languages.code);
  return rows.map((row) => row.id);
}
