import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/env/env";

// What could be guessed from a plain hash, such as a code of six digits, is stored by a hash that is keyed with a secret
// that is not in the database. The newest of NEXTAUTH_SECRET makes them; what older ones made is still found (ADR 95).

interface Hashed {
  hash: string;
  /** the id of the secret that it is keyed with */
  keyId: string;
}

const hashed = ({ id, secret }: { id: string; secret: string }, text: string): Hashed => ({
  hash: createHmac("sha256", secret).update(text).digest("base64url"),
  keyId: id,
});

/** The ids of the secrets, the newest first. */
export const secretIds = () => [...new Set(env.NEXTAUTH_SECRET.map(({ id }) => id))];

/** The hash to store. */
export const keyedHash = (text: string): Hashed => hashed(env.NEXTAUTH_SECRET[0], text);

/** The hashes that may have been stored, the newest first. */
export const keyedHashes = (text: string): Hashed[] => env.NEXTAUTH_SECRET.map((key) => hashed(key, text));

/** Whether a stored hash is one of this text, by whichever secret; the time does not tell. */
export function isKeyedHashOf(text: string, stored: string): boolean {
  const wanted = Buffer.from(stored);
  const same = keyedHashes(text).map(({ hash }) => {
    const given = Buffer.from(hash);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  return same.includes(true);
}
