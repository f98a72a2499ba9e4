import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, firmwareSegments } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { deviceFactory, failureOf } from "@/server/devices/pers/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { readBinary, readIntelHex } from "./firmware-image.rules";
import { maxFirmwareBytes } from "./firmware-segment.rules";
import { end, hexFile, record } from "./testing";

const runsOf = (...lines: string[]) => {
  const { runs, faults } = readIntelHex(hexFile(...lines));
  expect(faults).toEqual([]);
  return runs.map(({ startAddress, bytes }) => [startAddress, bytes.toString("latin1")]);
};
const faultsOf = (...lines: string[]) => {
  const { runs, faults } = readIntelHex(hexFile(...lines));
  expect(runs).toEqual([]);
  return faults;
};
const text = (words: string) => Buffer.from(words);

describe("an Intel HEX file", () => {
  it("is read as the format's own example", () => {
    const lines = [
      ":10010000214601360121470136007EFE09D2190140",
      ":100110002146017E17C20001FF5F16002148011928",
      ":10012000194E79234623965778239EDA3F01B2CAA7",
      ":100130003F0156702B5E712B722B732146013421C7",
    ];
    const { runs, faults } = readIntelHex(hexFile(...lines, end));
    expect(faults).toEqual([]);
    expect(runs.map(({ startAddress, bytes }) => [startAddress, bytes.length])).toEqual([[0x100, 64]]);
    expect(runs[0]?.bytes.subarray(60).toString("hex")).toBe("46013421");
  });

  it("is joined where it touches and parted where it has gaps, in any order, with any line ends", () => {
    expect(runsOf(record(0, 4, text("efgh")), record(0, 0, text("abcd")), "", record(0, 9, text("j")), end)).toEqual([
      [0, "abcdefgh"],
      [9, "j"],
    ]);
    const lines = [record(0, 0, text("ab")), record(0, 2, text("cd")), end];
    for (const eol of ["\n", "\r", "\r\n", " \n"])
      expect(readIntelHex(Buffer.from(lines.join(eol))).runs[0]?.bytes.toString()).toBe("abcd");
    expect(readIntelHex(Buffer.from(lines.join("\n").toLowerCase())).faults).toEqual([]);
  });

  it("goes where its linear address (04) says, over the 64 KiB border too", () => {
    expect(
      runsOf(
        record(4, 0, [0x08, 0x00]),
        record(0, 0xfffe, text("abcd")),
        record(4, 0, [0x08, 0x01]),
        record(0, 2, text("ef")),
        end,
      ),
    ).toEqual([[0x0800_fffe, "abcdef"]]);
    expect(runsOf(record(4, 0, [0xff, 0xff]), record(0, 0xffff, text("z")), end)).toEqual([[0xffff_ffff, "z"]]);
  });

  it("goes where its segment address (02) says, and wraps inside the segment", () => {
    expect(runsOf(record(2, 0, [0x10, 0x00]), record(0, 0xffff, text("ab")), end)).toEqual([
      [0x10000, "b"],
      [0x1ffff, "a"],
    ]);
  });

  it("says where the program begins", () => {
    const start = (...lines: string[]) => readIntelHex(hexFile(record(0, 0, [1]), ...lines, end)).entryPoint;
    expect(start()).toBeNull();
    expect(start(record(5, 0, [0x08, 0, 0x01, 0x95]))).toBe(0x0800_0195);
    expect(start(record(3, 0, [0x12, 0x34, 0x00, 0x08]))).toBe(0x12348);
  });

  it.each([
    ["a broken checksum", [`${record(0, 4, [1]).slice(0, -2)}00`], "Its checksum is 00, its bytes give FA."],
    ["an odd number of digits", [":0000000"], "It has 7 hex digits; each byte takes two."],
    ["a letter beyond F", [":0000000G"], '"G" is not a hex digit.'],
    ["no colon", ["00000001FF"], "A record begins with a colon."],
    ["a record cut short", [":00"], "It is too short for a record."],
    ["a wrong length", [":02000400FA00"], "It says 2 bytes of data and holds 1."],
    ["an unknown record type", [record(6, 0)], "06 is not a record type; there are 00 to 05."],
    ["a linear address of 3 bytes", [record(4, 0, [1, 2, 3])], "A record of type 04 holds 2 bytes, not 3."],
    ["an end that holds data", [record(1, 0, [1])], "A record of type 01 holds 0 bytes, not 1."],
    [
      "an end beyond 32 bits",
      [record(4, 0, [0xff, 0xff]), record(0, 0xffff, [1, 2])],
      "Its data ends beyond the 32-bit address space.",
    ],
  ])("is refused for %s, by its line", (_, lines, message) => {
    const faults = faultsOf(record(0, 0, text("good")), ...lines, end);
    expect(faults).toEqual([{ line: lines.length + 1, message }]);
  });

  it("is refused for an overlap, which names both lines, even of equal bytes", () => {
    const lines = [record(0, 0, text("abcdefgh")), record(0, 20, text("x")), record(0, 2, text("cd"))];
    const message = "Its data overlaps that of line 1 at 0x00000002.";
    expect(faultsOf(...lines, end)).toEqual([{ line: 3, message }]);
    const [first, , second] = lines as [string, string, string];
    expect(faultsOf(second, first, end)).toMatchObject([{ line: 2 }]);
  });

  it("ends with its end-of-file record, and nothing stands after it", () => {
    expect(faultsOf(record(0, 0, [1]))).toMatchObject([{ line: null, message: expect.stringContaining("missing") }]);
    expect(faultsOf(record(0, 0, [1]), end, record(0, 1, [2]))).toMatchObject([{ line: 3 }]);
  });

  it("is refused empty, too large, or in too many parts", () => {
    expect(faultsOf(end)).toEqual([{ line: null, message: "It holds no data." }]);
    expect(readIntelHex(Buffer.alloc(0)).faults).toHaveLength(1);
    const full = Array.from({ length: 255 }, () => 7);
    const lines: string[] = [];
    for (let at = 0; at <= maxFirmwareBytes; at += 255) {
      lines.push(record(4, 0, [at >>> 24, (at >>> 16) & 0xff]), record(0, at & 0xffff, full));
    }
    const { faults } = readIntelHex(Buffer.from([...lines, end].join("\n")));
    expect(faults).toMatchObject([{ message: expect.stringMatching(/^It holds 838.* at most 8388608/) }]);
    const parts = Array.from({ length: 4097 }, (_, n) => record(0, n * 2, [n & 0xff]));
    expect(faultsOf(...parts, end)).toMatchObject([{ message: expect.stringMatching(/^It has 4097 parts/) }]);
  });

  it("has at most 50 faults named", () => {
    expect(faultsOf(...Array.from({ length: 80 }, () => "nonsense"))).toHaveLength(50);
  });
});

describe("a binary", () => {
  it("is one run from its address", () => {
    expect(readBinary(text("abc"), 0x0800_0000).runs).toEqual([{ startAddress: 0x0800_0000, bytes: text("abc") }]);
    expect(readBinary(text("abc"), 2 ** 32 - 3).faults).toEqual([]);
  });

  it("is refused empty, too large, or beyond 32 bits", () => {
    expect(readBinary(Buffer.alloc(0), 0).faults).toHaveLength(1);
    expect(readBinary(Buffer.alloc(maxFirmwareBytes + 1), 0).faults).toHaveLength(1);
    expect(readBinary(text("abc"), 2 ** 32 - 2).faults).toHaveLength(1);
  });
});

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
