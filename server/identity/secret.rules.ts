import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { sha256 } from "@/server/kit/hash";

/** What is stored of a secret, or of an address that is only compared: SHA-256, in base64url. */
export const fingerprint = (text: string) => sha256(text, "base64url");

/** A new opaque token of 256 bits. */
export const newToken = () => randomBytes(32).toString("base64url");

const keyFrom = (secret: string, purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

/** Seals `text` so that only who holds `secret` can read it, for this purpose (AES-256-GCM). */
export function sealFor(secret: string, purpose: string, text: string) {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFrom(secret, purpose), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Reads what `sealFor` sealed. @throws when the secret or the purpose differs */
export function unsealWith(secret: string, purpose: string, sealed: string) {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFrom(secret, purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}
