import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, firmwareSegments } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { deviceFactory, failureOf } from "@/server/devices/pers/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { end, hexFile, record } from "./testing";

const text = (words: string) => Buffer.from(words);

const { db } = useDatabase();
const make = deviceFactory(db);
const call = () => appRouter.createCaller(staffCtx(db())).firmwareVersions;
const unknown = "01980000-0000-7000-8000-00000000abcd";
const good = hexFile(record(4, 0, [0x08, 0]), record(0, 0, text("boot")), record(0, 0x1000, text("main")), end);
const image = (bytes = good) => ({
  fileName: "core.hex",
  format: "intel-hex" as const,
  base64: bytes.toString("base64"),
});
let id: string;
beforeEach(async () => {
  id = await make.firmware();
});

describe("an upload", () => {
  it("is previewed without a trace and then put in place of the segments, with its file in the trail", async () => {
    const { sha256, segments, entryPoint } = await call().previewImage({ id, ...image() });
    expect(sha256).toBe(createHash("sha256").update(good).digest("hex"));
    const crc = (words: string) => crc32(words).toString(16).padStart(8, "0");
    expect([segments, entryPoint]).toEqual([
      [
        { index: 0, startAddress: 0x0800_0000, length: 4, crc32: crc("boot") },
        { index: 1, startAddress: 0x0800_1000, length: 4, crc32: crc("main") },
      ],
      null,
    ]);
    const before = await call().get({ id });
    expect([before.segments, before.version]).toEqual([[], 1]);
    await call().uploadImage({ id, ...image(), sha256, ifMatch: '"1"' });
    expect(await call().get({ id })).toMatchObject({ segments, version: 2 });
    const stored = await db().select().from(firmwareSegments).where(eq(firmwareSegments.firmwareVersionId, id));
    expect(stored.map(({ data }) => Buffer.from(data, "base64").toString()).sort()).toEqual(["boot", "main"]);
    const [trail] = await db().select().from(auditLog).where(eq(auditLog.objectId, id)).orderBy(desc(auditLog.id));
    expect(trail).toMatchObject({
      action: "upload-image",
      changes: { segments: [null, "2 with 8 bytes"], image: [null, `core.hex (SHA-256 ${sha256})`] },
    });
  });

  it("leaves everything as it was where it is another file, another version, or faulty", async () => {
    const { sha256 } = await call().previewImage({ id, ...image() });
    await call().uploadImage({ id, ...image(), sha256 });
    const other = await failureOf(call().uploadImage({ id, ...image(hexFile(record(0, 0, [1]), end)), sha256 }));
    expect([other.status, other.errors?.[0]?.path]).toEqual([422, "sha256"]);
    const stale = await failureOf(call().uploadImage({ id, ...image(), sha256, ifMatch: '"1"' }));
    expect(stale.status).toBe(412);
    const cut = good.subarray(0, -20);
    const broken = await failureOf(call().uploadImage({ id, ...image(cut), sha256 }));
    expect([broken.status, broken.errors?.[0]?.path]).toEqual([422, "lines.3"]);
    expect(await call().get({ id })).toMatchObject({ version: 2, segments: [{ length: 4 }, { length: 4 }] });
  });

  it("of a binary needs its first address", async () => {
    const binary = { ...image(text("raw bytes")), format: "binary" as const };
    const homeless = await failureOf(call().previewImage({ id, ...binary }));
    expect([homeless.status, homeless.errors?.[0]?.path]).toEqual([422, "startAddress"]);
    const { segments } = await call().previewImage({ id, ...binary, startAddress: 0x2000 });
    expect(segments).toMatchObject([{ index: 0, startAddress: 0x2000, length: 9 }]);
    const beyond = await failureOf(call().previewImage({ id, ...binary, startAddress: 2 ** 32 }));
    expect([beyond.status, beyond.errors?.[0]?.path]).toEqual([400, "startAddress"]);
  });

  it("belongs to a version that exists, and is for who may write firmware", async () => {
    expect((await failureOf(call().previewImage({ id: unknown, ...image() }))).status).toBe(404);
    const sha256 = "0".repeat(64);
    expect((await failureOf(call().uploadImage({ id: unknown, ...image(), sha256 }))).status).toBe(404);
    const reader = appRouter.createCaller(staffCtx(db(), ["firmware.read"])).firmwareVersions;
    expect((await failureOf(reader.previewImage({ id, ...image() }))).status).toBe(403);
    expect((await failureOf(reader.uploadImage({ id, ...image(), sha256 }))).status).toBe(403);
  });
});
