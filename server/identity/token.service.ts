import { createPrivateKey, createPublicKey, type KeyObject, randomUUID } from "node:crypto";
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { env } from "@/env/env";
import { AppError } from "@/server/kit/call/errors";
import { fingerprint } from "./secret.rules";

/** An access token's life in seconds; the answer's `expiresIn`. */
export const accessTokenSeconds = 900;
const skewSeconds = 30;
// A refresh needs a bearer that may have expired; a session never lives longer than this.
const longestSessionSeconds = 90 * 86_400;

const issuer = "persdesk";
const audience = "persdesk-api";
const tokenType = "at+jwt";

interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  algorithm: "EdDSA" | "ES256";
  /** its RFC 7638 thumbprint */
  kid: string;
  /** what `/.well-known/jwks.json` says of it */
  published: Record<string, string | undefined>;
}

function signingKeyOf(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const algorithm = privateKey.asymmetricKeyType === "ed25519" ? "EdDSA" : "ES256";
  const { kty, crv, x, y } = publicKey.export({ format: "jwk" });
  // The thumbprint is of the required members in alphabetical order.
  const kid = fingerprint(JSON.stringify({ crv, kty, x, ...(y && { y }) }));
  const published = { kty, crv, x, ...(y && { y }), kid, alg: algorithm, use: "sig" };
  return { privateKey, publicKey, algorithm, kid, published };
}

const known = new Map<string, SigningKey>();

function signingKey(pem: string): SigningKey {
  const key = known.get(pem) ?? signingKeyOf(pem);
  known.set(pem, key);
  return key;
}

/** The newest signs; what older ones signed is still believed (ADR 95). */
const signingKeys = () => env.JWT_PRIVATE_KEY.map(signingKey);
const newestKey = () => signingKey(env.JWT_PRIVATE_KEY[0]);

/** What rows and `keys:status` call the signing keys, the newest first. */
export const signingKeyIds = () => signingKeys().map(({ kid }) => kid.slice(0, 12));

const Claims = z
  .object({ sub: z.uuid(), sid: z.uuid(), exp: z.number(), nbf: z.number() })
  // With this tolerance for an expired token, the library would also accept a token that begins days from now.
  .refine(({ nbf }) => nbf <= Date.now() / 1000 + skewSeconds);
export type AccessClaims = z.infer<typeof Claims>;

/** The public keys that others check access tokens with: the body of `/.well-known/jwks.json`. */
export const jwks = () => ({ keys: signingKeys().map(({ published }) => published) });

/**
 * Signs the access token of a session: 15 minutes where not said; `type` is the user's type.
 * @param claims `act`: under switch-to, the person who acts
 */
export function signAccessToken(
  claims: { sub: string; sid: string; type: string; act?: string },
  seconds = accessTokenSeconds,
) {
  const now = Math.floor(Date.now() / 1000);
  const { algorithm: alg, kid, privateKey } = newestKey();
  return new SignJWT({ sid: claims.sid, type: claims.type, ...(claims.act && { act: { sub: claims.act } }) })
    .setProtectedHeader({ alg, typ: tokenType, kid })
    .setSubject(claims.sub)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + seconds)
    .setJti(randomUUID())
    .sign(privateKey);
}

async function check(token: string, clockTolerance: number): Promise<AccessClaims> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const key = signingKeys().find((one) => one.kid === kid);
    if (!key) throw new Error("unknown key");
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [key.algorithm],
      typ: tokenType,
      issuer,
      audience,
      clockTolerance,
      requiredClaims: ["sub", "sid", "type", "iat", "nbf", "exp"],
    });
    return Claims.parse(payload);
  } catch (cause) {
    // jose looks at the times once the signature was right: nobody learns of a token that is not ours when it ended.
    if (cause instanceof errors.JWTExpired)
      throw new AppError("token_expired", "The access token has expired. Refresh it.", { cause });
    throw new AppError("token_invalid", "The bearer token is not valid.", { cause });
  }
}

/** The clock that tokens expire by, for caches of them. */
export const wallClock = { now: () => Date.now() };
/** At least one, because a cache reads zero as for ever. @param seconds since 1970 */
export const millisecondsTo = (seconds: number) => Math.max(1, seconds * 1000 - Date.now());

const remembered = new LRUCache<string, AccessClaims>({ max: 10_000, perf: wallClock, ttlResolution: 0 });

/**
 * Checks an access token's signature, issuer, audience, type and times (30 s of skew). A valid signature is remembered
 * by the token's hash until it expires, because checking it at each request would cost more than the request.
 * @throws AppError `token_expired`, `token_invalid`
 */
export async function verifyAccessToken(token: string): Promise<AccessClaims> {
  const digest = fingerprint(token);
  const believed = remembered.get(digest);
  if (believed) return believed;
  const claims = await check(token, skewSeconds);
  remembered.set(digest, claims, { ttl: millisecondsTo(claims.exp + skewSeconds) });
  return claims;
}

/** As `verifyAccessToken`, for a token that may have expired: what a refresh must show beside its refresh token. */
export const verifyExpiredAccessToken = (token: string) => check(token, longestSessionSeconds);
