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
  const set = async (background: string) => {
    const picture = sharp({ create: { width: 4, height: 4, channels: 3, background } }).png();
    const { logo } = await api().vehicleBrands.setLogo({ id, logo: (await picture.toBuffer()).toString("base64") });
    return logo?.split("/").at(-1) ?? "";
  };
  const named = [await set("#112233"), await set("#445566")].sort();
  const unused = Array.from({ length: 600 }, (_, n) => `${String(n).padStart(40, "0")}.webp`);
  for (const key of [...named, ...unused]) await store.put(key, new Uint8Array([1]), "image/webp");

  expect(await sweep(0)).toBe(0);
  expect(await sweep(0.99)).toBe(0);
  expect(await sweep(1.01)).toBe(600);
  expect(readdirSync(folder).sort()).toEqual(named);
  await api().vehicleBrands.remove({ id });
  expect(await sweep(2)).toBe(0);
  expect((await api().vehicleBrands.restore({ id })).logo).toBeTruthy();
});
