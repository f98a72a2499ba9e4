import { deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { contentTypeOf } from "./content-type.rules";
import { neededParts, PictureFault } from "./picture-parts.rules";
import { jpegSegment, jpegWith, pngChunk, pngWith, vp8x, webpChunk, webpOf } from "./testing";

const formats = ["png", "jpeg", "webp"] as const;
const needed = (bytes: Buffer) => neededParts(bytes, contentTypeOf(bytes));
/** Wider than high, with one red corner at the top left. */
const drawing = () =>
  sharp({ create: { width: 60, height: 30, channels: 3, background: "#00f" } }).composite([
    { input: { create: { width: 20, height: 10, channels: 3, background: "#f00" } }, left: 0, top: 0 },
  ]);
/** The sizes and the corner that is red, once what is said about sides is obeyed. */
async function seen(bytes: Buffer) {
  const { data, info } = await sharp(bytes).rotate().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const corners = [0, width - 1, (height - 1) * width, height * width - 1];
  return { width, height, red: corners.findIndex((at) => (data[at * channels] ?? 0) > 128) };
}

describe("the parts of a picture", () => {
  it.each(formats)("of %s are drawn as the whole file would be, whichever side is up", async (format) => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const whole = await drawing().withMetadata({ orientation }).toFormat(format).toBuffer();
      const parts = needed(whole);
      expect([orientation, await seen(parts)]).toEqual([orientation, await seen(whole)]);
    }
  });

  it.each(formats)("of %s hold neither what people wrote nor where they were", async (format) => {
    const secret = "where-somebody-lives";
    const whole = await drawing()
      .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitudeRef: "N" } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
      .toFormat(format)
      .toBuffer();
    expect(whole.includes(secret)).toBe(true);
    expect(needed(whole).includes(secret)).toBe(false);
  });

  it.each(formats)("of %s hold its colours as they were meant", async (format) => {
    const whole = await drawing().withIccProfile("p3").toFormat(format, { quality: 100 }).toBuffer();
    const pixels = (bytes: Buffer) => sharp(bytes).toColourspace("srgb").raw().toBuffer();
    expect((await sharp(needed(whole)).metadata()).hasProfile).toBe(true);
    expect((await pixels(needed(whole))).equals(await pixels(whole))).toBe(true);
  });

  it("hold the first of several frames", async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = await Promise.all(["#f00", "#0f0"].map(frame));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const still = needed(moving);
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1);
    const [red] = await sharp(still).raw().toBuffer();
    expect(red).toBeGreaterThan(200);
  });

  it("hold nothing else, of whatever name", async () => {
    const jpeg = await drawing().jpeg().toBuffer();
    const webp = (await drawing().webp().toBuffer()).subarray(12);
    const junk = Buffer.from("junk".repeat(300));
    const profile = Buffer.concat([Buffer.from("junk\0\0"), deflateSync(junk)]); // as only iCCP may hold
    const others = ["zTXt", "tEXt", "iTXt", "sPLT", "hIST", "acTL", "fdAT", "eXIf", "juNk"];
    const files = [
      pngWith([...others, "iCCP"].map((type) => pngChunk(type, junk))),
      ...others.map((type) => pngWith([pngChunk(type, profile)])),
      jpegWith(jpeg, [...Array(16).keys()].map((n) => jpegSegment(0xe0 + n, junk)).concat(jpegSegment(0xfe, junk))),
      webpOf([
        vp8x(0xff & ~2, 60, 30),
        webpChunk("ICCP", Buffer.alloc(70_000, junk)),
        webp,
        webpChunk("EXIF", junk),
        webpChunk("XMP ", junk),
      ]),
    ];
    for (const file of files) {
      const parts = needed(Buffer.concat([file, junk]));
      expect(parts.includes("junk")).toBe(false);
      await sharp(parts).raw().toBuffer();
    }
  });

  it("are those that a decoder can read, or the file is refused, whatever is in it", async () => {
    const whole = await Promise.all(formats.map((format) => drawing().toFormat(format).toBuffer()));
    const changed = fc
      .tuple(fc.constantFrom(...whole), fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 6 }), fc.nat(2000))
      .map(([file, changes, cut]) => {
        const bytes = Buffer.from(file);
        for (const [at, value] of changes) bytes[12 + (at % (bytes.length - 12))] = value;
        return cut < 400 ? bytes.subarray(0, 12 + cut) : bytes;
      });
    fc.assert(
      fc.property(changed, (bytes) => {
        try {
          expect(needed(bytes).length).toBeLessThanOrEqual(bytes.length + 64);
        } catch (error) {
          expect(error).toBeInstanceOf(PictureFault);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
