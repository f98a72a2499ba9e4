import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ContentType } from "./content-type.rules";
import { mostPixels, neededParts, PictureFault } from "./picture-parts.rules";
import { jpegSegment, pngChunk, vp8x, webpChunk, webpOf } from "./testing";

// What stays of a picture file at the edges of what is taken: files by hand, which nothing decodes.

/** What stays; undefined where the file is refused. */
function kept(type: ContentType, bytes: Buffer): Buffer | undefined {
  try {
    return neededParts(bytes, type);
  } catch (error) {
    expect(error).toBeInstanceOf(PictureFault);
    return undefined;
  }
}
const text = (value: string) => Buffer.from(value, "latin1");
const bytesOf = (...values: number[]) => Buffer.from(values);
const u16 = (value: number) => bytesOf(value >> 8, value & 255);
const u32 = (value: number) => Buffer.concat([u16(Math.floor(value / 65_536)), u16(value % 65_536)]);
const noise = (size: number) => Buffer.alloc(size, 7);

/** EXIF with these entries, each a tag and its value, in either order of bytes. */
function tiff(entries: [tag: number, value: number][], order: "II" | "MM" = "II", start = 8): Buffer {
  const isLittle = order === "II";
  const bytes = Buffer.alloc(start + 2 + entries.length * 12);
  const short = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  bytes.write(order, "latin1");
  short(42, 2);
  if (isLittle) bytes.writeUInt32LE(start, 4);
  else bytes.writeUInt32BE(start, 4);
  short(entries.length, start);
  for (const [n, [tag, value]] of entries.entries()) {
    short(tag, start + 2 + n * 12);
    short(3, start + 4 + n * 12);
    short(value, start + 10 + n * 12);
  }
  return bytes;
}
/** All that is kept of EXIF: which side is up. */
const upright = (value: number) =>
  Buffer.concat([text("II*\0"), bytesOf(8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0)]);
const exif = text("Exif\0\0");
const orientation = 0x0112;

/** EXIF, and the value that is kept of it; undefined where nothing is. */
const sides: [string, Buffer, number | undefined][] = [
  ["the first", tiff([[orientation, 1]]), undefined],
  ["the second", tiff([[orientation, 2]]), 2],
  ["the eighth", tiff([[orientation, 8]]), 8],
  ["the ninth", tiff([[orientation, 9]]), undefined],
  ["big-endian", tiff([[orientation, 6]], "MM"), 6],
  [
    "behind others",
    tiff([
      [0x0100, 3],
      [0x0110, 5],
      [orientation, 3],
    ]),
    3,
  ],
  [
    "behind others, big-endian",
    tiff(
      [
        [0x0100, 3],
        [orientation, 7],
      ],
      "MM",
      20,
    ),
    7,
  ],
  [
    "the first of two",
    tiff([
      [orientation, 9],
      [orientation, 3],
    ]),
    undefined,
  ],
  ["without entries", tiff([]), undefined],
  ["of another order", Buffer.concat([text("IM*\0"), tiff([[orientation, 3]]).subarray(4)]), undefined],
  ["cut in an entry", tiff([[orientation, 3]]).subarray(0, -1), undefined],
  ["cut before its entries", tiff([[orientation, 3]]).subarray(0, 9), undefined],
  ["cut in its head", text("II*\0\x08\0\0"), undefined],
];

