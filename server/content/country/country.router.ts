import { crudProcedures, restOf } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { byId, Nothing } from "@/server/kit/wire";
import { TranslationId } from "../translation.schema";
import {
  Country,
  CreateCountry,
  CreateCountryTranslation,
  ListCountries,
  UpdateCountry,
  UpdateCountryTranslation,
} from "./country.schema";
import { countryService } from "./country.service";

const at = "/v1/backoffice/admin/countries";
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
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), update: UpdateCountry }),
  create: permitted("country.write", post(at, { section, status: 201 }))
    .input(CreateCountry)
    .output(Country)
    .mutation(({ ctx, input: { translations, ...values } }) => countryService.create(ctx, values, translations)),
  translate: permitted("country.write", post(`${at}/{id}/translation`, { section }))
    .input(byId(CreateCountryTranslation.shape))
    .output(Country)
    .mutation(({ ctx, input: { id, ifMatch, languageId, ...fields } }) =>
      countryService.translate(ctx, id, languageId, fields, ifMatch),
    ),
  changeTranslation: permitted("country.write", patch(`${at}/{id}/translation/{translationId}`, { section }))
    .input(byId({ ...TranslationId, ...UpdateCountryTranslation.shape }))
    .output(Country)
    .mutation(({ ctx, input: { id, translationId, ifMatch, ...fields } }) =>
      countryService.changeTranslation(ctx, id, translationId, fields, ifMatch),
    ),
  removeTranslation: permitted("country.write", del(`${at}/{id}/translation/{translationId}`, { section }))
    .input(byId(TranslationId))
    .output(Nothing)
    .mutation(({ ctx, input }) => countryService.removeTranslation(ctx, input.id, input.translationId, input.ifMatch)),
});
