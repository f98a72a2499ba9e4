import { eq, sql } from "drizzle-orm";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { mailLog, userCompanies } from "@/db/schema";
import { seedBase } from "@/db/seed/base";
import { useDatabase } from "@/db/testing/database";
import { authOptions } from "@/server/identity/auth-options";
import { makeUser } from "@/server/identity/testing";
import { systemCtx } from "@/server/kit/context";
import { deliverMail } from "@/server/operations/mail/mail-delivery.service";
import { permissionCodes } from "@/server/permissions";
import { ask, askScreen, readScreen } from "@/server/testing/ask";
import { cookieOf, makeCompanyAdmin } from "@/server/testing/callers";

// Secrets are sent through every door, in the right place and in wrong ones, and while the database breaks; then they
// are looked for in all that was logged, stored, answered, measured and mailed.

const { logged } = vi.hoisted(() => ({ logged: [] as string[] }));
vi.mock("pino", async (original) => {
  const { default: pino } = await original<{ default: typeof import("pino").default }>();
  const stream = { write: (line: string) => void logged.push(line) };
  return { default: (options: object) => pino({ ...options, level: "trace" }, stream) };
});
for (const name of ["log", "info", "warn", "error", "debug"] as const)
  vi.spyOn(console, name).mockImplementation((...words) => void logged.push(words.map(String).join(" ")));

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
afterAll(() => vi.restoreAllMocks());

/** What must be nowhere, by what it is. */
const secrets: Record<string, string> = {};
const plant = (name: string, value: string) => {
  secrets[name] = value;
  return value;
};
/** Six digits count where they stand alone, not inside an id or a time. */
const isIn = (text: string, value: string) =>
  /^\d{6}$/.test(value) ? new RegExp(`(?<!\\w)${value}(?!\\w)`).test(text) : text.includes(value);
const planted = (text: string) => Object.entries(secrets).flatMap(([name, value]) => (isIn(text, value) ? [name] : []));
const password = (name: string) => plant(name, `Canary-${crypto.randomUUID()}`);

type Answer = Awaited<ReturnType<typeof ask>>;
/** Answers that may hold a secret, for that is what they are for, by their call; of the others none does. */
const answers: { call: string; answer: Answer }[] = [];
async function kept(call: string, asking: Promise<Answer>) {
  const answer = await asking;
  answers.push({ call, answer });
  return answer;
}
const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  kept(path, ask("POST", `/v1${path}`, { body, headers }));
const screen = (procedure: string, input: unknown, headers?: Record<string, string>) =>
  kept(procedure, askScreen(procedure, input, { headers }));
const data = ({ text }: Answer) => JSON.parse(text).result.data;

