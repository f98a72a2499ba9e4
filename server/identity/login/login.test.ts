import argon2 from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { auditLog, loginAttempts, refreshTokens, roles, sessions, userRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedIdentityBase } from "@/seed/identity";
import { toAppError } from "@/server/kit/call/errors";
import { bearerActor } from "../authenticate";
import { fingerprint } from "../secret.rules";
import { anonymous, makeRole, makeUser, testPassword } from "../testing";
import { loginService } from "./login.service";

const verify = vi.spyOn(argon2, "verify");
const hash = vi.spyOn(argon2, "hash");

const { db } = useDatabase();
beforeAll(() => seedIdentityBase(db()));
afterEach(() => void verify.mockClear());
afterAll(() => vi.restoreAllMocks());

const login = (email: string, password = testPassword) => loginService.login(anonymous(db()), { email, password });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error("it went through")),
    (thrown) => toAppError(thrown),
  );
const refresh = (tokens: { accessToken: string }, refreshToken: string) =>
  loginService.refresh(anonymous(db()), {
    authorization: `Bearer ${tokens.accessToken}`,
    refreshToken: `Bearer ${refreshToken}`,
  });
const moveTries = (minutes: number) =>
  db()
    .update(loginAttempts)
    .set({ lastAt: sql`${loginAttempts.lastAt} - make_interval(mins => ${minutes})` });

describe("login", () => {
  it("answers tokens and the user, opens a session and writes its audit row", async () => {
    const user = await makeUser(db(), { permissions: ["pers.read"] });
    const answer = await login(user.email);
    expect(answer).toMatchObject({ expiresIn: 900, tokenType: "Bearer", user: { id: user.id } });
    const actor = await bearerActor(answer.accessToken);
    expect(actor).toMatchObject({ kind: "user", id: user.id, email: user.email, label: "Ute Ser", type: "Staff" });
    expect(actor.kind === "user" && [...actor.permissions]).toEqual(["pers.read"]);
    const [session] = await db().select().from(sessions).where(eq(sessions.userId, user.id));
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.objectId, session?.id ?? ""));
    expect(entry).toMatchObject({ objectType: "session", action: "login", actorId: user.id, objectLabel: user.email });
    const [stored] = await db().select().from(users).where(eq(users.id, user.id));
    expect(stored?.lastLoginAt).toBeTruthy();
    expect(stored?.version).toBe(user.version);
  });

  it("stores no token", async () => {
    const user = await makeUser(db());
    const { accessToken, refreshToken } = await login(user.email);
    const rows = JSON.stringify([await db().select().from(refreshTokens), await db().select().from(auditLog)]);
    expect(rows).not.toContain(refreshToken);
    expect(rows).not.toContain(accessToken);
  });

  it("answers an unknown address as a wrong password, after the same work", async () => {
    const user = await makeUser(db());
    const wrong = await failure(login(user.email, "wrong"));
    expect(verify).toHaveBeenCalledTimes(1);
    const [known] = verify.mock.calls.at(-1) ?? [];
    const unknown = await failure(login("nobody@persdesk.test", "wrong"));
    expect(verify).toHaveBeenCalledTimes(2);
    const [nobodys] = verify.mock.calls.at(-1) ?? [];
    const cost = (stored: unknown) => String(stored).split("$").slice(1, 4);
    expect(cost(nobodys)).toEqual(cost(known));
    expect([unknown.code, unknown.detail, unknown.headers]).toEqual([wrong.code, wrong.detail, wrong.headers]);
    expect(unknown.code).toBe("invalid_credentials");
  });

  it("never lets in who has no password", async () => {
    const user = await makeUser(db(), { passwordHash: null });
    verify.mockResolvedValueOnce(true); // as if the password of nobody's hash were found
    expect((await failure(login(user.email))).code).toBe("invalid_credentials");
  });

  it("says that an account is not active only to who knows its password", async () => {
    const pending = await makeUser(db(), { status: "pending" });
    expect((await failure(login(pending.email))).code).toBe("account_not_activated");
    expect((await failure(login(pending.email, "wrong"))).code).toBe("invalid_credentials");
    const disabled = await makeUser(db(), { status: "disabled" });
    expect((await failure(login(disabled.email))).code).toBe("forbidden");
    expect((await failure(login(disabled.email, "wrong"))).code).toBe("invalid_credentials");
  });
});

