import { and, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { faqContents, faqContentTranslations, faqs } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { translationService } from "@/server/kit/language/translations";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { type CreateFaqContent, type FaqContentTranslation, ListFaqContents } from "./faq.schema";
import { faqService } from "./faq.service";

const table = faqContents;
const texts = translationService(faqContentTranslations);

const list = listService({
  table,
  scope: "global",
  input: ListFaqContents,
  sort: { rank: table.rank, createdAt: table.createdAt },
  filters: {
    faqId: equals(table.faqId),
    languageId: (languageId) => {
      const { parentId, languageId: language } = faqContentTranslations;
      const inLanguage = and(eq(parentId, table.id), eq(language, languageId));
      return sql`exists (select from ${faqContentTranslations} where ${inLanguage})`;
    },
  },
  load: async (ctx, ids) =>
    texts.addTo(ctx, await ctx.db.select({ id: table.id, faqId: table.faqId }).from(table).where(oneOf(table.id, ids))),
});

async function one(ctx: Ctx, id: string) {
  const [content] = await list.load(ctx, [id]);
  if (!content) throw notFound();
  return content;
}

/** The questions of one section of the FAQ (document 4.14); each write is one of the section: its version, its trail. */
export const faqContentService = {
  ...list,

  /** 404 for an unknown section. */
  async list(ctx: KnownCtx, request: ListRequest & { faqId: string }) {
    if ((await ctx.db.$count(faqs, eq(faqs.id, request.faqId))) === 0) throw notFound();
    return list.list(ctx, request);
  },

  create: (ctx: KnownCtx, { faqId, translations, ifMatch }: z.output<typeof CreateFaqContent>) =>
    inTransaction(ctx, async (ctx) => {
      const id = uuidv7();
      await faqService.addContent(ctx, faqId, { id }, translations, ifMatch);
      return one(ctx, id);
    }),

  /** Sets question and answer in one language. */
  translate: (ctx: KnownCtx, { id, languageId, ifMatch, ...fields }: z.output<typeof FaqContentTranslation>) =>
    inTransaction(ctx, async (ctx) => {
      await faqService.translateContent(ctx, id, languageId, fields, ifMatch);
      return one(ctx, id);
    }),
};
