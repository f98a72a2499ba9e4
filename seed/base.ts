import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  companyCategories,
  companyCategoryTranslations,
  countries,
  countryTranslations,
  languages,
  languageTranslations,
} from "@/db/schema";
import { fixedId } from "@/server/kit/record/fixed-id";
import type { Permission } from "@/server/permissions";
import { seedIdentityBase } from "./identity";
import { seedMailTemplates } from "./mail-templates";

export const languageRows = [
  { code: "en", name: "English", isDefault: true, labels: { en: "English", fr: "Anglais", de: "Englisch" } },
  { code: "fr", name: "French", isDefault: false, labels: { en: "French", fr: "Français", de: "Französisch" } },
  { code: "de", name: "German", isDefault: false, labels: { en: "German", fr: "Allemand", de: "Deutsch" } },
] as const;
export type LanguageCode = (typeof languageRows)[number]["code"];
export const languageId = (code: LanguageCode) => fixedId("language", code);

/** code, phone prefix, name in English, French, German */
const countryRows = [
  ["FR", "+33", "France", "France", "Frankreich"],
  ["DE", "+49", "Germany", "Allemagne", "Deutschland"],
  ["GB", "+44", "United Kingdom", "Royaume-Uni", "Vereinigtes Königreich"],
  ["AT", "+43", "Austria", "Autriche", "Österreich"],
  ["CH", "+41", "Switzerland", "Suisse", "Schweiz"],
  ["BE", "+32", "Belgium", "Belgique", "Belgien"],
  ["NL", "+31", "Netherlands", "Pays-Bas", "Niederlande"],
  ["LU", "+352", "Luxembourg", "Luxembourg", "Luxemburg"],
  ["IT", "+39", "Italy", "Italie", "Italien"],
  ["ES", "+34", "Spain", "Espagne", "Spanien"],
  ["PT", "+351", "Portugal", "Portugal", "Portugal"],
  ["IE", "+353", "Ireland", "Irlande", "Irland"],
  ["DK", "+45", "Denmark", "Danemark", "Dänemark"],
  ["SE", "+46", "Sweden", "Suède", "Schweden"],
  ["NO", "+47", "Norway", "Norvège", "Norwegen"],
  ["FI", "+358", "Finland", "Finlande", "Finnland"],
  ["PL", "+48", "Poland", "Pologne", "Polen"],
  ["CZ", "+420", "Czechia", "Tchéquie", "Tschechien"],
] as const;
export type CountryCode = (typeof countryRows)[number][0];
export const countryId = (code: CountryCode) => fixedId("country", code);

const categoryRows = {
  MANUFACTURER: { en: "Manufacturer", fr: "Fabricant", de: "Hersteller" },
  DEALER: { en: "Dealer", fr: "Revendeur", de: "Händler" },
  SUBCONTRACTOR: { en: "Subcontractor", fr: "Sous-traitant", de: "Subunternehmer" },
  FLEET: { en: "Fleet", fr: "Flotte", de: "Flotte" },
};
/** The ceiling for every role of a company in a category, to begin with. */
const everyCompany: Permission[] = [
  "company-audit.read",
  "company-note.write",
  "company-member.read",
  "company-member.write",
  "team-role.read",
  "team-role.write",
  "team.read",
  "team.write",
  "team-preference.read",
  "team-preference.write",
  "team-mail-template.read",
  "team-mail-template.write",
];
const partner: Permission[] = ["company-manufacturer.read", "company-manufacturer.write"];
const devices: Permission[] = [
  "company-pers.read",
  "company-alert.read",
  "company-alert.write",
  "company-alert.escalation",
  "company-firmware-rollout.read",
];
const vehicles: Permission[] = ["company-vehicle.read", "company-rider.read", "company-vehicle-model.read"];
export const ceilings: Record<CategoryCode, Permission[]> = {
  MANUFACTURER: [
    ...devices,
    ...vehicles,
    "company-vehicle-model.write",
    "company-dealer.read",
    "company-dealer.write",
    "company-subcontractor.read",
    "company-subcontractor.write",
    ...partner,
    ...everyCompany,
  ],
  DEALER: [...vehicles, ...partner, ...everyCompany],
  SUBCONTRACTOR: [...devices, ...vehicles, ...partner, ...everyCompany],
  FLEET: [...devices, ...vehicles, ...partner, ...everyCompany],
};
export type CategoryCode = keyof typeof categoryRows;
export const categoryId = (code: CategoryCode) => fixedId("company-category", code);

const isEmpty = async (db: Database, table: typeof languages | typeof countries) =>
  (await db.select({ id: table.id }).from(table).limit(1)).length === 0;

/** Languages and countries belong to the customer once they are there: what was deleted or renamed is not brought back. */
async function seedPlaces(db: Database) {
  if (await isEmpty(db, languages)) {
    await db
      .insert(languages)
      .values(languageRows.map(({ labels, ...row }) => ({ ...row, id: fixedId("language", row.code) })));
    await db.insert(languageTranslations).values(
      languageRows.flatMap(({ code, labels }) =>
        Object.entries(labels).map(([language, label]) => ({
          id: fixedId("language-translation", `${code}/${language}`),
          parentId: fixedId("language", code),
          languageId: fixedId("language", language),
          label,
        })),
      ),
    );
  }
  const known = await db.select({ id: languages.id, code: languages.code }).from(languages);
  if (!(await isEmpty(db, countries))) return;
  await db
    .insert(countries)
    .values(countryRows.map(([code, phonePrefix, name]) => ({ id: countryId(code), code, name, phonePrefix })));
  const translations = countryRows.flatMap(([code, , ...names]) =>
    languageRows.flatMap((language, index) => {
      const found = known.find((row) => row.code === language.code);
      const label = names[index];
      if (!found || !label) return [];
      const id = fixedId("country-translation", `${code}/${language.code}`);
      return { id, parentId: countryId(code), languageId: found.id, label };
    }),
  );
  if (translations.length) await db.insert(countryTranslations).values(translations);
}

/** Labels and ceilings of a category are the customer's once it is there, and so are its translations. */
async function seedCategories(db: Database) {
  const codes = Object.keys(categoryRows) as CategoryCode[];
  const made = await db
    .insert(companyCategories)
    .values(
      codes.map((code) => ({
        id: categoryId(code),
        code,
        label: categoryRows[code].en,
        permissions: ceilings[code],
      })),
    )
    .onConflictDoNothing({ target: companyCategories.code })
    .returning({ id: companyCategories.id });
  const isNew = new Set(made.map(({ id }) => id));
  const known = await db.select({ id: languages.id, code: languages.code }).from(languages);
  const translations = codes
    .filter((code) => isNew.has(categoryId(code)))
    .flatMap((code) =>
      languageRows.flatMap((language) => {
        const languageId = known.find((row) => row.code === language.code)?.id;
        const id = fixedId("company-category-translation", `${code}/${language.code}`);
        const label = categoryRows[code][language.code];
        return languageId ? [{ id, parentId: categoryId(code), languageId, label }] : [];
      }),
    );
  if (translations.length) await db.insert(companyCategoryTranslations).values(translations);
}

/**
 * What every installation needs to begin with; run again, it adds what is new and changes nothing that people edited.
 * Nodes that start together take turns.
 */
export const seedBase = (pool: Database) =>
  pool.transaction(async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('seed-base', 0))`);
    await seedPlaces(db);
    await seedIdentityBase(db);
    const known = await db.select({ id: languages.id, code: languages.code }).from(languages);
    await seedMailTemplates(db, new Map(known.map(({ id, code }) => [code, id])));
    await seedCategories(db);
  });