describe("guessing", () => {
  it("evaluates at most 5 of 100 parallel guesses", async () => {
    const user = await makeUser(db());
    const errors = await Promise.all(Array.from({ length: 100 }, (_, i) => failure(login(user.email, `guess ${i}`))));
    expect(verify).toHaveBeenCalledTimes(5);
    const refused = errors.filter((error) => error.code === "too_many_requests");
    expect(refused).toHaveLength(95);
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(55);
    expect(Number(refused[0]?.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect((await failure(login(user.email))).code).toBe("too_many_requests");
  });

  it("evaluates at most 5 where several nodes ask at once", async () => {
    const { reserveTry } = await import("../login-attempt/login-attempt.service");
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => reserveTry(anonymous(db()), "many@nodes.test")),
    );
    expect(tries.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(5);
  });

  it("takes a try that began before one of another process was counted", async () => {
    const { reserveTry } = await import("../login-attempt/login-attempt.service");
    const email = "two@nodes.test";
    await reserveTry(anonymous(db()), email);
    await db()
      .update(loginAttempts)
      .set({ lastAt: sql`now() + interval '1 second'` })
      .where(eq(loginAttempts.emailHash, fingerprint(email)));
    await reserveTry(anonymous(db()), email);
  });

  it("waits 1 minute, then twice as long each time, up to 15 and never for ever", async () => {
    const user = await makeUser(db());
    const wait = async () => Number((await failure(login(user.email, "wrong"))).headers["retry-after"] ?? 0);
    for (let i = 0; i < 5; i++) expect(await wait()).toBe(0);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      const seconds = await wait();
      expect(seconds).toBeGreaterThan(minutes * 60 - 5);
      expect(seconds).toBeLessThanOrEqual(minutes * 60);
      await moveTries(minutes);
      expect(await wait()).toBe(0);
    }
    await moveTries(15);
    await login(user.email);
    expect(await wait()).toBe(0);
  });

  it("counts failures in a row only, and guesses at unknown addresses just the same", async () => {
    const user = await makeUser(db());
    for (let i = 0; i < 4; i++) await failure(login(user.email, "wrong"));
    await login(user.email);
    for (let i = 0; i < 4; i++) expect((await failure(login(user.email, "wrong"))).code).toBe("invalid_credentials");
    await login(user.email);
    for (let i = 0; i < 5; i++) await failure(login("ghost@persdesk.test", "wrong"));
    expect((await failure(login("ghost@persdesk.test", "wrong"))).code).toBe("too_many_requests");
  });

  it("lets a burst of right passwords in", async () => {
    const user = await makeUser(db());
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(user.email)));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(20);
  });

  it("limits one address whatever the account", async () => {
    const ctx = anonymous(db());
    const tries = Array.from({ length: 61 }, (_, i) =>
      failure(loginService.login(ctx, { email: `x${i}@persdesk.test`, password: "wrong" })),
    );
    const codes = (await Promise.all(tries)).map((error) => error.code);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(1);
  });
});

