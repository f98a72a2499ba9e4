import { sealFor, unsealWith } from "@/server/kit/secret/seal";

const purpose = "persdesk refresh successor";

/** A token's successor, readable only by who holds the token. */
export const sealSuccessor = (token: string, successor: string) => sealFor(token, purpose, successor);

/** @throws when `token` is not the one it was sealed with */
export const unsealSuccessor = (token: string, sealed: string) => unsealWith(token, purpose, sealed);
