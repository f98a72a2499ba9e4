import { generateKeyPairSync, randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { readSecrets } from "@/env/secret.rules";
import { seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { systemCtx } from "@/server/kit/call/context";
import { sha256 } from "@/server/kit/secret/hash";
import { failure } from "@/server/kit/testing";
import { screenActor } from "./authenticate";
import { loginService } from "./login/login.service";
import { cookieTokens, csrfCookie, readCookieToken, secretOfForms } from "./session/cookie-token";
import { sessionCookie } from "./session/session.cookie";
import { ListSignInEvents } from "./sign-in-event/sign-in-event.schema";
import { forgetSignIns, noteSignIn, signInEventService } from "./sign-in-event/sign-in-event.service";
import { anonymous, makeUser, testPassword } from "./testing";
import { jwks, signAccessToken, verifyAccessToken } from "./token.service";
import { issueCode, withCode } from "./user-code/user-code.service";

// What was made under a key works while the key is in its list, at any place; and no longer.

const { db } = useDatabase();
const start = { secrets: env.NEXTAUTH_SECRET, signing: env.JWT_PRIVATE_KEY };
const newSecret = () => readSecrets(randomBytes(36).toString("base64url"))?.[0] ?? env.NEXTAUTH_SECRET[0];
const newPem = () =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

beforeAll(() => seedBase(db()));
afterEach(() => {
  env.NEXTAUTH_SECRET = start.secrets;
  env.JWT_PRIVATE_KEY = start.signing;
});

/** A newer key in front of each list, and how the lists are without the old ones. */
function turn() {
  const [secret, pem] = [newSecret(), newPem()];
  env.NEXTAUTH_SECRET = [secret, ...start.secrets];
  env.JWT_PRIVATE_KEY = [pem, ...start.signing];
  return () => {
    env.NEXTAUTH_SECRET = [secret];
    env.JWT_PRIVATE_KEY = [pem];
  };
}

const claims = { sub: crypto.randomUUID(), sid: crypto.randomUUID(), type: "Staff" };

describe("a browser", () => {
  it("stays signed in, and its form is taken by whichever web", async () => {
    const user = await makeUser(db());
    const sid = await loginService.signIn(anonymous(db()), { email: user.email, password: testPassword });
    const cookie = `${sessionCookie}=${await cookieTokens.encode({ token: { sid }, secret: "" })}`;
    const former = env.NEXTAUTH_SECRET[0].secret;
    const formOf = (secret: string) => `a=b; ${csrfCookie}=abc%7C${sha256(`abc${secret}`)}; c=d`;
    const drop = turn();
    expect(await screenActor(cookie)).toMatchObject({ id: user.id });
    expect(secretOfForms(formOf(former))).toBe(former);
    for (const form of [null, formOf("another"), `${csrfCookie}=%E0%A4%A|x`])
      expect(secretOfForms(form)).toBe(env.NEXTAUTH_SECRET[0].secret);
    const token = await cookieTokens.encode({ token: { sid }, secret: "" });
    drop();
    expect(await readCookieToken(token)).toMatchObject({ sid });
    expect(await readCookieToken(cookie.slice(cookie.indexOf("=") + 1))).toBeNull();
  });

  it("is signed out without an error where the cookie has expired or is nobody's", async () => {
    const expired = await encode({ token: { sid: "x" }, secret: env.NEXTAUTH_SECRET[0].secret, maxAge: -3600 });
    for (const token of [expired, "", "x", "a.b.c.d.e", `${expired}x`])
      expect(await cookieTokens.decode({ token, secret: "" })).toBeNull();
    expect(await screenActor(`${sessionCookie}=${expired}`)).toBeNull();
  });
});

describe("an app", () => {
  const refresh = async (accessToken: string, refreshToken: string) => {
    const headers = { authorization: `Bearer ${accessToken}`, refreshToken: `Bearer ${refreshToken}` };
    const init = { method: "POST", headers };
    return (await handleApi(new Request("http://localhost/api/v1/users/refresh-token", init))).status;
  };

  it("goes on with its bearer, refreshes by it, and is told all public keys", async () => {
    const user = await makeUser(db());
    const { accessToken, refreshToken } = await loginService.login(anonymous(db()), {
      email: user.email,
      password: testPassword,
    });
    const before = jwks().keys;
    const drop = turn();
    expect(jwks().keys).toEqual([expect.objectContaining({ alg: "ES256" }), ...before]);
    expect(await verifyAccessToken(accessToken)).toMatchObject({ sub: user.id });
    expect(await refresh(accessToken, refreshToken)).toBe(200);
    const fresh = await signAccessToken(claims);
    const second = await loginService.login(anonymous(db()), { email: user.email, password: testPassword });
    drop();
    expect(await verifyAccessToken(fresh)).toMatchObject({ sid: claims.sid });
    expect(await refresh(second.accessToken, second.refreshToken)).toBe(200);
    expect(await refresh(accessToken, refreshToken)).toBe(401);
  });

  it("is not believed under another key's name, nor by another algorithm", async () => {
    const old = await signAccessToken(claims);
    turn();
    const [newest, former] = jwks().keys;
    const renamed = (kid = "", alg = "") => {
      const [, body, signature] = old.split(".");
      const header = Buffer.from(JSON.stringify({ alg, typ: "at+jwt", kid })).toString("base64url");
      return `${header}.${body}.${signature}`;
    };
    for (const token of [
      renamed(newest?.kid, newest?.alg),
      renamed(newest?.kid, former?.alg),
      renamed(former?.kid, newest?.alg),
    ])
      expect((await failure(verifyAccessToken(token))).code).toBe("token_invalid");
    expect(await verifyAccessToken(old)).toMatchObject({ sid: claims.sid });
  });
});

describe("what is stored by a keyed hash", () => {
  it("is found: a code of six digits that was mailed before", async () => {
    const { email } = await makeUser(db());
    const code = await issueCode(anonymous(db()), email, "password-reset");
    const given = { email, purpose: "password-reset", code } as const;
    const drop = turn();
    const held = env.NEXTAUTH_SECRET;
    drop();
    expect((await failure(withCode(anonymous(db()), given, async () => true))).code).toBe("code_wrong");
    env.NEXTAUTH_SECRET = held;
    expect(await withCode(anonymous(db()), given, async () => true)).toBe(true);
    expect((await failure(withCode(anonymous(db()), given, async () => true))).code).toBe("code_wrong");
  });

  it("is found: a refused sign-in of an address without an account, also to be forgotten", async () => {
    const email = "nobody@persdesk.test";
    await noteSignIn(anonymous(db()), { kind: "sign-in", reason: "wrong", email });
    turn();
    await noteSignIn(anonymous(db()), { kind: "sign-in", reason: "wrong", email });
    const found = () => signInEventService.count(systemCtx("test"), ListSignInEvents.parse({ email }));
    expect(await found()).toMatchObject({ totalItems: 2 });
    expect(await forgetSignIns(anonymous(db()), [email])).toBe(2);
  });
});
