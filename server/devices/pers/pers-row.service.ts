import { and, eq, getTableColumns, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  alerts,
  companies,
  companyPersLinks,
  firmwareRolloutDevices,
  firmwareVersions,
  modelPers,
  pers,
  persAlerts,
  persCurrentData,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { isCurrent } from "@/server/devices/reach/link-period.service";
import type { Ctx } from "@/server/kit/call/context";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { contains, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { readByIds } from "@/server/kit/list/list-statements";

export const linkTypes = { manufacturer: 1, subcontractor: 2 } as const;

const isId = (value: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/** PERS on a vehicle for which the condition holds; the inner query has the trigram indexes. */
export const onVehicle = (condition: SQL) =>
  sql`${pers.id} in (select ${vehicles.persId} from ${vehicles} where ${condition})`;

const idsIn = (ids: string) => ids.split(",").filter(Boolean);

/** PERS on a vehicle of one of these models, comma-separated. */
export const ofVehicleModels = (ids: string) => onVehicle(oneOf(vehicles.vehicleModelId, idsIn(ids)));

const { persId, isInUse, heardHour, lastMessageAt, batteryLevel, batteryStep } = persCurrentData;
const aDayAgo = sql`now() - interval '1 day'`;
const hourADayAgo = sql`date_trunc('hour', (${aDayAgo}) at time zone 'UTC')`;

/** PERS that sent nothing for a day, or ever; or the others. For active ones the index by hour answers most of it. */
export const silence = (isSilent: boolean, { status }: { status?: string }) =>
  isSilent
    ? sql`${pers.id} in (select ${persId} from ${persCurrentData} where ${heardHour} <= ${hourADayAgo}
        and (${heardHour} < ${hourADayAgo} or ${lastMessageAt} < ${aDayAgo})${status === "active" ? sql` and ${isInUse}` : sql``})`
    : sql`exists (select from ${persCurrentData} where ${persId} = ${pers.id} and ${lastMessageAt} >= ${aDayAgo})`;

/**
 * How many active PERS are silent, which were heard before, and how many were never heard: whole hours in the index alone,
 * and the one hour that the day begins in.
 */
export async function countSilent(ctx: Ctx): Promise<{ silent: number; neverHeard: number }> {
  const inUse = sql`select count(*) from ${persCurrentData} where ${isInUse} and ${heardHour}`;
  const [row] = await ctx.db.execute<{ silent: number; neverHeard: number }>(sql`
    select ((${inUse} < ${hourADayAgo} and ${heardHour} > '-infinity')
      + (${inUse} = ${hourADayAgo} and ${lastMessageAt} < ${aDayAgo}))::int as silent,
      (${inUse} = '-infinity')::int as "neverHeard"`);
  return row ?? { silent: 0, neverHeard: 0 };
}

const withCurrentData = (condition: SQL) =>
  sql`${pers.id} in (select ${persId} from ${persCurrentData} where ${condition})`;

/** PERS that sent nothing for so many days, or ever. */
export const silentForDays = (days: number) => {
  const last = sql`now() - make_interval(days => ${days})`;
  return withCurrentData(
    sql`${heardHour} <= date_trunc('hour', (${last}) at time zone 'UTC') and (${lastMessageAt} is null or ${lastMessageAt} < ${last})`,
  );
};

/** PERS that were heard within the last so many days; the index by hour answers most of it. */
export const heardInLastDays = (days: number) => {
  const first = sql`now() - make_interval(days => ${days})`;
  return withCurrentData(
    sql`${heardHour} >= date_trunc('hour', (${first}) at time zone 'UTC') and ${lastMessageAt} >= ${first}`,
  );
};

/** PERS that never sent a message; or the others. */
export const neverHeard = (isNever: boolean) =>
  withCurrentData(isNever ? sql`${heardHour} = '-infinity'` : sql`${heardHour} > '-infinity'`);

const stepOf = (percent: number) => Math.floor(Math.min(Math.max(percent, 0), 100) / 5);

/** PERS by what they last said of their battery, in percent; the index by steps answers most of it. */
export const batteryFilters = {
  batteryLevelBelow: (percent: number) =>
    withCurrentData(sql`${batteryStep} <= ${stepOf(percent)} and ${batteryLevel} < ${percent}`),
  batteryLevelAtLeast: (percent: number) =>
    withCurrentData(sql`${batteryStep} >= ${stepOf(percent)} and ${batteryLevel} >= ${percent}`),
};

/** PERS on which an alert is open for which the condition holds. */
export const withOpenAlert = (condition?: SQL) =>
  sql`${pers.id} in (select ${persAlerts.persId} from ${persAlerts} where ${and(isNull(persAlerts.endedAt), condition)})`;

/** PERS on which an alert is open whose level passes the test. */
export const withOpenAlertOfLevel = (test: (level: SQLWrapper) => SQL) =>
  withOpenAlert(refersTo(persAlerts.alertId, alerts, test(alerts.levelAlertId)));

/** PERS whose firmware version passes the test, as versions are ordered. */
export const ofFirmware = (test: (version: SQLWrapper) => SQL) =>
  refersTo(pers.firmwareVersionId, firmwareVersions, test(firmwareVersions.firmwareVersionSort));

/** PERS that are, or stand so, in a rollout: the one that is named, or the one that holds them. */
export const inRollout = (rolloutId: string | undefined, status: string | undefined) =>
  sql`${pers.id} in (select ${firmwareRolloutDevices.persId} from ${firmwareRolloutDevices} where ${and(
    rolloutId ? eq(firmwareRolloutDevices.rolloutId, rolloutId) : eq(firmwareRolloutDevices.isHeld, true),
    status ? sql`${firmwareRolloutDevices.status} = ${status}` : undefined,
  )})`;

/** PERS that have now a link of that type to one of these companies, comma-separated. */
export const ofCompanies = (linkType: number) => (ids: string) =>
  sql`${pers.id} in (select ${companyPersLinks.persId} from ${companyPersLinks}
    where ${companyPersLinks.linkType} = ${linkType} and ${isCurrent(companyPersLinks)}
    and ${oneOf(companyPersLinks.companyId, idsIn(ids))})`;

const companiesLike = async (ctx: Ctx, value: string) => {
  const where = isId(value) ? eq(companies.id, value) : contains(companies.name)(value);
  return idsOf(await ctx.db.select({ id: companies.id }).from(companies).where(where));
};

const modelsOfBrand = async (ctx: Ctx, value: string) => {
  const where = isId(value) ? eq(vehicleBrands.id, value) : contains(vehicleBrands.name)(value);
  const brand = eq(vehicleBrands.id, vehicleModels.vehicleBrandId);
  return idsOf(
    await ctx.db.select({ id: vehicleModels.id }).from(vehicleModels).innerJoin(vehicleBrands, brand).where(where),
  );
};

const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id).join(",");

type Request = ListRequest & { manufacturer?: string; subcontractor?: string; vehicleBrand?: string };

/**
 * Turns the names in a list's request into ids first. Written into the query as a name, a company with few devices
 * would look like any other to the planner, which then walks the whole list to find them.
 */
export async function withIds(ctx: Ctx, { manufacturer, subcontractor, vehicleBrand, ...request }: Request) {
  return {
    ...request,
    ...(manufacturer && { manufacturer: await companiesLike(ctx, manufacturer) }),
    ...(subcontractor && { subcontractor: await companiesLike(ctx, subcontractor) }),
    ...(vehicleBrand && { vehicleBrand: await modelsOfBrand(ctx, vehicleBrand) }),
  };
}

export const linkedCompany = (linkType: number) => sql<{ id: string; name: string; isVerified: boolean } | null>`(
  select json_build_object('id', ${companies.id}, 'name', ${companies.name}, 'isVerified', ${companies.isVerified}) from ${companyPersLinks}
  join ${companies} on ${companies.id} = ${companyPersLinks.companyId}
  where ${companyPersLinks.persId} = ${pers.id} and ${companyPersLinks.linkType} = ${linkType}
    and ${isCurrent(companyPersLinks)})`;

interface VehicleRef {
  id: string;
  nameVehicle: string | null;
  vehicleSerialNumber: string;
  vehicleRegistrationNumber: string | null;
  vehicleBrand: string;
}

const vehicle = sql<VehicleRef | null>`(
  select json_build_object('id', ${vehicles.id}, 'nameVehicle', ${vehicles.nameVehicle},
    'vehicleSerialNumber', ${vehicles.vehicleSerialNumber},
    'vehicleRegistrationNumber', ${vehicles.vehicleRegistrationNumber}, 'vehicleBrand', ${vehicleBrands.name})
  from ${vehicles} join ${vehicleModels} on ${vehicleModels.id} = ${vehicles.vehicleModelId}
  join ${vehicleBrands} on ${vehicleBrands.id} = ${vehicleModels.vehicleBrandId} where ${vehicles.persId} = ${pers.id})`;

export const kitDiffers = sql<boolean>`(${pers.currentKitConfiguration} is distinct from ${pers.initialKitConfiguration})`;

const openAlerts = sql<number>`(
  select count(*)::int from ${persAlerts} where ${persAlerts.persId} = ${pers.id} and ${persAlerts.endedAt} is null)`;

const { activationPinHash: _, ...shown } = getTableColumns(pers);

/** PERS with their relations. Scalar subqueries, because planning one join of ten tables costs more than reading the page. */
export const loadPers = readByIds((db, ids) =>
  db
    .select({
      ...shown,
      modelPERS: { id: modelPers.id, label: modelPers.label },
      firmwareVersion: { id: firmwareVersions.id, firmwareVersion: firmwareVersions.firmwareVersion },
      vehicle,
      manufacturer: linkedCompany(linkTypes.manufacturer),
      subcontractor: linkedCompany(linkTypes.subcontractor),
      kitDiffers,
      lastMessageAt,
      batteryLevel,
      openAlerts,
    })
    .from(pers)
    .innerJoin(modelPers, eq(modelPers.id, pers.modelPERSId))
    .leftJoin(firmwareVersions, eq(firmwareVersions.id, pers.firmwareVersionId))
    .leftJoin(persCurrentData, eq(persId, pers.id))
    .where(sql`${pers.id} = ${ids}`),
);
