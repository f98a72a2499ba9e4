import { hash } from "node:crypto";

/** SHA-256 of a text (as UTF-8) or of bytes. */
export const sha256 = (data: string | Uint8Array, encoding: "hex" | "base64url" = "hex") =>
  hash("sha256", data, encoding);
