import { z } from "zod";
import { HtmlText } from "@/server/kit/call/html.schema";
import { Id, IfMatch, Rank, Search, SeenVersion, Stamps, Text } from "@/server/kit/call/wire";
import { translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";

/** What is translated of a content. */
export const faqContentTexts = { question: Text(300), answer: HtmlText(20_000) };
const texts = translated("FAQContentTranslationDTO", { question: z.string(), answer: z.string() });

/** A section of the FAQ with its questions. */
export const Faq = z
  .object({
    id: Id,
    name: z.string(),
    topic: z.string(),
    rank: z.int(),
    contents: z.array(z.object({ id: Id, translations: texts.translations }).meta({ id: "FAQContentDTO" })),
    missingLanguageIds: texts.missingLanguageIds,
    ...Stamps,
  })
  .meta({ id: "FAQResponseDTO" });

export const CreateFaq = z
  .object({ name: Text(200), topic: Text(120), rank: Rank.optional() })
  .meta({ id: "CreateFAQDTO" });

/** What a form edits; the order is that of all sections together. */
export const FaqFields = CreateFaq.omit({ rank: true });

export const UpdateFaq = CreateFaq.partial().meta({ id: "UpdateFAQDTO" });

export const ListFaqs = listInput({
  sort: ["rank", "name", "topic", "createdAt", "updatedAt"],
  filters: { topic: Search, name: Search },
  order: "rank:asc",
});

/** A question of the FAQ with its answer, in each language. */
export const FaqContent = z.object({ id: Id, faqId: Id, ...texts }).meta({ id: "ComponentResponseDTO" });

/** The same for who added it, which the documents give a name of its own. */
export const AddedFaqContent = FaqContent.meta({ id: "FAQContentResponseDTO" });

export const CreateFaqContent = z.object({ faqId: Id, translations: translations(faqContentTexts), ifMatch: IfMatch });
export const FaqContentTranslation = z.object({ id: Id, languageId: Id, ...faqContentTexts, ifMatch: IfMatch });
export const FaqContentOf = z.object({ faqId: Id, id: Id, ifMatch: IfMatch });

/** All questions of a section in their new order. */
export const FaqContentOrder = z.object({ faqId: Id, ids: z.array(Id).min(1).max(1000), ifMatch: SeenVersion });

/** `languageId`: those with a text in that language. */
export const ListFaqContents = listInput({
  sort: ["rank", "createdAt"],
  filters: { faqId: Id, languageId: Id },
  required: ["faqId"],
  order: "rank:asc",
});
