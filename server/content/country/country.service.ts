import { z } from "zod";
import { countries, countryTranslations } from "@/db/schema";
import { joinTranslated } from "@/server/kit/desk/desk-translated";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, equals } from "@/server/kit/list/list-filters";
import { countryTexts, ListCountries } from "./country.schema";

/** The countries people and companies choose from (document 4.14). */
export const countryService = translatedService({
  name: "country",
  label: (row) => row.name,
  table: countries,
  texts: countryTranslations,
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
});

joinTranslated(countryService, {
  title: "Countries",
  may: { read: "country.read", write: "country.write" },
  label: countries.name,
  fields: { label: { title: "Name", source: countries.name } },
  schema: z.object(countryTexts),
});
