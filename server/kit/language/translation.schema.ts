import { z } from "zod";
import { Id } from "@/server/kit/call/wire";
import { said } from "@/server/kit/value/words.rules";

/** A language in an answer, told by its code. */
const LanguageId = z.uuid().register(said, { nameOf: "language" });

/** What every translatable answer carries beside its fields (decisions 5). */
export const translated = <S extends z.ZodRawShape>(id: string, fields: S) => ({
  translations: z.array(z.object({ id: Id, languageId: Id, ...fields }).meta({ id })),
  missingLanguageIds: z.array(LanguageId).meta({ description: "the active languages without a translation" }),
});

/** What a record is called in the language of who reads, which the screens show instead of its own text. */
export const NameForReader = z.string().meta({ description: "What it is called in the reader's language." });

const distinct = (items: { languageId: string }[]) =>
  new Set(items.map((item) => item.languageId)).size === items.length;

/** The translations of a body: one per language. */
export const translations = <S extends z.ZodRawShape>(fields: S) =>
  z
    .array(z.object({ languageId: Id, ...fields }))
    .max(200)
    .refine((items) => distinct(items as { languageId: string }[]), "Give each language once.")
    .optional();
