import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import { describe, expect, it, vi } from "vitest";
import { env } from "@/env/env";
import { AppError } from "@/server/kit/call/errors";
import { jwks, signAccessToken, verifyAccessToken, verifyExpiredAccessToken } from "./token.service";

const sub = "01890000-0000-7000-8000-000000000001";
const sid = "01890000-0000-7000-8000-000000000002";
const privateKey = createPrivateKey(env.JWT_PRIVATE_KEY[0]);
const publicKey = createPublicKey(privateKey);
const good = await signAccessToken({ sub, sid, type: "Staff" });
const goodHeader = decodeProtectedHeader(good) as JWTHeaderParameters;

const now = () => Math.floor(Date.now() / 1000);
const base = () => ({
  iss: "persdesk",
  aud: "persdesk-api",
  sub,
  sid,
  type: "Staff",
  iat: now(),
  nbf: now(),
  exp: now() + 900,
});
const sign = (claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, key = privateKey) =>
  new SignJWT({ ...base(), ...claims }).setProtectedHeader({ ...goodHeader, ...header }).sign(key);

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const hmac = (secret: string | Buffer) => {
  const body = `${part({ ...goodHeader, alg: "HS256" })}.${part(base())}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
};
const refused = async (token: string, code = "token_invalid") =>
  expect(await verifyAccessToken(token).catch((error) => error instanceof AppError && error.code)).toBe(code);

describe("access tokens", () => {
  it("are what others can check with the published key", async () => {
    const { payload, protectedHeader } = await jwtVerify(good, createLocalJWKSet(jwks()), { audience: "persdesk-api" });
    expect(payload).toMatchObject({ sub, sid, type: "Staff", iss: "persdesk" });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
    expect(protectedHeader).toMatchObject({ typ: "at+jwt", kid: jwks().keys[0]?.kid });
    expect(JSON.stringify(jwks())).not.toContain('"d"');
  });

  it("pass when they are ours, the second time from memory", async () => {
    expect(await verifyAccessToken(good)).toMatchObject({ sub, sid });
    expect(await verifyAccessToken(good)).toMatchObject({ sub, sid });
    expect(await verifyAccessToken(await sign({}))).toMatchObject({ sub, sid });
  });

  it.each([
    ["no signature", async () => `${part({ ...goodHeader, alg: "none" })}.${part(base())}.`],
    [
      "the public PEM as an HMAC secret",
      async () => hmac(publicKey.export({ type: "spki", format: "pem" }).toString()),
    ],
    ["the public key's bytes as an HMAC secret", async () => hmac(publicKey.export({ type: "spki", format: "der" }))],
    ["another key", async () => sign({}, {}, generateKeyPairSync("ed25519").privateKey)],
    ["an unknown kid", async () => sign({}, { kid: "other" })],
    ["no kid", async () => sign({}, { kid: undefined })],
    ["another typ", async () => sign({}, { typ: "JWT" })],
    ["no typ", async () => sign({}, { typ: undefined })],
    ["another issuer", async () => sign({ iss: "elsewhere" })],
    ["another audience", async () => sign({ aud: "elsewhere" })],
    ["a beginning in 40 s", async () => sign({ nbf: now() + 40 })],
    ["no end", async () => sign({ exp: undefined })],
    ["no beginning", async () => sign({ nbf: undefined })],
    ["no session", async () => sign({ sid: undefined })],
    ["a session that is no id", async () => sign({ sid: "' or 1=1" })],
    ["changed claims", async () => [good.split(".")[0], part({ ...base(), sub: sid }), good.split(".")[2]].join(".")],
    ["nothing", async () => ""],
    ["noise", async () => "a.b.c"],
  ])("are refused with %s", async (_, forge) => refused(await forge()));

  it("pass within 30 s of skew", async () => {
    await verifyAccessToken(await sign({ exp: now() - 20 }));
    await verifyAccessToken(await sign({ nbf: now() + 20 }));
  });

  it("are told to be refreshed where they are ours and have ended, and nothing of those that are not", async () => {
    await refused(await sign({ exp: now() - 31 }), "token_expired");
    await refused(await sign({ exp: now() - 31 }, {}, generateKeyPairSync("ed25519").privateKey), "token_invalid");
  });

  it("are forgotten at their end, also when they were remembered", async () => {
    const token = await sign({});
    await verifyAccessToken(token);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 931_000 });
    try {
      await refused(token, "token_expired");
      expect(await verifyExpiredAccessToken(token)).toMatchObject({ sid });
    } finally {
      vi.useRealTimers();
    }
  });

  it("that have expired are taken by a refresh for as long as a session may last", async () => {
    const day = 86_400;
    expect(await verifyExpiredAccessToken(await sign({ exp: now() - 89 * day }))).toMatchObject({ sid });
    await expect(verifyExpiredAccessToken(await sign({ exp: now() - 91 * day }))).rejects.toThrow(AppError);
  });

  it("that have expired still need our signature", async () => {
    const forged = await sign({ exp: now() - 1000 }, {}, generateKeyPairSync("ed25519").privateKey);
    await expect(verifyExpiredAccessToken(forged)).rejects.toThrow(AppError);
  });
});
