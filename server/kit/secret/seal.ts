import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { type SQLWrapper, sql } from "drizzle-orm";
import { env } from "@/env/env";

const keyFrom = (secret: string, purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/** Seals bytes so that only who holds `secret` can read them, for this purpose (AES-256-GCM): nonce, tag, body. */
function sealBytes(secret: string, purpose: string, bytes: Uint8Array, iv: Uint8Array = randomBytes(12)): Buffer {
  const cipher = createCipheriv("aes-256-gcm", keyFrom(secret, purpose), iv);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function unsealBytes(secret: string, purpose: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", keyFrom(secret, purpose), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

/** Seals `text` so that only who holds `secret` can read it, for this purpose. */
export const sealFor = (secret: string, purpose: string, text: string) =>
  sealBytes(secret, purpose, Buffer.from(text, "utf8")).toString("base64url");

/** Reads what `sealFor` sealed. @throws when the secret or the purpose differs */
export const unsealWith = (secret: string, purpose: string, sealed: string) =>
  unsealBytes(secret, purpose, Buffer.from(sealed, "base64url")).toString("utf8");

/** Seals data of people that is kept for a while, with the newest data key, whose id stands in front. */
export function sealData(purpose: string, bytes: Uint8Array): Buffer {
  const [{ id, secret }] = env.DATA_KEYS;
  return Buffer.concat([Buffer.from(`${id}:`), sealBytes(secret, purpose, bytes)]);
}

/**
 * As `sealData`, the same bytes always alike: for what stands in answers, which would differ each time otherwise. Its nonce
 * is a keyed hash of the bytes, so no two different ones have the same.
 */
export function sealDataAlike(purpose: string, bytes: Uint8Array): Buffer {
  const [{ id, secret }] = env.DATA_KEYS;
  const nonce = createHmac("sha256", keyFrom(secret, `${purpose} nonce`))
    .update(bytes)
    .digest()
    .subarray(0, 12);
  return Buffer.concat([Buffer.from(`${id}:`), sealBytes(secret, purpose, bytes, nonce)]);
}

/** The id of the data key in front of what `sealData` sealed. */
export const dataKeyIdOf = (sealed: Uint8Array) => Buffer.from(sealed.subarray(0, sealed.indexOf(0x3a))).toString();

/** Reads what `sealData` sealed. @throws where its key is no longer among DATA_KEYS, or the purpose is another one */
export function unsealData(purpose: string, sealed: Uint8Array): Buffer {
  const id = dataKeyIdOf(sealed);
  const key = env.DATA_KEYS.find((one) => one.id === id);
  if (!key) throw new Error(`the data key ${id.slice(0, 32)} is not among DATA_KEYS`);
  return unsealBytes(key.secret, purpose, sealed.subarray(id.length + 1));
}

/** SQL: the id of the data key of what `sealData` sealed, where it is stored as base64. */
export const dataKeyIdIn = (column: SQLWrapper) =>
  sql<string>`split_part(encode(decode(left(${column}, 44), 'base64'), 'escape'), ':', 1)`;

/** The ids of all data keys, the newest first. */
export const dataKeyIds = () => env.DATA_KEYS.map(({ id }) => id);

/** The id of the key that `sealData` seals with, so that what older ones sealed can be found and sealed again. */
export const newestDataKeyId = () => env.DATA_KEYS[0].id;
