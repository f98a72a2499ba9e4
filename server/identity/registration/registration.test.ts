import { and, desc, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, loginAttempts, mailLog, sessions, userCodes, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { fingerprint } from "../secret.rules";
import { makeUser, testPassword } from "../testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

async function call(method: string, path: string, body?: unknown, token?: string) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const response = await handleApi(new Request(`http://localhost/api/v1/users${path}`, init));
  const text = await response.text();
  return { status: response.status, text, body: text ? JSON.parse(text) : {} };
}
const post = (path: string, body: unknown, token?: string) => call("POST", path, body, token);

let n = 0;
const newcomer = () => ({
  email: `new${++n}@riders.test`,
  password: "First-pass-2026",
  firstName: "Nora",
  lastName: "New",
});
const mailsTo = (email: string) =>
  db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(desc(mailLog.createdAt), desc(mailLog.id));
const codeFor = async (email: string) => (await mailsTo(email))[0]?.secrets?.code ?? "";
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");
const stored = async (email: string) => (await db().select().from(users).where(eq(users.email, email)))[0];

describe("a portal user's life by REST", () => {
  it("registers, activates, logs in, changes, forgets and resets", async () => {
    const me = newcomer();
    const made = await post("/register", { ...me, email: me.email.toUpperCase(), languageId: languageId("de") });
    expect([made.status, made.body]).toEqual([200, { email: me.email, status: "pending" }]);
    expect((await mailsTo(me.email))[0]?.subject).toBe("Ihr Aktivierungscode");
    expect((await post("/login", me)).body.code).toBe("account_not_activated");
    expect((await post("/verify/activation-code", { email: me.email, code: await codeFor(me.email) })).status).toBe(
      204,
    );
    const first = (await post("/login", me)).body;
    const other = (await post("/login", me)).body;
    const change = { currentPassword: me.password, newPassword: "Second-pass-2026" };
    expect((await post("/change-password", { ...change, currentPassword: "nope" }, first.accessToken)).status).toBe(
      422,
    );
    expect((await post("/change-password", change, first.accessToken)).status).toBe(204);
    expect((await call("GET", "/me", undefined, first.accessToken)).status).toBe(200);
    expect((await call("GET", "/me", undefined, other.accessToken)).status).toBe(401);
    expect((await post("/login", me)).status).toBe(401);
    expect((await post("/forgot-password", { email: me.email })).status).toBe(200);
    const code = await codeFor(me.email);
    const reset = (await post("/validate-password-reset-code", { email: me.email, code })).body;
    expect(reset).toMatchObject({ expiresIn: 600, tokenType: "Bearer" });
    expect((await post("/validate-password-reset-code", { email: me.email, code })).status).toBe(422);
    expect((await call("GET", "/me", undefined, reset.accessToken)).status).toBe(401);
    expect((await post("/reset-password", { password: "Third-pass-2026" }, first.accessToken)).status).toBe(403);
    expect((await post("/reset-password", { password: "Third-pass-2026" })).status).toBe(401);
    expect((await post("/reset-password", { password: "Third-pass-2026" }, reset.accessToken)).status).toBe(204);
    expect((await post("/reset-password", { password: "Fourth-pass-2026" }, reset.accessToken)).status).toBe(401);
    expect((await call("GET", "/me", undefined, first.accessToken)).status).toBe(401);
    expect((await post("/login", { ...me, password: "Third-pass-2026" })).status).toBe(200);
    expect((await mailsTo(me.email)).map((mail) => mail.templateCode)).toEqual([
      "PASSWORD_CHANGED",
      "PASSWORD_RESET",
      "PASSWORD_CHANGED",
      "ACTIVATION_CODE",
    ]);
  });

  it("lets nobody give themselves a type, a role or a status", async () => {
    const me = newcomer();
    const more = { type: "Staff", status: "active", roles: ["ADMIN"], isSystem: true, erpId: "E1", id: "x" };
    expect((await post("/register", { ...me, ...more })).status).toBe(200);
    expect(await stored(me.email)).toMatchObject({ type: "Rider", status: "pending", erpId: null });
    await post("/verify/activation-code", { email: me.email, code: await codeFor(me.email) });
    const { accessToken } = (await post("/login", me)).body;
    const changed = await call(
      "PATCH",
      "",
      { ...more, email: "x@y.test", firstName: "Nina", passwordHash: "x" },
      accessToken,
    );
    expect(changed.body).toMatchObject({ firstName: "Nina", email: me.email, type: "Rider", erpId: null });
    expect(changed.text).not.toMatch(/argon2|Hash/);
    expect((await call("GET", "/me", undefined, accessToken)).body).toMatchObject({ permissions: [], roles: [] });
  });
});

