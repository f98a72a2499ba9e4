import { crc32, inflateSync } from "node:zlib";
import type { ContentType } from "./content-type.rules";

// What a file holds beside the picture itself (texts, thumbnails, later frames) is left out before anything decodes it: a
// hundred compressed texts of a PNG cost gigabytes. What stays is what is needed to draw: the picture, its colours, and
// which side is up.

export const mostPixels = 50_000_000;
/** Of a colour profile; those of screens and cameras have some hundreds to three thousand bytes. */
const mostProfile = 64 * 1024;
/** Parts of one file; an honest one of 5 MB has some hundreds. */
const mostParts = 10_000;
/** Passes of a progressive JPEG; each goes over all of the picture; encoders write about ten. */
const mostScans = 100;

/** The file cannot be drawn; the message is for people. */
export class PictureFault extends Error {}

const broken = () => new PictureFault("This picture is broken or has more than 50 megapixels.");

/** `count` bytes from `at` on. @throws PictureFault where the file ends before */
function part(bytes: Buffer, at: number, count: number): Buffer {
  if (at + count > bytes.length) throw broken();
  return bytes.subarray(at, at + count);
}

function assertSize(width: number, height: number) {
  if (width < 1 || height < 1 || width * height > mostPixels) throw broken();
}

/** Adds up parts. @throws PictureFault over their cap */
function collector() {
  const parts: Buffer[] = [];
  let seen = 0;
  return {
    saw: () => {
      seen += 1;
      if (seen > mostParts) throw broken();
    },
    keep: (...more: Buffer[]) => parts.push(...more),
    all: () => Buffer.concat(parts),
  };
}

const orientationTag = 0x0112;

const exifMark = "Exif\0\0";

/** Which side of a picture is up: 2 to 8 as EXIF counts, undefined where it is upright or not said. */
function orientationOf(exif: Buffer): number | undefined {
  const tiff = exif.toString("latin1", 0, exifMark.length) === exifMark ? exif.subarray(exifMark.length) : exif;
  const order = tiff.toString("latin1", 0, 4);
  if (tiff.length < 8 || (order !== "II*\0" && order !== "MM\0*")) return undefined;
  const isLittle = order === "II*\0";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return undefined;
  const entries = short(start);
  for (let index = 0; index < entries; index++) {
    const at = start + 2 + index * 12;
    if (at + 12 > tiff.length) return undefined;
    if (short(at) !== orientationTag) continue;
    const value = short(at + 8);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** The same as EXIF of nothing else, as it stands in a PNG. */
function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("II*\0", "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(orientationTag, 10);
  tiff.writeUInt16LE(3, 12); // a short
  tiff.writeUInt32LE(1, 14); // one of them
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}

/** As it stands in a JPEG and a WebP. */
const exifOf = (orientation: number) => Buffer.concat([Buffer.from(exifMark, "latin1"), tiffOf(orientation)]);

const pngNeeded = new Set(["PLTE", "tRNS", "IDAT"]);

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** Whether a PNG's compressed profile is small when it is inflated. */
function isSmallProfile(data: Buffer): boolean {
  const name = data.subarray(0, 80).indexOf(0);
  if (name < 1) return false;
  try {
    inflateSync(data.subarray(name + 2), { maxOutputLength: mostProfile });
    return true;
  } catch {
    return false; // larger, or damaged
  }
}

function pngParts(bytes: Buffer): Buffer {
  const kept = collector();
  kept.keep(part(bytes, 0, 8));
  let hasProfile = false;
  for (let at = 8; ; ) {
    kept.saw();
    const head = part(bytes, at, 8);
    const type = head.toString("latin1", 4);
    const chunk = part(bytes, at, 12 + head.readUInt32BE(0));
    const data = chunk.subarray(8, -4);
    if ((at === 8) !== (type === "IHDR")) throw broken();
    if (type === "IHDR") {
      if (data.length !== 13) throw broken();
      assertSize(data.readUInt32BE(0), data.readUInt32BE(4));
      kept.keep(chunk);
    } else if (pngNeeded.has(type)) kept.keep(chunk);
    else if (type === "iCCP" && !hasProfile && isSmallProfile(data)) {
      hasProfile = true;
      kept.keep(chunk);
    } else if (type === "eXIf") {
      const orientation = orientationOf(data);
      if (orientation) kept.keep(pngChunk("eXIf", tiffOf(orientation)));
    } else if (type === "IEND") {
      kept.keep(chunk);
      return kept.all();
    }
    at += chunk.length;
  }
}

const jpeg = { tables: new Set([0xdb, 0xc4, 0xdd]), frames: new Set([0xc0, 0xc1, 0xc2]), scan: 0xda, end: 0xd9 };
/** Lossless, hierarchical and arithmetic JPEGs, which no browser shows. */
const isOtherFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8;

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** What an application's segment of a JPEG says about drawing; undefined for everything else. */
function jpegSaid(marker: number, data: Buffer): Buffer | undefined {
  const begins = (text: string) => data.toString("latin1", 0, text.length) === text;
  // Without the thumbnail behind its twelve bytes.
  if (marker === 0xe0 && begins("JFIF\0") && data.length >= 14)
    return jpegSegment(marker, Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)]));
  if (marker === 0xee && begins("Adobe") && data.length <= 14) return jpegSegment(marker, data);
  if (marker === 0xe2 && begins("ICC_PROFILE\0\x01\x01")) return jpegSegment(marker, data);
  const orientation = marker === 0xe1 && begins(exifMark) && orientationOf(data);
  return orientation ? jpegSegment(marker, exifOf(orientation)) : undefined;
}

