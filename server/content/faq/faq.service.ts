import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { faqContents, faqContentTranslations, faqs } from "@/db/schema";
import { contentsOf } from "@/server/content/contents.service";
import { joinDesk } from "@/server/kit/desk/desk-join";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { orderOf } from "@/server/kit/record/order-service";
import { recordService } from "@/server/kit/record/record-service";
import { faqContentTexts, ListFaqs } from "./faq.schema";

const contents = contentsOf({
  table: faqContents,
  parent: faqContents.faqId,
  texts: faqContentTranslations,
  one: "content",
  rank: faqContents.rank,
});

const list = listService({
  table: faqs,
  scope: "global",
  input: ListFaqs,
  sort: {
    rank: faqs.rank,
    name: faqs.name,
    topic: faqs.topic,
    createdAt: faqs.createdAt,
    updatedAt: faqs.updatedAt,
  },
  filters: { topic: contains(faqs.topic), name: contains(faqs.name) },
  load: async (ctx, ids) => contents.addTo(ctx, await ctx.db.select().from(faqs).where(oneOf(faqs.id, ids))),
});

const record = recordService(list, { name: "faq", label: (row) => row.name, parts: contents.parts });

/** The sections of the FAQ, each with its questions and answers (document 4.14). */
export const faqService = { ...record, ...contents.writesOf(record), ...orderOf(record) };

joinDesk({
  name: "faq",
  title: "FAQ",
  may: { read: "faq.read", write: "faq.write" },
  table: faqContents,
  texts: faqContentTranslations,
  contents: { parent: faqContents.faqId, one: "content" },
  label: faqs.name,
  place: sql`${faqs.topic}`,
  joins: [{ table: faqs, on: eq(faqs.id, faqContents.faqId) }],
  fields: { question: { title: "Question" }, answer: { title: "Answer", html: true } },
  schema: z.object(faqContentTexts),
  record: faqService,
  set: faqService.translateContent,
  remove: (ctx, id, translation) => faqService.removeContentTranslation(ctx, id, translation.id),
});
