import { and, eq, sql } from "drizzle-orm";
import { Secret } from "otpauth";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { auditLog, loginAttempts, mailLog, recoveryCodes, secondFactors, sessions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import type { KnownCtx } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import { type Permission, permissionCodes } from "@/server/permissions";
import { bearerActor } from "../authenticate";
import { fingerprint } from "../secret.rules";
import { anonymous, makeUser, testPassword } from "../testing";
import { ownSecondFactorService as own, resetSecondFactor } from "./own-second-factor.service";
import { stepOf } from "./second-factor.rules";
import { codeOf, login, midStep } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: midStep() });
});
afterEach(() => {
  vi.useRealTimers();
});

type User = Awaited<ReturnType<typeof makeUser>>;
const ctxOf = ({ id, email, type }: User, permissions: Permission[] = [], actingId?: string): KnownCtx => ({
  ...anonymous(db()),
  door: "screen",
  actor: {
    kind: "user",
    id,
    email,
    label: "Ute Ser",
    type,
    sessionId: crypto.randomUUID(),
    permissions: new Set(permissions),
    actingId,
  },
});
const elsewhere = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Somebody whose second factor is on; its first code was good a step ago. */
async function enrolled(fields: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db(), { type: "Pro Center Member", ...fields });
  const { secret, uri } = await own.start(ctxOf(user), testPassword);
  const { recoveryCodes } = await own.confirm(ctxOf(user), codeOf(secret, -1));
  return { user, secret, uri, recoveryCodes };
}

it("ends every session but the one that turns it on, with its tokens", async () => {
  const user = await makeUser(db(), { type: "Pro Center Member" });
  const other = (await login(user.email)).body.accessToken;
  const mine = (await login(user.email)).body.accessToken;
  const actor = await bearerActor(mine);
  const ctx: KnownCtx = { ...anonymous(db()), door: "screen", actor };
  const { secret } = await own.start(ctx, testPassword);
  await bearerActor(other);
  await own.confirm(ctx, codeOf(secret));
  expect((await failure(bearerActor(other))).code).toBe("session_ended");
  expect(await bearerActor(mine)).toMatchObject({ id: user.id });
  const turnedOn = and(eq(auditLog.objectId, user.id), eq(auditLog.action, "second-factor-on"));
  const [row] = await db().select().from(auditLog).where(turnedOn);
  expect(row?.changes).toEqual({ secondFactor: [false, true], sessionsEnded: [null, 1] });
});

describe("codes", () => {
  it("are those of RFC 6238, one step aside at most", () => {
    const secret = new Secret({ buffer: new TextEncoder().encode("12345678901234567890").buffer }).base32;
    expect(stepOf(secret, "287082", 59_000)).toBe(1);
    expect(stepOf(secret, "287082", 89_000)).toBe(1);
    expect(stepOf(secret, "287082", 91_000)).toBeNull();
    expect(stepOf(secret, "287083", 59_000)).toBeNull();
  });

  it("open the account once each, in order", async () => {
    const { user, secret } = await enrolled();
    const code = codeOf(secret);
    expect((await login(user.email, code)).status).toBe(200);
    expect((await login(user.email, code)).body.code).toBe("invalid_second_factor");
    expect((await login(user.email, codeOf(secret, -1))).body.code).toBe("invalid_second_factor");
    expect((await login(user.email, ` ${codeOf(secret, 1).replace(/^(...)/, "$1 ")}`)).status).toBe(200);
    expect((await login(user.email, codeOf(secret, 2))).body.code).toBe("invalid_second_factor");
  });

  it("open it once when they come at the same time", async () => {
    const { user, secret } = await enrolled();
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(user.email, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it("are asked for after a right password only, in an answer of the documented shape", async () => {
    const { user, secret } = await enrolled();
    const asked = await login(user.email);
    expect([asked.status, asked.body.code]).toEqual([401, "second_factor_required"]);
    expect((await login(user.email, undefined, "wrong")).body.code).toBe("invalid_credentials");
    expect((await login(user.email, codeOf(secret), "wrong")).body.code).toBe("invalid_credentials");
    const { body } = await login(user.email, codeOf(secret));
    expect(Object.keys(body).sort()).toEqual(["accessToken", "expiresIn", "refreshToken", "tokenType", "user"]);
    const plain = await makeUser(db());
    expect((await login(plain.email, "000000")).status).toBe(200);
  });

  it("are tried five times, then wait, and no right password starts the count anew", async () => {
    const { user, secret } = await enrolled();
    const right = codeOf(secret);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => login(user.email, elsewhere(right))));
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(15);
    expect((await login(user.email)).body.code).toBe("second_factor_required");
    const waiting = await login(user.email, right);
    expect([waiting.status, Number(waiting.headers.get("retry-after")) > 50]).toEqual([429, true]);
    const tries = eq(loginAttempts.emailHash, fingerprint(`second-factor ${user.id}`));
    await db().update(loginAttempts).set({ lastAt: sql`now() - interval '1 minute'` }).where(tries);
    expect((await login(user.email, right)).status).toBe(200);
    expect(await db().$count(loginAttempts, tries)).toBe(0);
  });

  it("of another account are wrong, also when the stored secret was copied there", async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    expect((await login(one.user.email, codeOf(other.secret))).status).toBe(401);
    const [row] = await db().select().from(secondFactors).where(eq(secondFactors.userId, other.user.id));
    await db()
      .update(secondFactors)
      .set({ secretSealed: row?.secretSealed })
      .where(eq(secondFactors.userId, one.user.id));
    expect((await login(one.user.email, codeOf(other.secret))).status).toBe(401);
  });
});

