import { desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, mailLog, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { type KnownCtx, systemCtx } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { bearerActor } from "../authenticate";
import { invitationService } from "../invitation/invitation.service";
import { loginService } from "../login/login.service";
import { registrationService } from "../registration/registration.service";
import { ownSecondFactorService as own } from "../second-factor/own-second-factor.service";
import { codeOf } from "../second-factor/testing";
import { endEverySession } from "../session/every-session.service";
import { anonymous, makeUser, testPassword } from "../testing";
import { createAdministrator } from "./administrator.service";

const { db } = useDatabase();
const person = (email: string) => ({ email, firstName: "Ada", lastName: "Min" });
const create = (email: string, manner: { isForced?: boolean; isMailed?: boolean; resetsSecondFactor?: boolean } = {}) =>
  createAdministrator(systemCtx("admin:create"), person(email), {
    isForced: false,
    isMailed: false,
    resetsSecondFactor: false,
    ...manner,
  });
const tokenIn = (link: string) => link.slice(link.lastIndexOf("/") + 1);
const accept = (link: string) =>
  invitationService.accept(anonymous(db()), { token: tokenIn(link), password: testPassword });

beforeAll(() => seedBase(db()));

describe("an administrator made by the command", () => {
  it("chooses a password by the link, and then may do everything", async () => {
    const first = await create("first@persdesk.test");
    expect(first.link).toMatch(/^http:\/\/localhost\/invitation\/[\w-]{30,}$/);
    // Where the link was lost, another one is made in its place.
    const { link } = await create("first@persdesk.test");
    expect(await failure(accept(first.link))).toMatchObject({ status: 422 });
    await accept(link);
    expect(await failure(accept(link))).toMatchObject({ status: 422 });
    const { accessToken } = await loginService.login(anonymous(db()), {
      email: "first@persdesk.test",
      password: testPassword,
    });
    const actor = await bearerActor(accessToken);
    expect([...(actor.kind === "user" ? actor.permissions : [])].sort()).toEqual([...permissionCodes].sort());
  });

  it("is refused where one is active, unless it is forced", async () => {
    expect(await failure(create("second@persdesk.test"))).toMatchObject({ status: 422 });
    expect(await db().select().from(users).where(eq(users.email, "second@persdesk.test"))).toEqual([]);
    await create("second@persdesk.test", { isForced: true });
  });

  it("is in the audit trail, with nothing of the link", async () => {
    const [user] = await db().select().from(users).where(eq(users.email, "second@persdesk.test"));
    const rows = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.objectId, user?.id ?? ""))
      .orderBy(desc(auditLog.at));
    expect(rows.map(({ action, actorLabel }) => `${action} by ${actorLabel}`).sort()).toEqual([
      "create by admin:create",
      "invite by admin:create",
      "set-roles by admin:create",
    ]);
    expect(JSON.stringify(rows)).not.toContain("/invitation/");
  });

  it("gets another link while the first waits, which gives no account back", async () => {
    const email = "waiting@persdesk.test";
    for (let n = 0; n < 2; n++) await create(email, { isForced: true });
    const rows = await db().select().from(auditLog).where(eq(auditLog.objectLabel, email));
    const actions = rows.map(({ action }) => action);
    expect(actions).toContain("invite");
    expect(actions).not.toContain("give-back");
  });

  it("gets a mail only where mails go out", async () => {
    const mailsTo = (email: string) => db().select().from(mailLog).where(eq(mailLog.recipient, email));
    expect(await mailsTo("second@persdesk.test")).toEqual([]);
    const { link } = await create("third@persdesk.test", { isForced: true, isMailed: true });
    const [mail] = await mailsTo("third@persdesk.test");
    expect(mail?.secrets).toMatchObject({ link });
  });

  it("is never an account that somebody registered, nor of staff without the role", async () => {
    const email = "registered@persdesk.test";
    await registrationService.register(anonymous(db()), { ...person(email), password: testPassword });
    expect(await failure(create(email, { isForced: true }))).toMatchObject({ status: 422 });
    for (const status of ["active", "disabled"] as const) {
      const taken = await makeUser(db(), { status });
      expect(await failure(create(taken.email, { isForced: true, resetsSecondFactor: true }))).toMatchObject({
        status: 422,
      });
    }
  });
});