/** The columns of the whole database that can hold a text, and which of the secrets they do hold. */
async function stored() {
  const columns = await db().execute<{ name: string; column: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name, format('%I', column_name) as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea') or data_type = 'USER-DEFINED')`);
  const found: string[] = [];
  for (const { name, column } of columns) {
    const rows = await db().execute<{ text: string }>(sql`
      select string_agg(${sql.raw(column)}::text, ' ') as text from ${sql.raw(name)}`);
    found.push(...planted(rows[0]?.text ?? "").map((secret) => `${secret} in ${name}.${column}`));
  }
  return { found, columns: columns.length };
}

const pending = () => db().select().from(mailLog).where(eq(mailLog.status, "pending"));
const codeTo = async (email: string) =>
  (await pending()).filter((mail) => mail.recipient === email && mail.secrets?.code).at(-1)?.secrets?.code ?? "";
interface Provider {
  options: { authorize: (input: unknown, request: unknown) => Promise<{ id: string }> };
}
const signIn = (email: string, secret: string) => {
  const { options } = authOptions.providers[0] as unknown as Provider;
  return options.authorize({ email, password: secret }, { headers: {} }).catch((error: Error) => error.message);
};
const broken = async (table: string, work: () => Promise<unknown>) => {
  await db().execute(sql.raw(`alter table backoffice.${table} rename to ${table}_gone`));
  await work().finally(() => db().execute(sql.raw(`alter table backoffice.${table}_gone rename to ${table}`)));
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const signature = (token: string) => token.split(".").at(-1) ?? "";

/** A portal user from registering to a new password, by REST, each secret also where it does not belong. */
async function ridersLife() {
  const email = "canary@riders.test";
  const [first, second, third, wrong] = ["first", "second", "third", "wrong"].map((name) =>
    password(`${name} password`),
  );
  const newcomer = { email, password: first, firstName: "Can", lastName: "Ary" };
  await post("/users/register", newcomer);
  await post("/users/register", newcomer);
  const activation = plant("activation code", await codeTo(email));
  await post("/users/verify/activation-code", { email, code: `${Number(activation) ? "000000" : "000001"}` });
  await post("/users/verify/activation-code", { email, code: activation });
  await post("/users/login", { email, password: wrong });
  await signIn(email, wrong ?? "");
  const login = JSON.parse((await post("/users/login", { email, password: first, mobileDeviceId: "d" })).text);
  plant("access token", signature(login.accessToken));
  plant("refresh token", login.refreshToken);
  const both = { ...bearer(login.accessToken), refreshToken: `Bearer ${login.refreshToken}`, "idempotency-key": "k1" };
  const next = JSON.parse((await post("/users/refresh-token", undefined, both)).text);
  plant("second access token", signature(next.accessToken));
  plant("second refresh token", next.refreshToken);
  const me = { ...bearer(next.accessToken), "idempotency-key": "k2" };
  await post("/users/change-password", { currentPassword: wrong, newPassword: second }, me);
  await post("/users/change-password", { currentPassword: first, newPassword: second }, me);
  const device = { email, keyPlatformTech: "rider", mobileDeviceId: "d", os: 2 };
  await post("/users/store-user-info", { ...device, token: "push" }, { ...me, "idempotency-key": "k3" });
  await post("/users/forgot-password", { email });
  const code = plant("reset code", await codeTo(email));
  const reset = JSON.parse((await post("/users/validate-password-reset-code", { email, code })).text);
  plant("reset token", signature(reset.accessToken));
  plant("reset's second token", reset.refreshToken);
  await post("/users/reset-password", { password: third }, { ...bearer(reset.accessToken), "idempotency-key": "k4" });
  await post("/users/logout", undefined, { ...bearer(next.accessToken), refreshToken: `Bearer ${next.refreshToken}` });
  return { email, third: third ?? "" };
}

/** Staff at a screen: second factor, switch-to, keys, invitations, PINs. */
async function staffsDay() {
  const own = password("staff's password");
  const { hashPassword } = await import("@/server/identity/password.service");
  const staff = await makeUser(db(), { permissions: permissionCodes, passwordHash: await hashPassword(own) });
  const sid = await signIn(staff.email, own);
  const cookie = await cookieOf(typeof sid === "string" ? "" : String(sid.id));
  const headers = { cookie: plant("cookie", cookie) };
  const switchToPassword = password("switch-to password");
  await screen("password.setSwitchTo", { currentPassword: own, switchToPassword }, headers);
  const member = await makeCompanyAdmin(db(), "FLEET");
  const [membership] = await db().select().from(userCompanies).where(eq(userCompanies.userId, member.user.id));
  const reason = "Ticket 4711: canaries";
  const at = `/users/switch-to/members/${membership?.id}`;
  const { accessToken } = JSON.parse((await post("/users/login", { email: staff.email, password: own })).text);
  plant("staff's access token", signature(accessToken));
  await post(at, { password: password("wrong switch-to password"), reason }, bearer(accessToken));
  const acting = await post(
    at,
    { password: switchToPassword, reason },
    { ...bearer(accessToken), "idempotency-key": "k5" },
  );
  plant("switch-to token", signature(JSON.parse(acting.text).accessToken));
  plant(
    "api key",
    data(await screen("apiKeys.create", { name: "canary", scopes: ["pers.read"] }, headers)).key.slice(14),
  );
  const { secret } = data(await screen("secondFactor.start", { currentPassword: own }, headers));
  plant("authenticator's secret", secret);
  const totp = plant("authenticator's code", new TOTP({ secret }).generate());
  const { recoveryCodes } = data(await screen("secondFactor.confirm", { code: totp }, headers));
  for (const [n, code] of recoveryCodes.entries()) plant(`recovery code ${n}`, code);
  await post("/users/login", { email: staff.email, password: own, totpCode: recoveryCodes[0] });
  await screen("secondFactor.turnOff", { currentPassword: own, code: recoveryCodes[1] }, headers);
  const guest = { email: "guest@riders.test", firstName: "Gu", lastName: "Est", type: "Rider" };
  await screen("portalUsers.create", guest, headers);
  const model = data(await screen("modelPers.create", { label: "Canary" }, headers));
  const pers = data(await screen("pers.create", { nuSerialPersNumber: "CANARY-1", modelPERSId: model.id }, headers));
  plant("activation PIN", data(await screen("pers.showActivationPin", { id: pers.id }, headers)).pin);
  await screen("pers.mailActivationPin", { id: pers.id }, headers);
  const mails = await pending();
  plant("mailed PIN", mails.find((mail) => mail.secrets?.pin)?.secrets?.pin ?? "no PIN");
  const link = Object.values(mails.find((mail) => mail.recipient === guest.email)?.secrets ?? {}).join(" ");
  const invitation = plant("invitation", /invitation\/([\w-]{43})/.exec(link)?.[1] ?? "no invitation");
  await kept("invitations.look", readScreen("invitations.look", { token: invitation }));
  await screen("invitations.accept", { token: invitation, password: password("invited password") });
  return { headers, bearer: bearer(accessToken), email: staff.email, own };
}

/** Every secret in every wrong place, and its own place while a table is away. */
async function misplaced(staff: Awaited<ReturnType<typeof staffsDay>>, rider: Awaited<ReturnType<typeof ridersLife>>) {
  const everywhere = async (value: string) => {
    const text = encodeURIComponent(value);
    await kept(
      "query",
      ask("GET", `/v1/users/me?password=${text}&keyPlatformTech=x&token=${text}`, { headers: staff.bearer }),
    );
    await kept("bearer", ask("GET", "/v1/users/me", { headers: bearer(value) }));
    await kept("key", ask("GET", "/v1/backoffice/pers-firmware-categories", { headers: { "x-api-key": value } }));
    await kept("cookie", readScreen("profile.me", {}, { headers: { cookie: `__Host-persdesk.session=${text}` } }));
    await post("/users/login", { email: value, password: value });
    await post("/users/login", { email: rider.email, password: [value] });
    await post("/users/login", { email: rider.email, password: { [value]: value } });
    await post("/users/login", `{"password": "${value}`);
    await post("/users/login", { email: rider.email, password: value.repeat(20), totpCode: value.repeat(2) });
    await post("/users/register", { email: "not an address", password: value, countryId: value, firstName: value });
    await post("/users/reset-password", { password: value }, bearer(value));
    await post("/users/refresh-token", undefined, { ...bearer(value), refreshToken: `Bearer ${value}` });
    await post("/users/validate-password-reset-code", { email: rider.email, code: value });
    await screen("password.change", { currentPassword: value, newPassword: [value] }, staff.headers);
    await screen("apiKeys.create", { name: [value], scopes: value }, staff.headers);
    await screen("secondFactor.confirm", { code: [value] }, staff.headers);
    await screen("invitations.accept", { token: [value], password: value });
  };
  for (const value of Object.values(secrets)) await everywhere(value);
  const inPlace = async () => {
    await post("/users/login", { email: staff.email, password: staff.own });
    await signIn(staff.email, staff.own);
    await post("/users/register", {
      email: "late@riders.test",
      password: password("late password"),
      firstName: "La",
      lastName: "Te",
    });
    await post("/users/forgot-password", { email: rider.email });
    const body = { currentPassword: staff.own, newPassword: password("never password") };
    await post("/users/change-password", body, staff.bearer);
    await screen("apiKeys.create", { name: "late", scopes: ["pers.read"] }, staff.headers);
  };
  for (const table of ["audit_log", "mail_log", "sessions", "users", "api_keys"]) await broken(table, inPlace);
}

// What each call is there to hand out.
const handsOut: Record<string, RegExp> = {
  "/users/login": /access token|refresh token/,
  "/users/refresh-token": /access token|refresh token/,
  "/users/validate-password-reset-code": /^reset('s second)? token$/,
  "apiKeys.create": /^api key$/,
  "secondFactor.start": /authenticator's secret/,
  "secondFactor.confirm": /recovery code/,
  "pers.showActivationPin": /activation PIN/,
};
const isTheirs = (call: string, secret: string) =>
  handsOut[call]?.test(secret) || (call.startsWith("/users/switch-to/") && secret === "switch-to token");

describe("no secret", () => {
  let staff: Awaited<ReturnType<typeof staffsDay>>;
  beforeAll(async () => {
    const rider = await ridersLife();
    staff = await staffsDay();
    const before = await pending();
    // The codes of mails that wait stand in those mails alone, and are gone once they are sent.
    expect(before.filter(({ subject, body, html }) => planted(`${subject} ${body} ${html}`).length)).toEqual([]);
    const sent: { to: string; text: string }[] = [];
    for (const { id } of before)
      await deliverMail(systemCtx("worker"), id, async ({ to, subject, text, html }) => {
        sent.push({ to, text: `${subject} ${text} ${html}` });
      });
    const mailed = sent.flatMap(({ to, text }) => planted(text).map((secret) => `${secret} to ${to}`));
    expect(mailed.sort()).toEqual([
      "activation code to canary@riders.test",
      "invitation to guest@riders.test",
      `mailed PIN to ${staff.email}`,
      "reset code to canary@riders.test",
    ]);
    await misplaced(staff, rider);
  }, 60_000);

  it("was left out of this test", () => {
    expect(Object.values(secrets).filter((value) => value.length < 6)).toEqual([]);
    expect(Object.keys(secrets).length).toBeGreaterThan(30);
    const statuses = answers.map(({ answer }) => answer.status);
    for (const status of [200, 204, 400, 401, 403, 422, 500]) expect(statuses).toContain(status);
    expect(
      Object.keys(handsOut).filter((call) => !answers.some((one) => one.call === call && one.answer.status === 200)),
    ).toEqual([]);
  });

  it("is in the log", () => {
    expect(logged.length).toBeGreaterThan(200);
    expect(planted(logged.join("\n"))).toEqual([]);
    // Nor what is made of one: the values of a query that failed hold hashes, and codes that were just made.
    expect(logged.filter((line) => /\$argon2|params:/.test(line))).toEqual([]);
  });

  it("is in any column of any table", async () => {
    const { found, columns } = await stored();
    expect(columns).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  it("is in an answer that is not there to hand it out", () => {
    const wrong = answers.flatMap(({ call, answer }) =>
      planted(`${answer.text} ${JSON.stringify([...answer.headers])}`)
        .filter((secret) => answer.status !== 200 || !isTheirs(call, secret))
        .map((secret) => `${secret} by ${call}: ${answer.status}`),
    );
    expect([...new Set(wrong)]).toEqual([]);
    const internals = answers.filter(({ answer }) => /\$argon2|Failed query|relation "|"stack"/.test(answer.text));
    expect(internals.map(({ call }) => call)).toEqual([]);
  });

  it("is in the audit trail, the mail log or the metrics, as screens show them", async () => {
    const { headers } = staff;
    const shown = [
      await ask("GET", "/../metrics"),
      await ask("GET", "/v1/backoffice/mail-log?limit=1000", { headers: staff.bearer }),
      await readScreen("mailLogs.rows", { limit: 1000 }, { headers }),
      await readScreen("apiKeys.rows", { limit: 1000 }, { headers }),
      await readScreen("search.find", { term: "canary" }, { headers }),
      await readScreen("profile.me", {}, { headers }),
      await readScreen("sessions.list", {}, { headers }),
    ];
    expect(shown.flatMap(({ text }) => planted(text))).toEqual([]);
  });
});
