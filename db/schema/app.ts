import { sql } from "drizzle-orm";
import { boolean, check, index, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, stamps } from "./column";
import { companies } from "./companies";
import { modelPers } from "./devices";
import { platformTechs } from "./identity";
import { modules } from "./module";
import { backoffice } from "./pg-schema";
import { translationTable } from "./translation";

export const appVersions = backoffice.table(
  "app_versions",
  {
    id: id(),
    platformTechId: uuid()
      .notNull()
      .references(() => platformTechs.id),
    os: text().notNull(),
    /** a version of semver, such as "3.1.0"; on the wire it is `version`, which here is the row's own */
    number: text().notNull(),
    /** sorts as semver does: `semverKey` of app-version.rules.ts */
    numberSort: text().notNull(),
    isActive: boolean().notNull().default(true),
    isMandatory: boolean().notNull().default(false),
    storeUrl: text(),
    ...stamps(),
  },
  (t) => [
    check("app_versions_os", sql`os in ('Android', 'iOS', 'Web')`),
    unique("app_versions_number").on(t.platformTechId, t.os, t.number),
    index("app_versions_created_at").on(t.createdAt, t.id),
  ],
);

export const appVersionTranslations = translationTable({
  schema: backoffice,
  name: "app_version_translations",
  parent: () => appVersions.id,
  fields: { releaseNote: text().notNull() },
});

export const conditionalFeatures = backoffice.table(
  "conditional_features",
  {
    id: id(),
    title: text().notNull(),
    keyword: text().notNull().unique("conditional_features_keyword"),
    active: boolean().notNull().default(false),
    moduleId: uuid()
      .notNull()
      .references(() => modules.id),
    description: text(),
    ...stamps(),
  },
  (t) => [index("conditional_features_created_at").on(t.createdAt, t.id)],
);

/**
 * Whom a feature is limited to: each row names one company, one PERS model, or one app with its versions. Nothing is deleted
 * that a row names, as the feature would then be for everybody.
 */
export const conditionalFeatureLimits = backoffice.table(
  "conditional_feature_limits",
  {
    id: id(),
    featureId: uuid()
      .notNull()
      .references(() => conditionalFeatures.id, { onDelete: "cascade" }),
    companyId: uuid().references(() => companies.id),
    modelPersId: uuid().references(() => modelPers.id),
    platformTechId: uuid().references(() => platformTechs.id),
    /** versions of semver, such as "2.1.0", both included */
    atLeast: text(),
    atMost: text(),
  },
  (t) => [
    check("conditional_feature_limits_one", sql`num_nonnulls(company_id, model_pers_id, platform_tech_id) = 1`),
    check(
      "conditional_feature_limits_versions",
      sql`(num_nonnulls(at_least, at_most) > 0) = (platform_tech_id is not null)`,
    ),
    unique("conditional_feature_limits_key")
      .on(t.featureId, t.companyId, t.modelPersId, t.platformTechId)
      .nullsNotDistinct(),
    index("conditional_feature_limits_company").on(t.companyId),
    index("conditional_feature_limits_model").on(t.modelPersId),
    index("conditional_feature_limits_app").on(t.platformTechId),
  ],
);
