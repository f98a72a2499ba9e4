import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ContentType } from "./content-type.rules";
import { neededParts, PictureFault } from "./picture-parts.rules";
import { jpegSegment, pngChunk, vp8x, webpChunk, webpOf } from "./testing";

// Byte by byte, with pictures that no decoder would draw: what is kept of each format, what is left out, what is refused.

const bytes = (...parts: (number | string | Buffer)[]) =>
  Buffer.concat(
    parts.map((one) => {
      if (typeof one === "number") return Buffer.from([one]);
      return typeof one === "string" ? Buffer.from(one, "latin1") : one;
    }),
  );
/** What is kept, as text that compares well; undefined where the picture is refused. */
function kept(type: ContentType, file: Buffer): string | undefined {
  try {
    return neededParts(file, type).toString("latin1");
  } catch (error) {
    expect(error).toBeInstanceOf(PictureFault);
    return undefined;
  }
}
const text = (file: Buffer) => file.toString("latin1");

/** EXIF of one byte order, with the orientation as the second of two entries. */
function tiff(order: "II" | "MM", value: number, { start = 8, entries = 2, tag = 0x0112 } = {}): Buffer {
  const isLittle = order === "II";
  const data = Buffer.alloc(34);
  const short = (number: number, at: number) =>
    isLittle ? data.writeUInt16LE(number, at) : data.writeUInt16BE(number, at);
  data.write(isLittle ? "II*\0" : "MM\0*", "latin1");
  if (isLittle) data.writeUInt32LE(start, 4);
  else data.writeUInt32BE(start, 4);
  short(entries, 8);
  short(0x0100, 10);
  short(5, 18); // of another tag
  short(tag, 22);
  short(value, 30);
  return data;
}
/** The only EXIF that is kept: one entry, the orientation. */
const oriented = (value: number) =>
  bytes("II*\0", Buffer.from([8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]));

describe("which side is up", () => {
  const signature = "\x89PNG\r\n\x1a\n";
  const png = (exif: Buffer) => bytes(signature, head(1, 1), pngChunk("eXIf", exif), pngChunk("IEND", Buffer.alloc(0)));
  const head = (width: number, height: number) => {
    const data = Buffer.alloc(13);
    data.writeUInt32BE(width);
    data.writeUInt32BE(height, 4);
    return pngChunk("IHDR", data);
  };
  const nothing = text(bytes(signature, head(1, 1), pngChunk("IEND", Buffer.alloc(0))));

  it.each(["II", "MM"] as const)("is read in both byte orders: %s", (order) => {
    for (const value of [0, 1, 2, 3, 8, 9, 300]) {
      const isKept = value >= 2 && value <= 8;
      expect([value, kept("image/png", png(tiff(order, value)))]).toEqual([
        value,
        isKept ? text(png(oriented(value))) : nothing,
      ]);
    }
  });

  it("is not said by another tag, beyond the entries or the end, or in another order", () => {
    const whole = tiff("II", 6);
    for (const exif of [
      tiff("II", 6, { tag: 0x0113 }),
      tiff("II", 6, { entries: 1 }),
      tiff("II", 6, { start: 33 }),
      tiff("II", 6, { start: 0xffff_ffff }),
      whole.subarray(0, 33),
      whole.subarray(0, 9),
      whole.subarray(0, 7),
      Buffer.alloc(0),
      bytes("IM", whole.subarray(2)),
      bytes("II\0*", whole.subarray(4)),
    ])
      expect(kept("image/png", png(exif))).toBe(nothing);
    expect(kept("image/png", png(bytes("Exif\0\0", whole)))).toBe(text(png(oriented(6))));
    expect(kept("image/png", png(bytes("Exif\0\x01", whole)))).toBe(nothing);
  });

  it("is looked for where the entries begin", () => {
    const later = bytes(tiff("II", 1, { start: 24, entries: 0 }).subarray(0, 24), Buffer.alloc(14));
    later.writeUInt16LE(1, 24);
    later.writeUInt16LE(0x0112, 26);
    later.writeUInt16LE(7, 34);
    expect(kept("image/png", png(later))).toBe(text(png(oriented(7))));
    // Two bytes for the count of entries are the least.
    expect(kept("image/png", png(bytes("II*\0", Buffer.from([8, 0, 0, 0, 0, 0]))))).toBe(nothing);
  });
});

