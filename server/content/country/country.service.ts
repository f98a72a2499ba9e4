import { countries, countryTranslations } from "@/db/schema";
import { translatedWrites } from "@/server/content/translated.service";
import { contains, equals, oneOf } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { recordService } from "@/server/kit/record-service";
import { translationService } from "@/server/kit/translations";
import { ListCountries } from "./country.schema";

const texts = translationService(countryTranslations);

const list = listService({
  table: countries,
  scope: "global",
  input: ListCountries,
  sort: {
    name: countries.name,
    code: countries.code,
    phonePrefix: countries.phonePrefix,
    status: countries.status,
    createdAt: countries.createdAt,
    updatedAt: countries.updatedAt,
  },
  filters: { name: contains(countries.name), status: equals(countries.status) },
  load: async (ctx, ids) => texts.addTo(ctx, await ctx.db.select().from(countries).where(oneOf(countries.id, ids))),
});

const crud = recordService(list, {
  name: "country",
  label: (row) => row.name,
  parts: [{ table: countryTranslations, parent: countryTranslations.parentId }],
});

/** The countries people and companies choose from (document 4.14). */
export const countryService = { ...crud, ...translatedWrites(crud, texts) };
