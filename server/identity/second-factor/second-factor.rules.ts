import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { env } from "@/env/env";
import { sealFor, unsealWith } from "@/server/kit/seal";

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

export const sealSecret = (userId: string, secret: string) =>
  sealFor(env.NEXTAUTH_SECRET[0].secret, purposeFor(userId), secret);

/** The secret; null where none of NEXTAUTH_SECRET sealed it. */
export function unsealSecret(userId: string, sealed: string): string | null {
  for (const { secret } of env.NEXTAUTH_SECRET)
    try {
      return unsealWith(secret, purposeFor(userId), sealed);
    } catch {
      // another one may have sealed it
    }
  return null;
}

const word = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");

/** Ten new recovery codes such as "k7m2q-x9fhd" (49 bits each). */
export const newRecoveryCodes = () => Array.from({ length: recoveryCodeCount }, () => `${word()}-${word()}`);

/** What the keyed hash of a recovery code is made of; such a short code could be guessed from a plain hash. */
export const recoveryText = (userId: string, code: string) =>
  `recovery ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`;

/** Does this have the shape of an authenticator's code? Otherwise it is treated as a recovery code. */
export const isTotp = (code: string) => /^\d{6}$/.test(code);