describe("a PNG", () => {
  const signature = "\x89PNG\r\n\x1a\n";
  const size = (width: number, height: number, length = 13) => {
    const data = Buffer.alloc(length);
    data.writeUInt32BE(width);
    data.writeUInt32BE(height, 4);
    return pngChunk("IHDR", data);
  };
  const end = pngChunk("IEND", Buffer.alloc(0));
  const png = (...chunks: Buffer[]) => bytes(signature, ...chunks, end);
  const idat = pngChunk("IDAT", Buffer.from("pixels"));
  const isTaken = (...chunks: Buffer[]) => kept("image/png", png(...chunks)) !== undefined;

  it("keeps its head, colours, transparency and pixels, and nothing behind its end", () => {
    const file = png(size(2, 3), pngChunk("PLTE", Buffer.alloc(3)), pngChunk("tRNS", Buffer.alloc(1)), idat, idat);
    expect(kept("image/png", bytes(file, "more"))).toBe(text(file));
    const others = ["gAMA", "tEXt", "iDAT", "acTL"].map((type) => pngChunk(type, Buffer.from("other")));
    expect(kept("image/png", png(size(2, 3), ...others, idat))).toBe(text(png(size(2, 3), idat)));
  });

  it("is refused wherever it is cut", () => {
    const file = png(size(2, 3), idat);
    for (let length = 0; length < file.length; length++)
      expect([length, kept("image/png", file.subarray(0, length))]).toEqual([length, undefined]);
  });

  it("has one head, in front, of thirteen bytes, with one to fifty million pixels", () => {
    expect(isTaken(size(50_000_000, 1))).toBe(true);
    expect(isTaken(size(1, 50_000_000))).toBe(true);
    expect(isTaken(size(50_000_001, 1))).toBe(false);
    expect(isTaken(size(10_000, 5001))).toBe(false);
    expect(isTaken(size(0, 5))).toBe(false);
    expect(isTaken(size(5, 0))).toBe(false);
    expect(isTaken(size(1, 1, 12))).toBe(false);
    expect(isTaken(size(1, 1, 14))).toBe(false);
    expect(isTaken(idat, size(1, 1))).toBe(false);
    expect(isTaken(size(1, 1), size(1, 1))).toBe(false);
  });

  it("has at most ten thousand parts", () => {
    const parts = (count: number) => Array<Buffer>(count).fill(pngChunk("none", Buffer.alloc(0)));
    expect(isTaken(size(1, 1), ...parts(9_998))).toBe(true);
    expect(isTaken(size(1, 1), ...parts(9_999))).toBe(false);
  });

  it("keeps the first colour profile of at most 64 KiB", () => {
    const profile = (length: number, name = "p") =>
      pngChunk("iCCP", bytes(name, "\0\0", deflateSync(Buffer.alloc(length))));
    const without = text(png(size(1, 1), idat));
    const file = (...chunks: Buffer[]) => kept("image/png", png(size(1, 1), ...chunks, idat));
    const whole = (chunk: Buffer) => text(png(size(1, 1), chunk, idat));
    expect(file(profile(65_536))).toBe(whole(profile(65_536)));
    expect(file(profile(65_537))).toBe(without);
    expect(file(profile(9, "n".repeat(79)))).toBe(whole(profile(9, "n".repeat(79))));
    expect(file(profile(9, "n".repeat(80)))).toBe(without);
    expect(file(profile(9, ""))).toBe(without);
    expect(file(pngChunk("iCCP", Buffer.from("p\0\0damaged")))).toBe(without);
    expect(file(profile(65_537), profile(9), profile(10))).toBe(whole(profile(9)));
  });
});