describe("an administrator who is locked out", () => {
  const made = async () => {
    const email = `lost${crypto.randomUUID()}@persdesk.test`;
    await accept((await create(email, { isForced: true })).link);
    return email;
  };
  const login = (email: string, password = testPassword, totpCode?: string) =>
    loginService.login(anonymous(db()), { email, password, totpCode });
  const newPassword = "Another-horse-2027";

  it("gets the account back by force only, whatever its status; the former password and all sessions end", async () => {
    for (const status of ["active", "disabled"] as const) {
      const email = await made();
      const { accessToken } = await login(email);
      await db().update(users).set({ status }).where(eq(users.email, email));
      expect(await failure(create(email))).toMatchObject({ status: 422 });
      const { link, sessionsEnded } = await create(email, { isForced: true });
      expect(sessionsEnded).toBe(1);
      expect((await failure(bearerActor(accessToken))).code).toBe("session_ended");
      expect((await failure(login(email))).code).toBe("account_not_activated");
      await invitationService.accept(anonymous(db()), { token: tokenIn(link), password: newPassword });
      expect((await failure(login(email))).code).toBe("invalid_credentials");
      const actor = await bearerActor((await login(email, newPassword)).accessToken);
      expect(actor.kind === "user" && actor.permissions.size).toBe(permissionCodes.length);
    }
  });

  it("is let in again after too many tries", async () => {
    const email = await made();
    for (let n = 0; n < 6; n++) await failure(login(email, "wrong"));
    expect((await failure(login(email))).code).toBe("too_many_requests");
    const { link } = await create(email, { isForced: true });
    await invitationService.accept(anonymous(db()), { token: tokenIn(link), password: newPassword });
    expect(await login(email, newPassword)).toMatchObject({ tokenType: "Bearer" });
  });

  it("keeps the second factor unless it is to be reset, which the owner is told", async () => {
    const email = await made();
    const actor = await bearerActor((await login(email)).accessToken);
    const themselves: KnownCtx = { ...anonymous(db()), door: "screen", actor };
    const { secret } = await own.start(themselves, testPassword);
    const { recoveryCodes } = await own.confirm(themselves, codeOf(secret));
    const again = async (resetsSecondFactor: boolean) => {
      const { link } = await create(email, { isForced: true, resetsSecondFactor });
      await invitationService.accept(anonymous(db()), { token: tokenIn(link), password: newPassword });
    };
    await again(false);
    expect((await failure(login(email, newPassword))).code).toBe("second_factor_required");
    expect(await login(email, newPassword, recoveryCodes[0])).toMatchObject({ tokenType: "Bearer" });
    await again(true);
    expect(await login(email, newPassword)).toMatchObject({ tokenType: "Bearer" });
    const told = await db().select().from(mailLog).where(eq(mailLog.recipient, email));
    expect(told.map(({ templateCode }) => templateCode)).toContain("SECOND_FACTOR_RESET");
  });

  it("is in the audit trail, and every other active administrator is told", async () => {
    const [email, other, gone] = [await made(), await made(), await made()];
    await db().update(users).set({ status: "disabled" }).where(eq(users.email, gone));
    const mailsTo = async (recipient: string) =>
      (await db().select().from(mailLog).where(eq(mailLog.recipient, recipient))).filter(
        ({ templateCode }) => templateCode === "ADMINISTRATOR_GIVEN_ACCESS",
      );
    const before = (await mailsTo(other)).length;
    const { told, link } = await create(email, { isForced: true });
    expect(told).toBeGreaterThan(0);
    expect((await mailsTo(other)).length - before).toBe(1);
    expect(await mailsTo(gone)).toEqual([]);
    expect(JSON.stringify(await mailsTo(other))).not.toContain(link);
    const [user] = await db().select().from(users).where(eq(users.email, email));
    const rows = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.objectId, user?.id ?? ""));
    const row = rows.find(({ action }) => action === "give-back");
    expect(row).toMatchObject({ actorLabel: "admin:create", changes: { secondFactorReset: [null, false] } });
  });
});

it("ends every session of everybody, with a row in each person's history", async () => {
  const people = [await makeUser(db()), await makeUser(db())];
  const bearers: string[] = [];
  for (const { email } of people)
    bearers.push((await loginService.login(anonymous(db()), { email, password: testPassword })).accessToken);
  expect(await endEverySession(systemCtx("sessions:end"))).toBeGreaterThanOrEqual(2);
  for (const bearer of bearers) expect((await failure(bearerActor(bearer))).code).toBe("session_ended");
  expect(await endEverySession(systemCtx("sessions:end"))).toBe(0);
  for (const { id } of people) {
    const rows = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(rows.find(({ action }) => action === "end-sessions")).toMatchObject({ actorLabel: "sessions:end" });
  }
});