describe("a PNG", () => {
  const head = text("\x89PNG\r\n\x1a\n");
  const ihdr = (width: number, height: number) =>
    pngChunk("IHDR", Buffer.concat([u32(width), u32(height), bytesOf(8, 6, 0, 0, 0)]));
  const [idat, iend] = [pngChunk("IDAT", noise(3)), pngChunk("IEND", Buffer.alloc(0))];
  const png = (chunks: Buffer[], size = ihdr(2, 3)) => Buffer.concat([head, size, ...chunks, idat, iend]);
  const keeps = (...chunks: Buffer[]) => kept("image/png", png(chunks));

  it("is what is needed, in its order, and nothing behind its end", () => {
    const [palette, clear] = [pngChunk("PLTE", noise(6)), pngChunk("tRNS", noise(2))];
    expect(keeps(palette, pngChunk("tEXt", noise(9)), clear)).toEqual(png([palette, clear]));
    expect(kept("image/png", Buffer.concat([png([]), idat]))).toEqual(png([]));
    expect(kept("image/png", png([]).subarray(0, -1))).toBeUndefined();
    expect(kept("image/png", head)).toBeUndefined();
  });

  it("begins with one head of thirteen bytes", () => {
    expect(keeps(ihdr(2, 3))).toBeUndefined();
    expect(kept("image/png", Buffer.concat([head, idat, ihdr(2, 3), iend]))).toBeUndefined();
    expect(kept("image/png", png([], pngChunk("IHDR", noise(12))))).toBeUndefined();
    expect(kept("image/png", png([], pngChunk("IHDR", Buffer.concat([u32(1), u32(1), noise(6)]))))).toBeUndefined();
  });

  it("has from one to 50 million pixels", () => {
    const isTaken = (width: number, height: number) => kept("image/png", png([], ihdr(width, height))) !== undefined;
    expect(mostPixels).toBe(50_000_000);
    const sizes: [number, number][] = [
      [1, 1],
      [0, 1],
      [1, 0],
      [50_000, 1000],
      [16_666_667, 3],
    ];
    expect(sizes.map((size) => isTaken(...size))).toEqual([true, false, false, true, false]);
  });

  it("has at most ten thousand parts", () => {
    const fill = (count: number) => Array<Buffer>(count).fill(pngChunk("tEXt", Buffer.alloc(0)));
    expect(keeps(...fill(9_997))).toEqual(png([]));
    expect(keeps(...fill(9_998))).toBeUndefined();
  });

  it("keeps one colour profile, of 64 KiB at most, with a name", () => {
    const profile = (size: number, name = "p") =>
      pngChunk("iCCP", Buffer.concat([text(`${name}\0\0`), deflateSync(Buffer.alloc(size))]));
    const full = profile(65_536);
    expect(keeps(full)).toEqual(png([full]));
    expect(keeps(profile(65_537))).toEqual(png([]));
    expect(keeps(profile(65_537), full, profile(9))).toEqual(png([full]));
    const named = profile(9, "n".repeat(79));
    expect(keeps(named)).toEqual(png([named]));
    expect(keeps(profile(9, "n".repeat(80)))).toEqual(png([]));
    expect(keeps(profile(9, ""))).toEqual(png([]));
    expect(keeps(pngChunk("iCCP", Buffer.concat([text("p\0\0"), noise(20)])))).toEqual(png([]));
  });

  it.each(sides)("of %s side says so and nothing else", (_, of, value) => {
    const said = value === undefined ? [] : [pngChunk("eXIf", upright(value))];
    expect(keeps(pngChunk("eXIf", of))).toEqual(png(said));
    expect(keeps(pngChunk("eXIf", Buffer.concat([exif, of])))).toEqual(png(said));
  });
});

