import { type KnownCtx, ownerOf } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { UploadedFile } from "@/server/kit/call/meta";
import { middleware } from "@/server/kit/call/procedure";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { sha256 } from "@/server/kit/secret/hash";
import { storage } from "@/server/kit/storage/storage";
import { contentTypeOf } from "./content-type.rules";
import { drawPicture } from "./draw-picture";
import { pictureCap } from "./picture.schema";
import { neededParts, PictureFault } from "./picture-parts.rules";

export const pictureType = "image/webp";

const refused = (path: string, message: string) =>
  new AppError("invalid_input", `${path}: ${message}`, { errors: [{ path, message }] });

async function drawn(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length > pictureCap) throw new PictureFault("At most 5 MB.");
  return drawPicture(neededParts(bytes, contentTypeOf(bytes)));
}

/** Stores a picture under a hash of what was stored, so that the same one is kept once. @returns the key */
async function store(ctx: KnownCtx, bytes: Uint8Array, path: string): Promise<string> {
  await limitRate(ctx, { name: "picture", ...rateLimits.picture, of: ownerOf(ctx) });
  const picture = await drawn(bytes).catch((error: unknown) => {
    throw error instanceof PictureFault ? refused(path, error.message) : error;
  });
  const key = `${sha256(picture).slice(0, 40)}.webp`;
  await storage().put(key, picture, pictureType);
  return key;
}

/** The bytes of an upload as a form or as base64; null and undefined as they are. */
function bytesOf(upload: string | UploadedFile | null | undefined) {
  if (typeof upload === "string") return Buffer.from(upload, "base64");
  return upload ? upload.bytes : upload;
}

/**
 * Draws the picture of an input again and stores it, before the transaction of the procedure: drawing takes long, and what
 * was tried is counted even if the call fails. The only way of a picture into the storage (ADR 8, ADR 85).
 * Stands behind the input that has the picture. `ctx.drawn` is its key; null takes the picture away, and undefined keeps it.
 * @param field the input's key: base64, a file of a form, or null; it names the field in errors
 * @throws AppError 400 for what is no PNG, JPEG or WebP, is broken, or is over 5 MB or 50 megapixels; 429 over 60 an hour;
 * 503 where others are drawn for too long
 */
export const drawsPicture = (field: "picture" | "logo") =>
  middleware(async ({ ctx, input, next }) => {
    const upload = Object(input)[field] as string | UploadedFile | null | undefined; // as its schema has checked
    const bytes = bytesOf(upload);
    const { actor } = ctx;
    if (!actor) throw new AppError("credentials_missing");
    return next({ ctx: { drawn: bytes ? await store({ ...ctx, actor }, bytes, field) : bytes } });
  });

export const pictureUrl = (key: string | null) => (key ? `/api/pictures/${key}` : null);

/** Logos as mails show them, by key: many mails in a row have the same. */
const forMails = new Map<string, Buffer>();
const mostKept = 20;

/** A stored picture as a small PNG, because Outlook draws no WebP; null where there is none. */
export async function pictureAsPng(key: string): Promise<Buffer | null> {
  const known = forMails.get(key);
  if (known) return known;
  const stored = await storage().get(key);
  if (!stored) return null;
  const png = await drawPicture(neededParts(stored, contentTypeOf(stored)), "png");
  const [oldest] = forMails.keys();
  if (oldest && forMails.size >= mostKept) forMails.delete(oldest);
  forMails.set(key, png);
  return png;
}
