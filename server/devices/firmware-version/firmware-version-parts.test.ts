import { crc32 } from "node:zlib";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, firmwareSegments } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { deviceFactory, failureOf } from "@/server/devices/pers/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { maxFirmwareBytes } from "./firmware-segment.rules";

const { db } = useDatabase();
const make = deviceFactory(db);
const call = () => appRouter.createCaller(staffCtx(db())).firmwareVersions;
const unknown = "01980000-0000-7000-8000-00000000abcd";
let id: string;
beforeEach(async () => {
  id = await make.firmware();
});

describe("the models a version fits", () => {
  it("are added with a range, once each, and removed", async () => {
    const modelPersId = await make.model("Core 2");
    const fit = await call().addCompatiblePers({ id, modelPersId, minVersion: "1.9.0", maxVersion: "1.10.0" });
    expect(fit).toEqual({
      id: fit.id,
      modelPersId,
      modelPers: { id: modelPersId, label: "Core 2" },
      minVersion: "1.9.0",
      maxVersion: "1.10.0",
    });
    expect(await call().get({ id })).toMatchObject({ compatiblePers: [fit], version: 2 });
    const twice = await failureOf(call().addCompatiblePers({ id, modelPersId }));
    expect([twice.status, twice.errors?.map((error) => error.path)]).toEqual([
      422,
      expect.arrayContaining(["modelPersId"]),
    ]);
    await call().removeCompatiblePers({ id, compatiblePersId: fit.id });
    expect((await call().get({ id })).compatiblePers).toEqual([]);
    expect((await failureOf(call().removeCompatiblePers({ id, compatiblePersId: fit.id }))).status).toBe(404);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, id)).orderBy(asc(auditLog.id));
    expect(trail.map((entry) => entry.changes.compatiblePers)).toEqual([
      [null, "Core 2 from 1.9.0 to 1.10.0"],
      ["Core 2 from 1.9.0 to 1.10.0", null],
    ]);
  });

  it("exist, and their range does not end before it starts", async () => {
    const none = await failureOf(call().addCompatiblePers({ id, modelPersId: unknown }));
    expect([none.status, none.errors?.[0]?.path]).toEqual([422, "modelPersId"]);
    const modelPersId = await make.model();
    const range = { id, modelPersId, minVersion: "1.10.0", maxVersion: "1.9.0" };
    const upside = await failureOf(call().addCompatiblePers(range));
    expect([upside.status, upside.errors?.[0]?.path]).toEqual([422, "minVersion"]);
    expect((await failureOf(call().addCompatiblePers({ ...range, id: unknown }))).status).toBe(404);
  });

  it("are removed from their own version only", async () => {
    const fit = await call().addCompatiblePers({ id, modelPersId: await make.model() });
    const other = await make.firmware();
    expect((await failureOf(call().removeCompatiblePers({ id: other, compatiblePersId: fit.id }))).status).toBe(404);
  });
});

const part = (index: number, startAddress: number, bytes: Buffer) => ({
  index,
  startAddress,
  length: bytes.length,
  data: bytes.toString("base64"),
  crc32: crc32(bytes).toString(16).padStart(8, "0"),
});
const [a, b, c] = [
  part(0, 0x0800_0000, Buffer.from("first")),
  part(1, 0x0800_1000, Buffer.from("second!")),
  part(2, 0xffff_fffc, Buffer.from("last")),
];
const set = (
  ...segments: { index: number; startAddress: number; length: number; crc32: string | number; data: string }[]
) => call().replaceSegments({ id, segments });

