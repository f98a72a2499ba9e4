import { eq, sql } from "drizzle-orm";
import { TOTP } from "otpauth";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { mailLog, userCompanies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { metrics } from "@/server/doors/metrics";
import { makeUser } from "@/server/identity/testing";
import { systemCtx } from "@/server/kit/call/context";
import { log } from "@/server/kit/process/log";
import { deliverMail } from "@/server/operations/mail-delivery/mail-delivery.service";
import { permissionCodes } from "@/server/permissions";
import { ask, readScreen, signInScreen } from "@/server/testing/ask";
import { cookieOf, makeCompanyAdmin } from "@/server/testing/callers";
import { type Answer, Canaries } from "@/server/testing/canaries";

// Secrets are sent through every door, in the right place and in wrong ones, and while the database breaks; then they
// are looked for in all that was logged, stored, answered, measured and mailed.

const logged: string[] = [];
const { level } = log;
const stream = Reflect.get(log, pino.symbols.streamSym);
log.level = "trace";
Reflect.set(log, pino.symbols.streamSym, { write: (line: string) => void logged.push(line) });
for (const name of ["log", "info", "warn", "error", "debug"] as const)
  vi.spyOn(console, name).mockImplementation((...words) => void logged.push(words.map(String).join(" ")));

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
afterAll(() => {
  vi.restoreAllMocks();
  log.level = level;
  Reflect.set(log, pino.symbols.streamSym, stream);
});

const canaries = new Canaries();
const data = ({ text }: Answer) => JSON.parse(text).result.data;
const pending = () => db().select().from(mailLog).where(eq(mailLog.status, "pending"));
const codeTo = async (email: string) =>
  (await pending()).filter((mail) => mail.recipient === email && mail.secrets?.code).at(-1)?.secrets?.code ?? "";
const broken = async (table: string, work: () => Promise<unknown>) => {
  const name = table.split(".").at(-1);
  await db().execute(sql.raw(`alter table ${table} rename to ${name}_gone`));
  await work().finally(() => db().execute(sql.raw(`alter table ${table}_gone rename to ${name}`)));
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const signature = (token: string) => token.split(".").at(-1) ?? "";

/** A portal user from registering to a new password, by REST, each secret also where it does not belong. */
async function ridersLife() {
  const email = "canary@riders.test";
  const [first, second] = [canaries.password("first password"), canaries.password("second password")];
  const [third, wrong] = [canaries.password("third password"), canaries.password("wrong password")];
  const newcomer = { email, password: first, firstName: "Can", lastName: "Ary" };
  await canaries.post("/users/register", newcomer);
  const activation = canaries.plant("activation code", await codeTo(email));
  await canaries.post("/users/verify/activation-code", { email, code: `${Number(activation) ? "000000" : "000001"}` });
  await canaries.post("/users/verify/activation-code", { email, code: activation });
  await canaries.post("/users/register", newcomer);
  await canaries.post("/users/login", { email, password: wrong });
  await signInScreen(email, wrong);
  const login = JSON.parse((await canaries.post("/users/login", { email, password: first, mobileDeviceId: "d" })).text);
  canaries.plant("access token", signature(login.accessToken));
  canaries.plant("refresh token", login.refreshToken);
  const both = { ...bearer(login.accessToken), refreshToken: `Bearer ${login.refreshToken}`, "idempotency-key": "k1" };
  const next = JSON.parse((await canaries.post("/users/refresh-token", undefined, both)).text);
  canaries.plant("second access token", signature(next.accessToken));
  canaries.plant("second refresh token", next.refreshToken);
  const me = bearer(next.accessToken);
  const keyed = { ...me, "idempotency-key": "k2" };
  await canaries.post("/users/change-password", { currentPassword: first, newPassword: second }, keyed);
  await canaries.post("/users/change-password", { currentPassword: wrong, newPassword: second }, me);
  await canaries.post("/users/change-password", { currentPassword: first, newPassword: second }, me);
  const device = { email, keyPlatformTech: "RIDER_APP", mobileDeviceId: "d", os: 2 };
  await canaries.post("/users/store-user-info", { ...device, token: "push" }, { ...me, "idempotency-key": "k3" });
  await canaries.post("/users/forgot-password", { email });
  const code = canaries.plant("reset code", await codeTo(email));
  const reset = JSON.parse((await canaries.post("/users/validate-password-reset-code", { email, code })).text);
  canaries.plant("reset token", signature(reset.accessToken));
  canaries.plant("reset's second token", reset.refreshToken);
  await canaries.post(
    "/users/reset-password",
    { password: third },
    { ...bearer(reset.accessToken), "idempotency-key": "k4" },
  );
  await canaries.post("/users/logout", undefined, {
    ...bearer(next.accessToken),
    refreshToken: `Bearer ${next.refreshToken}`,
  });
  return { email };
}

/** Staff at a screen: second factor, switch-to, keys, invitations, PINs. */
async function staffsDay() {
  const own = canaries.password("staff's password");
  const { hashPassword } = await import("@/server/identity/password.service");
  const staff = await makeUser(db(), { permissions: permissionCodes, passwordHash: await hashPassword(own) });
  const signed = await signInScreen(staff.email, own);
  const cookie = await cookieOf("sid" in signed ? signed.sid : "");
  const headers = { cookie: canaries.plant("cookie", cookie) };
  const switchToPassword = canaries.password("switch-to password");
  await canaries.screen("password.setSwitchTo", { currentPassword: own, switchToPassword }, headers);
  const member = await makeCompanyAdmin(db(), "FLEET");
  const [membership] = await db().select().from(userCompanies).where(eq(userCompanies.userId, member.user.id));
  const reason = "Ticket 4711: canaries";
  const at = `/users/switch-to/members/${membership?.id}`;
  const { accessToken } = JSON.parse((await canaries.post("/users/login", { email: staff.email, password: own })).text);
  canaries.plant("staff's access token", signature(accessToken));
  await canaries.post(at, { password: canaries.password("wrong switch-to password"), reason }, bearer(accessToken));
  const acting = await canaries.post(at, { password: switchToPassword, reason }, bearer(accessToken));
  canaries.plant("switch-to token", signature(JSON.parse(acting.text).accessToken));
  canaries.plant(
    "api key",
    data(
      await canaries.screen(
        "apiKeys.create",
        { name: "canary", scopes: ["pers.read"] },
        { ...headers, "idempotency-key": "k5" },
      ),
    ).key.slice(14),
  );
  const { secret } = data(await canaries.screen("secondFactor.start", { currentPassword: own }, headers));
  canaries.plant("authenticator's secret", secret);
  const totp = canaries.plant("authenticator's code", new TOTP({ secret }).generate());
  const { recoveryCodes } = data(await canaries.screen("secondFactor.confirm", { code: totp }, headers));
  for (const [n, code] of recoveryCodes.entries()) canaries.plant(`recovery code ${n}`, code);
  await canaries.post("/users/login", { email: staff.email, password: own, totpCode: recoveryCodes[0] });
  await canaries.screen("secondFactor.turnOff", { currentPassword: own, code: recoveryCodes[1] }, headers);
  const guest = { email: "guest@riders.test", firstName: "Gu", lastName: "Est", type: "Rider" };
  await canaries.screen("portalUsers.create", guest, headers);
  const model = data(await canaries.screen("modelPers.create", { label: "Canary" }, headers));
  const pers = data(
    await canaries.screen("pers.create", { nuSerialPersNumber: "CANARY-1", modelPERSId: model.id }, headers),
  );
  canaries.plant("activation PIN", data(await canaries.screen("pers.showActivationPin", { id: pers.id }, headers)).pin);
  await canaries.screen("pers.mailActivationPin", { id: pers.id }, headers);
  const mails = await pending();
  canaries.plant("mailed PIN", mails.find((mail) => mail.secrets?.pin)?.secrets?.pin ?? "no PIN");
  const link = Object.values(mails.find((mail) => mail.recipient === guest.email)?.secrets ?? {}).join(" ");
  const invitation = canaries.plant("invitation", /invitation\/([\w-]{43})/.exec(link)?.[1] ?? "no invitation");
  await canaries.kept("invitations.look", readScreen("invitations.look", { token: invitation }));
  await canaries.screen("invitations.accept", { token: invitation, password: canaries.password("invited password") });
  return { headers, bearer: bearer(accessToken), email: staff.email, own };
}

/** Every secret in every wrong place, and its own place while a table is away. */
async function misplaced(staff: Awaited<ReturnType<typeof staffsDay>>, rider: Awaited<ReturnType<typeof ridersLife>>) {
  const everywhere = async (value: string) => {
    const text = encodeURIComponent(value);
    await canaries.kept(
      "query",
      ask("GET", `/v1/users/me?password=${text}&keyPlatformTech=x&token=${text}`, { headers: staff.bearer }),
    );
    await canaries.kept("bearer", ask("GET", "/v1/users/me", { headers: bearer(value) }));
    await canaries.kept(
      "key",
      ask("GET", "/v1/backoffice/pers-firmware-categories", { headers: { "x-api-key": value } }),
    );
    await canaries.kept(
      "cookie",
      readScreen("profile.me", {}, { headers: { cookie: `__Host-persdesk.session=${text}` } }),
    );
    await canaries.post("/users/login", { email: value, password: value });
    await canaries.post("/users/login", { email: rider.email, password: [value] });
    await canaries.post("/users/login", { email: rider.email, password: { [value]: value } });
    await canaries.post("/users/login", `{"password": "${value}`);
    await canaries.post("/users/login", { email: rider.email, password: value.repeat(20), totpCode: value.repeat(2) });
    await canaries.post("/users/register", {
      email: "not an address",
      password: value,
      countryId: value,
      firstName: value,
    });
    await canaries.post("/users/reset-password", { password: value }, bearer(value));
    await canaries.post("/users/refresh-token", undefined, { ...bearer(value), refreshToken: `Bearer ${value}` });
    await canaries.post("/users/validate-password-reset-code", { email: rider.email, code: value });
    await canaries.screen("password.change", { currentPassword: value, newPassword: [value] }, staff.headers);
    await canaries.screen("apiKeys.create", { name: [value], scopes: value }, staff.headers);
    await canaries.screen("secondFactor.confirm", { code: [value] }, staff.headers);
    await canaries.screen("invitations.accept", { token: [value], password: value });
  };
  for (const value of Object.values(canaries.secrets)) await everywhere(value);
  const inPlace = async () => {
    await canaries.post("/users/login", { email: staff.email, password: staff.own });
    await signInScreen(staff.email, staff.own);
    await canaries.post("/users/register", {
      email: "late@riders.test",
      password: canaries.password("late password"),
      firstName: "La",
      lastName: "Te",
    });
    await canaries.post("/users/forgot-password", { email: rider.email });
    const body = { currentPassword: staff.own, newPassword: canaries.password("never password") };
    await canaries.post("/users/change-password", body, staff.bearer);
    await canaries.screen("apiKeys.create", { name: "late", scopes: ["pers.read"] }, staff.headers);
  };
  const ofKit = ["platform.audit_log", "platform.mail_log"];
  for (const table of [...ofKit, "backoffice.sessions", "backoffice.users", "backoffice.api_keys"])
    await broken(table, inPlace);
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
    expect(before.filter(({ subject, body, html }) => canaries.in(`${subject} ${body} ${html}`).length)).toEqual([]);
    const sent: { to: string; text: string }[] = [];
    for (const { id } of before)
      await deliverMail(systemCtx("worker"), id, async ({ to, subject, text, html }) => {
        sent.push({ to, text: `${subject} ${text} ${html}` });
      });
    const mailed = sent.flatMap(({ to, text }) => canaries.in(text).map((secret) => `${secret} to ${to}`));
    expect(mailed.sort()).toEqual([
      "activation code to canary@riders.test",
      "invitation to guest@riders.test",
      `mailed PIN to ${staff.email}`,
      "reset code to canary@riders.test",
    ]);
    await misplaced(staff, rider);
  });

  it("was left out of this test", () => {
    expect(Object.values(canaries.secrets).filter((value) => value.length < 6)).toEqual([]);
    expect(Object.keys(canaries.secrets).length).toBeGreaterThan(30);
    const statuses = canaries.answers.map(({ answer }) => answer.status);
    for (const status of [200, 204, 400, 401, 403, 422, 500]) expect(statuses).toContain(status);
    expect(
      Object.keys(handsOut).filter(
        (call) => !canaries.answers.some((one) => one.call === call && one.answer.status === 200),
      ),
    ).toEqual([]);
  });

  it("is in the log", () => {
    expect(logged.length).toBeGreaterThan(200);
    expect(canaries.in(logged.join("\n"))).toEqual([]);
    // Nor what is made of one: the values of a query that failed hold hashes, and codes that were just made.
    expect(logged.filter((line) => /\$argon2|params:/.test(line))).toEqual([]);
  });

  it("is in any column of any table", async () => {
    const { found, columns } = await canaries.stored(db());
    expect(columns).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  it("is in an answer that is not there to hand it out", () => {
    const wrong = canaries.answers.flatMap(({ call, answer }) =>
      canaries
        .in(`${answer.text} ${JSON.stringify([...answer.headers])}`)
        .filter((secret) => answer.status !== 200 || !isTheirs(call, secret))
        .map((secret) => `${secret} by ${call}: ${answer.status}`),
    );
    expect([...new Set(wrong)]).toEqual([]);
    const internals = canaries.answers.filter(({ answer }) =>
      /\$argon2|Failed query|relation "|"stack"/.test(answer.text),
    );
    expect(internals.map(({ call }) => call)).toEqual([]);
  });

  it("is in the audit trail, the mail log or the metrics, as screens show them", async () => {
    const { headers } = staff;
    const shown = [
      { text: await (await metrics()).text() },
      await ask("GET", "/v1/backoffice/mail-log?limit=1000", { headers: staff.bearer }),
      await readScreen("mailLogs.rows", { limit: 1000 }, { headers }),
      await readScreen("apiKeys.rows", { limit: 1000 }, { headers }),
      await readScreen("search.find", { term: "canary" }, { headers }),
      await readScreen("profile.me", {}, { headers }),
      await readScreen("sessions.list", {}, { headers }),
    ];
    expect(shown.flatMap(({ text }) => canaries.in(text))).toEqual([]);
  });
});