describe("a JPEG", () => {
  const [start, end] = [bytesOf(0xff, 0xd8), bytesOf(0xff, 0xd9)];
  const frame = (width: number, height: number, marker = 0xc0) =>
    jpegSegment(marker, Buffer.concat([bytesOf(8), u16(height), u16(width), bytesOf(1)]));
  const scan = (data = bytesOf(1, 2)) => Buffer.concat([jpegSegment(0xda, noise(4)), data]);
  const jpeg = (...parts: Buffer[]) => Buffer.concat([start, ...parts, end]);
  const keeps = (...parts: Buffer[]) => kept("image/jpeg", jpeg(...parts));
  const plain = [frame(2, 3), scan()];
  const stays = (...parts: Buffer[]) => expect(keeps(...parts)).toEqual(jpeg(...parts));

  it.each([0xc0, 0xc1, 0xc2])("has one frame, baseline or progressive: %i", (marker) => {
    const one = frame(2, 3, marker);
    stays(one, scan());
    expect(keeps(one, one, scan())).toBeUndefined();
    expect(keeps(jpegSegment(marker, noise(5)), scan())).toBeUndefined();
  });

  it.each([0xc3, 0xc5, 0xc9, 0xcb, 0xcc, 0xcf])("of another kind is not taken: %i", (marker) => {
    expect(() => neededParts(jpeg(frame(2, 3, marker), scan()), "image/jpeg")).toThrow("This kind of JPEG");
  });

  it("keeps its tables", () => {
    for (const marker of [0xdb, 0xc4, 0xdd]) stays(jpegSegment(marker, noise(4)), ...plain);
    for (const marker of [0xc8, 0xd0, 0xde, 0xe5, 0xfe])
      expect(keeps(jpegSegment(marker, noise(4)), ...plain)).toEqual(jpeg(...plain));
    const empty = jpegSegment(0xdb, Buffer.alloc(0));
    stays(empty, ...plain);
    expect(keeps(bytesOf(0xff, 0xdb, 0, 1), ...plain)).toBeUndefined();
  });

  it("has from one to 50 million pixels", () => {
    const isTaken = (width: number, height: number) => keeps(frame(width, height), scan()) !== undefined;
    const sizes: [number, number][] = [
      [1, 1],
      [0, 1],
      [1, 0],
      [50_000, 1000],
      [50_001, 1000],
      [1000, 50_001],
    ];
    expect(sizes.map((size) => isTaken(...size))).toEqual([true, false, false, true, false, false]);
  });

  it("has from one to a hundred scans, behind its frame", () => {
    expect(keeps(frame(2, 3))).toBeUndefined();
    expect(keeps(scan(), frame(2, 3))).toBeUndefined();
    stays(frame(2, 3), ...Array(100).fill(scan()));
    expect(keeps(frame(2, 3), ...Array(101).fill(scan()))).toBeUndefined();
  });

  it("has scans to the next marker that is no part of them", () => {
    stays(frame(2, 3), scan(bytesOf(1, 0xff, 0, 0xff, 0xd0, 2, 0xff, 0xd7, 3)), scan());
    const open = Buffer.concat([start, ...plain]);
    expect(kept("image/jpeg", open)).toEqual(jpeg(...plain));
    expect(keeps(frame(2, 3), scan(bytesOf(1, 0xff, 0xcf)))).toBeUndefined();
    expect(keeps(frame(2, 3), scan(bytesOf(1, 0xff, 0xd8, 0, 2)))).toEqual(jpeg(frame(2, 3), scan(bytesOf(1))));
  });

  it("may have bytes that fill before a marker, and no others", () => {
    expect(keeps(bytesOf(0xff, 0xff), ...plain)).toEqual(jpeg(...plain));
    expect(keeps(bytesOf(0), ...plain)).toBeUndefined();
    expect(kept("image/jpeg", Buffer.concat([start, frame(2, 3)]))).toBeUndefined();
  });

  it("has at most ten thousand parts", () => {
    const fill = (count: number) => Array<Buffer>(count).fill(jpegSegment(0xfe, Buffer.alloc(0)));
    expect(keeps(...plain, ...fill(9_997))).toEqual(jpeg(...plain));
    expect(keeps(...plain, ...fill(9_998))).toBeUndefined();
  });

  it("keeps what says how to draw it: each once, and no thumbnail", () => {
    const jfif = (size: number) => jpegSegment(0xe0, Buffer.concat([text("JFIF\0"), noise(size - 5)]));
    const small = jpegSegment(0xe0, Buffer.concat([text("JFIF\0"), noise(7), bytesOf(0, 0)]));
    expect(keeps(jfif(14), ...plain)).toEqual(jpeg(small, ...plain));
    expect(keeps(jfif(40), jfif(14), ...plain)).toEqual(jpeg(small, ...plain));
    expect(keeps(jfif(13), ...plain)).toEqual(jpeg(...plain));
    const adobe = (size: number) => jpegSegment(0xee, Buffer.concat([text("Adobe"), noise(size - 5)]));
    stays(adobe(14), ...plain);
    expect(keeps(adobe(15), adobe(12), ...plain)).toEqual(jpeg(adobe(12), ...plain));
    const profile = (mark: number[]) => jpegSegment(0xe2, Buffer.concat([text("ICC_PROFILE\0"), bytesOf(...mark, 5)]));
    stays(profile([1, 1]), ...plain);
    for (const mark of [
      [1, 2],
      [2, 1],
    ])
      expect(keeps(profile(mark), ...plain)).toEqual(jpeg(...plain));
    for (const marker of [0xe0, 0xe1, 0xe2, 0xee])
      expect(keeps(jpegSegment(marker, noise(14)), ...plain)).toEqual(jpeg(...plain));
  });

  it.each(sides)("of %s side says so and nothing else", (_, of, value) => {
    const app1 = (data: Buffer) => jpegSegment(0xe1, Buffer.concat([exif, data]));
    const said = value === undefined ? [] : [app1(upright(value))];
    expect(keeps(app1(of), ...plain)).toEqual(jpeg(...said, ...plain));
    expect(keeps(jpegSegment(0xe1, of), ...plain)).toEqual(jpeg(...plain));
  });
});

