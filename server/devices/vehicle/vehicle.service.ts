import { eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  companyVehicleLinks,
  dealerVehicles,
  pers,
  users,
  vehicleBrands,
  vehicleModels,
  vehiclePersHistory,
  vehicles,
} from "@/db/schema";
import { shownEmail } from "@/server/identity/person.service";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { contains, containsAny, equals, oneOf, refersTo, since, until } from "@/server/kit/list/list-filters";
import { lastDaysFilter, rangeFilters, setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { searchable } from "@/server/kit/list/searchable";
import { recordService } from "@/server/kit/record/record-service";
import { pictureUrl } from "@/server/platform/file/picture.service";
import { type CreateVehicle, ListVehicles } from "./vehicle.schema";
import { vehiclePeriods } from "./vehicle-period.service";

type Fields = z.output<typeof CreateVehicle>;

/** Vehicles of models for which the condition holds: few models, so their vehicles are found by index. */
const ofModel = (condition: SQL) =>
  sql`${vehicles.vehicleModelId} in (select ${vehicleModels.id} from ${vehicleModels}
    join ${vehicleBrands} on ${vehicleBrands.id} = ${vehicleModels.vehicleBrandId} where ${condition})`;

async function load(ctx: Ctx, ids: string[]) {
  const { id, nameVehicleModel, vehicleType, year, picture } = vehicleModels;
  const rows = await ctx.db
    .select({
      ...getTableColumns(vehicles),
      vehicleModel: { id, nameVehicleModel, vehicleType, year, picture },
      vehicleBrand: { id: vehicleBrands.id, name: vehicleBrands.name },
      pers: { id: pers.id, nuSerialPersNumber: pers.nuSerialPersNumber },
      rider: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: shownEmail(ctx) },
    })
    .from(vehicles)
    .innerJoin(vehicleModels, eq(vehicleModels.id, vehicles.vehicleModelId))
    .innerJoin(vehicleBrands, eq(vehicleBrands.id, vehicleModels.vehicleBrandId))
    .leftJoin(pers, eq(pers.id, vehicles.persId))
    .leftJoin(users, eq(users.id, vehicles.riderId))
    .where(oneOf(vehicles.id, ids));
  return rows.map((row) => ({
    ...row,
    vehicleModel: { ...row.vehicleModel, picture: pictureUrl(row.vehicleModel.picture) },
  }));
}

/** What sorting may name beside a vehicle's own columns, in every list of them. */
export const vehicleJoins = [
  { table: vehicleModels, on: eq(vehicleModels.id, vehicles.vehicleModelId) },
  { table: vehicleBrands, on: eq(vehicleBrands.id, vehicleModels.vehicleBrandId) },
];

/** What every list of vehicles is filtered by. */
export const vehicleFilters = {
  vehicleSerialNumber: contains(vehicles.vehicleSerialNumber),
  vehicleRegistrationNumber: contains(vehicles.vehicleRegistrationNumber),
  nameVehicle: contains(vehicles.nameVehicle),
  fastSearchString: containsAny(vehicles.vehicleSerialNumber, vehicles.vehicleRegistrationNumber, vehicles.nameVehicle),
  vehicleModel: (value: string) => ofModel(contains(vehicleModels.nameVehicleModel)(value)),
  vehicleBrand: (value: string) => ofModel(contains(vehicleBrands.name)(value)),
  vehicleType: (value: string) => ofModel(contains(vehicleModels.vehicleType)(value)),
  persDistanceStart: (value: number) => sql`${vehicles.persDistance} >= ${value}::float8`,
  persDistanceEnd: (value: number) => sql`${vehicles.persDistance} <= ${value}::float8`,
  ...setFilters("vehicleModelId", vehicles.vehicleModelId),
  ...setFilters("vehicleBrandId", (test) => ofModel(test(vehicleBrands.id))),
  ...rangeFilters("persDistance", vehicles.persDistance, (km: number) => sql`${km}::float8`),
  ...lastDaysFilter("createdAt", vehicles.createdAt),
  rider: (value: number) => (value === 1 ? isNotNull : isNull)(vehicles.riderId),
  nuSerialPersNumber: (value: string) => refersTo(vehicles.persId, pers, contains(pers.nuSerialPersNumber)(value)),
};

