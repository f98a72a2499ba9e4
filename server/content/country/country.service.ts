import { countries, countryTranslations } from "@/db/schema";
import { translatedWrites } from "@/server/content/translated.service";
import { crudService } from "@/server/kit/crud";
import { contains, equals, oneOf } from "@/server/kit/list";
import { translationService } from "@/server/kit/translations";
import { ListCountries } from "./country.schema";

const texts = translationService(countryTranslations, { name: "country", parent: countries, label: countries.name });

const crud = crudService({
  name: "country",
  table: countries,
  scope: "global",
  label: (row) => row.name,
  list: {
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
  },
  load: async (ctx, ids) => texts.addTo(ctx, await ctx.db.select().from(countries).where(oneOf(countries.id, ids))),
  parts: [{ table: countryTranslations, parent: countryTranslations.parentId }],
});

/** The countries people and companies choose from (document 4.14). */
export const countryService = { ...crud, ...translatedWrites(crud, texts) };