describe("refresh", () => {
  it("rotates: each refresh token works once, and its session lives on", async () => {
    const user = await makeUser(db());
    const first = await login(user.email);
    const second = await refresh(first, first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second).toMatchObject({ expiresIn: 900, tokenType: "Bearer" });
    expect((await bearerActor(second.accessToken)).label).toBe("Ute Ser");
    const third = await refresh(second, second.refreshToken);
    expect(third.refreshToken).not.toBe(second.refreshToken);
  });

  it("gives a retry within 10 seconds the same successor, also to 20 at once", async () => {
    const user = await makeUser(db());
    const first = await login(user.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first, first.refreshToken)));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
    await refresh(first, answers[0]?.refreshToken ?? "");
  });

  it("ends the whole session when a spent token comes back later", async () => {
    const user = await makeUser(db());
    const first = await login(user.email);
    const second = await refresh(first, first.refreshToken);
    await db()
      .update(refreshTokens)
      .set({ usedAt: sql`now() - interval '11 seconds'` })
      .where(sql`${refreshTokens.usedAt} is not null`);
    expect((await failure(refresh(first, first.refreshToken))).code).toBe("session_ended");
    expect((await failure(refresh(second, second.refreshToken))).code).toBe("session_ended");
    expect((await failure(bearerActor(second.accessToken))).code).toBe("session_ended");
    const other = await login(user.email);
    await refresh(other, other.refreshToken);
    const [row] = await db().select().from(sessions).where(sql`${sessions.revokedReason} = 'refresh token reused'`);
    const trail = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.objectId, row?.id ?? ""));
    expect(trail.map((entry) => entry.action).sort()).toEqual(["login", "revoke"]);
  });

  it("needs both tokens, of one session, and no refresh token passes for a bearer", async () => {
    const user = await makeUser(db());
    const [one, other] = [await login(user.email), await login(user.email)];
    expect((await failure(refresh(one, other.refreshToken))).code).toBe("session_ended");
    expect((await failure(refresh({ accessToken: "x.y.z" }, one.refreshToken))).code).toBe("token_invalid");
    const alone = { refreshToken: `Bearer ${one.refreshToken}` };
    expect((await failure(loginService.checkRefresh(anonymous(db()), alone))).code).toBe("credentials_missing");
    expect((await failure(bearerActor(one.refreshToken))).code).toBe("token_invalid");
    await refresh(one, one.refreshToken);
  });

  it("takes a bearer that has expired", async () => {
    const user = await makeUser(db());
    const tokens = await login(user.email);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    try {
      expect((await failure(bearerActor(tokens.accessToken))).code).toBe("token_expired");
      await refresh(tokens, tokens.refreshToken);
    } finally {
      vi.useRealTimers();
    }
  });

  it("ends after 30 days idle and 90 in all, and for a disabled user", async () => {
    const user = await makeUser(db());
    const tokens = await login(user.email);
    const left = sql<number>`extract(epoch from ${refreshTokens.expiresAt} - now()) / 86400`.mapWith(Number);
    const tokensLeft = () =>
      db()
        .select({ days: left })
        .from(refreshTokens)
        .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
        .where(eq(sessions.userId, user.id))
        .orderBy(refreshTokens.createdAt);
    expect((await tokensLeft())[0]?.days).toBeCloseTo(30, 1);
    await db().update(sessions).set({ expiresAt: sql`now() + interval '3 days'` }).where(eq(sessions.userId, user.id));
    const next = await refresh(tokens, tokens.refreshToken);
    expect((await tokensLeft()).at(-1)?.days).toBeCloseTo(3, 1);
    await db().update(refreshTokens).set({ expiresAt: sql`now() - interval '1 second'` });
    expect((await failure(refresh(next, next.refreshToken))).code).toBe("session_ended");
    const again = await login(user.email);
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, user.id));
    expect((await failure(refresh(again, again.refreshToken))).code).toBe("session_ended");
  });
});

describe("the next request", () => {
  it("adds up the rights of all roles, none of an empty one", async () => {
    const user = await makeUser(db(), { permissions: [] });
    const { accessToken } = await login(user.email);
    const rights = async () => {
      const actor = await bearerActor(accessToken);
      return actor.kind === "user" && [...actor.permissions].sort();
    };
    expect(await rights()).toEqual([]);
    for (const permissions of [
      ["pers.read", "pers.write"],
      ["pers.read", "label.read"],
    ] as const) {
      const role = await makeRole(db(), [...permissions]);
      await db().insert(userRoles).values({ userId: user.id, roleId: role.id });
    }
    // A right that was a part of another one is held with it.
    expect(await rights()).toEqual(["label.read", "pers.pin", "pers.read", "pers.write"]);
  });

  it("knows of a logout, a disabled user and changed rights", async () => {
    const user = await makeUser(db(), { permissions: ["pers.read", "pers.write"] });
    const tokens = await login(user.email);
    const actor = await bearerActor(tokens.accessToken);
    const ctx = { ...anonymous(db()), actor };
    const [held] = await db().select().from(userRoles).where(eq(userRoles.userId, user.id));
    await db()
      .update(roles)
      .set({ permissions: ["pers.read"] })
      .where(eq(roles.id, held?.roleId ?? ""));
    const now = await bearerActor(tokens.accessToken);
    expect(now.kind === "user" && [...now.permissions]).toEqual(["pers.read"]);
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, user.id));
    expect((await failure(bearerActor(tokens.accessToken))).code).toBe("session_ended");
    await db().update(users).set({ status: "active" }).where(eq(users.id, user.id));
    await bearerActor(tokens.accessToken);
    const other = await login(user.email);
    expect((await failure(loginService.logout(ctx, `Bearer ${other.refreshToken}`))).code).toBe("token_invalid");
    await loginService.logout(ctx, `Bearer ${tokens.refreshToken}`);
    expect((await failure(bearerActor(tokens.accessToken))).code).toBe("session_ended");
    expect((await failure(refresh(tokens, tokens.refreshToken))).code).toBe("session_ended");
    await bearerActor(other.accessToken);
  });
});

it("hashes passwords as decided", async () => {
  const { hashPassword } = await import("../password.service");
  expect(await hashPassword("x")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hash).toHaveBeenCalled();
});
