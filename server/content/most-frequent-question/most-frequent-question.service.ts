import { z } from "zod";
import { mostFrequentQuestions, mostFrequentQuestionTranslations } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { joinTranslated } from "@/server/kit/desk/desk-translated";
import { translatedService } from "@/server/kit/language/translated-service";
import type { Texts } from "@/server/kit/language/translations";
import { contains, equals } from "@/server/kit/list/list-filters";
import { orderOf } from "@/server/kit/record/order-service";
import { ListMostFrequentQuestions, mostFrequentQuestionTexts } from "./most-frequent-question.schema";

const table = mostFrequentQuestions;

const record = translatedService({
  name: "most-frequent-question",
  label: (row) => row.name,
  table,
  texts: mostFrequentQuestionTranslations,
  scope: "global",
  input: ListMostFrequentQuestions,
  sort: {
    rank: table.rank,
    name: table.name,
    idStatus: table.idStatus,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: { name: contains(table.name), idStatus: equals(table.idStatus) },
});

type Answer = Texts<typeof mostFrequentQuestionTranslations>;

/** The questions that the apps show first, with their answers (document 4.14). */
export const mostFrequentQuestionService = {
  ...record,
  ...orderOf(record),

  /** Question and answer in one language. @throws AppError 404 where there is none in it */
  async content(ctx: KnownCtx, id: string, languageId: string) {
    const { translations } = await record.get(ctx, id);
    const found = translations.find((one) => one.languageId === languageId);
    if (!found) throw notFound();
    return found;
  },

  /** Sets question and answer in one language. */
  async setContent(ctx: KnownCtx, id: string, languageId: string, answer: Answer, ifMatch?: string) {
    await record.translate(ctx, id, languageId, answer, ifMatch);
    return this.content(ctx, id, languageId);
  },
};

joinTranslated(mostFrequentQuestionService, {
  title: "Most frequent questions",
  may: { read: "most-frequent-question.read", write: "most-frequent-question.write" },
  label: table.name,
  fields: { title: { title: "Question" }, content: { title: "Answer", html: true } },
  schema: z.object(mostFrequentQuestionTexts),
});
