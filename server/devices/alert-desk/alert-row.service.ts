import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  alerts,
  alertTranslations,
  companies,
  companyPersLinks,
  levelAlerts,
  levelAlertTranslations,
  modelPers,
  pers,
  persAlerts,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { fullName, shownPhone } from "@/server/identity/person.service";
import { type Ctx, mayDo } from "@/server/kit/call/context";
import { contains, containsAny, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { setFilters } from "@/server/kit/list/list-operators";
import type { Permission } from "@/server/permissions";
import { alertName, alertWords, titled } from "../alert/alert-name.service";
import { levelRef, levelWords } from "../level-alert/level-name.service";
import { linkedCompany } from "../pers/pers-row.service";
import { reachedVehicles } from "../reach/fleet-reach.service";
import { isCurrent } from "../reach/link-period.service";

// What an alert is, whoever works on it: the same for the desk of staff and for those of companies.

const ofPers = (condition: SQL | undefined) => refersTo(persAlerts.persId, pers, condition);
const ofAlert = (condition: SQL | undefined) => refersTo(persAlerts.alertId, alerts, condition);
const onVehicles = (condition: SQL) =>
  sql`${persAlerts.persId} in (select ${vehicles.persId} from ${vehicles} where ${condition})`;
const ofCompanies = (condition: SQL) =>
  sql`${persAlerts.persId} in (select ${companyPersLinks.persId} from ${companyPersLinks}
    join ${companies} on ${companies.id} = ${companyPersLinks.companyId}
    where ${condition} and ${isCurrent(companyPersLinks)})`;
type Test = (expression: SQLWrapper) => SQL;
const ofLevel = (test: Test) => ofAlert(test(alerts.levelAlertId));
const ofModel = (test: Test) => ofPers(test(pers.modelPERSId));
const ofFirmware = (test: Test) => ofPers(test(pers.firmwareVersionId));

/** What an alert is found by at every desk. */
export const alertFilters = {
  levelAlertId: (value: string) => ofAlert(eq(alerts.levelAlertId, value)),
  ...setFilters("levelAlertId", ofLevel),
  alertId: (value: string) => eq(persAlerts.alertId, value),
  ...setFilters("alertId", persAlerts.alertId),
  modelPERSId: (value: string) => ofPers(eq(pers.modelPERSId, value)),
  ...setFilters("modelPERSId", ofModel),
  firmwareVersionId: (value: string) => ofPers(eq(pers.firmwareVersionId, value)),
  ...setFilters("firmwareVersionId", ofFirmware),
  persId: (value: string) => eq(persAlerts.persId, value),
  vehicleId: (value: string) => onVehicles(eq(vehicles.id, value)),
  riderId: (value: string) => onVehicles(eq(vehicles.riderId, value)),
};

/** Those on devices of which a company with a link has this name, in part. */
export const ofCompany = (value: string) => ofCompanies(contains(companies.name)(value));
export const ofCompanyId = (value: string) => ofCompanies(eq(companies.id, value));

/** By a part of the serial number, or of what the alert is called. */
export const called = (value: string) => sql`(${ofPers(contains(pers.nuSerialPersNumber)(value))}
  or ${ofAlert(sql`(${containsAny(alerts.alertLabel, alerts.code)(value)} or ${titled(value)})`)})`;

/** How long it was gone before it came back last, in minutes; null where it never did, or was not over before. */
const backAfter = sql<number | null>`case when ${persAlerts.occurrences} > 1 then (
  select (extract(epoch from o.started_at - lag(o.ended_at) over (order by o.started_at)) / 60)::int
  from backoffice.pers_alert_occurrences o where o.pers_alert_id = ${persAlerts.id} order by o.started_at desc limit 1) end`;

/** Whether the caller sees such things: by the rights in the company that was entered, or by those of staff. */
const sees = ({ actor, company }: Ctx, ofStaff: Permission, there: Permission) =>
  company ? company.rights.has(there) : actor !== null && mayDo(actor, ofStaff);

/** Names of people, by id. */
export async function namesOf(ctx: Ctx, ids: (string | null)[]) {
  const some = [...new Set(ids.flatMap((id) => id ?? []))];
  if (some.length === 0) return new Map<string, { id: string; name: string }>();
  const rows = await ctx.db
    .select({ id: users.id, name: sql<string>`${fullName}` })
    .from(users)
    .where(oneOf(users.id, some));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The minutes of an alert's level, for queries that join it. */
const minutes = {
  minutesToAcknowledge: levelAlerts.minutesToAcknowledge,
  minutesToClose: levelAlerts.minutesToClose,
};

/** Alerts with what they are on, for who may see that; the columns are those of the desk of staff. */
export async function loadAlerts(ctx: Ctx, ids: string[]) {
  const seesVehicles = sees(ctx, "vehicle.read", "company-vehicle.read");
  const seesRiders = ctx.company ? ctx.company.rights.has("company-rider.read") : seesVehicles;
  const { id, code, alertLabel, topicAlert, groupAlert, rule } = alerts;
  const rows = await ctx.db
    .select({
      ...getTableColumns(persAlerts),
      pers: {
        id: pers.id,
        nuSerialPersNumber: pers.nuSerialPersNumber,
        model: modelPers.label,
        firmwareVersion: sql<string | null>`(
          select v.firmware_version from backoffice.firmware_versions v where v.id = ${pers.firmwareVersionId})`,
      },
      alert: { id, code, alertLabel, name: alertName, topicAlert, groupAlert, rule },
      levelAlert: levelRef,
      isActivated: alerts.isActivated,
      vehicle: {
        id: vehicles.id,
        name: sql<string>`coalesce(${vehicles.nameVehicle}, ${vehicles.vehicleSerialNumber})`,
        brand: vehicleBrands.name,
      },
      rider: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        phoneNumber: ctx.company ? users.phoneNumber : shownPhone(ctx),
      },
      company: linkedCompany(1),
      backAfterMinutes: backAfter,
      minutes,
    })
    .from(persAlerts)
    .innerJoin(pers, eq(pers.id, persAlerts.persId))
    .innerJoin(modelPers, eq(modelPers.id, pers.modelPERSId))
    .innerJoin(alerts, eq(alerts.id, persAlerts.alertId))
    .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
    .leftJoin(alertTranslations, alertWords)
    .leftJoin(levelAlertTranslations, levelWords)
    .leftJoin(vehicles, and(eq(vehicles.persId, pers.id), seesVehicles ? reachedVehicles(ctx) : sql`false`))
    .leftJoin(vehicleModels, eq(vehicleModels.id, vehicles.vehicleModelId))
    .leftJoin(vehicleBrands, eq(vehicleBrands.id, vehicleModels.vehicleBrandId))
    .leftJoin(users, and(eq(users.id, vehicles.riderId), seesRiders ? undefined : sql`false`))
    .where(oneOf(persAlerts.id, ids));
  return rows.map(({ levelAlert, isActivated, vehicle, rider, ...row }) => ({
    ...row,
    isJudged: isActivated && row.alert.rule !== null,
    alert: { ...row.alert, field: row.alert.rule?.field ?? null, levelAlert },
    vehicle: vehicle && vehicle.id !== null ? { id: vehicle.id, name: vehicle.name, brand: vehicle.brand ?? "" } : null,
    rider: rider && rider.id !== null ? rider : null,
  }));
}
