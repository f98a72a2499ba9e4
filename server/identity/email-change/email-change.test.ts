import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyRoles, mailLog, sessions, userCodes, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { systemRoleId } from "@/server/identity/role/system-role";
import type { KnownCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import { userDeviceService } from "@/server/notification/user-device/user-device.service";
import { purgeExpired } from "@/server/operations/routine/purge.service";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { ask, askScreen } from "@/server/testing/ask";
import { oneAfterTheOther, usePatience } from "@/server/testing/race";
import { actorOf } from "../actor";
import { bearerActor } from "../authenticate";
import { invitationService } from "../invitation/invitation.service";
import { loginService } from "../login/login.service";
import { passwordChangeService } from "../password/password-change.service";
import { portalUserService } from "../portal-user/portal-user.service";
import { registrationService } from "../registration/registration.service";
import { staffService } from "../staff/staff.service";
import { anonymous, makeRole, makeUser, testPassword } from "../testing";
import { callerOf, hold, makeMember, manages } from "../user-role/testing";
import { emailChangeService as service } from "./email-change.service";

const { db } = useDatabase();
const patient = usePatience();
let admin: KnownCtx;
beforeAll(async () => {
  await seedBase(db());
  const { id } = await makeUser(db());
  await hold(db(), id, systemRoleId("ADMIN"));
  admin = await callerOf(db(), id);
});

type User = typeof users.$inferSelect;
let n = 0;
const fresh = () => `fresh${++n}@persdesk.test`;
const stored = async ({ id }: Pick<User, "id">) => (await db().select().from(users).where(eq(users.id, id)))[0];
const mailsTo = (email: string) => db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
const templatesTo = async (email: string) => (await mailsTo(email)).map(({ templateCode }) => templateCode);
const tokenTo = async (email: string) =>
  (await mailsTo(email))
    .findLast(({ secrets }) => secrets?.link)
    ?.secrets?.link?.split("/")
    .at(-1) ?? "";
const codeTo = async (email: string) =>
  (await mailsTo(email)).findLast(({ secrets }) => secrets?.code)?.secrets?.code ?? "";
const confirm = (token: string) => service.confirm(anonymous(db()), token);
const login = (email: string, password = testPassword) => loginService.login(anonymous(db()), { email, password });
const fault = async (work: Promise<unknown>) => {
  const { code, errors } = await failure(work);
  return `${code} ${errors?.[0]?.path ?? ""}`.trim();
};
const ofSelf = (user: User): KnownCtx => ({ ...anonymous(db()), actor: actorOf(user) });
const requestOwn = (user: User, email: string) =>
  service.requestOwn(ofSelf(user), { email, currentPassword: testPassword });
/** Staff ask for another address of this portal user. */
const requestFor = (user: User, email: string, ctx = admin) => portalUserService.update(ctx, user.id, { email });

describe("another address", () => {
  it("waits until it confirms, and the old one is told; then every session and code ends", async () => {
    const user = await makeUser(db(), { type: "Rider" });
    const { accessToken } = await login(user.email);
    await passwordChangeService.forgot(anonymous(db()), user.email);
    const old = await codeTo(user.email);
    const email = fresh();
    expect(await requestFor(user, email)).toMatchObject({ email: user.email, pendingEmail: email });
    expect(await templatesTo(email)).toEqual(["EMAIL_CHANGE_CONFIRM"]);
    expect(await templatesTo(user.email)).toEqual(["PASSWORD_RESET", "EMAIL_CHANGE_REQUESTED"]);
    await bearerActor(accessToken);
    await login(user.email);
    const device = { keyPlatformTech: "PORTAL_WEB", mobileDeviceId: "d", token: "push", os: 1 as const };
    await userDeviceService.store(ofSelf(user), { ...device, email: user.email });

    const token = await tokenTo(email);
    expect(await service.look(anonymous(db()), token)).toEqual({ firstName: user.firstName, email });
    expect(await confirm(token)).toEqual({ email });
    expect(await stored(user)).toMatchObject({ email, pendingEmail: null, pendingEmailHash: null });
    expect((await failure(bearerActor(accessToken))).code).toBe("session_ended");
    expect(await fault(login(user.email))).toBe("invalid_credentials");
    expect((await login(email)).user).toMatchObject({ id: user.id, email });
    expect(await fault(passwordChangeService.validateCode(anonymous(db()), { email: user.email, code: old }))).toBe(
      "code_wrong code",
    );
    expect(await db().$count(userCodes)).toBe(1); // the row of the try just now, which no code has
    expect((await templatesTo(user.email)).at(-1)).toBe("EMAIL_CHANGED");
    expect(await userDeviceService.find(ofSelf(user), user.email, "d")).toBeNull();
    expect(await fault(confirm(token))).toBe("link_invalid token");
    expect(await service.look(anonymous(db()), token)).toBeNull();
  });

  it("is one's own by the password alone, and says to nobody whose address is known", async () => {
    const [user, other] = [await makeUser(db(), { type: "Rider" }), await makeUser(db())];
    const change = (email: string, currentPassword = testPassword) =>
      service.requestOwn(ofSelf(user), { email, currentPassword });
    expect(await fault(change(fresh(), "wrong password"))).toBe("password_wrong currentPassword");
    expect(await fault(change(user.email))).toBe("rule_broken email");
    const [unknown, known] = [await change(fresh()), await change(other.email)];
    expect(Object.keys(unknown)).toEqual(Object.keys(known));
    expect(known).toEqual({ pendingEmail: other.email });
    expect(await fault(confirm(await tokenTo(other.email)))).toBe("duplicate email");
    expect(await stored(user)).toMatchObject({ email: user.email, pendingEmail: other.email });
    const { accessToken } = await login(user.email);
    const headers = { authorization: `Bearer ${accessToken}` };
    const me = await ask("GET", "/v1/users/me", { headers });
    expect(JSON.parse(me.text)).toMatchObject({ email: user.email, pendingEmail: other.email });
    const patched = await ask("PATCH", "/v1/users", { headers, body: { email: fresh() } });
    expect(JSON.parse(patched.text)).toMatchObject({ email: user.email, pendingEmail: other.email });
  });

  it("is not confirmed by the link of the one before, also where that is used at the same time", async () => {
    const user = await makeUser(db(), { type: "Rider" });
    const [first, second] = [fresh(), fresh()];
    await requestOwn(user, first);
    const token = await tokenTo(first);
    const ctx = { ...ofSelf(user), db: patient() };
    const done = await oneAfterTheOther(patient(), { table: users, id: user.id }, [
      () => service.requestOwn(ctx, { email: second, currentPassword: testPassword }),
      () => service.confirm({ ...anonymous(db()), db: patient() }, token),
    ]);
    expect(done).toEqual([true, false]);
    expect(await stored(user)).toMatchObject({ email: user.email, pendingEmail: second });
  });

  it("is asked for at most ten times in a quarter of an hour", async () => {
    const user = await makeUser(db(), { type: "Rider" });
    for (let i = 0; i < 10; i++) await requestOwn(user, fresh());
    expect(await fault(requestOwn(user, fresh()))).toBe("too_many_requests");
  });

  it("is refused to staff where somebody has it, and looked at again when it confirms", async () => {
    const [user, rival, owner] = [
      await makeUser(db(), { type: "Rider" }),
      await makeUser(db(), { type: "Rider" }),
      await makeUser(db()),
    ];
    expect(await fault(requestFor(user, owner.email))).toBe("duplicate email");
    const email = fresh();
    await requestFor(user, email);
    const first = await tokenTo(email);
    await requestFor(rival, email);
    expect(await confirm(await tokenTo(email))).toEqual({ email });
    expect(await fault(confirm(first))).toBe("duplicate email");
    const taken = fresh();
    await requestFor(user, taken);
    await makeUser(db(), { email: taken });
    expect(await fault(confirm(await tokenTo(taken)))).toBe("duplicate email");
    expect((await stored(user))?.email).toBe(user.email);
  });

  it("of two that confirm at once is given to one", async () => {
    const [one, two] = [await makeUser(db(), { type: "Rider" }), await makeUser(db(), { type: "Rider" })];
    const email = fresh();
    await requestFor(one, email);
    const first = await tokenTo(email);
    await requestFor(two, email);
    const results = await Promise.allSettled([confirm(first), confirm(await tokenTo(email))]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db().$count(users, eq(users.email, email))).toBe(1);
  });

  it("is forgotten by a newer wish, by a cancel, by a new password, by a disabled account, and after seven days", async () => {
    const ends: Record<string, (user: User) => Promise<unknown>> = {
      "a newer wish": (user) => requestFor(user, fresh()),
      "a cancel of staff's": (user) => portalUserService.cancelEmailChange(admin, user.id),
      "a cancel of one's own": (user) => service.cancelOwn(ofSelf(user)),
      "a new password": (user) =>
        passwordChangeService.change(ofSelf(user), { currentPassword: testPassword, newPassword: "Another-pass-2026" }),
      "a disabled account": (user) => portalUserService.update(admin, user.id, { status: "disabled" }),
      "seven days": ({ id }) =>
        db().update(users).set({ pendingEmailUntil: sql`now() - interval '1 second'` }).where(eq(users.id, id)),
    };
    for (const [what, end] of Object.entries(ends)) {
      const user = await makeUser(db(), { type: "Rider" });
      const email = fresh();
      await requestFor(user, email);
      const token = await tokenTo(email);
      expect(await service.look(anonymous(db()), token), what).not.toBeNull();
      await end(user);
      expect(await service.look(anonymous(db()), token), what).toBeNull();
      expect(await fault(confirm(token)), what).toBe("link_invalid token");
    }
  });

  it("that nobody confirmed is cleared away, and the trail says so", async () => {
    const user = await makeUser(db(), { type: "Rider" });
    await requestFor(user, fresh());
    await db().update(users).set({ pendingEmailUntil: sql`now() - interval '1 second'` }).where(eq(users.id, user.id));
    await purgeExpired(staffCtx(db()));
    expect(await stored(user)).toMatchObject({ pendingEmail: null, pendingEmailHash: null, pendingEmailUntil: null });
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, user.id)).orderBy(auditLog.id);
    expect(trail.map(({ action }) => action)).toEqual(["request-email", "expire-email"]);
    expect(JSON.stringify(trail)).not.toMatch(/Hash/);
  });

  it("goes with the version that was seen, and with what else is changed", async () => {
    const user = await makeUser(db(), { type: "Rider" });
    const change = (ifMatch: string) =>
      portalUserService.update(admin, user.id, { email: fresh(), firstName: "Other" }, ifMatch);
    expect((await failure(change('"9"'))).status).toBe(412);
    const after = await change('"1"');
    expect(after).toMatchObject({ firstName: "Other", email: user.email, version: 3 });
    const cancel = (ifMatch: string) => portalUserService.cancelEmailChange(admin, user.id, ifMatch);
    expect((await failure(cancel('"1"'))).status).toBe(412);
    expect(await cancel('"3"')).toMatchObject({ pendingEmail: null, version: 4 });
    expect(await portalUserService.update(admin, user.id, { email: user.email })).toMatchObject({
      version: 4,
    });
  });
});