describe("a JPEG", () => {
  const start = "\xff\xd8";
  const end = "\xff\xd9";
  const frame = (width: number, height: number, length = 6, marker = 0xc0) => {
    const data = Buffer.alloc(Math.max(length, 5));
    data.writeUInt16BE(height, 1);
    data.writeUInt16BE(width, 3);
    return jpegSegment(marker, data.subarray(0, length));
  };
  const scan = bytes(jpegSegment(0xda, Buffer.alloc(4)), "data");
  const jpeg = (...parts: Buffer[]) => bytes(start, ...parts, end);
  const file = (...parts: Buffer[]) => kept("image/jpeg", jpeg(...parts));
  const small = frame(2, 3);
  const plain = text(jpeg(small, scan));

  it("keeps tables, one frame and its scans, whatever else it has, up to its end", () => {
    expect(file(small, scan)).toBe(plain);
    expect(kept("image/jpeg", bytes(jpeg(small, scan), "more"))).toBe(plain);
    const taken = (marker: number) => file(jpegSegment(marker, Buffer.from("table")), small, scan);
    for (let marker = 0; marker < 0xff; marker++) {
      if (marker === 0xd9 || marker === 0xda) continue;
      const isTable = [0xdb, 0xc4, 0xdd].includes(marker);
      const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8 && !isTable;
      const whole = isTable ? text(jpeg(jpegSegment(marker, Buffer.from("table")), small, scan)) : plain;
      expect([marker, taken(marker)]).toEqual([marker, isFrame ? undefined : whole]);
    }
    for (const marker of [0xc0, 0xc1, 0xc2]) {
      const whole = jpeg(frame(2, 3, 6, marker), scan);
      expect(kept("image/jpeg", whole)).toBe(text(whole));
    }
  });

  it("is forgiven a missing end, but no other cut", () => {
    const whole = bytes(start, small, scan);
    for (let length = 0; length <= whole.length; length++) {
      const isScanned = length >= whole.length - 4; // the scan's head is there
      const found = kept("image/jpeg", whole.subarray(0, length));
      expect([length, found]).toEqual([length, isScanned ? text(bytes(whole.subarray(0, length), end)) : undefined]);
    }
    expect(kept("image/jpeg", bytes(start, small, end))).toBeUndefined();
    expect(kept("image/jpeg", bytes(start, small, "\x01", scan, end))).toBeUndefined();
  });

  it("has one frame before its scans, with one to fifty million pixels", () => {
    const isTaken = (width: number, height: number) => file(frame(width, height), scan) !== undefined;
    expect(isTaken(50_000, 1000)).toBe(true);
    expect(isTaken(50_000, 1001)).toBe(false);
    expect(isTaken(0, 1)).toBe(false);
    expect(isTaken(1, 0)).toBe(false);
    expect(file(frame(2, 3, 5), scan)).toBeUndefined();
    expect(file(scan)).toBeUndefined();
    expect(file(small, small, scan)).toBeUndefined();
    expect(file(small, scan, frame(2, 3, 6, 0xc2))).toBeUndefined();
  });

  it("has at most a hundred scans and ten thousand parts, and parts have a length", () => {
    const scans = (count: number) => file(small, ...Array<Buffer>(count).fill(scan));
    expect(scans(100)).toBe(text(jpeg(small, ...Array<Buffer>(100).fill(scan))));
    expect(scans(101)).toBeUndefined();
    const comments = (count: number) =>
      file(small, ...Array<Buffer>(count).fill(jpegSegment(0xfe, Buffer.alloc(0))), scan);
    expect(comments(9_997)).toBe(plain);
    expect(comments(9_998)).toBeUndefined();
    expect(file(bytes("\xff\xfe\0\x01"), small, scan)).toBeUndefined();
    expect(file(bytes("\xff\xff\xff", jpegSegment(0xfe, Buffer.alloc(0))), small, scan)).toBe(plain);
  });

  it("has stuffed bytes, restarts and fill within a scan, which go on", () => {
    for (const inside of ["\xff\0", "\xff\xd0", "\xff\xd3", "\xff\xd7", "\xff\xff\0"]) {
      const whole = jpeg(small, bytes(scan, inside, "more"));
      expect(kept("image/jpeg", whole)).toBe(text(whole));
    }
    for (const other of [0xc8, 0xd8, 0xfe])
      expect(kept("image/jpeg", jpeg(small, bytes(scan, jpegSegment(other, Buffer.from("other")))))).not.toContain(
        "other",
      );
  });

  it("says how to draw it once for each kind, without thumbnails", () => {
    const said = (marker: number, ...data: (string | Buffer)[]) => jpegSegment(marker, bytes(...data));
    const found = (...parts: Buffer[]) => file(...parts, small, scan);
    const whole = (...parts: Buffer[]) => text(jpeg(...parts, small, scan));
    const jfif = said(0xe0, "JFIF\0", "1234567", "\0\0");
    expect(found(jfif)).toBe(whole(jfif));
    expect(found(said(0xe0, "JFIF\0", "1234567", "\x02\x02thumb"))).toBe(whole(jfif));
    expect(found(said(0xe0, "JFIF\0", "1234567", "\0"))).toBe(plain);
    expect(found(said(0xe1, "JFIF\0", "1234567", "\0\0"))).toBe(plain);
    expect(found(said(0xe0, "JFXX\0", "1234567", "\0\0"))).toBe(plain);
    const adobe = said(0xee, "Adobe", "123456789");
    expect(found(adobe)).toBe(whole(adobe));
    expect(found(said(0xee, "Adobe", "1234567890"))).toBe(plain);
    expect(found(said(0xed, "Adobe", "123456789"))).toBe(plain);
    expect(found(said(0xee, "Adobi", "123456789"))).toBe(plain);
    const profile = said(0xe2, "ICC_PROFILE\0\x01\x01", "colours");
    expect(found(profile, said(0xe2, "ICC_PROFILE\0\x01\x01", "others"))).toBe(whole(profile));
    expect(found(said(0xe2, "ICC_PROFILE\0\x01\x02", "first of two"))).toBe(plain);
    expect(found(said(0xe3, "ICC_PROFILE\0\x01\x01", "colours"))).toBe(plain);
    const exif = said(0xe1, "Exif\0\0", tiff("MM", 6), "where it was");
    expect(found(exif, jfif)).toBe(whole(said(0xe1, "Exif\0\0", oriented(6)), jfif));
    expect(found(said(0xe1, tiff("MM", 6)))).toBe(plain);
    expect(found(said(0xe4, "Exif\0\0", tiff("MM", 6)))).toBe(plain);
  });
});

