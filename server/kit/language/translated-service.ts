import { getTableColumns } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import type { ListInput } from "@/server/kit/list/list.schema";
import { oneOf } from "@/server/kit/list/list-filters";
import { type ListOptions, listService } from "@/server/kit/list/list-service";
import type { Stored } from "@/server/kit/list/list-source";
import type { Ownership } from "@/server/kit/list/scope";
import type { Changes } from "@/server/kit/record/audit";
import type { RecordTable } from "@/server/kit/record/record-rows";
import { type RecordOptions, recordService } from "@/server/kit/record/record-service";
import { type Texts, type TranslationTable, translationService } from "./translations";

type NewTranslation<X extends PgTable> = { languageId: string } & Texts<X>;

/**
 * Records whose texts are translated (decisions 5): a `recordService` whose rows carry `translations` and
 * `missingLanguageIds` (the active languages without a translation), with the writes of single translations. Each of
 * those increases the record's version and is audited with it, with its language.
 */
export function translatedService<
  T extends RecordTable,
  I extends ListInput,
  X extends TranslationTable,
  Row extends { id: string } = Stored<T>,
  C extends AnyPgColumn = never,
>(options: ListOptions<T, I, Row> & Ownership<C> & RecordOptions<T> & { texts: X }) {
  const { table, name, label, parts = [] } = options;
  const texts = translationService(options.texts);
  const stored = async (ctx: Ctx, ids: string[]) =>
    (await ctx.db
      .select({ ...getTableColumns(table as PgTable), id: table.id })
      .from(table as PgTable)
      .where(oneOf(table.id, ids))) as Row[]; // Row is the stored row where `load` is not given
  const load = options.load ?? stored;
  const loadTranslated = async (ctx: Ctx, ids: string[]) => texts.addTo(ctx, await load(ctx, ids));

  const list = listService<T, I, Awaited<ReturnType<typeof loadTranslated>>[number], C>({
    ...options,
    load: loadTranslated,
  });
  const record = recordService(list, {
    name,
    label,
    parts: [...parts, { table: options.texts, parent: options.texts.parentId }],
  });
  type NewRecord = Parameters<typeof record.create>[1];

  const write = (ctx: KnownCtx, id: string, ifMatch: string | undefined, work: (ctx: KnownCtx) => Promise<Changes>) =>
    inTransaction(ctx, async (ctx) => {
      await record.change(ctx, id, ifMatch, "translate", async (ctx) => ({ changes: await work(ctx), result: null }));
      return record.get(ctx, id);
    });

  const removeTranslation = async (ctx: KnownCtx, id: string, translationId: string, ifMatch?: string) => {
    await write(ctx, id, ifMatch, (ctx) => texts.remove(ctx, id, translationId));
  };

  return {
    ...record,
    /** the table of the translations */
    texts: options.texts,

    create: (ctx: KnownCtx, { translations = [], ...values }: NewRecord & { translations?: NewTranslation<X>[] }) =>
      inTransaction(ctx, async (ctx) => {
        const made = await record.create(ctx, values as unknown as NewRecord); // what is left beside the translations
        if (translations.length === 0) return made;
        return write(ctx, made.id, undefined, async (ctx) => {
          const changes: Changes = {};
          for (const translation of translations)
            Object.assign(changes, await texts.upsert(ctx, made.id, translation.languageId, translation));
          return changes;
        });
      }),

    /** Sets the texts of one language, whether it had some or not. */
    translate: (ctx: KnownCtx, id: string, languageId: string, fields: Texts<X>, ifMatch?: string) =>
      write(ctx, id, ifMatch, (ctx) => texts.upsert(ctx, id, languageId, fields)),

    /** Changes one translation of that record; 404 where it is another's. */
    changeTranslation: (
      ctx: KnownCtx,
      id: string,
      translationId: string,
      fields: Partial<Texts<X>>,
      ifMatch?: string,
    ) => write(ctx, id, ifMatch, (ctx) => texts.update(ctx, id, translationId, fields)),

    /** Deletes one translation of that record; 404 where it is another's. */
    removeTranslation,

    /** As `removeTranslation`, where the documents name the translation alone. */
    removeTranslationById: async (ctx: KnownCtx, translationId: string, ifMatch?: string) =>
      removeTranslation(ctx, await texts.parentOf(ctx, translationId), translationId, ifMatch),
  };
}
