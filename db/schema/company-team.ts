import { boolean, index, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { companies } from "./companies";
import { countries } from "./content";
import { languages } from "./language";
import { backoffice } from "./pg-schema";
import { searchIndex } from "./text-index";

/** How a company wants to be written to. A company without a row has the defaults. */
export const companyPreferences = backoffice.table("company_preferences", {
  id: id(),
  companyId: uuid()
    .notNull()
    .unique("company_preferences_company")
    .references(() => companies.id),
  languageId: uuid().references(() => languages.id),
  timeZone: text().notNull().default("UTC"),
  emailNotifications: boolean().notNull().default(true),
  pushNotifications: boolean().notNull().default(true),
  weeklyReport: boolean().notNull().default(false),
  distanceUnit: text({ enum: ["km", "mi"] })
    .notNull()
    .default("km"),
  /** whether its people hear of alerts that are overdue */
  alertNotices: boolean().notNull().default(false),
  ...stamps(),
});

/** People of a company who ride together; see `companyTeamId` of a membership. */
export const companyTeams = backoffice.table(
  "company_teams",
  {
    id: id(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    description: text(),
    ...stamps(),
  },
  (t) => [index("company_teams_newest").on(t.companyId, t.createdAt, t.id)],
);

/** Whom companies turn to about their partners; staff keep them. */
export const companyPartnerReferents = backoffice.table(
  "company_partner_referents",
  {
    id: id(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phoneNumber: text(),
    countryId: uuid().references(() => countries.id),
    ...stamps(),
  },
  (t) => [
    unique("company_partner_referents_email").on(t.email),
    index("company_partner_referents_created_at").on(t.createdAt, t.id),
    searchIndex("company_partner_referents_email_search", t.email),
    searchIndex("company_partner_referents_first_name_search", t.firstName),
    searchIndex("company_partner_referents_last_name_search", t.lastName),
  ],
);

export const companyPartnerReferentCompanies = backoffice.table(
  "company_partner_referent_companies",
  {
    referentId: uuid()
      .notNull()
      .references(() => companyPartnerReferents.id, { onDelete: "cascade" }),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
  },
  (t) => [
    primaryKey({ columns: [t.referentId, t.companyId] }),
    index("company_partner_referent_companies_company").on(t.companyId),
  ],
);