describe("a WebP", () => {
  const lossy = (width: number, height: number, length = 10) => {
    const data = Buffer.alloc(10, "x");
    data.writeUInt16LE(width, 6);
    data.writeUInt16LE(height, 8);
    return webpChunk("VP8 ", data.subarray(0, length));
  };
  const lossless = (width: number, height: number) => {
    const data = Buffer.alloc(10, 0x2f);
    data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
    return webpChunk("VP8L", data);
  };
  const found = (...chunks: Buffer[]) => kept("image/webp", webpOf(chunks));
  const whole = (...chunks: Buffer[]) => text(webpOf(chunks));
  const image = lossy(2, 3);

  it("keeps its picture, and within its own size only", () => {
    expect(found(image)).toBe(whole(image));
    expect(found(image, webpChunk("XMP ", Buffer.from("text")))).toBe(whole(image));
    expect(kept("image/webp", bytes(webpOf([image]), "more"))).toBe(whole(image));
    expect(found(webpChunk("XMP ", Buffer.from("odd")), image)).toBeUndefined();
    const file = webpOf([image]);
    for (let length = 0; length < file.length; length++)
      expect([length, kept("image/webp", file.subarray(0, length))]).toEqual([length, undefined]);
    const larger = Buffer.from(file);
    larger.writeUInt32LE(file.length - 7, 4);
    expect(kept("image/webp", larger)).toBeUndefined();
    larger.writeUInt32LE(0, 4);
    expect(kept("image/webp", larger)).toBeUndefined();
  });

  it("has one to fifty million pixels, in either kind", () => {
    expect(found(lossy(10_000, 5000))).toBe(whole(lossy(10_000, 5000)));
    expect(found(lossy(10_000, 5001))).toBeUndefined();
    expect(found(lossy(0, 5))).toBeUndefined();
    expect(found(lossy(5, 0))).toBeUndefined();
    expect(found(lossy(0x4000 | 5, 0x8000 | 5))).toBeDefined(); // the two highest bits scale
    expect(found(lossy(2, 3, 9))).toBeUndefined();
    expect(found(lossless(10_000, 5000))).toBe(whole(lossless(10_000, 5000)));
    expect(found(lossless(10_000, 5001))).toBeUndefined();
    expect(found(lossless(1, 1))).toBeDefined();
    expect(found(lossless(16_384, 3052))).toBeUndefined();
    expect(found(lossless(3052, 16_384))).toBeUndefined();
    expect(found(vp8x(0, 10_000, 5001), image)).toBeUndefined();
    expect(found(vp8x(0, 10_000, 5000), image)).toBeDefined();
  });

  it("of the extended kind keeps transparency, a small profile and which side is up, and says so", () => {
    const flags = 0xff & ~2;
    const alpha = webpChunk("ALPH", Buffer.from("alpha"));
    expect(found(vp8x(flags, 2, 3), image, alpha, alpha)).toBe(whole(vp8x(0x10, 2, 3), alpha, image));
    expect(found(vp8x(0, 2, 3), lossless(2, 3), alpha)).toBe(whole(vp8x(0, 2, 3), lossless(2, 3)));
    const profile = (length: number) => webpChunk("ICCP", Buffer.alloc(length, "c"));
    expect(found(vp8x(0, 2, 3), profile(65_536), image)).toBe(whole(vp8x(0x20, 2, 3), profile(65_536), image));
    expect(found(vp8x(flags, 2, 3), profile(65_537), image)).toBe(whole(vp8x(0x10, 2, 3), image));
    const exif = (data: Buffer) => webpChunk("EXIF", data);
    expect(found(vp8x(0, 2, 3), image, exif(tiff("MM", 5)))).toBe(
      whole(vp8x(8, 2, 3), image, exif(bytes("Exif\0\0", oriented(5)))),
    );
    expect(found(webpChunk("VP8X", Buffer.alloc(9)), image)).toBeUndefined();
    expect(found(webpChunk("VP8X", Buffer.alloc(11)), image)).toBeUndefined();
    expect(found(vp8x(0, 2, 3))).toBeUndefined();
  });

  it("that moves keeps its first frame", () => {
    const animation = (length: number) => webpChunk("ANIM", Buffer.alloc(length));
    const frame = (...data: Buffer[]) => webpChunk("ANMF", bytes("0123456789abcdef", ...data));
    const moving = vp8x(2, 2, 3);
    const junk = webpChunk("XMP ", Buffer.from("odd"));
    expect(found(moving, animation(6), frame(junk, image), frame(lossless(2, 3)))).toBe(
      whole(moving, animation(6), frame(image)),
    );
    expect(found(moving, animation(5), frame(image))).toBeUndefined();
    expect(found(moving, frame(image))).toBeUndefined();
    expect(found(moving, animation(6))).toBeUndefined();
    expect(found(moving, animation(6), frame())).toBeUndefined();
    expect(found(moving, animation(6), webpChunk("ANMF", Buffer.alloc(15)))).toBeUndefined();
    expect(found(moving, animation(6), frame(lossy(10_000, 5001)))).toBeUndefined();
  });

  it("has at most ten thousand parts, those of its frame too", () => {
    const parts = (count: number) => Array<Buffer>(count).fill(webpChunk("none", Buffer.alloc(0)));
    expect(found(image, ...parts(9_999))).toBe(whole(image));
    expect(found(image, ...parts(10_000))).toBeUndefined();
    const moving = [vp8x(2, 2, 3), webpChunk("ANIM", Buffer.alloc(6))];
    const frame = (count: number) => webpChunk("ANMF", bytes(Buffer.alloc(16), image, ...parts(count)));
    expect(found(...moving, frame(9_996))).toBeDefined();
    expect(found(...moving, frame(9_997))).toBeUndefined();
  });
});

it("what is no picture is refused", () => {
  expect(kept("application/pdf", Buffer.from("%PDF-1.7"))).toBeUndefined();
  expect(() => neededParts(Buffer.from("?"), undefined)).toThrow("Give a PNG, JPEG or WebP picture.");
});
