import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

// Files that are small and expensive to read whole.

const text = (value: string) => Buffer.from(value, "latin1");

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG's head: 8 or 16 bits of red, green, blue and alpha. */
function ihdr(width: number, height: number, depth: 8 | 16, isInterlaced: boolean): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([depth, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  return pngChunk("IHDR", data);
}

const signature = text("\x89PNG\r\n\x1a\n");
const iend = pngChunk("IEND", Buffer.alloc(0));
/** The size of a PNG of `ihdr`, decompressed. */
const rows = (width: number, height: number, depth: number) => height * (1 + width * (depth / 2));

/** A PNG of one colour, with more chunks behind its head. */
export function pngWith(
  chunks: Buffer[],
  { width = 50, height = 50, depth = 8 as 8 | 16, isInterlaced = false, pixels = rows(width, height, depth) } = {},
) {
  const idat = pngChunk("IDAT", deflateSync(Buffer.alloc(pixels)));
  return Buffer.concat([signature, ihdr(width, height, depth, isInterlaced), ...chunks, idat, iend]);
}

export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A JPEG with more segments behind its first two bytes. */
export const jpegWith = (jpeg: Buffer, segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

export function webpChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([text(type), size, data, Buffer.alloc(data.length % 2)]);
}

export function webpOf(chunks: Buffer[]): Buffer {
  const body = Buffer.concat([text("WEBP"), ...chunks]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([text("RIFF"), size, body]);
}

/** The head of an extended WebP. */
export function vp8x(flags: number, width: number, height: number): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk("VP8X", data);
}

const tiff = (entries: number, body: Buffer) => {
  const head = Buffer.alloc(10);
  head.write("II*\0\x08", "latin1");
  head.writeUInt16LE(entries, 8);
  return Buffer.concat([head, body]);
};

const plain = (size: number) => sharp({ create: { width: size, height: size, channels: 3, background: "#4466aa" } });

/** A JPEG whose last scan comes again and again. */
function scansOf(jpeg: Buffer, times: number): Buffer {
  const from = jpeg.lastIndexOf(text("\xff\xda"));
  return Buffer.concat([jpeg.subarray(0, from), ...Array(times).fill(jpeg.subarray(from, -2)), jpeg.subarray(-2)]);
}

/** Hostile pictures by name. All are within the cap of 5 MB. */
export async function pictureBombs(): Promise<[string, Buffer][]> {
  const jpeg = await plain(50).jpeg({ progressive: true }).toBuffer();
  const webp = (await plain(50).webp().toBuffer()).subarray(12);
  const inflated = deflateSync(Buffer.alloc(7_900_000));
  const large = deflateSync(Buffer.alloc(50_000_000));
  const frame = Buffer.concat([Buffer.alloc(6), Buffer.from([49, 0, 0, 49, 0, 0, 1, 0, 0, 0]), webp]);
  const animation = webpChunk("ANIM", Buffer.alloc(6));
  const sized = (width: number, height: number) => {
    const file = Buffer.from(jpeg);
    const at = file.indexOf(text("\xff\xc2"));
    file.writeUInt16BE(height, at + 5);
    file.writeUInt16BE(width, at + 7);
    return file;
  };
  const lossless = Buffer.alloc(38);
  lossless[0] = 0x2f;
  lossless.writeUInt32LE(0x0fffffff, 1);
  const ztxt = Array.from({ length: 100 }, (_, n) => pngChunk("zTXt", Buffer.concat([text(`t${n}\0\0`), inflated])));
  const itxt = Array.from({ length: 100 }, (_, n) =>
    pngChunk("iTXt", Buffer.concat([text(`t${n}\0\x01\0\0\0`), inflated])),
  );
  const iccp = pngChunk("iCCP", Buffer.concat([text("p\0\0"), large]));
  const fctl = pngChunk("fcTL", Buffer.alloc(26));
  const frames = Array.from({ length: 20_000 }, () => Buffer.concat([fctl, pngChunk("fdAT", Buffer.alloc(60))]));
  const wide = { width: 7000, height: 7000 };
  return [
    ["PNG, a hundred compressed texts", pngWith(ztxt)],
    ["PNG, a hundred compressed international texts", pngWith(itxt)],
    ["PNG, a colour profile of 50 MB", pngWith([iccp])],
    ["PNG, fifty colour profiles of 50 MB", pngWith(Array(50).fill(iccp))],
    ["PNG, EXIF of 4 MB", pngWith([pngChunk("eXIf", tiff(65_535, Buffer.alloc(4_000_000)))])],
    ["PNG, 20,000 frames", pngWith([pngChunk("acTL", Buffer.alloc(8)), ...frames])],
    ["PNG, 400,000 empty chunks", pngWith(Array(400_000).fill(pngChunk("IDAT", Buffer.alloc(0))))],
    ["PNG, 900 megapixels", pngWith([], { width: 30_000, height: 30_000, pixels: 1000 })],
    ["PNG, one pixel of 500 MB", pngWith([], { width: 1, height: 1, pixels: 500_000_000 })],
    ["PNG, 49 megapixels in seven passes", pngWith([], { ...wide, isInterlaced: true })],
    ["PNG, 49 megapixels of 16 bits in seven passes", pngWith([], { ...wide, depth: 16, isInterlaced: true })],
    ["JPEG, 4,295 megapixels", sized(65_535, 65_535)],
    ["JPEG, 49 megapixels that are not there", sized(7000, 7000)],
    ["JPEG, 5,000 scans of 49 megapixels", scansOf(sized(7000, 7000), 5000)],
    ["JPEG, 99 scans of 49 megapixels", scansOf(sized(7000, 7000), 90)],
    [
      "JPEG, a colour profile of 4 MB",
      jpegWith(
        jpeg,
        Array.from({ length: 64 }, (_, n) =>
          jpegSegment(0xe2, Buffer.concat([text("ICC_PROFILE\0"), Buffer.from([n + 1, 64]), Buffer.alloc(65_000)])),
        ),
      ),
    ],
    [
      "JPEG, sixty EXIF blocks",
      jpegWith(
        jpeg,
        Array(60).fill(jpegSegment(0xe1, Buffer.concat([text("Exif\0\0"), tiff(5000, Buffer.alloc(60_000))]))),
      ),
    ],
    ["JPEG, a million comments", jpegWith(jpeg, Array(1_000_000).fill(jpegSegment(0xfe, Buffer.alloc(0))))],
    ["WebP, 10,000 frames", webpOf([vp8x(2, 50, 50), animation, ...Array(10_000).fill(webpChunk("ANMF", frame))])],
    ["WebP, frames on 268 megapixels", webpOf([vp8x(2, 16_383, 16_383), animation, webpChunk("ANMF", frame)])],
    ["WebP, 268 megapixels", webpOf([webpChunk("VP8L", lossless)])],
    ["WebP, a colour profile of 4 MB", webpOf([vp8x(0x20, 50, 50), webpChunk("ICCP", Buffer.alloc(4_000_000)), webp])],
    ["WebP, EXIF of 4 MB", webpOf([vp8x(8, 50, 50), webp, webpChunk("EXIF", tiff(65_535, Buffer.alloc(4_000_000)))])],
    [
      "WebP, 500,000 empty chunks",
      webpOf([vp8x(0, 50, 50), ...Array(500_000).fill(webpChunk("XXXX", Buffer.alloc(0)))]),
    ],
  ];
}
