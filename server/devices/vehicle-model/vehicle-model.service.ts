import { eq, getTableColumns, sql } from "drizzle-orm";
import { vehicleBrands, vehicleModels, vehicles } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { contains, equals, oneOf, refersTo } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { recordService } from "@/server/kit/record-service";
import { pictureKey, pictureUrl } from "@/server/storage/picture.service";
import { ListVehicleModels } from "./vehicle-model.schema";

const vehiclesCount = sql<number>`(select count(*)::int from ${vehicles} where ${vehicles.vehicleModelId} = ${vehicleModels.id})`;

const list = listService({
  table: vehicleModels,
  scope: "global",
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
  },
  load: async (ctx, ids) => {
    const rows = await ctx.db
      .select({
        ...getTableColumns(vehicleModels),
        vehicleBrand: { id: vehicleBrands.id, name: vehicleBrands.name },
        vehiclesCount,
      })
      .from(vehicleModels)
      .innerJoin(vehicleBrands, eq(vehicleBrands.id, vehicleModels.vehicleBrandId))
      .where(oneOf(vehicleModels.id, ids));
    return rows.map((row) => ({ ...row, picture: pictureUrl(row.picture) }));
  },
});

const crud = recordService(list, { name: "vehicle-model", label: (row) => row.nameVehicleModel });

/** The models of vehicles (decisions 4). A name is unique in its brand; a model with vehicles cannot be removed (422). */
export const vehicleModelService = {
  ...crud,

  /** @param picture base64 of a picture; null takes it away */
  setPicture: async (ctx: KnownCtx, id: string, picture: string | null, ifMatch?: string) => {
    await crud.get(ctx, id);
    return crud.update(ctx, id, { picture: await pictureKey(picture, "picture") }, ifMatch);
  },

  /** A copy under another name, with the picture. */
  duplicate: (ctx: KnownCtx, id: string, nameVehicleModel: string) =>
    inTransaction(ctx, async (ctx) => {
      const { vehicleBrandId, vehicleType, year, picture } = await crud.lock(ctx, id);
      return crud.create(ctx, { vehicleBrandId, vehicleType, year, picture, nameVehicleModel });
    }),
};
