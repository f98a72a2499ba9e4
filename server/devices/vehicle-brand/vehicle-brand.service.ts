import { getTableColumns, sql } from "drizzle-orm";
import { vehicleBrands, vehicleModels } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { byIdsAlone } from "@/server/kit/list/list-statements";
import { recordService } from "@/server/kit/record/record-service";
import { pictureUrl } from "@/server/platform/file/picture.service";
import { ListVehicleBrands } from "./vehicle-brand.schema";

// Written out, because drizzle leaves table names out of a query over one table.
const modelsCount = sql<number>`(select count(*)::int from ${vehicleModels} m where m.vehicle_brand_id = ${vehicleBrands}.id)`;

const list = listService({
  table: vehicleBrands,
  scope: "global",
  input: ListVehicleBrands,
  sort: { name: vehicleBrands.name, createdAt: vehicleBrands.createdAt, updatedAt: vehicleBrands.updatedAt },
  filters: { name: contains(vehicleBrands.name) },
  load: byIdsAlone(async ({ db }, ids) => {
    const rows = await db
      .select({ ...getTableColumns(vehicleBrands), modelsCount })
      .from(vehicleBrands)
      .where(oneOf(vehicleBrands.id, ids));
    return rows.map((row) => ({ ...row, logo: pictureUrl(row.logo) }));
  }),
});

const crud = recordService(list, { name: "vehicle-brand", label: (row) => row.name });

/** The brands of vehicles (decisions 4). A brand with models or messages cannot be removed (422). */
export const vehicleBrandService = {
  ...crud,

  /** @param logo the key of a picture that was drawn; null takes it away */
  setLogo: (ctx: KnownCtx, id: string, logo: string | null, ifMatch?: string) =>
    crud.update(ctx, id, { logo }, ifMatch),
};
