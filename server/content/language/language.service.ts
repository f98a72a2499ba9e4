import { eq } from "drizzle-orm";
import { z } from "zod";
import { languages, languageTranslations } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { checkAgain } from "@/server/kit/desk/desk-findings";
import { joinTranslated } from "@/server/kit/desk/desk-translated";
import { languageName } from "@/server/kit/language/language-name.rules";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, equals } from "@/server/kit/list/list-filters";
import { ListLanguages, languageTexts } from "./language.schema";

// A language is turned off, never removed, so that texts in it stay readable.
const { remove, restore, ...crud } = translatedService({
  name: "language",
  label: (row) => row.name,
  table: languages,
  texts: languageTranslations,
  scope: "global",
  input: ListLanguages,
  sort: {
    name: languages.name,
    code: languages.code,
    status: languages.status,
    isDefault: languages.isDefault,
    createdAt: languages.createdAt,
    updatedAt: languages.updatedAt,
  },
  filters: { status: equals(languages.status), name: contains(languages.name) },
});

type Values = Parameters<typeof crud.create>[1];

/** Writers of `isDefault` and `status` come one after the other, so that there is exactly one default at any time. */
const lockDefault = (ctx: KnownCtx) => lockName(ctx, "default-language");

/** Clears the default language; true where there was one. */
async function unsetDefault(ctx: KnownCtx) {
  const [current] = await ctx.db.select({ id: languages.id }).from(languages).where(eq(languages.isDefault, true));
  if (current) await crud.update(ctx, current.id, { isDefault: false });
}

/** The names of all languages in the reader's language, by id. */
export async function languageNames(ctx: Ctx): Promise<Map<string, string>> {
  const { id, code, name } = languages;
  const rows = await ctx.db.select({ id, code, name }).from(languages);
  return new Map(rows.map((row) => [row.id, languageName(row)]));
}

const assertOn = (language: { isDefault?: boolean; status?: boolean }) => {
  if (language.isDefault && language.status === false)
    throw broken("status", "The default language is always on. Make another language the default first.");
};

/** The codes of all languages, by id. */
export async function languageCodes(ctx: Ctx): Promise<Map<string, string>> {
  const rows = await ctx.db.select({ id: languages.id, code: languages.code }).from(languages);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** The languages of the product's texts (document 4.14). Exactly one is the default, and that one is on (422). */
export const languageService = {
  ...crud,

  /** The first language is always the default. */
  create: (ctx: KnownCtx, values: Values) =>
    inTransaction(ctx, async (ctx) => {
      await lockDefault(ctx);
      const isDefault = values.isDefault || (await ctx.db.$count(languages, eq(languages.isDefault, true))) === 0;
      assertOn({ ...values, isDefault });
      if (isDefault) await unsetDefault(ctx);
      return crud.create(ctx, { ...values, isDefault });
    }),

  update: (ctx: KnownCtx, id: string, values: Partial<typeof languages.$inferInsert>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockDefault(ctx);
      const before = await crud.lock(ctx, id, ifMatch);
      if (before.isDefault && values.isDefault === false)
        throw broken("isDefault", "There is always one default language. Make another language the default instead.");
      assertOn({
        isDefault: before.isDefault || values.isDefault,
        status: values.status ?? before.status,
      });
      if (values.isDefault && !before.isDefault) {
        await unsetDefault(ctx);
        await checkAgain(ctx);
      }
      return crud.update(ctx, id, values);
    }),
};

joinTranslated(languageService, {
  title: "Languages",
  may: { read: "language.read", write: "language.write" },
  label: languages.name,
  fields: { label: { title: "Name", source: languages.name } },
  schema: z.object(languageTexts),
});
