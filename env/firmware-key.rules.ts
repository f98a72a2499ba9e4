import { createPublicKey, type KeyObject } from "node:crypto";

/** What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const head = Buffer.from("302a300506032b6570032100", "hex");

/** An Ed25519 public key: PEM, or base64 of its DER form or of its 32 bytes; undefined for what is none. */
export function firmwareKey(text: string): KeyObject | undefined {
  const base64 = text.replace(/-----[^-]+-----/g, "").replace(/\s|\\n/g, "");
  const bytes = Buffer.from(base64, "base64");
  if (!/^[\w+/]+={0,2}$/.test(base64)) return undefined;
  try {
    const key = bytes.length === 32 ? Buffer.concat([head, bytes]) : bytes;
    const read = createPublicKey({ key, format: "der", type: "spki" });
    return read.asymmetricKeyType === "ed25519" ? read : undefined;
  } catch {
    return undefined;
  }
}