describe("who has an account", () => {
  it("shows in no answer", async () => {
    const known = await makeUser(db());
    const [pending, disabled] = [
      await makeUser(db(), { status: "pending" }),
      await makeUser(db(), { status: "disabled" }),
    ];
    for (const [path, fields] of [
      ["/register", { ...newcomer(), languageId: languageId("fr") }],
      ["/register", { ...newcomer(), languageId: known.id }],
      ["/activation/generate-code", {}],
      ["/verify/activation-code", { code: "123456" }],
      ["/forgot-password", {}],
      ["/validate-password-reset-code", { code: "123456" }],
    ] as const) {
      const answers = new Set<string>();
      for (const email of [known.email, pending.email, disabled.email, newcomer().email]) {
        const { status, text } = await post(path, { ...fields, email });
        answers.add(`${status} ${text.replaceAll(email, "EMAIL").replace(/"requestId":"[^"]*"/, "")}`);
      }
      expect([...answers], path).toHaveLength(1);
    }
  });

  it("is told by mail to its owner alone", async () => {
    const known = await makeUser(db());
    await post("/register", { ...newcomer(), email: known.email });
    expect((await mailsTo(known.email)).map((mail) => mail.templateCode)).toEqual(["ALREADY_REGISTERED"]);
    expect((await stored(known.email))?.firstName).toBe("Ute");
    expect((await post("/login", { email: known.email, password: testPassword })).status).toBe(200);
    const nobody = newcomer().email;
    await post("/forgot-password", { email: nobody });
    await post("/activation/generate-code", { email: nobody });
    await post("/activation/generate-code", { email: known.email });
    expect(await mailsTo(nobody)).toEqual([]);
    expect(await mailsTo(known.email)).toHaveLength(1);
  });
});

describe("codes", () => {
  async function pending() {
    const { email } = await makeUser(db(), { status: "pending" });
    await post("/activation/generate-code", { email });
    return { email, code: await codeFor(email) };
  }
  const verify = async (email: string, code: string) => (await post("/verify/activation-code", { email, code })).status;

  it("are good for five tries, in parallel too", async () => {
    const { email, code } = await pending();
    await Promise.all([1, 2, 3, 4, 5].map(() => verify(email, wrong(code))));
    expect(await verify(email, code)).toBe(422);
    expect((await stored(email))?.status).toBe("pending");
  });

  it("limit how often an address asks and is tried", async () => {
    const { email } = await pending();
    for (let i = 0; i < 9; i++) expect((await post("/activation/generate-code", { email })).status).toBe(204);
    expect((await post("/activation/generate-code", { email })).status).toBe(429);
  });

  it("end with a newer one, after ten minutes, and once spent", async () => {
    const { email, code } = await pending();
    await post("/activation/generate-code", { email });
    const newer = await codeFor(email);
    if (newer !== code) expect(await verify(email, code)).toBe(422);
    const mine = and(eq(userCodes.emailHash, fingerprint(email)), eq(userCodes.purpose, "activation"));
    await db().update(userCodes).set({ expiresAt: sql`now() - interval '1 second'` }).where(mine);
    expect(await verify(email, newer)).toBe(422);
    await db().update(userCodes).set({ expiresAt: sql`now() + interval '1 minute'` }).where(mine);
    expect((await Promise.all([verify(email, newer), verify(email, newer)])).sort()).toEqual([204, 422]);
  });

  it("are for one purpose and one address, and never stored as they are", async () => {
    const { email, code } = await pending();
    expect((await post("/validate-password-reset-code", { email, code })).status).toBe(422);
    expect(await verify((await pending()).email, code)).toBe(422);
    const rows = JSON.stringify(await db().select().from(userCodes));
    expect(rows).not.toContain(code);
    const [mail] = await mailsTo(email);
    expect(`${mail?.subject}${mail?.body}${mail?.html}`).not.toContain(code);
  });
});

