import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import {
  companies,
  companyEntryRequests,
  companyLinks,
  companyMailLooks,
  companyMailTemplates,
  companyMerges,
  companyPartnerReferentCompanies,
  companyPersLinks,
  companyPreferences,
  companyRoleAllowManage,
  companyRoles,
  companyTeams,
  companyVehicleBrandLinks,
  companyVehicleLinks,
  conditionalFeatureLimits,
  dealerVehicles,
  invitations,
  listViews,
  persAlertCompanyDesks,
  persAlertNotices,
  personSettings,
  preparedHandovers,
  sheetActivities,
  userCompanies,
  vehicleModels,
  viewMails,
  webhooks,
} from "@/db/schema";
import { columnName } from "@/server/kit/record/record-rows";
import type { MergePart } from "./company-merge.rules";

/** The two companies of a merge: what belonged to the first belongs to the other. */
export interface Sides {
  fromId: string;
  intoId: string;
}

type Condition = (sides: Sides) => SQL;

/** What becomes of the rows that name the company which is given up, in one column. */
export interface ColumnRule {
  column: AnyPgColumn;
  part: MergePart;
  /** the rows that move to the other company; the rest of them collide with what that one has */
  moves: Condition | "all" | "none";
}

const rule = (column: AnyPgColumn, part: MergePart, moves: ColumnRule["moves"] = "all"): ColumnRule => ({
  column,
  part,
  moves,
});

const links = companyLinks;
const brands = companyVehicleBrandLinks;

/** The other company has no such link yet, and is not the other end of this one. */
const linkIsFree =
  (own: AnyPgColumn, other: AnyPgColumn): Condition =>
  ({ intoId }) =>
    sql`(${other} <> ${intoId}::uuid and not exists (select from ${links} o
    where o.${sql.identifier(nameOf(own))} = ${intoId}::uuid
      and o.${sql.identifier(nameOf(other))} = ${other} and o.kind = ${links.kind}))`;

const brandIsFree =
  (own: AnyPgColumn, other: AnyPgColumn): Condition =>
  ({ intoId }) =>
    sql`(${other} is distinct from ${intoId}::uuid and not exists (select from ${brands} o
    where o.${sql.identifier(nameOf(own))} = ${intoId}::uuid
      and o.${sql.identifier(nameOf(other))} is not distinct from ${other}
      and o.vehicle_brand_id = ${brands.vehicleBrandId} and o.link_type = ${brands.linkType}))`;

const isNot =
  (other: AnyPgColumn): Condition =>
  ({ intoId }) =>
    sql`${other} is distinct from ${intoId}::uuid`;

/** A column's name in the database. */
const nameOf = (column: AnyPgColumn) => columnName(column.name, column);

/**
 * A rule for every column that names a company (ADR 93); a test walks the schema and fails for one without. They are
 * applied in this order.
 */
