import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { folderStorage } from "./folder-storage";
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
  const drawn = async (background: string) => {
    const picture = sharp({ create: { width: 4, height: 4, channels: 3, background } }).png();
    return (await picture.toBuffer()).toString("base64");
  };
  const urls = [
    (await api().vehicleBrands.setLogo({ id, logo: await drawn("#112233") })).logo,
    (await api().vehicleBrands.setLogo({ id, logo: await drawn("#445566") })).logo,
    (await api().vehicleModels.setPicture({ id: vehicleModel.id, picture: await drawn("#778899") })).picture,
    (await api().modelPers.setPicture({ id: model.id, picture: await drawn("#aabbcc") })).picture,
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
