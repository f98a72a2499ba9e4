import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { assertVersion } from "@/server/kit/etag";

interface Parent<Row, Values> {
  create: (ctx: KnownCtx, values: Values) => Promise<Row>;
  get: (ctx: KnownCtx, id: string) => Promise<Row>;
  lock: (ctx: KnownCtx, id: string) => Promise<{ version: number }>;
}

interface Texts<Fields> {
  upsert: (ctx: KnownCtx, parentId: string, languageId: string, fields: Fields) => Promise<void>;
  update: (ctx: KnownCtx, parentId: string, id: string, fields: Partial<Fields>) => Promise<void>;
  remove: (ctx: KnownCtx, parentId: string, id: string) => Promise<void>;
}

export type TranslationOf<Fields> = { languageId: string } & Fields;

/**
 * The writes of a record whose translations go by path (document 4.14, languages and countries). `ifMatch` is the
 * record's version, which each write of a translation moves on. Answers are the record as it then is.
 */
export function translatedWrites<Row extends { id: string }, Values, Fields extends object>(
  parent: Parent<Row, Values>,
  texts: Texts<Fields>,
) {
  const write = (ctx: KnownCtx, id: string, ifMatch: string | undefined, work: (ctx: KnownCtx) => Promise<void>) =>
    inTransaction(ctx, async (ctx) => {
      assertVersion(await parent.lock(ctx, id), ifMatch);
      await work(ctx);
      return parent.get(ctx, id);
    });
  return {
    create: (ctx: KnownCtx, values: Values, translations: TranslationOf<Fields>[] = []) =>
      inTransaction(ctx, async (ctx) => {
        const made = await parent.create(ctx, values);
        for (const { languageId, ...fields } of translations)
          await texts.upsert(ctx, made.id, languageId, fields as unknown as Fields); // TranslationOf without its language
        return translations.length ? parent.get(ctx, made.id) : made;
      }),

    /** Sets the fields in one language, whether it had a translation or not. */
    translate: (ctx: KnownCtx, id: string, languageId: string, fields: Fields, ifMatch?: string) =>
      write(ctx, id, ifMatch, (ctx) => texts.upsert(ctx, id, languageId, fields)),

    changeTranslation: (ctx: KnownCtx, id: string, translationId: string, fields: Partial<Fields>, ifMatch?: string) =>
      write(ctx, id, ifMatch, (ctx) => texts.update(ctx, id, translationId, fields)),

    removeTranslation: async (ctx: KnownCtx, id: string, translationId: string, ifMatch?: string) => {
      await write(ctx, id, ifMatch, (ctx) => texts.remove(ctx, id, translationId));
    },
  };
}
