import { z } from "zod";
import { Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";
import { either } from "@/server/kit/value/words.rules";

/** The canonical form, such as "fr-CA" for "FR-ca"; `undefined` for anything that is not a language tag. */
function canonical(code: string) {
  try {
    // A first part of five to eight letters is well-formed, but no language has one.
    return /^[a-z]{2,3}(-|$)/i.test(code) ? Intl.getCanonicalLocales(code)[0] : undefined;
  } catch {
    return undefined;
  }
}

const Code = Text(35)
  .refine((code) => canonical(code) !== undefined, "Give a BCP 47 language tag such as en, fr-CA or zh-Hant.")
  .overwrite((code) => canonical(code) ?? code);

/** What is translated. */
export const languageTexts = { label: Text(120) };

export const Language = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    status: either("On", "Off"),
    isDefault: either("Default", ""),
    ...translated("LanguageTranslationDTO", { label: z.string() }),
    ...Stamps,
  })
  .meta({ id: "LanguageResponseDTO" });

export const CreateLanguage = z
  .object({
    code: Code,
    name: Text(120),
    status: z.boolean().optional(),
    isDefault: z.boolean().optional(),
    translations: translations(languageTexts),
  })
  .meta({ id: "CreateLanguageDTO" });

/** What a form edits; translations are edited on their own. */
export const LanguageFields = CreateLanguage.omit({ translations: true });

export const UpdateLanguage = LanguageFields.partial().meta({ id: "UpdateLanguageDTO" });

export const ListLanguages = listInput({
  sort: ["name", "code", "status", "isDefault", "createdAt", "updatedAt"],
  filters: { status: z.boolean(), name: Search },
});
