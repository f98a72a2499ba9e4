import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { makeCompany, staffIn } from "@/server/companies/testing";
import { inTransaction } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { vehicleModelService } from "./vehicle-model.service";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
let brand = "";
let n = 0;

beforeAll(async () => {
  brand = (await api().vehicleBrands.create({ name: "Velora" })).id;
});

const make = () =>
  api().vehicleModels.create({ vehicleBrandId: brand, nameVehicleModel: `Vent ${++n}`, vehicleType: "city" });
describe("vehicle models and brands", () => {
  it("count what hangs on them, and stay while it does", async () => {
    const { id } = await make();
    expect((await api().vehicleBrands.get({ id: brand })).modelsCount).toBe(n);
    expect(await failure(api().vehicleBrands.remove({ id: brand }))).toMatchObject({ status: 422, code: "in_use" });
    await api().vehicles.create({ vehicleModelId: id, vehicleSerialNumber: "S-1" });
    expect((await api().vehicleModels.get({ id })).vehiclesCount).toBe(1);
    const company = await makeCompany(db());
    expect((await vehicleModelService.get(staffIn(db(), company.id), id)).vehiclesCount).toBe(0); // it reaches none
    expect(await failure(api().vehicleModels.remove({ id }))).toMatchObject({ status: 422, code: "in_use" });
  });

  it("are found by brand and type", async () => {
    const other = await api().vehicleBrands.create({ name: "Nordrad" });
    await api().vehicleModels.create({ vehicleBrandId: other.id, nameVehicleModel: "Fjord", vehicleType: "cargo" });
    const found = async (request: object) =>
      (await api().vehicleModels.list(request)).items.map((item) => item.nameVehicleModel);
    for (const request of [{ vehicleBrand: "NORD" }, { vehicleType: "carg" }, { vehicleBrandId: other.id }])
      expect(await found(request)).toEqual(["Fjord"]);
    expect(await found({ sortBy: "vehicleBrand.name:asc", limit: 1 })).toEqual(["Fjord"]);
    expect((await failure(api().vehicleBrands.create({ name: "Nordrad" }))).code).toBe("duplicate");
  });
});

describe("a company", () => {
  it("brings back a model of its own, none that is for everybody, and knows none of another company", async () => {
    const [ours, theirs] = [staffIn(db(), (await makeCompany(db())).id), staffIn(db(), (await makeCompany(db())).id)];
    const values = { vehicleBrandId: brand, nameVehicleModel: "Own", vehicleType: "city" };
    const own = await vehicleModelService.create(ours, values);
    const common = await make();
    await vehicleModelService.remove(ours, own.id);
    await vehicleModelService.remove(staffCtx(db()), common.id);
    expect((await failure(vehicleModelService.restore(theirs, own.id))).status).toBe(404);
    await inTransaction(ours, async (ctx) => {
      expect((await failure(vehicleModelService.restore(ctx, common.id))).status).toBe(403);
      expect((await failure(vehicleModelService.get(ctx, common.id))).status).toBe(404);
    });
    expect((await vehicleModelService.restore(ours, own.id)).nameVehicleModel).toBe("Own");
  });
});
