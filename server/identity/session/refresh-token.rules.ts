import { createHash, randomBytes } from "node:crypto";
import { sealFor, unsealWith } from "../seal.rules";

/** A new opaque token of 256 bits. */
export const newToken = () => randomBytes(32).toString("base64url");

/** What is stored of a token. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

const purpose = "persdesk refresh successor";

/** A token's successor, readable only by who holds the token. */
export const sealSuccessor = (token: string, successor: string) => sealFor(token, purpose, successor);

/** @throws when `token` is another one than it was sealed with */
export const unsealSuccessor = (token: string, sealed: string) => unsealWith(token, purpose, sealed);