/** Where the compressed data of a scan ends: at the next marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function jpegParts(bytes: Buffer): Buffer {
  const kept = collector();
  const said = new Set<number>();
  let hasFrame = false;
  let scans = 0;
  kept.keep(part(bytes, 0, 2));
  for (let at = 2; ; ) {
    kept.saw();
    if (part(bytes, at, 2)[0] !== 0xff) throw broken();
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a byte that fills
      continue;
    }
    if (marker === jpeg.end) break;
    const length = part(bytes, at + 2, 2).readUInt16BE(0);
    if (length < 2) throw broken();
    const segment = part(bytes, at, 2 + length);
    const data = segment.subarray(4);
    at += segment.length;
    if (jpeg.tables.has(marker)) kept.keep(segment);
    else if (jpeg.frames.has(marker)) {
      if (hasFrame || data.length < 6) throw broken();
      hasFrame = true;
      assertSize(data.readUInt16BE(3), data.readUInt16BE(1));
      kept.keep(segment);
    } else if (marker === jpeg.scan) {
      scans += 1;
      if (!hasFrame || scans > mostScans) throw broken();
      const end = scanEnd(bytes, at);
      kept.keep(segment, bytes.subarray(at, end));
      at = end;
      if (end === bytes.length) break; // without its end, which decoders forgive
    } else if (isOtherFrame(marker)) {
      throw new PictureFault("This kind of JPEG is not taken. Save it as a plain JPEG or PNG.");
    } else {
      const tells = said.has(marker) ? undefined : jpegSaid(marker, data);
      if (tells) {
        said.add(marker);
        kept.keep(tells);
      }
    }
  }
  if (scans === 0) throw broken();
  kept.keep(Buffer.from([0xff, jpeg.end]));
  return kept.all();
}

interface WebpChunk {
  type: string;
  data: Buffer;
}

/** @throws PictureFault for a chunk that goes over the end */
function webpChunks(bytes: Buffer, saw: () => void): WebpChunk[] {
  const chunks: WebpChunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    saw();
    const size = bytes.readUInt32LE(at + 4);
    chunks.push({ type: bytes.toString("latin1", at, at + 4), data: part(bytes, at + 8, size) });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function webpChunk({ type, data }: WebpChunk): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(type, "latin1");
  chunk.writeUInt32LE(data.length, 4);
  data.copy(chunk, 8);
  return chunk;
}

/** The picture itself, and its transparency where that stands by itself: of each the first. */
function webpImage(chunks: WebpChunk[]): WebpChunk[] {
  const image = chunks.find(({ type }) => type === "VP8 " || type === "VP8L");
  if (!image) throw broken();
  const { type, data } = image;
  if (data.length < 10) throw broken();
  if (type === "VP8 ") assertSize(data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff);
  else {
    const sizes = data.readUInt32LE(1);
    assertSize((sizes & 0x3fff) + 1, ((sizes >>> 14) & 0x3fff) + 1);
  }
  const alpha = type === "VP8 " && chunks.find((chunk) => chunk.type === "ALPH");
  return alpha ? [alpha, image] : [image];
}

const webpFlags = { animated: 0x02, exif: 0x08, alpha: 0x10, profile: 0x20 };

function webpParts(bytes: Buffer): Buffer {
  const { saw } = collector();
  const size = part(bytes, 0, 12).readUInt32LE(4);
  const chunks = webpChunks(part(bytes, 12, Math.max(0, size - 4)), saw);
  const parts: WebpChunk[] = [];
  const find = (wanted: string) => chunks.find(({ type }) => type === wanted);
  const [first] = chunks;
  if (first?.type === "VP8X") {
    if (first.data.length !== 10) throw broken();
    assertSize(first.data.readUIntLE(4, 3) + 1, first.data.readUIntLE(7, 3) + 1);
    const canvas = Buffer.from(first.data);
    const profile = find("ICCP");
    const isProfileSmall = profile !== undefined && profile.data.length <= mostProfile;
    const orientation = orientationOf(find("EXIF")?.data ?? Buffer.alloc(0));
    canvas[0] =
      ((first.data[0] ?? 0) & (webpFlags.animated | webpFlags.alpha)) |
      (isProfileSmall ? webpFlags.profile : 0) |
      (orientation ? webpFlags.exif : 0);
    parts.push({ type: "VP8X", data: canvas });
    if (isProfileSmall) parts.push(profile);
    if (canvas[0] & webpFlags.animated) {
      const [animation, frame] = [find("ANIM"), find("ANMF")];
      if (animation?.data.length !== 6 || !frame) throw broken();
      const image = webpImage(webpChunks(frame.data.subarray(16), saw)).map(webpChunk);
      parts.push(animation, { type: "ANMF", data: Buffer.concat([frame.data.subarray(0, 16), ...image]) });
    } else parts.push(...webpImage(chunks));
    if (orientation) parts.push({ type: "EXIF", data: exifOf(orientation) });
  } else parts.push(...webpImage(chunks.slice(0, 1)));
  const body = Buffer.concat(parts.map(webpChunk));
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

const readers: Partial<Record<ContentType, (bytes: Buffer) => Buffer>> = {
  "image/png": pngParts,
  "image/jpeg": jpegParts,
  "image/webp": webpParts,
};

/**
 * A picture file with nothing in it but what is needed to draw its first frame upright in its colours.
 * @param type what the file is by its content; undefined and what is no picture are refused
 * @throws PictureFault for what is no PNG, JPEG or WebP, is broken, or has more than 50 megapixels
 */
export function neededParts(bytes: Uint8Array, type: ContentType | undefined): Buffer {
  const read = type && readers[type];
  if (!read) throw new PictureFault("Give a PNG, JPEG or WebP picture.");
  return read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