describe("a version's segments", () => {
  it("are kept byte by byte, shown without their data, and replaced as one set", async () => {
    expect(crc32("123456789")).toBe(0xcbf43926);
    await set(b, c, a);
    const { segments, version } = await call().get({ id });
    expect(segments).toEqual([a, b, c].map(({ data: _, ...segment }) => segment));
    expect(version).toBe(2);
    const stored = await db().select().from(firmwareSegments).where(eq(firmwareSegments.firmwareVersionId, id));
    expect(Buffer.from(stored.find((row) => row.index === 1)?.data ?? "", "base64").toString()).toBe("second!");
    await set({ ...a, crc32: `0x${a.crc32.toUpperCase()}` });
    expect((await call().get({ id })).segments).toHaveLength(1);
    await set({ ...a, crc32: Number.parseInt(a.crc32, 16) });
    expect((await call().get({ id })).segments[0]?.crc32).toBe(a.crc32);
    await call().removeSegments({ id });
    expect((await call().get({ id })).segments).toEqual([]);
  });

  it.each([
    ["a gap in the indexes", [a, { ...b, index: 2 }], "segments.1.index"],
    ["an index twice", [a, { ...b, index: 0 }], "segments.1.index"],
    ["an index that starts at 1", [{ ...a, index: 1 }], "segments.0.index"],
    ["an overlap by one byte", [a, { ...b, startAddress: a.startAddress + a.length - 1 }], "segments.1.startAddress"],
    ["one inside another", [a, { ...part(1, a.startAddress + 1, Buffer.from("x")) }], "segments.1.startAddress"],
    ["an end beyond 32 bits", [{ ...c, index: 0, startAddress: 0xffff_fffd }], "segments.0.startAddress"],
    ["a wrong length", [a, { ...b, length: 6 }], "segments.1.length"],
    ["a wrong CRC", [a, b, { ...c, crc32: "00000000" }], "segments.2.crc32"],
  ])("are refused for %s, by its place, and stay as they were", async (_, segments, path) => {
    await set(a, b);
    const refused = await failureOf(set(...segments));
    expect([refused.status, refused.errors?.[0]?.path]).toEqual([422, path]);
    expect((await call().get({ id })).segments).toHaveLength(2);
  });

  it("may touch", async () => {
    await set(a, { ...b, startAddress: a.startAddress + a.length });
    expect((await call().get({ id })).segments).toHaveLength(2);
  });

  it.each([
    ["no base64", { ...a, data: "not base64!" }, "segments.0.data"],
    ["base64 without its padding", { ...a, data: "Zmlyc3Q" }, "segments.0.data"],
    ["base64 with stray bits", { ...a, data: "Zmlyc3R=" }, "segments.0.data"],
    ["an address beyond 32 bits", { ...a, startAddress: 2 ** 32 }, "segments.0.startAddress"],
    ["no bytes", { ...a, length: 0, data: "" }, "segments.0.length"],
    ["a CRC that is none", { ...a, crc32: "xyz" }, "segments.0.crc32"],
  ])("are unreadable with %s", async (_, segment, path) => {
    const refused = await failureOf(set(segment));
    expect([refused.status, refused.errors?.[0]?.path]).toEqual([400, path]);
  });

  it("hold at most 8 MiB in all", async () => {
    const half = Buffer.alloc(maxFirmwareBytes / 2, 7);
    await set(part(0, 0, half), part(1, half.length, half));
    const over = await failureOf(
      set(part(0, 0, half), part(1, half.length, half), part(2, maxFirmwareBytes, Buffer.from("x"))),
    );
    expect([over.status, over.errors?.[0]?.path]).toEqual([422, "segments"]);
  });

  it("come back with a version that was deleted", async () => {
    await set(a, b);
    const fit = await call().addCompatiblePers({ id, modelPersId: await make.model() });
    const before = await call().get({ id });
    await call().remove({ id });
    const back = await call().restore({ id });
    expect(back.segments).toEqual(before.segments);
    expect(back.compatiblePers).toEqual([fit]);
    const [stored] = await db().select().from(firmwareSegments).where(eq(firmwareSegments.crc32, a.crc32));
    expect(stored?.data).toBe(a.data);
  });

  it("belong to a version that exists", async () => {
    expect((await failureOf(call().replaceSegments({ id: unknown, segments: [a] }))).status).toBe(404);
    expect((await failureOf(call().removeSegments({ id: unknown }))).status).toBe(404);
  });
});
