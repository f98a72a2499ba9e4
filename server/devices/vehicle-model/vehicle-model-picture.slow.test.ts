import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
const api = () => appRouter.createCaller(staffCtx(db()));
let brand = "";
let n = 0;

beforeAll(async () => {
  env.DATA_DIR = mkdtempSync(join(tmpdir(), "persdesk-"));
  brand = (await api().vehicleBrands.create({ name: "Velora" })).id;
});

afterAll(() => rmSync(env.DATA_DIR, { recursive: true }));

const make = () =>
  api().vehicleModels.create({ vehicleBrandId: brand, nameVehicleModel: `Vent ${++n}`, vehicleType: "city" });
const files = () => readdirSync(join(env.DATA_DIR, "files"));
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#4466aa" } }).withExif({
    IFD0: { Copyright: "somebody" },
  });

describe("a vehicle model's picture", () => {
  it.each(["png", "jpeg", "webp"] as const)("is drawn anew from %s, smaller and without metadata", async (format) => {
    const { id } = await make();
    const upload = await drawing(3000, 1000).toFormat(format).toBuffer();
    const { picture } = await api().vehicleModels.setPicture({ id, picture: upload.toString("base64") });
    expect(picture).toMatch(/^\/api\/pictures\/[\da-f]{40}\.webp$/);
    const kept = join(env.DATA_DIR, "files", picture?.split("/").at(-1) ?? "");
    const meta = await sharp(kept).metadata();
    expect(meta).toMatchObject({ format: "webp", width: 2048, height: 683 });
    expect(meta.exif).toBeUndefined();
    expect((await api().vehicleModels.setPicture({ id, picture: null })).picture).toBeNull();
  });

  it("is judged by its content, and nothing is kept of what is refused", async () => {
    const { id } = await make();
    const png = await drawing(10, 10).png().toBuffer();
    const before = files();
    const bad = {
      text: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      gif: Buffer.from("GIF89a".padEnd(100, "x")),
      halved: png.subarray(0, png.length / 2),
      "only a head": Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      empty: Buffer.from(""),
      "over the cap": Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]),
    };
    for (const [what, bytes] of Object.entries(bad)) {
      const refused = await failure(api().vehicleModels.setPicture({ id, picture: bytes.toString("base64") }));
      expect(refused, what).toMatchObject({ status: 400, errors: [{ path: "picture" }] });
    }
    expect((await failure(api().vehicleModels.setPicture({ id, picture: "no base64 !" }))).status).toBe(400);
    expect(files()).toEqual(before);
    const picture = png.toString("base64");
    expect((await failure(api().vehicleModels.setPicture({ id: crypto.randomUUID(), picture }))).status).toBe(404);
    expect((await failure(api().vehicleModels.setPicture({ id, picture, ifMatch: '"7"' }))).status).toBe(412);
  });

  it("is kept once however often it comes, and goes with a copy", async () => {
    const { id } = await make();
    const picture = (await drawing(20, 20).png().toBuffer()).toString("base64");
    const one = await api().vehicleModels.setPicture({ id, picture });
    const count = files().length;
    const copy = await api().vehicleModels.duplicate({ id, nameVehicleModel: "Vent copy" });
    expect(copy).toMatchObject({ picture: one.picture, vehicleType: "city", vehicleBrand: { name: "Velora" } });
    await api().vehicleBrands.setLogo({ id: brand, logo: picture });
    expect(files()).toHaveLength(count);
    expect((await failure(api().vehicleModels.duplicate({ id, nameVehicleModel: "Vent copy" }))).status).toBe(422);
  });
});
