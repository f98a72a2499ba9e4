import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { modelPersService } from "@/server/devices/model-pers/model-pers.service";
import { vehicleBrandService } from "@/server/devices/vehicle-brand/vehicle-brand.service";
import { vehicleModelService } from "@/server/devices/vehicle-model/vehicle-model.service";
import { folderStorage } from "@/server/kit/storage/folder-storage";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { sweepPictures } from "./picture-sweep.service";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
const folder = mkdtempSync(join(tmpdir(), "persdesk-sweep-"));
afterAll(() => rmSync(folder, { recursive: true }));
const store = folderStorage(folder);
const sweep = (days: number) => sweepPictures(staffCtx(db()), store, Date.now() + days * 86_400_000);

it("sweeps pictures of more than a day ago that neither a row nor the trail names", async () => {
  expect(await sweepPictures(staffCtx(db()), folderStorage(join(folder, "none")))).toBe(0);
  const { id } = await api().vehicleBrands.create({ name: "Swept" });
  const vehicle = { vehicleBrandId: id, nameVehicleModel: "Swept", vehicleType: "city" };
  const vehicleModel = await api().vehicleModels.create(vehicle);
  const model = await api().modelPers.create({ label: "Swept" });
  const ctx = staffCtx(db());
  const key = (n: number) => `${String(n).padStart(40, "a")}.webp`;
  const urls = [
    (await vehicleBrandService.setLogo(ctx, id, key(1))).logo,
    (await vehicleBrandService.setLogo(ctx, id, key(2))).logo,
    (await vehicleModelService.setPicture(ctx, vehicleModel.id, key(3))).picture,
    (await modelPersService.setPicture(ctx, model.id, key(4))).picture,
  ];
  const named = urls.map((url) => url?.split("/").at(-1) ?? "").sort();
  const unused = Array.from({ length: 600 }, (_, n) => `${String(n).padStart(40, "0")}.webp`);
  for (const key of [...named, ...unused]) await store.put(key, new Uint8Array([1]), "image/webp");

  expect(await sweep(0)).toBe(0);
  expect(await sweep(0.99)).toBe(0);
  expect(await sweep(1.01)).toBe(600);
  expect(readdirSync(folder).sort()).toEqual(named);
  await api().vehicleModels.remove({ id: vehicleModel.id });
  await api().modelPers.remove({ id: model.id });
  await api().vehicleBrands.remove({ id });
  expect(await sweep(2)).toBe(0);
  expect((await api().vehicleBrands.restore({ id })).logo).toBeTruthy();
  expect((await api().vehicleModels.restore({ id: vehicleModel.id })).picture).toBeTruthy();
  expect((await api().modelPers.restore({ id: model.id })).picture).toBeTruthy();
});
