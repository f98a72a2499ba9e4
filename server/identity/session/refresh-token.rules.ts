import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** A new opaque token of 256 bits. */
export const newToken = () => randomBytes(32).toString("base64url");

/** What is stored of a token. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

const keyFrom = (token: string) => Buffer.from(hkdfSync("sha256", token, "", "persdesk refresh successor", 32));

/** Seals `text` so that only who holds `token` can read it (AES-256-GCM). */
export function sealFor(token: string, text: string) {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFrom(token), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Reads what `sealFor` sealed. @throws when `token` is another one */
export function unsealWith(token: string, sealed: string) {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFrom(token), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}
