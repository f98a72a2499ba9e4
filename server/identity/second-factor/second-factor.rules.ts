import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { secondFactors } from "@/db/schema";
import { env } from "@/env/env";
import { secretIds } from "@/server/kit/secret/keyed-hash";
import { dataKeyIdOf, newestDataKeyId, sealData, sealFor, unsealData, unsealWith } from "@/server/kit/secret/seal";

const stepSeconds = 30;
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
/** How many recovery codes somebody has at first. */
export const recoveryCodeCount = 10;

/** What an authenticator takes (RFC 6238 with the values that every app knows: SHA-1, 6 digits, 30 seconds). */
const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer: "Persdesk", label, secret: Secret.fromBase32(secret), period: stepSeconds });

/** A new secret of 160 bits, in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32;

/** The address that a QR code shows to an authenticator. */
export const enrolmentUri = (secret: string, email: string) => totpOf(secret, email).toString();

/** The step of this code: the current one, the one before or the one after (30 s each); null for a wrong code. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, window: 1, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / stepSeconds) + delta;
}

// Bound to its person, so that a row that is copied to somebody else's account is of no use.
const purposeFor = (userId: string) => `persdesk second factor of ${userId}`;

type Factor = Pick<typeof secondFactors.$inferSelect, "userId" | "sealed" | "secretSealed">;

/** What an earlier version reads, which knows one secret: nothing where there are several, for it could not run. */
const sealedForEarlier = (userId: string, secret: string) =>
  secretIds().length === 1 ? sealFor(env.NEXTAUTH_SECRET.at(-1)?.secret ?? "", purposeFor(userId), secret) : "";

/** The columns that hold a secret, sealed with the newest data key. */
export const sealedColumns = (userId: string, secret: string) => ({
  sealed: sealData(purposeFor(userId), Buffer.from(secret)).toString("base64"),
  secretSealed: sealedForEarlier(userId, secret),
});

/** What one of NEXTAUTH_SECRET opens, and which. */
function openEarlier({ userId, secretSealed }: Factor) {
  for (const { id, secret } of secretSealed ? env.NEXTAUTH_SECRET : [])
    try {
      return { id, secret: unsealWith(secret, purposeFor(userId), secretSealed) };
    } catch {
      // another one may have sealed it
    }
  return undefined;
}

/** The id of the secret that opens what an earlier version sealed. */
export const openerOf = (factor: Factor) => openEarlier(factor)?.id;

function openSealed({ userId, sealed }: Factor): string | null {
  try {
    return sealed && unsealData(purposeFor(userId), Buffer.from(sealed, "base64")).toString("utf8");
  } catch {
    return null;
  }
}

/**
 * The secret; null where no key of ours opens it. Where both columns can be opened, an earlier version beside us may have
 * written a new secret into the only one that it knows.
 */
export const openSecret = (factor: Factor): string | null => openEarlier(factor)?.secret ?? openSealed(factor);

/** Whether the columns are as `sealedColumns` would write them. */
export const isSealedAnew = (factor: Factor, secret: string) =>
  dataKeyIdOf(Buffer.from(factor.sealed ?? "", "base64")) === newestDataKeyId() &&
  openSealed(factor) === secret &&
  (factor.secretSealed === "" || secretIds().length === 1);

const word = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");

/** Ten new recovery codes such as "k7m2q-x9fhd" (49 bits each). */
export const newRecoveryCodes = () => Array.from({ length: recoveryCodeCount }, () => `${word()}-${word()}`);

/** What the keyed hash of a recovery code is made of; such a short code could be guessed from a plain hash. */
export const recoveryText = (userId: string, code: string) =>
  `recovery ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`;

/** Does this have the shape of an authenticator's code? Otherwise it is treated as a recovery code. */
export const isTotp = (code: string) => /^\d{6}$/.test(code);