const list = listService({
  table: vehicles,
  scope: "global",
  counted: "all",
  load,
  input: ListVehicles,
  joins: vehicleJoins,
  sort: {
    vehicleSerialNumber: vehicles.vehicleSerialNumber,
    vehicleRegistrationNumber: vehicles.vehicleRegistrationNumber,
    nameVehicle: vehicles.nameVehicle,
    "vehicleModel.nameVehicleModel": vehicleModels.nameVehicleModel,
    "vehicleBrand.name": vehicleBrands.name,
    persDistance: vehicles.persDistance,
    createdAt: vehicles.createdAt,
    updatedAt: vehicles.updatedAt,
  },
  filters: {
    ...vehicleFilters,
    vehicleModelId: equals(vehicles.vehicleModelId),
    vehicleBrandId: (value) => ofModel(eq(vehicleBrands.id, value)),
    riderId: equals(vehicles.riderId),
    startDate: since(vehicles.createdAt),
    endDate: until(vehicles.createdAt),
    associateStatus: (value) => (value === 1 ? isNotNull : isNull)(vehicles.persId),
  },
});

const crud = recordService(list, {
  name: "vehicle",
  label: (row) => row.vehicleSerialNumber,
  parts: [
    { table: vehiclePersHistory, parent: vehiclePersHistory.vehicleId },
    { table: companyVehicleLinks, parent: companyVehicleLinks.vehicleId },
    { table: dealerVehicles, parent: dealerVehicles.vehicleId },
  ],
});

/**
 * Puts a PERS on a vehicle, in place of the one that was there.
 * @param move takes it from the vehicle it is on; without it that is 422 and names the vehicle
 */
const assignPers = (ctx: KnownCtx, id: string, persId: string, move = false, ifMatch?: string) =>
  inTransaction(ctx, async (ctx) => {
    const from = await vehiclePeriods.claim(ctx, id, persId, move);
    const before = await crud.lock(ctx, id, ifMatch);
    if (before.persId === persId) return crud.get(ctx, id);
    if (from) await crud.update(ctx, from, { persId: null }, undefined, "remove-pers");
    await vehiclePeriods.end(ctx, id, persId);
    const after = await crud.update(ctx, id, { persId }, undefined, "assign-pers");
    await vehiclePeriods.begin(ctx, id, persId);
    return after;
  });

const removePers = (ctx: KnownCtx, id: string, ifMatch?: string) =>
  inTransaction(ctx, async (ctx) => {
    await crud.lock(ctx, id, ifMatch);
    await vehiclePeriods.end(ctx, id);
    return crud.update(ctx, id, { persId: null }, undefined, "remove-pers");
  });

/**
 * Vehicles (decisions 4). A vehicle has one PERS at a time and a PERS is on one vehicle at a time, which the database
 * enforces; each change of it ends a period and begins another in the same transaction.
 */
export const vehicleService = {
  ...crud,
  assignPers,
  removePers,

  /** 422 for a serial that exists, an unknown model, rider or PERS, or a PERS that is on another vehicle. */
  create: (ctx: KnownCtx, { persId, ...values }: Fields) =>
    inTransaction(ctx, async (ctx) => {
      const made = await crud.create(ctx, values);
      return persId ? assignPers(ctx, made.id, persId) : made;
    }),

  update: (ctx: KnownCtx, id: string, { persId, ...values }: Partial<Fields>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      if (persId) await assignPers(ctx, id, persId, false, ifMatch);
      else await crud.lock(ctx, id, ifMatch);
      if (persId === null) await removePers(ctx, id);
      return crud.update(ctx, id, values);
    }),

  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await crud.lock(ctx, id);
      await vehiclePeriods.end(ctx, id);
      await crud.remove(ctx, id, ifMatch);
    }),

  /** Undoes a removal, with the PERS it had; 422 where that is on another vehicle by now. */
  restore: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      const row = await crud.restore(ctx, id);
      if (row.persId) await vehiclePeriods.begin(ctx, id, row.persId);
      return row;
    }),

  /** Which PERS were on the vehicle, newest first. */
  persHistory: async (ctx: KnownCtx, id: string) => {
    await crud.get(ctx, id);
    return vehiclePeriods.list(ctx, { vehicleId: id });
  },

  /** Which vehicles a PERS was on, newest first. */
  vehicleHistory: (ctx: KnownCtx, persId: string) => vehiclePeriods.list(ctx, { persId }),
};

export const vehicleSearch = searchable(list, {
  kind: "vehicles",
  needs: "vehicle.read",
  label: sql`coalesce(nullif(${vehicles.nameVehicle}, ''), ${vehicles.vehicleSerialNumber})`,
  in: [vehicles.vehicleSerialNumber, vehicles.vehicleRegistrationNumber, vehicles.nameVehicle],
  unique: [vehicles.vehicleSerialNumber],
});
