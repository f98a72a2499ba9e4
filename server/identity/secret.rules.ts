import { randomBytes } from "node:crypto";
import { sha256 } from "@/server/kit/secret/hash";

/** What is stored of a secret, or of an address that is only compared: SHA-256, in base64url. */
export const fingerprint = (text: string) => sha256(text, "base64url");

/** A new opaque token of 256 bits. */
export const newToken = () => randomBytes(32).toString("base64url");
