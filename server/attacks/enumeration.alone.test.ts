import argon2 from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { secondFactors } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { countryId, languageId, seedBase } from "@/seed/base";
import { fingerprint } from "@/server/identity/secret.rules";
import { makeUser } from "@/server/identity/testing";
import { ask, askScreen, signInScreen } from "@/server/testing/ask";

// Who has an account shows in no answer and in no time. Time is not measured here but made of what takes it: what is
// asked of the database, statement by statement, what it has to write, and how often argon2 runs.

const { statements } = vi.hoisted(() => ({ statements: [] as string[] }));
vi.mock("postgres", async (original) => {
  const { default: real } = await original<{ default: typeof import("postgres") }>();
  const watched = (url: string, options: object) =>
    real(url, { ...options, debug: (_: number, query: string) => void statements.push(query) });
  return { default: Object.assign(watched, real) };
});
const verify = vi.spyOn(argon2, "verify");
const hash = vi.spyOn(argon2, "hash");

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
afterAll(() => statements.splice(0));

let n = 0;
const unknown = () => `nobody${++n}@persdesk.test`;
const kinds = {
  "an active account": async () => (await makeUser(db())).email,
  "a pending account": async () => (await makeUser(db(), { status: "pending" })).email,
  "a disabled account": async () => (await makeUser(db(), { status: "disabled" })).email,
  "an account without a password": async () => (await makeUser(db(), { status: "pending", passwordHash: null })).email,
  "an account with a second factor": async () => {
    const { id, email } = await makeUser(db());
    await db().insert(secondFactors).values({ userId: id, secretSealed: "x", confirmedAt: new Date().toISOString() });
    return email;
  },
  "a rider": async () => (await makeUser(db(), { type: "Rider" })).email,
};

type Answer = { status: number; text: string; headers?: Headers };
interface Attempt {
  /** what the person may have done before, known or not */
  before?: (email: string) => Promise<unknown>;
  call: (email: string) => Promise<Answer>;
}

const post = (path: string, more: object) => (email: string) =>
  ask("POST", `/v1/users${path}`, { body: { ...more, email } });
const screen = (procedure: string, more: object) => (email: string) => askScreen(procedure, { ...more, email });
const newcomer = {
  password: "First-pass-2026",
  firstName: "Nora",
  lastName: "New",
  languageId: languageId("de"),
  countryId: countryId("FR"),
};
const code = { code: "123456" };
const forgot = post("/forgot-password", {});
const generate = post("/activation/generate-code", {});
const signIn = async (email: string): Promise<Answer> => ({
  status: 401,
  text: JSON.stringify(await signInScreen(email, "wrong")),
});

const attempts: Record<string, Attempt> = {
  login: { call: post("/login", { password: "wrong" }) },
  "login with a code": { call: post("/login", { password: "wrong", totpCode: "123456" }) },
  "login of a screen": { call: screen("login.login", { password: "wrong" }) },
  "sign-in": { call: signIn },
  register: { call: post("/register", newcomer) },
  "register of a screen": { call: screen("registration.register", newcomer) },
  "register with a language that does not exist": {
    call: post("/register", { ...newcomer, languageId: countryId("FR") }),
  },
  "generate-code": { call: generate },
  "generate-code again": { before: generate, call: generate },
  "forgot-password": { call: forgot },
  "forgot-password again": { before: forgot, call: forgot },
  "an activation code out of nowhere": { call: post("/verify/activation-code", code) },
  "an activation code after asking": { before: generate, call: post("/verify/activation-code", code) },
  "an activation code after registering": {
    before: post("/register", newcomer),
    call: post("/verify/activation-code", code),
  },
  "a reset code out of nowhere": { call: post("/validate-password-reset-code", code) },
  "a reset code after asking": { before: forgot, call: post("/validate-password-reset-code", code) },
  "a reset code after trying one": {
    before: post("/validate-password-reset-code", code),
    call: post("/validate-password-reset-code", code),
  },
};

const rowsOf = async (email: string) => {
  const [row] = await db().execute(sql`
    select (select count(*)::int from backoffice.user_codes where email_hash = ${fingerprint(email)} and tries > 0) as tried,
      (select sum(failures)::int from platform.login_attempts where email_hash = ${fingerprint(email)}) as failures`);
  return row;
};

/** What an attempt answers, and all that its time is made of. */
async function traceOf({ before, call }: Attempt, email: string) {
  await before?.(email);
  statements.splice(0);
  verify.mockClear();
  hash.mockClear();
  const { status, text, headers } = await call(email);
  // A fresh connection asks for the types of arrays once, at its first use.
  const own = statements.splice(0).filter((text) => !text.includes("pg_catalog.pg_type"));
  const asked = own.map((text) => text.replace(/^(rollback to "s\d+"|select)$/, "end"));
  const calls = [verify.mock.calls.length, hash.mock.calls.length];
  const cost = verify.mock.calls.map(([stored]) => String(stored).split("$").slice(1, 4).join("$"));
  const said = text.replaceAll(email, "EMAIL").replace(/"requestId":"[^"]*"/, "");
  const names = [...(headers?.keys() ?? [])].filter((name) => name !== "x-request-id");
  return { answer: [status, said, names], calls, cost, asked, written: await rowsOf(email) };
}

describe.each(Object.entries(attempts))("%s", (_, attempt) => {
  it.each(Object.entries(kinds))("does for %s what it does for nobody", async (_, make) => {
    const [nobodys, theirs] = [await traceOf(attempt, unknown()), await traceOf(attempt, await make())];
    expect(theirs).toEqual(nobodys);
    expect(nobodys.asked.length).toBeGreaterThan(0);
  });
});