describe("recovery codes", () => {
  it("are ten, good once each, however they are written", async () => {
    const { user, recoveryCodes: codes } = await enrolled();
    expect(new Set(codes).size).toBe(10);
    const [first = "", second = ""] = codes;
    const answers = await Promise.all([login(user.email, first), login(user.email, first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await login(user.email, second.toUpperCase().replace("-", " "))).status).toBe(200);
    expect(await own.status(ctxOf(user))).toMatchObject({ isOn: true, recoveryCodesLeft: 8 });
    const other = await enrolled();
    expect((await login(other.user.email, codes[2])).status).toBe(401);
  });

  it("are dead once there are new ones, for which a code is asked", async () => {
    const { user, secret, recoveryCodes: old } = await enrolled();
    const wrong = await failure(own.renewRecoveryCodes(ctxOf(user), elsewhere(codeOf(secret))));
    expect(wrong.errors?.[0]?.path).toBe("code");
    const renewed = await own.renewRecoveryCodes(ctxOf(user), codeOf(secret));
    expect((await login(user.email, old[0])).status).toBe(401);
    expect((await login(user.email, renewed.recoveryCodes[0])).status).toBe(200);
  });
});

describe("turning it on and off", () => {
  it("needs the password and a code that fits; nothing is asked before", async () => {
    const user = await makeUser(db());
    expect((await failure(own.start(ctxOf(user), "wrong"))).errors?.[0]?.path).toBe("currentPassword");
    expect((await failure(own.confirm(ctxOf(user), "123456"))).code).toBe("rule_broken");
    const abandoned = await own.start(ctxOf(user), testPassword);
    expect((await login(user.email)).status).toBe(200);
    const { secret, uri } = await own.start(ctxOf(user), testPassword);
    expect(uri).toContain(`secret=${secret}`);
    expect((await failure(own.confirm(ctxOf(user), codeOf(abandoned.secret)))).errors?.[0]?.path).toBe("code");
    await own.confirm(ctxOf(user), codeOf(secret));
    expect((await login(user.email, codeOf(secret))).status).toBe(401); // the code that confirmed is spent
    expect((await failure(own.start(ctxOf(user), testPassword))).code).toBe("rule_broken");
    expect((await login(user.email)).body.code).toBe("second_factor_required");
  });

  it("off takes password and code, tells its owner in their language, and leaves nothing", async () => {
    const { user, secret, recoveryCodes: codes } = await enrolled({ languageId: languageId("de") });
    const code = codeOf(secret);
    const off = (currentPassword: string, code: string) => own.turnOff(ctxOf(user), { currentPassword, code });
    expect((await failure(off("wrong", code))).errors?.[0]?.path).toBe("currentPassword");
    expect((await failure(off(testPassword, elsewhere(code)))).errors?.[0]?.path).toBe("code");
    await off(testPassword, code);
    expect((await login(user.email)).status).toBe(200);
    expect(await db().$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0);
    const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, user.email)).orderBy(mailLog.id);
    expect(mails.map(({ templateCode }) => templateCode)).toEqual(["SECOND_FACTOR_ON", "SECOND_FACTOR_OFF"]);
    expect(mails[1]?.subject).toContain("ausgeschaltet");
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, user.id)).orderBy(auditLog.id);
    expect(trail.map(({ action }) => action)).toEqual(["second-factor-on", "second-factor-off"]);
    const kept = JSON.stringify([mails, await db().select().from(auditLog), await db().select().from(secondFactors)]);
    for (const canary of [secret, ...codes, code]) expect(kept.includes(canary), canary).toBe(false);
  });

  it("is the owner's alone, not for staff under switch-to", async () => {
    const { user, secret } = await enrolled();
    const acting = ctxOf(user, [], crypto.randomUUID());
    const code = codeOf(secret);
    const tries: (() => Promise<unknown>)[] = [
      () => own.status(acting),
      () => own.start(acting, testPassword),
      () => own.confirm(acting, code),
      () => own.renewRecoveryCodes(acting, code),
      () => own.turnOff(acting, { currentPassword: testPassword, code }),
    ];
    for (const attempt of tries) expect((await failure(attempt())).code).toBe("forbidden");
  });

  it("is reset by who may and holds no less, which ends every session", async () => {
    const { user } = await enrolled({ type: "Staff", permissions: ["pers.read", "second-factor.reset"] });
    await db().insert(sessions).values({ userId: user.id, kind: "browser", expiresAt: sql`now() + interval '1 day'` });
    const admin = await makeUser(db());
    const reset = (permissions: Permission[], who = admin) => resetSecondFactor(ctxOf(who, permissions), user.id);
    expect((await failure(reset(["second-factor.reset"]))).code).toBe("forbidden");
    expect((await failure(reset(permissionCodes, user))).code).toBe("forbidden");
    await reset(["second-factor.reset", "pers.read"]);
    expect((await failure(reset(permissionCodes))).code).toBe("rule_broken");
    expect((await login(user.email)).status).toBe(200);
    const [session] = await db()
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, user.id), eq(sessions.kind, "browser")));
    expect(session?.revokedReason).toBe("second factor reset");
    const [mail] = await db()
      .select()
      .from(mailLog)
      .where(and(eq(mailLog.recipient, user.email), eq(mailLog.templateCode, "SECOND_FACTOR_RESET")));
    expect(mail).toBeDefined();
  });
});
