import { eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { companies, vehicleBrands, vehicleModels, vehicles } from "@/db/schema";
import { reachedVehicles } from "@/server/devices/reach/fleet-reach.service";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { contains, equals, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { pictureUrl } from "@/server/platform/file/picture.service";
import { type CreateVehicleModel, ListVehicleModels } from "./vehicle-model.schema";

/** Inside a company only the vehicles that it reaches are counted. */
const vehiclesCount = (ctx: Ctx) => sql<number>`(select count(*)::int from ${vehicles}
  where ${vehicles.vehicleModelId} = ${vehicleModels.id} and ${reachedVehicles(ctx)})`;

const list = listService({
  table: vehicleModels,
  // A company sees the models that are for everybody, and its own.
  scope: ({ company }) =>
    company ? sql`(${vehicleModels.companyId} is null or ${vehicleModels.companyId} = ${company.id})` : sql`true`,
  input: ListVehicleModels,
  joins: [{ table: vehicleBrands, on: eq(vehicleBrands.id, vehicleModels.vehicleBrandId) }],
  sort: {
    nameVehicleModel: vehicleModels.nameVehicleModel,
    "vehicleBrand.name": vehicleBrands.name,
    vehicleType: vehicleModels.vehicleType,
    year: vehicleModels.year,
    createdAt: vehicleModels.createdAt,
    updatedAt: vehicleModels.updatedAt,
  },
  filters: {
    nameVehicleModel: contains(vehicleModels.nameVehicleModel),
    vehicleType: contains(vehicleModels.vehicleType),
    vehicleBrand: (value) => refersTo(vehicleModels.vehicleBrandId, vehicleBrands, contains(vehicleBrands.name)(value)),
    vehicleBrandId: equals(vehicleModels.vehicleBrandId),
    isOwn: (value) => (value ? isNotNull : isNull)(vehicleModels.companyId),
  },
  load: async (ctx, ids) => {
    const rows = await ctx.db
      .select({
        ...getTableColumns(vehicleModels),
        vehicleBrand: { id: vehicleBrands.id, name: vehicleBrands.name },
        company: { id: companies.id, name: companies.name },
        vehiclesCount: vehiclesCount(ctx),
      })
      .from(vehicleModels)
      .innerJoin(vehicleBrands, eq(vehicleBrands.id, vehicleModels.vehicleBrandId))
      .leftJoin(companies, eq(companies.id, vehicleModels.companyId))
      .where(oneOf(vehicleModels.id, ids));
    return rows.map((row) => ({ ...row, picture: pictureUrl(row.picture) }));
  },
});

type Fields = z.output<typeof CreateVehicleModel>;

const crud = recordService(list, { name: "vehicle-model", label: (row) => row.nameVehicleModel });

interface Drawn {
  /** the key of a picture that was drawn; without one the picture stays */
  picture?: string | null;
}

/** Of the models that a company sees, those for everybody are not its own. @throws AppError `forbidden` */
function assertOwn(ctx: KnownCtx, { companyId }: { companyId: string | null }) {
  if (ctx.company && companyId === null)
    throw new AppError("forbidden", "This model is for everybody. Duplicate it to have one of your own.");
}

/** The company's own model, locked. @throws AppError `forbidden` for one that is for everybody */
const lockOwn = async (ctx: KnownCtx, id: string, ifMatch?: string) =>
  assertOwn(ctx, await crud.lock(ctx, id, ifMatch));

/**
 * The models of vehicles (decisions 4). A name is unique in its brand, among a company's own models or among those for
 * everybody; a model with vehicles cannot be removed (422). A company edits its own ones only.
 */
export const vehicleModelService = {
  ...crud,

  /** Inside a company the model is its own, otherwise it is for everybody. */
  create: (ctx: KnownCtx, values: Fields & Drawn) => crud.create(ctx, { ...values, companyId: ctx.company?.id }),

  update: (ctx: KnownCtx, id: string, values: Partial<Fields> & Drawn, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockOwn(ctx, id, ifMatch);
      return crud.update(ctx, id, values);
    }),

  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockOwn(ctx, id, ifMatch);
      await crud.remove(ctx, id);
    }),

  restore: (ctx: KnownCtx, id: string) => crud.restore(ctx, id, assertOwn),

  /** @param picture the key of a picture that was drawn; null takes it away */
  setPicture: (ctx: KnownCtx, id: string, picture: string | null, ifMatch?: string) =>
    vehicleModelService.update(ctx, id, { picture }, ifMatch),

  /** A copy under another name, with the picture; inside a company it is the company's own. */
  duplicate: (ctx: KnownCtx, id: string, nameVehicleModel: string) =>
    inTransaction(ctx, async (ctx) => {
      const { vehicleBrandId, vehicleType, year, picture, companyId } = await crud.lock(ctx, id);
      const owner = ctx.company ? ctx.company.id : companyId;
      return crud.create(ctx, { vehicleBrandId, vehicleType, year, picture, nameVehicleModel, companyId: owner });
    }),
};
