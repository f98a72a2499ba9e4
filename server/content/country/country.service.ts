import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { countries, countryTranslations } from "@/db/schema";
import { joinTranslated } from "@/server/kit/desk/desk-translated";
import { inReadersLanguage, orOwn } from "@/server/kit/language/readers-texts";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { countryTexts, ListCountries } from "./country.schema";

/** Countries whose name holds these words, in English or in another language. */
const named = (words: string): SQL =>
  sql`(${contains(countries.name)(words)} or ${countries.id} in (select ${countryTranslations.parentId}
    from ${countryTranslations} where ${contains(countryTranslations.label)(words)}))`;

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
  filters: { name: named, status: equals(countries.status) },
  load: (ctx, ids) =>
    ctx.db
      .select({ ...getTableColumns(countries), shownName: orOwn(countryTranslations.label, countries.name) })
      .from(countries)
      .leftJoin(countryTranslations, inReadersLanguage(countryTranslations, countries.id))
      .where(oneOf(countries.id, ids)),
});

joinTranslated(countryService, {
  title: "Countries",
  may: { read: "country.read", write: "country.write" },
  label: countries.name,
  fields: { label: { title: "Name", source: countries.name } },
  schema: z.object(countryTexts),
});
