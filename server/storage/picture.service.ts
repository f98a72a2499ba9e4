import sharp from "sharp";
import { AppError } from "@/server/kit/errors";
import { sha256 } from "@/server/kit/hash";
import { contentTypeOf } from "./content-type.rules";
import { pictureCap } from "./picture.schema";
import { storage } from "./storage";

export const pictureType = "image/webp";
const longestSide = 2048;
const mostPixels = 50_000_000;

const refused = (path: string, message: string) =>
  new AppError("invalid_input", `${path}: ${message}`, { errors: [{ path, message }] });

/** PNG, JPEG or WebP by content; the file name is ignored. */
const isPicture = (bytes: Uint8Array) => contentTypeOf(bytes)?.startsWith("image/") === true;

/**
 * Stores a picture: converted to WebP of at most 2048 pixels a side, upright and without its metadata. The key is a
 * hash of what was stored, so the same picture is kept once; pictures are not deleted, so that an undo finds them.
 * @param path names the field in an error
 * @returns the key
 * @throws AppError 400 for what is no PNG, JPEG or WebP, is broken, or is over 5 MB or 50 megapixels
 */
export async function storePicture(bytes: Uint8Array, path: string): Promise<string> {
  if (bytes.length > pictureCap) throw refused(path, "At most 5 MB.");
  if (!isPicture(bytes)) throw refused(path, "Give a PNG, JPEG or WebP picture.");
  const drawn = await sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" })
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw refused(path, "This picture is broken or has more than 50 megapixels.");
    });
  const key = `${sha256(drawn).slice(0, 40)}.webp`;
  await storage().put(key, drawn, pictureType);
  return key;
}

export const pictureUrl = (key: string | null) => (key ? `/api/pictures/${key}` : null);

/** The new value of a picture's column. */
export const pictureKey = (upload: string | null, path: string) =>
  upload === null ? null : storePicture(Buffer.from(upload, "base64"), path);