it("no secret stands in the audit trail, a mail or an answer", async () => {
  const me = { ...newcomer(), password: "canary-password-1" };
  const answers = [await post("/register", me)];
  const code = await codeFor(me.email);
  answers.push(await post("/verify/activation-code", { email: me.email, code }));
  const session = (await post("/login", me)).body;
  const change = { currentPassword: "canary-password-0", newPassword: "canary-password-2" };
  answers.push(await post("/change-password", change, session.accessToken));
  answers.push(await post("/change-password", { ...change, currentPassword: me.password }, session.accessToken));
  answers.push(await post("/register", { ...me, password: "canary" }));
  const mails = (await mailsTo(me.email)).map(({ secrets, ...mail }) => mail);
  const trail = await db().select().from(auditLog);
  const kept = JSON.stringify([answers, mails, trail]);
  for (const secret of ["canary", session.accessToken, session.refreshToken, "$argon2", "passwordHash"])
    expect(kept.includes(secret), secret).toBe(false);
  expect(JSON.stringify(mails)).not.toContain(code);
});

it("a reset activates a pending account, and a reset token dies with its ten minutes", async () => {
  const { email } = await makeUser(db(), { status: "pending", passwordHash: null });
  await post("/forgot-password", { email });
  const { accessToken } = (await post("/validate-password-reset-code", { email, code: await codeFor(email) })).body;
  await db().update(sessions).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(sessions.kind, "reset"));
  expect((await post("/reset-password", { password: "Third-pass-2026" }, accessToken)).status).toBe(401);
  await post("/forgot-password", { email });
  const again = (await post("/validate-password-reset-code", { email, code: await codeFor(email) })).body;
  expect((await post("/reset-password", { password: "Third-pass-2026" }, again.accessToken)).status).toBe(204);
  expect((await stored(email))?.status).toBe("active");
});

it("a code is worth nothing once its account is disabled", async () => {
  const { id, email } = await makeUser(db());
  await post("/forgot-password", { email });
  await db().update(users).set({ status: "disabled" }).where(eq(users.id, id));
  const tried = await post("/validate-password-reset-code", { email, code: await codeFor(email) });
  expect([tried.status, tried.body.code]).toEqual([422, "code_wrong"]);
  expect(await db().$count(sessions, eq(sessions.userId, id))).toBe(0);
});

it("who set a new password by a code need not wait for their wrong tries before", async () => {
  const { email } = await makeUser(db());
  await db()
    .insert(loginAttempts)
    .values({ emailHash: fingerprint(email), failures: 9, lastAt: new Date().toISOString() });
  expect((await post("/login", { email, password: testPassword })).status).toBe(429);
  await post("/forgot-password", { email });
  const { accessToken } = (await post("/validate-password-reset-code", { email, code: await codeFor(email) })).body;
  expect((await post("/reset-password", { password: "Third-pass-2026" }, accessToken)).status).toBe(204);
  expect((await post("/login", { email, password: "Third-pass-2026" })).status).toBe(200);
});

it("keeps the caller's device, and a token that moves leaves its first owner", async () => {
  const device = { keyPlatformTech: "RIDER_APP", mobileDeviceId: "d1", token: "push-canary", os: 2 };
  const bearer = async () => {
    const user = await makeUser(db());
    return {
      email: user.email,
      token: (await post("/login", { email: user.email, password: testPassword })).body.accessToken,
    };
  };
  const [one, two] = [await bearer(), await bearer()];
  const seen = async (who: typeof one) =>
    (await call("GET", "/me?mobileDeviceId=d1", undefined, who.token)).body.device;
  expect((await post("/store-user-info", { ...device, email: two.email }, one.token)).status).toBe(403);
  for (const who of [one, one, two])
    expect((await post("/store-user-info", { ...device, email: who.email }, who.token)).status).toBe(204);
  expect(await seen(one)).toBeNull();
  expect(await seen(two)).toMatchObject({ mobileDeviceId: "d1", os: 2 });
});