describe("a WebP", () => {
  /** Lossy, with what is above the 14 bits of its sizes. */
  const lossy = (width: number, height: number, more = 0) => {
    const data = noise(10);
    data.writeUInt16LE(width | more, 6);
    data.writeUInt16LE(height | more, 8);
    return webpChunk("VP8 ", data);
  };
  const lossless = (width: number, height: number, size = 10) => {
    const data = noise(size);
    data.writeUInt32LE((width - 1) | ((height - 1) << 14) | 0x10000000, 1);
    return webpChunk("VP8L", data);
  };
  const keeps = (...chunks: Buffer[]) => kept("image/webp", webpOf(chunks));
  const image = lossy(2, 3);

  it("is its picture, and nothing behind it", () => {
    for (const one of [image, lossless(2, 3), lossless(2, 3, 11)]) {
      expect(keeps(one, webpChunk("EXIF", noise(9)), one)).toEqual(webpOf([one]));
      expect(kept("image/webp", Buffer.concat([webpOf([one]), image]))).toEqual(webpOf([one]));
    }
    expect(keeps(webpChunk("XXXX", noise(2)), image)).toBeUndefined();
    expect(keeps()).toBeUndefined();
    expect(keeps(webpChunk("VP8 ", noise(9)))).toBeUndefined();
    const cut = webpOf([image]);
    cut.writeUInt32LE(cut.readUInt32LE(16) + 4, 16);
    expect(kept("image/webp", cut)).toBeUndefined();
  });

  it("has from one to 50 million pixels, in 14 bits each way", () => {
    const sizes: [number, number][] = [
      [1, 1],
      [0, 1],
      [1, 0],
      [12_500, 4000],
      [12_501, 4000],
    ];
    expect(sizes.map(([width, height]) => keeps(lossy(width, height, 0xc000)) !== undefined)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    const large: [number, number][] = [
      [1, 1],
      [12_500, 4000],
      [12_501, 4000],
      [4000, 12_501],
    ];
    expect(large.map((size) => keeps(lossless(...size)) !== undefined)).toEqual([true, true, false, false]);
    expect(large.map((size) => keeps(vp8x(0, ...size), image) !== undefined)).toEqual([true, true, false, false]);
  });

  it("has a canvas of ten bytes, whose flags say what stays", () => {
    const canvas = (flags: number) => vp8x(flags, 2, 3);
    const [profile, alpha] = [webpChunk("ICCP", noise(65_536)), webpChunk("ALPH", noise(3))];
    const side = webpChunk("EXIF", Buffer.concat([exif, upright(6)]));
    const full = keeps(canvas(0xff & ~2), profile, alpha, image, side, webpChunk("XMP ", noise(4)));
    expect(full?.equals(webpOf([canvas(0x38), profile, alpha, image, side]))).toBe(true);
    expect(keeps(canvas(0x10), alpha, image)).toEqual(webpOf([canvas(0x10), alpha, image]));
    expect(keeps(canvas(0x10), alpha, lossless(2, 3))).toEqual(webpOf([canvas(0x10), lossless(2, 3)]));
    expect(keeps(canvas(0x28), webpChunk("ICCP", noise(65_537)), image)).toEqual(webpOf([canvas(0), image]));
    expect(keeps(webpChunk("VP8X", noise(11)), image)).toBeUndefined();
  });

  it.each(sides)("of %s side says so and nothing else", (_, of, value) => {
    const said = value === undefined ? [] : [webpChunk("EXIF", Buffer.concat([exif, upright(value)]))];
    expect(keeps(vp8x(8, 2, 3), image, webpChunk("EXIF", of))).toEqual(
      webpOf([vp8x(value ? 8 : 0, 2, 3), image, ...said]),
    );
  });

  it("that moves is its first frame", () => {
    const [head, animation] = [vp8x(2, 2, 3), webpChunk("ANIM", noise(6))];
    const frame = (...chunks: Buffer[]) => webpChunk("ANMF", Buffer.concat([noise(16), ...chunks]));
    const other = frame(lossless(2, 3));
    expect(keeps(head, animation, frame(image, webpChunk("XXXX", noise(2))), other)).toEqual(
      webpOf([head, animation, frame(image)]),
    );
    expect(keeps(head, frame(image))).toBeUndefined();
    expect(keeps(head, webpChunk("ANIM", noise(7)), frame(image))).toBeUndefined();
    expect(keeps(head, animation)).toBeUndefined();
    expect(keeps(head, animation, webpChunk("ANMF", noise(15)))).toBeUndefined();
    expect(keeps(head, animation, frame())).toBeUndefined();
  });

  it("has at most ten thousand parts, those of its frame among them", () => {
    const fill = (count: number) => Array<Buffer>(count).fill(webpChunk("XXXX", Buffer.alloc(0)));
    expect(keeps(vp8x(0, 2, 3), image, ...fill(9_998))).toEqual(webpOf([vp8x(0, 2, 3), image]));
    expect(keeps(vp8x(0, 2, 3), image, ...fill(9_999))).toBeUndefined();
  });
});

it("what is no picture is refused", () => {
  for (const type of [undefined, "application/pdf"] as (ContentType | undefined)[])
    expect(() => neededParts(noise(20), type)).toThrow("Give a PNG, JPEG or WebP picture.");
});
