import { del, get, patch, post } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { Country, CreateCountry, countryTexts, ListCountries, UpdateCountry } from "./country.schema";
import { countryService } from "./country.service";

const at = "/v1/backoffice/admin/countries";
const translation = `${at}/{id}/translation`;
const section = "4.14";

const of = {
  may: { read: "country.read", write: "country.write" },
  item: Country,
  service: countryService,
} as const;

export const countryRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListCountries,
    dto: "ListCountryBOResponseDTO",
  }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), create: CreateCountry, update: UpdateCountry }),
  ...translationProcedures({
    ...of,
    fields: countryTexts,
    rest: {
      set: post(translation, { section, dto: "CreateCountryTranslationDTO" }),
      change: patch(`${translation}/{translationId}`, { section, dto: "UpdateCountryTranslationDTO" }),
      remove: del(`${translation}/{translationId}`, { section }),
    },
  }),
});
