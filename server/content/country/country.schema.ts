import { z } from "zod";
import { Id, Search, Stamps, Text } from "@/server/kit/call/wire";
import { NameForReader, translated, translations } from "@/server/kit/language/translation.schema";
import { listInput } from "@/server/kit/list/list.schema";
import { either } from "@/server/kit/value/words.rules";

const Code = Text(10)
  .regex(/^[a-z]{2}$/i, "Give the two letters of ISO 3166-1, such as FR.")
  .overwrite((code) => code.toUpperCase());

const PhonePrefix = Text(12)
  .regex(/^\+?[1-9]\d{0,3}([ -]\d{1,5})?$/, "Give an international prefix such as +33 or +1 684.")
  .overwrite((prefix) => `+${prefix.replace("+", "")}`);

/** What is translated. */
export const countryTexts = { label: Text(120) };

export const Country = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    shownName: NameForReader,
    phonePrefix: z.string(),
    status: either("On", "Off"),
    ...translated("CountryTranslationDTO", { label: z.string() }),
    ...Stamps,
  })
  .meta({ id: "CountryResponseDTO" });

export const CreateCountry = z
  .object({
    code: Code,
    name: Text(120),
    phonePrefix: PhonePrefix,
    status: z.boolean().optional(),
    translations: translations(countryTexts),
  })
  .meta({ id: "CreateCountryDTO" });

/** What a form edits; translations are edited on their own. */
export const CountryFields = CreateCountry.omit({ translations: true });

export const UpdateCountry = CountryFields.partial().meta({ id: "UpdateCountryDTO" });

export const ListCountries = listInput({
  sort: ["name", "code", "phonePrefix", "status", "createdAt", "updatedAt"],
  filters: { name: Search, status: z.boolean() },
});