export const columnRules: ColumnRule[] = [
  rule(companyRoles.companyId, "roles"),
  rule(companyRoleAllowManage.companyId, "grantRules"),
  rule(companyTeams.companyId, "teams"),
  rule(
    userCompanies.companyId,
    "members",
    ({ intoId }) => sql`not exists (select from ${userCompanies} o
      where o.company_id = ${intoId}::uuid and o.user_id = ${userCompanies.userId})`,
  ),
  rule(companies.createdByCompanyId, "madeCompanies", ({ intoId }) => sql`${companies.id} <> ${intoId}::uuid`),
  rule(links.companyId, "partners", linkIsFree(links.companyId, links.linkedCompanyId)),
  rule(links.linkedCompanyId, "partners", linkIsFree(links.linkedCompanyId, links.companyId)),
  rule(
    companyEntryRequests.companyId,
    "entryRequests",
    ({ intoId }) => sql`(${companyEntryRequests.status} <> 'waiting' or not exists (
      select from ${companyEntryRequests} o where o.company_id = ${intoId}::uuid and o.status = 'waiting'
        and o.user_id = ${companyEntryRequests.userId}))`,
  ),
  rule(companyVehicleLinks.companyId, "vehicles"),
  rule(vehicleModels.companyId, "vehicleModels"),
  rule(companyPersLinks.companyId, "pers", isNot(companyPersLinks.grantedByCompanyId)),
  rule(companyPersLinks.grantedByCompanyId, "handedPers", isNot(companyPersLinks.companyId)),
  rule(brands.companyId, "brands", brandIsFree(brands.companyId, brands.grantedByCompanyId)),
  rule(brands.grantedByCompanyId, "brands", brandIsFree(brands.grantedByCompanyId, brands.companyId)),
  rule(dealerVehicles.companyId, "handedVehicles", isNot(dealerVehicles.grantedByCompanyId)),
  rule(dealerVehicles.grantedByCompanyId, "handedVehicles", isNot(dealerVehicles.companyId)),
  rule(sheetActivities.companyId, "notes"),
  rule(
    persAlertCompanyDesks.companyId,
    "alerts",
    ({ intoId }) => sql`not exists (select from ${persAlertCompanyDesks} o
      where o.company_id = ${intoId}::uuid and o.pers_alert_id = ${persAlertCompanyDesks.persAlertId})`,
  ),
  rule(
    companyPartnerReferentCompanies.companyId,
    "referents",
    ({ intoId }) => sql`not exists (select from ${companyPartnerReferentCompanies} o
      where o.company_id = ${intoId}::uuid and o.referent_id = ${companyPartnerReferentCompanies.referentId})`,
  ),
  rule(
    conditionalFeatureLimits.companyId,
    "features",
    ({ intoId }) => sql`not exists (select from ${conditionalFeatureLimits} o
      where o.company_id = ${intoId}::uuid and o.feature_id = ${conditionalFeatureLimits.featureId})`,
  ),
  // The other company keeps its own words and its own settings, and nobody else is told what happens in it.
  rule(persAlertNotices.companyId, "alerts", "none"),
  rule(companyPreferences.companyId, "preferences", "none"),
  rule(listViews.companyId, "preferences", "none"),
  rule(personSettings.companyId, "preferences", "none"),
  rule(viewMails.companyId, "preferences", "none"),
  rule(companyMailTemplates.companyId, "mailTexts", "none"),
  rule(companyMailLooks.companyId, "mailLook", "none"),
  rule(webhooks.companyId, "webhooks", "none"),
  rule(companyMerges.fromCompanyId, "merges", "none"),
  rule(companyMerges.intoCompanyId, "merges", "none"),
];

/** A table whose rows a merge writes. */
export interface MergedTable {
  table: PgTable;
  /** tells the rows of one company apart */
  key: AnyPgColumn;
  /** its records in the audit trail; those of the others are counted in the companies' own rows */
  objectType?: string;
  label?: (row: Record<string, unknown>) => unknown;
}

const tables: MergedTable[] = [
  { table: companies, key: companies.id, objectType: "company", label: (row) => row.name },
  { table: companyRoles, key: companyRoles.id, objectType: "company-role", label: (row) => row.title },
  { table: companyRoleAllowManage, key: companyRoleAllowManage.id },
  { table: companyTeams, key: companyTeams.id, objectType: "company-team", label: (row) => row.name },
  { table: userCompanies, key: userCompanies.id },
  { table: links, key: links.id, objectType: "company-link", label: (row) => row.name },
  { table: companyEntryRequests, key: companyEntryRequests.id, objectType: "company-entry-request" },
  { table: companyVehicleLinks, key: companyVehicleLinks.id, objectType: "company-vehicle-link" },
  {
    table: vehicleModels,
    key: vehicleModels.id,
    objectType: "vehicle-model",
    label: (row) => row.nameVehicleModel,
  },
  { table: companyPersLinks, key: companyPersLinks.id, objectType: "company-pers-link" },
  { table: brands, key: brands.id, objectType: "company-vehicle-brand-link" },
  { table: dealerVehicles, key: dealerVehicles.id, objectType: "dealer-vehicle" },
  { table: sheetActivities, key: sheetActivities.id },
  { table: persAlertCompanyDesks, key: persAlertCompanyDesks.id },
  { table: companyPartnerReferentCompanies, key: companyPartnerReferentCompanies.referentId },
  { table: conditionalFeatureLimits, key: conditionalFeatureLimits.id },
  { table: webhooks, key: webhooks.id, objectType: "webhook", label: (row) => row.name },
  { table: preparedHandovers, key: preparedHandovers.id },
  { table: invitations, key: invitations.id },
];

const byName = new Map(tables.map((one) => [getTableConfig(one.table).name, one]));

/** @throws Error for a table that no merge writes */
export function mergedTable(table: PgTable | string): MergedTable {
  const name = typeof table === "string" ? table : getTableConfig(table).name;
  const found = byName.get(name);
  if (!found) throw new Error(`a merge does not write ${name}`);
  return found;
}

/** The rows that name the company which is given up, in this column. */
export const ofCompany = ({ column }: ColumnRule, { fromId }: Sides): SQL => sql`${column} = ${fromId}::uuid`;

/** Of those the ones that move. */
export function moving({ moves }: ColumnRule, sides: Sides): SQL {
  if (moves === "all") return sql`true`;
  return moves === "none" ? sql`false` : moves(sides);
}
