import type { Changes } from "@/server/kit/audit";
import { inTransaction, type KnownCtx } from "@/server/kit/context";

type Work = (ctx: KnownCtx) => Promise<{ changes: Changes; result: undefined }>;

interface Parent<Row, Values> {
  create: (ctx: KnownCtx, values: Values) => Promise<Row>;
  get: (ctx: KnownCtx, id: string) => Promise<Row>;
  change: (ctx: KnownCtx, id: string, ifMatch: string | undefined, action: string, work: Work) => Promise<undefined>;
}

interface Texts<Fields> {
  upsert: (ctx: KnownCtx, parentId: string, languageId: string, fields: Fields) => Promise<Changes>;
  update: (ctx: KnownCtx, parentId: string, id: string, fields: Partial<Fields>) => Promise<Changes>;
  remove: (ctx: KnownCtx, parentId: string, id: string) => Promise<Changes>;
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
  const write = (
    ctx: KnownCtx,
    id: string,
    ifMatch: string | undefined,
    work: (ctx: KnownCtx) => Promise<Changes>,
  ): Promise<Row> =>
    inTransaction(ctx, async (ctx) => {
      await parent.change(ctx, id, ifMatch, "translate", async (ctx) => ({
        changes: await work(ctx),
        result: undefined,
      }));
      return parent.get(ctx, id);
    });

  async function upsertAll(ctx: KnownCtx, id: string, translations: TranslationOf<Fields>[]) {
    const changes: Changes = {};
    for (const { languageId, ...fields } of translations)
      Object.assign(changes, await texts.upsert(ctx, id, languageId, fields as unknown as Fields)); // TranslationOf without its language
    return changes;
  }

  return {
    create: (ctx: KnownCtx, values: Values, translations: TranslationOf<Fields>[] = []) =>
      inTransaction(ctx, async (ctx) => {
        const made = await parent.create(ctx, values);
        return translations.length
          ? write(ctx, made.id, undefined, (ctx) => upsertAll(ctx, made.id, translations))
          : made;
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
