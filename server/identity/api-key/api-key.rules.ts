import { randomBytes } from "node:crypto";

const shape = /^pd_([0-9a-f]{10})_[\w-]{43}$/;

/** A new key: `pd_<prefix>_<secret of 256 bits>`. The prefix names it on screens; the key itself is shown once. */
export function newKey() {
  const prefix = randomBytes(5).toString("hex");
  return { prefix, key: `pd_${prefix}_${randomBytes(32).toString("base64url")}` };
}

/** The prefix of a text that has the shape of a key. */
export const prefixOf = (key: string) => shape.exec(key)?.[1];
