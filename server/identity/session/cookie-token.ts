import { createHash } from "node:crypto";
import { decode, encode, type JWT, type JWTDecodeParams, type JWTEncodeParams } from "next-auth/jwt";
import { env } from "@/env/env";

// The browser's session cookie: encrypted by the newest of NEXTAUTH_SECRET, and read by whichever encrypted it (ADR 95).

/** What a cookie holds; null for one that has expired, or that no secret of ours encrypted. */
export async function readCookieToken(token: string): Promise<JWT | null> {
  for (const { secret } of env.NEXTAUTH_SECRET) {
    const claims = await decode({ token, secret }).catch(() => null);
    if (claims) return claims;
  }
  return null;
}

/** How next-auth makes and reads the cookie. */
export const cookieTokens = {
  encode: (given: JWTEncodeParams) => encode({ ...given, secret: env.NEXTAUTH_SECRET[0].secret }),
  decode: async ({ token }: JWTDecodeParams) => (token ? readCookieToken(token) : null),
};

/** The name of next-auth's cookie against forged forms: `token|hash`. */
export const csrfCookie = "__Host-persdesk.csrf";
const csrfValue = new RegExp(`(?:^|;\\s*)${csrfCookie}=([0-9a-f]+)(?:\\||%7C)([0-9a-f]+)`, "i");

/**
 * The secret that made the cookie against forged forms, so that a form which one web began, another with a newer secret
 * takes; the newest where there is no such cookie.
 */
export function secretOfForms(cookieHeader: string | null): string {
  const [, token, hash] = csrfValue.exec(cookieHeader ?? "") ?? [];
  const madeIt = ({ secret }: { secret: string }) =>
    createHash("sha256").update(`${token}${secret}`).digest("hex") === hash;
  return (env.NEXTAUTH_SECRET.find(madeIt) ?? env.NEXTAUTH_SECRET[0]).secret;
}
