import argon2 from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { auditLog, loginAttempts, refreshTokens, sessions, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedIdentityBase } from "@/seed/identity";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { failure } from "@/server/kit/testing";
import { fingerprint } from "../secret.rules";
import { anonymous, makeUser, testPassword } from "../testing";
import { loginService } from "./login.service";
import { beginLogin } from "./login-begin.service";

// What a login asks of the database is noted, and where between its statements argon2 runs.
const { steps } = vi.hoisted(() => ({ steps: [] as string[] }));
vi.mock("postgres", async (original) => {
  const { default: real } = await original<{ default: typeof import("postgres") }>();
  const watched = (url: string, options: object) =>
    real(url, { ...options, debug: (_: number, query: string) => void steps.push(query.trim()) });
  return { default: Object.assign(watched, real) };
});
const { verify } = argon2;
const checked = vi.spyOn(argon2, "verify");
const passwordIsLookedAt =
  (): typeof verify =>
  (...given) => {
    steps.push("argon2");
    return verify(...given);
  };

const { db } = useDatabase();
beforeAll(() => seedIdentityBase(db()));
afterEach(() => void checked.mockReset().mockImplementation(passwordIsLookedAt()));
checked.mockImplementation(passwordIsLookedAt());

/** The statements of some work; a fresh connection asks for the types of arrays once. */
async function stepsOf(work: () => Promise<unknown>) {
  steps.splice(0);
  await work();
  return steps.splice(0).filter((text) => !text.includes("pg_catalog.pg_type"));
}
const login = (email: string, password = testPassword, ctx = anonymous(db())) =>
  loginService.login(ctx, { email, password });
const triesOf = async (email: string) =>
  (
    await db()
      .select()
      .from(loginAttempts)
      .where(eq(loginAttempts.emailHash, fingerprint(email)))
  )[0]?.failures ?? 0;
/** What logins of a person have left. */
const leftOf = async ({ id }: { id: string }) => ({
  sessions: await db().$count(sessions, eq(sessions.userId, id)),
  tokens: await db().$count(
    refreshTokens,
    sql`${refreshTokens.sessionId} in (select id from ${sessions} where user_id = ${id})`,
  ),
  audited: await db().$count(auditLog, eq(auditLog.actorId, id)),
  seen: await db().$count(users, sql`${users.id} = ${id} and ${users.lastLoginAt} is not null`),
});
const nothing = { sessions: 0, tokens: 0, audited: 0, seen: 0 };

describe("a login", () => {
  it("is one statement before the password is looked at, and one transaction after", async () => {
    const { email } = await makeUser(db());
    const asked = await stepsOf(() => login(email));
    expect(asked[0]).toMatch(/^with "called".*login_attempts.*"users"/s);
    expect(asked[1]).toBe("argon2");
    expect([asked[2], asked.at(-1)]).toEqual(["begin", "commit"]);
    const within = asked.slice(3, -1).map((text) => /^(\w+ (?:into|from)?)|^\w+/.exec(text)?.[0].trim());
    expect(within).toEqual(["update", "insert into", "select", "insert into", "delete from", "insert into"]);
    expect(asked.filter((text) => /^(begin|commit)$/.test(text))).toHaveLength(2);
  });

  it("sends the statements of that transaction one behind the other, before the first is answered", async () => {
    const { id, email } = await makeUser(db());
    const { asked, opened } = await db().transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, id)).for("update");
      steps.splice(0);
      const opened = login(email); // its first statement waits for that row until it is refused, and all begins again
      await expect.poll(() => steps).toContain("rollback");
      return { asked: steps.slice(steps.indexOf("begin") + 1, steps.indexOf("rollback")), opened };
    });
    expect([asked.length, asked.at(-1)]).toEqual([6, expect.stringContaining("audit_log")]);
    await opened;
  });

  it("asks the same for an account that does not exist, with the same work", async () => {
    const known = await stepsOf(() => failure(login("nobody@persdesk.test", "wrong")));
    const unknown = await stepsOf(async () => failure(login((await makeUser(db())).email, "wrong")));
    expect(unknown.slice(unknown.findIndex((text) => text.startsWith('with "called"')))).toEqual(known);
    expect(known[1]).toBe("argon2");
  });

  it("writes its session, token and audit row together or not at all, and its try stays counted then", async () => {
    const user = await makeUser(db());
    await db().execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
    );
    for (const table of ["backoffice.sessions", "backoffice.refresh_tokens", "platform.audit_log"]) {
      await db().execute(sql.raw(`create trigger refuse before insert on ${table} execute function refuse()`));
      await failure(login(user.email));
      expect(await leftOf(user), table).toEqual(nothing);
      await db().execute(sql.raw(`drop trigger refuse on ${table}`));
    }
    expect(await triesOf(user.email)).toBe(3);
    await login(user.email);
    expect(await leftOf(user)).toEqual({ sessions: 1, tokens: 1, audited: 1, seen: 1 });
    expect(await triesOf(user.email)).toBe(0);
  });
});

describe("a try", () => {
  it("is counted for others to see before the password is looked at, so that it outlives the process", async () => {
    const user = await makeUser(db());
    checked.mockImplementationOnce(async () => {
      expect(await triesOf(user.email)).toBe(1); // on another connection
      throw new Error("the process dies here");
    });
    await expect(login(user.email)).rejects.toThrow("the process dies here");
    expect(await triesOf(user.email)).toBe(1);
    expect(await leftOf(user)).toEqual(nothing);
  });

  it("is one of five, also where many nodes ask at once", async () => {
    const { email } = await makeUser(db());
    const asked = await Promise.allSettled(Array.from({ length: 50 }, () => beginLogin(anonymous(db()), email)));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await triesOf(email)).toBe(5);
  });

  it("is not taken from an account by a caller who has used up its own calls", async () => {
    const ctx = anonymous(db());
    for (let n = 0; n < rateLimits.login.calls; n++) await beginLogin(ctx, `spray${n}@persdesk.test`);
    const { email } = await makeUser(db());
    const refused = await failure(beginLogin(ctx, email));
    expect([refused.code, refused.limit]).toEqual(["too_many_requests", "login"]);
    expect(await triesOf(email)).toBe(0);
  });

  it("stays counted where the account changes while its password is checked", async () => {
    const user = await makeUser(db());
    checked.mockImplementationOnce(async (...given) => {
      await db().update(users).set({ passwordHash: "another" }).where(eq(users.id, user.id));
      return verify(...given);
    });
    expect((await failure(login(user.email))).code).toBe("invalid_credentials");
    expect(await triesOf(user.email)).toBe(1);
    expect(await leftOf(user)).toEqual(nothing);
  });
});
