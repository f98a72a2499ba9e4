import { verify } from "node:crypto";
import { eq } from "drizzle-orm";
import { firmwareVersions } from "@/db/schema";
import { env } from "@/env/env";
import { firmwareKey } from "@/env/firmware-key.rules";
import type { Ctx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { imageBytes } from "./firmware-image.service";

/**
 * Whether a key of today fits: a signature is Ed25519 (RFC 8032, not prehashed) over the bytes of the image alone, as `/image`
 * answers them: all segments, one after the other.
 */
const fits = (image: Buffer, signature: string) =>
  env.FIRMWARE_PUBLIC_KEYS.some((text) => {
    const key = firmwareKey(text);
    return key !== undefined && verify(null, image, key, Buffer.from(signature, "base64"));
  });

/**
 * A signature that is given fits the version's image.
 * @param id undefined for a version that is being made, which has no image
 * @throws AppError 422
 */
export async function assertSigned(ctx: Ctx, id: string | undefined, signature: string) {
  const image = id ? await imageBytes(ctx, id) : Buffer.alloc(0);
  if (image.length === 0)
    throw broken("signature", "It has no image yet. Upload its image first, then give its signature.");
  if (env.FIRMWARE_PUBLIC_KEYS.length === 0)
    throw broken("signature", "There is no key that it could fit. Set FIRMWARE_PUBLIC_KEYS first.");
  if (!fits(image, signature))
    throw broken("signature", "It fits this image by none of the keys of FIRMWARE_PUBLIC_KEYS.");
}

/**
 * The signature that a version carries fits by the keys of today, where it carries one.
 * @param path the field that is wrong where it does not
 * @throws AppError 422
 */
export async function assertStillSigned(ctx: Ctx, id: string, path: string) {
  const [row] = await ctx.db
    .select({ signature: firmwareVersions.signature })
    .from(firmwareVersions)
    .where(eq(firmwareVersions.id, id));
  if (row?.signature && !fits(await imageBytes(ctx, id), row.signature))
    throw broken(path, "None of the keys of FIRMWARE_PUBLIC_KEYS fits its signature any more. Sign its image again.");
}
