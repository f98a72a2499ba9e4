import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
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

export const countryRouter = router({
  ...listProcedures({
    may: { read: "country.read" },
    rest: get(at, { section }),
    input: ListCountries,
    item: Country,
    dto: "ListCountryBOResponseDTO",
    service: countryService,
  }),
  get: permitted("country.read", get(`${at}/{id}`, { section }))
    .input(ById)
    .output(Country)
    .query(({ ctx, input }) => countryService.get(ctx, input.id)),
  create: permitted("country.write", post(at, { section, status: 201 }))
    .input(CreateCountry)
    .output(Country)
    .mutation(({ ctx, input: { translations, ...values } }) => countryService.create(ctx, values, translations)),
  update: permitted("country.write", patch(`${at}/{id}`, { section }))
    .input(byId(UpdateCountry.shape))
    .output(Country)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => countryService.update(ctx, id, values, ifMatch)),
  remove: permitted("country.write", del(`${at}/{id}`, { section }))
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => countryService.remove(ctx, input.id, input.ifMatch)),
  restore: permitted("country.write")
    .input(ById)
    .output(Country)
    .mutation(({ ctx, input }) => countryService.restore(ctx, input.id)),
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
