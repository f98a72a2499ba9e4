import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign as signBytes } from "node:crypto";
import { CompactEncrypt, exportJWK, type JWTPayload } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedIdentityBase } from "@/seed/identity";
import { addRefreshToken } from "@/server/identity/session/session.service";
import { anonymous } from "@/server/identity/testing";
import { jwks, signAccessToken } from "@/server/identity/token.service";
import { ask } from "@/server/testing/ask";
import { cookieOf, makePerson, makeSession } from "@/server/testing/callers";

// Every forgery is of a session that lives: were it believed, it would be answered.

const { db } = useDatabase();
const ours = createPrivateKey(env.JWT_PRIVATE_KEY[0]);
const published = createPublicKey(ours);
const theirs = generateKeyPairSync("ed25519").privateKey;
const theirEc = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const theirRsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const { kid, alg } = jwks().keys[0] ?? { kid: "", alg: "" };

let sub = "";
let sid = "";
let stranger = "";
let good = "";

beforeAll(async () => {
  await seedIdentityBase(db());
  const [user, other] = [await makePerson(db()), await makePerson(db())];
  [sub, stranger] = [user.id, other.id];
  sid = await makeSession(db(), user.id);
  good = await signAccessToken({ sub, sid, type: "Staff" });
});

const now = () => Math.floor(Date.now() / 1000);
type Header = Record<string, unknown>;
const claims = (over: Header = {}): JWTPayload => ({
  iss: "persdesk",
  aud: "persdesk-api",
  sub,
  sid,
  type: "Staff",
  iat: now(),
  nbf: now(),
  exp: now() + 900,
  ...over,
});
const header = (over: Header = {}): Header => ({ alg, typ: "at+jwt", kid, ...over });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const body = (head: Header, payload: object = claims()) => `${part(head)}.${part(payload)}`;
const signed = (text: string, key = ours) =>
  `${text}.${signBytes(key.asymmetricKeyType === "rsa" || key.asymmetricKeyType === "ec" ? "sha256" : null, Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
const hmac = (secret: string | Buffer, head: Header = {}) => {
  const text = body(header({ alg: "HS256", ...head }));
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
};
const cut = (token: string, from: number, to?: number) => {
  const [head, payload, signature = ""] = token.split(".");
  return `${head}.${payload}.${signature.slice(from, to)}`;
};
const seen = async (token: string) =>
  (await ask("GET", "/v1/users/me", { headers: { authorization: `Bearer ${token}` } })).status;

const forgeries: Record<string, () => string | Promise<string>> = {
  "alg none, no signature": () => `${body(header({ alg: "none" }))}.`,
  "alg nOnE": () => `${body(header({ alg: "nOnE" }))}.`,
  "alg none with a good token's signature": () => `${body(header({ alg: "none" }))}.${good.split(".")[2]}`,
  "no alg at all": () => signed(body(header({ alg: undefined }))),
  "HS256 under the public PEM": () => hmac(published.export({ type: "spki", format: "pem" }) as string),
  "HS256 under the public key's bytes": () => hmac(published.export({ type: "spki", format: "der" })),
  "HS256 under the published x": () => hmac(Buffer.from(jwks().keys[0]?.x ?? "", "base64url")),
  "HS256 under nothing": () => hmac(""),
  "HS256 under the cookie's secret": () => hmac(env.NEXTAUTH_SECRET[0].secret),
  "HS256 and a kid that is a path": () => hmac("", { kid: "../../../../../../dev/null" }),
  "HS256 and a kid that is SQL": () => hmac("x", { kid: "x' union select 'x' -- " }),
  "another Ed25519 key under our kid": () => signed(body(header()), theirs),
  "a P-256 key under our kid": () => signed(body(header({ alg: "ES256" })), theirEc),
  "an RSA key under our kid": () => signed(body(header({ alg: "RS256" })), theirRsa),
  "our signature called by another algorithm": () => signed(body(header({ alg: alg === "EdDSA" ? "ES256" : "EdDSA" }))),
  "a key of its own in jwk": async () =>
    signed(body(header({ jwk: await exportJWK(createPublicKey(theirs)) })), theirs),
  "a key of its own at jku": () => signed(body(header({ jku: "https://evil.example/jwks.json" })), theirs),
  "a key of its own at x5u": () => signed(body(header({ x5u: "https://evil.example/x.pem" })), theirs),
  "a certificate of its own in x5c": () => signed(body(header({ x5c: ["MIIB"] })), theirs),
  "the kid of another key": () => signed(body(header({ kid: "other" }))),
  "no kid": () => signed(body(header({ kid: undefined }))),
  "a critical header nobody knows": () => signed(body(header({ crit: ["persdesk"], persdesk: true }))),
  "typ JWT": () => signed(body(header({ typ: "JWT" }))),
  "no typ": () => signed(body(header({ typ: undefined }))),
  "another issuer": () => signed(body(header(), claims({ iss: "https://evil.example" }))),
  "no issuer": () => signed(body(header(), claims({ iss: undefined }))),
  "another audience": () => signed(body(header(), claims({ aud: "persdesk-web" }))),
  "no audience": () => signed(body(header(), claims({ aud: undefined }))),
  "an end 31 s ago": () => signed(body(header(), claims({ exp: now() - 31 }))),
  "an end that is a text": () => signed(body(header(), claims({ exp: String(now() + 900) }))),
  "no end": () => signed(body(header(), claims({ exp: undefined }))),
  "a beginning in 40 s": () => signed(body(header(), claims({ nbf: now() + 40 }))),
  "no beginning": () => signed(body(header(), claims({ nbf: undefined }))),
  "no session": () => signed(body(header(), claims({ sid: undefined }))),
  "a session that is SQL": () => signed(body(header(), claims({ sid: "' or 1=1 --" }))),
  "a session that never was": () => signed(body(header(), claims({ sid: "01900000-0000-7000-8000-000000000000" }))),
  "no type of user": () => signed(body(header(), claims({ type: undefined }))),
  "no time of issue": () => signed(body(header(), claims({ iat: undefined }))),
  "the sub of somebody else": () => signed(body(header(), claims({ sub: stranger }))),
  "no sub": () => signed(body(header(), claims({ sub: undefined }))),
  "claims changed after signing": () => `${body(header(), claims({ type: "Rider" }))}.${good.split(".")[2]}`,
  "a signature cut short": () => cut(good, 0, -2),
  "half a signature": () => cut(good, 0, 43),
  "a signature with a tail": () => `${good}AAAA`,
  "no signature": () => cut(good, 0, 0),
  "the payload as it is, b64 false": () =>
    signed(`${part(header({ b64: false, crit: ["b64"] }))}.${JSON.stringify(claims())}`),
  "claims encrypted under the public key": async () => {
    const ec = createPublicKey(theirEc);
    const text = Buffer.from(JSON.stringify(claims()));
    return new CompactEncrypt(text)
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", typ: "at+jwt", kid })
      .encrypt(ec);
  },
  "a refresh token": () => addRefreshToken(anonymous(db()), sid),
  "the browser's cookie": async () => (await cookieOf(sid)).split("=")[1] ?? "",
  "a token of a password reset": async () => {
    const [reset] = await db()
      .insert(sessions)
      .values({ userId: sub, kind: "reset", expiresAt: new Date(Date.now() + 600_000).toISOString() })
      .returning();
    return signAccessToken({ sub, sid: reset?.id ?? "", type: "Staff" });
  },
};

describe("a bearer token", () => {
  it("is believed when it is ours, also one signed here as the forgeries are", async () => {
    expect(await seen(good)).toBe(200);
    expect(await seen(signed(body(header())))).toBe(200);
    expect(await seen(signed(body(header(), claims({ exp: now() - 20, nbf: now() - 60 }))))).toBe(200);
  });

  it.each(Object.entries(forgeries))("is refused with %s", async (_, forge) => {
    expect(await seen(await forge())).toBe(401);
  });

  it.each(Object.entries(forgeries))("refreshes nothing with %s", async (name, forge) => {
    // A refresh takes a bearer that has ended; and only beside its own refresh token.
    if (name === "an end 31 s ago") return;
    const refreshToken = `Bearer ${await addRefreshToken(anonymous(db()), sid)}`;
    const headers = { authorization: `Bearer ${await forge()}`, refreshToken };
    expect((await ask("POST", "/v1/users/refresh-token", { headers })).status).toBe(401);
  });
});