describe("an account that waits for its first password", () => {
  it("loses what was mailed to the wrong address at once, and is invited by the right one once that confirms", async () => {
    const wrong = fresh();
    const values = { email: wrong, firstName: "Typo", lastName: "Graphic", type: "Rider" as const };
    const made = await portalUserService.create(admin, values);
    const stranger = await tokenTo(wrong);
    const right = fresh();
    await requestFor(made as unknown as User, right);
    expect(await invitationService.look(anonymous(db()), stranger)).toBeNull();
    await confirm(await tokenTo(right));
    const token = await tokenTo(right);
    await invitationService.accept(anonymous(db()), { token, password: "Chosen-pass-2026" });
    expect((await login(right, "Chosen-pass-2026")).user).toMatchObject({ id: made.id, email: right });
  });

  it("keeps no password that was registered with another address", async () => {
    const email = fresh();
    await registrationService.register(anonymous(db()), {
      email,
      password: testPassword,
      firstName: "Nora",
      lastName: "New",
    });
    const code = await codeTo(email);
    const [user] = await db().select().from(users).where(eq(users.email, email));
    if (!user) throw new Error("no user");
    const other = fresh();
    await requestFor(user, other);
    expect(await fault(registrationService.verify(anonymous(db()), { email, code }))).toBe("code_wrong code");
    await confirm(await tokenTo(other));
    expect(await stored(user)).toMatchObject({ status: "pending", passwordHash: null, email: other });
  });
});

