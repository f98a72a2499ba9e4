import { eq, type SQL, sql } from "drizzle-orm";
import {
  companyPersLinks,
  firmwareVersions,
  modelPers,
  pers,
  persAlerts,
  persCurrentData,
  vehicles,
} from "@/db/schema";
import { momentOf } from "@/db/schema/moment";
import { currentDataService } from "@/server/devices/current-data/current-data.service";
import { hasNewerFirmware } from "@/server/devices/pers/newer-firmware.service";
import { persService } from "@/server/devices/pers/pers.service";
import {
  linkTypes,
  ofCompanies,
  onVehicle,
  silence,
  silentForDays,
  withIds,
} from "@/server/devices/pers/pers-row.service";
import { gravestAlertsOf } from "@/server/devices/pers-alert/open-alert.service";
import { persLinkCounts, reachedPers, waysOf } from "@/server/devices/reach/fleet-reach.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { after, contains, equals, oneOf, refersTo, startsWith, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { ListAvailablePers, ListFleetPers } from "./fleet-pers.schema";

type Way = {
  persId: string;
  linkId: string;
  linkType: number | null;
  startDate: string;
  endDate: string | null;
};

/** Of each device the link by which the company reaches it first. Outside of a company there is none. */
async function waysTo(ctx: Ctx, ids: string[]): Promise<Map<string, Way>> {
  if (!ctx.company) return new Map();
  const rows = await ctx.db.execute<Way>(sql`
    select distinct on (way.pers_id) way.pers_id as "persId", way.link_id as "linkId", way.link_type as "linkType",
      way.start_date as "startDate", way.end_date as "endDate"
    from (${waysOf(ctx.company.id).pers}) as way
    where ${oneOf(sql`way.pers_id`, ids)} order by way.pers_id, way.rank, way.link_id`);
  return new Map(rows.map((row) => [row.persId, row]));
}

/** When each was heard of last, and how many alerts are open on it. */
async function statesOf(ctx: Ctx, ids: string[]) {
  const open = sql<number>`(select count(*)::int from ${persAlerts} a
    where a.pers_id = ${persCurrentData}.pers_id and a.ended_at is null)`;
  const { persId, lastMessageAt } = persCurrentData;
  const rows = await ctx.db
    .select({ persId, lastMessageAt, openAlerts: open })
    .from(persCurrentData)
    .where(oneOf(persId, ids));
  return new Map(rows.map((row) => [row.persId, row]));
}

async function load(ctx: Ctx, ids: string[]) {
  const [devices, ways, states, gravest] = await Promise.all([
    persService.load(ctx, ids),
    waysTo(ctx, ids),
    statesOf(ctx, ids),
    gravestAlertsOf(ctx, ids),
  ]);
  return devices.map(({ id, nuSerialPersNumber, modelPERS, firmwareVersion, status, ...device }) => {
    const way = ways.get(id);
    return {
      id,
      linkId: way?.linkId ?? id,
      linkType: way?.linkType ?? null,
      startDate: way ? momentOf(way.startDate) : device.createdAt,
      endDate: way?.endDate ? momentOf(way.endDate) : null,
      pers: { id, nuSerialPersNumber, modelPERS, firmwareVersion, status },
      manufacturer: device.manufacturer,
      subcontractor: device.subcontractor,
      vehicle: device.vehicle,
      lastMessageAt: states.get(id)?.lastMessageAt ?? null,
      openAlerts: states.get(id)?.openAlerts ?? 0,
      gravestAlert: gravest.get(id) ?? null,
    };
  });
}

/** Devices with a link to the company for which the condition holds. */
const linkedTo = (companyId: string | undefined, condition: SQL | undefined) =>
  sql`${pers.id} in (select ${companyPersLinks.persId} from ${companyPersLinks}
    where ${companyId ? eq(companyPersLinks.companyId, companyId) : sql`true`} and ${condition})`;

const hasOpenAlert = sql`exists (select from ${persAlerts} a where a.pers_id = ${pers.id} and a.ended_at is null)`;

