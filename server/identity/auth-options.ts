import { randomUUID } from "node:crypto";
import type { CookieOption, NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { database } from "@/db/client";
import type { Ctx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { clientIpHeader, noteAccess } from "@/server/kit/process/access";
import { log, logError } from "@/server/kit/process/log";
import { SignIn } from "./login/login.schema";
import { loginService } from "./login/login.service";
import { cookieTokens, csrfCookie } from "./session/cookie-token";
import { samePath } from "./session/same-origin.rules";
import { sessionCookie } from "./session/session.cookie";
import { revokeSession } from "./session/session.service";

const monthSeconds = 30 * 86_400;

const cookie = (name: string): CookieOption => ({
  name,
  options: { httpOnly: true, secure: true, sameSite: "lax", path: "/" },
});

type Headers = Record<string, string | undefined>;

const ctxOf = (headers: Headers): Ctx => ({
  db: database(),
  actor: null,
  door: "screen",
  requestId: randomUUID(),
  ip: headers[clientIpHeader] ?? null,
});

/** The id of the session that these credentials open; a refusal reaches the form as `code` or `code:seconds`. */
async function signIn(credentials: unknown, headers: Headers) {
  const ctx = ctxOf(headers);
  try {
    return await loginService.signIn(ctx, { ...SignIn.parse(credentials), userAgent: headers["user-agent"] });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) logError(error, { requestId: ctx.requestId, path: "sign-in" });
    if (error.limit) noteAccess({ limit: error.limit });
    const seconds = error.headers["retry-after"];
    throw new Error(seconds ? `${error.code}:${seconds}` : error.code);
  }
}

const credentials = Credentials({
  credentials: { email: { type: "email" }, password: { type: "password" }, totpCode: {} },
  authorize: async (input, { headers }) => ({ id: await signIn(input, headers as Headers) }),
});

/**
 * The browser's sign-in: next-auth keeps the cookie, which carries the id of a session row and nothing else; everything
 * about the person is read from the database at each request.
 */
export const authOptions: NextAuthOptions = {
  jwt: cookieTokens,
  providers: [credentials],
  session: { strategy: "jwt", maxAge: monthSeconds },
  pages: { signIn: "/login", signOut: "/login", error: "/login" },
  cookies: {
    sessionToken: cookie(sessionCookie),
    csrfToken: cookie(csrfCookie),
    callbackUrl: cookie("__Host-persdesk.callback"),
  },
  callbacks: {
    jwt: ({ token, user }) => ({ sid: user?.id ?? token.sid }),
    session: ({ session }) => ({ expires: session.expires }),
    redirect: ({ url, baseUrl }) => baseUrl + samePath(url, baseUrl),
  },
  events: {
    signOut: async ({ token }) => {
      if (typeof token?.sid === "string") await revokeSession(ctxOf({}), token.sid, "logout");
    },
  },
  logger: { error: (code) => log.warn({ code }, "sign-in"), warn: () => undefined, debug: () => undefined },
};