describe("staff who ask for another's address", () => {
  const rights: Permission[] = ["company-member.read", "company-pers.read"];

  /** Somebody who edits portal users, with these rights beside it. */
  async function makeClerk(more: Permission[] = []) {
    const role = await makeRole(db(), ["portal-user.read", "portal-user.write", ...more]);
    const { id } = await makeUser(db());
    await hold(db(), id, role.id);
    return { id, role, ctx: () => callerOf(db(), id) };
  }

  it("must be able to give all that the person holds: an editor takes over no admin of a company", async () => {
    const member = await makeMember(db(), "FLEET", rights);
    const [editor, peer] = [await makeClerk(), await makeClerk(rights)];
    expect(await fault(requestFor(member.user, fresh(), await editor.ctx()))).toBe("forbidden");
    expect((await stored(member.user))?.pendingEmail).toBeNull();
    const email = fresh();
    await requestFor(member.user, email, await peer.ctx());
    expect(await fault(portalUserService.cancelEmailChange(await editor.ctx(), member.user.id))).toBe("forbidden");
    expect(await confirm(await tokenTo(email))).toEqual({ email });
  });

  it("must still be able to when it confirms", async () => {
    const editor = await makeClerk();
    const gains = async (what: (member: Awaited<ReturnType<typeof makeMember>>) => Promise<unknown>) => {
      const member = await makeMember(db(), "FLEET", []);
      const email = fresh();
      await requestFor(member.user, email, await editor.ctx());
      await what(member);
      return fault(confirm(await tokenTo(email)));
    };
    const largerRole = (member: Awaited<ReturnType<typeof makeMember>>) =>
      db().update(companyRoles).set({ permissions: rights }).where(eq(companyRoles.id, member.role.id));
    expect(await gains(largerRole)).toBe("link_invalid token");
    const givenRole = async ({ user }: { user: { id: string } }) => {
      const role = await makeRole(db(), [], { groupCode: "PRO_CENTER" });
      await hold(db(), user.id, role.id);
    };
    expect(await gains(givenRole)).toBe("link_invalid token");
    await manages(db(), editor.role.id, (await makeRole(db(), [])).id);
    expect(await gains(() => db().update(users).set({ status: "disabled" }).where(eq(users.id, editor.id)))).toBe(
      "link_invalid token",
    );
  });

  it("reach staff by the staff procedures alone, under the same rules", async () => {
    const staff = await makeUser(db(), { permissions: ["pers.write"] });
    expect(await fault(requestFor(staff, fresh()))).toBe("not_found");
    expect(await fault(portalUserService.cancelEmailChange(admin, staff.id))).toBe("not_found");
    const clerk = staffCtx(db(), ["staff.read", "staff.write"]);
    expect(await fault(staffService.update(clerk, staff.id, { email: fresh() }))).toBe("forbidden");
    const email = fresh();
    expect(await staffService.update(admin, staff.id, { email })).toMatchObject({ pendingEmail: email });
    expect(await staffService.cancelEmailChange(admin, staff.id)).toMatchObject({
      email: staff.email,
      pendingEmail: null,
    });
  });
});

it("no answer and no row of the trail holds the token, and the link is masked in the log", async () => {
  const user = await makeUser(db(), { type: "Rider" });
  const email = fresh();
  const answers = [await requestFor(user, email)];
  const token = await tokenTo(email);
  const shown = await appRouter.createCaller(admin).portalUsers.get({ id: user.id });
  const mails = (await mailsTo(email)).map(({ secrets, ...mail }) => mail);
  await askScreen("emailChanges.confirm", { token });
  const trail = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.objectId, user.id), eq(auditLog.objectType, "user")));
  expect(JSON.stringify([answers, shown, mails, trail])).not.toContain(token);
  expect(JSON.stringify([shown, trail])).not.toMatch(/pendingEmailHash/);
  expect(trail.map(({ action }) => action)).toEqual(["request-email", "confirm-email"]);
  expect(await db().$count(sessions, eq(sessions.userId, user.id))).toBe(0);
});