const list = listService({
  table: pers,
  scope: reachedPers,
  input: ListFleetPers,
  joins: [
    { table: modelPers, on: eq(modelPers.id, pers.modelPERSId) },
    { table: firmwareVersions, on: eq(firmwareVersions.id, pers.firmwareVersionId) },
  ],
  sort: {
    nuSerialPersNumber: pers.nuSerialPersNumber,
    "modelPERS.label": modelPers.label,
    firmwareVersion: firmwareVersions.firmwareVersionSort,
    createdAt: pers.createdAt,
  },
  filters: {
    // The door has let the caller into this company, and the scope holds; the filters below ask about its own links.
    companyId: () => undefined,
    serialPersNumber: contains(pers.nuSerialPersNumber),
    modelPers: (value) => refersTo(pers.modelPERSId, modelPers, contains(modelPers.label)(value)),
    firmwareVersionId: equals(pers.firmwareVersionId),
    serialNumberFastSearch: startsWith(pers.nuSerialPersNumber),
    startDate: (value, { companyId }) =>
      linkedTo(companyId, sql`(${companyPersLinks.endDate} is null or ${after(companyPersLinks.endDate)(value)})`),
    endDate: (value, { companyId }) => linkedTo(companyId, until(companyPersLinks.startDate)(value)),
    manufacturer: ofCompanies(linkTypes.manufacturer),
    subcontractor: ofCompanies(linkTypes.subcontractor),
    subcontractorId: (value) =>
      sql`${pers.id} in (select ${companyPersLinks.persId} from ${companyPersLinks}
        where ${companyPersLinks.linkType} = 2 and ${companyPersLinks.companyId} = ${value}
          and ${persLinkCounts(companyPersLinks)})`,
    associateStatus: (value) =>
      value === 1
        ? onVehicle(sql`true`)
        : sql`not exists (select from ${vehicles} where ${vehicles.persId} = ${pers.id})`,
    isSilent: (value) => silence(value, {}),
    silentForDays,
    isFirmwareBehind: (value) => (value ? hasNewerFirmware : sql`not ${hasNewerFirmware}`),
    hasAlerts: (value) => (value ? hasOpenAlert : sql`not ${hasOpenAlert}`),
  },
  load,
});

const available = listService({
  table: pers,
  scope: (ctx) =>
    sql`(${reachedPers(ctx)} and not exists (select from ${vehicles} where ${vehicles.persId} = ${pers.id}))`,
  input: ListAvailablePers,
  sort: { nuSerialPersNumber: pers.nuSerialPersNumber, createdAt: pers.createdAt },
  filters: { nuSerialPersNumber: contains(pers.nuSerialPersNumber) },
  load: (ctx, ids) =>
    ctx.db
      .select({
        id: pers.id,
        nuSerialPersNumber: pers.nuSerialPersNumber,
        modelPERS: { id: modelPers.id, label: modelPers.label },
      })
      .from(pers)
      .innerJoin(modelPers, eq(modelPers.id, pers.modelPERSId))
      .where(oneOf(pers.id, ids)),
});

/** The devices that a company reaches (document 4.9): those linked to it, and those on vehicles that it reaches. */
export const fleetPersService = {
  ...list,
  list: async (ctx: KnownCtx, request: ListRequest) => list.list(ctx, await withIds(ctx, request)),
  rows: async (ctx: KnownCtx, request: ListRequest) => list.rows(ctx, await withIds(ctx, request)),
  count: async (ctx: KnownCtx, request: ListRequest) => list.count(ctx, await withIds(ctx, request)),
  stream: async (ctx: KnownCtx, request: ListRequest, visit: Parameters<typeof list.stream>[2]) =>
    list.stream(ctx, await withIds(ctx, request), visit),

  /** By its serial number; 404 for one out of reach, as for an unknown one. */
  async bySerial(ctx: KnownCtx, serial: string) {
    const { id } = pers;
    const [found] = await ctx.db.select({ id }).from(pers).where(equals(pers.nuSerialPersNumber)(serial));
    if (!found) throw notFound();
    return list.get(ctx, found.id);
  },

  /** What it said last; 404 for one out of reach. @param languageId of the alerts' labels */
  async currentData(ctx: KnownCtx, id: string, languageId?: string) {
    await list.get(ctx, id);
    return currentDataService.get(ctx, id, languageId);
  },

  /** Those that are on no vehicle, up to 1,000 where no limit is given. */
  available: (ctx: KnownCtx, request: ListRequest) => available.list(ctx, { limit: 1000, ...request }),
};
