import { z } from "zod";
import { Id, LongText, Search, Stamps, Text } from "@/server/kit/call/wire";
import { translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";

/** What is translated. */
export const glossaryTermTexts = { translation: Text(200) };

export const GlossaryTerm = z
  .object({
    id: Id,
    term: z.string(),
    note: z.string().nullable(),
    isKept: z.boolean(),
    ...translated("GlossaryTermTranslationDTO", { translation: z.string() }),
    ...Stamps,
  })
  .meta({ id: "GlossaryTermDTO" });

export const CreateGlossaryTerm = z.object({
  term: Text(200),
  note: LongText(1000).nullable().optional(),
  isKept: z.boolean().optional(),
  translations: translations(glossaryTermTexts),
});

/** What a form edits; translations are edited on their own. */
export const GlossaryTermFields = CreateGlossaryTerm.omit({ translations: true });

export const UpdateGlossaryTerm = GlossaryTermFields.partial();

export const ListGlossaryTerms = listInput({
  sort: ["term", "isKept", "createdAt", "updatedAt"],
  filters: { term: Search, isKept: z.boolean() },
  order: "term:asc",
});
