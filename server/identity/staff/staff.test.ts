import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companies, mailLog, roles, sessions, userCompanies, userRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { categoryId, seedBase } from "@/seed/base";
import { systemRoleId } from "@/server/identity/role/system-role";
import type { KnownCtx } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import { type Permission, permissionCodes } from "@/server/permissions";
import { actorOf } from "../actor";
import { bearerActor } from "../authenticate";
import { invitationService } from "../invitation/invitation.service";
import { loginService } from "../login/login.service";
import { anonymous, makeRole, makeUser, testPassword } from "../testing";
import { callerOf, manages } from "../user-role/testing";
import { userRoleService } from "../user-role/user-role.service";
import { staffService as service } from "./staff.service";
import { staffSessionService } from "./staff-session.service";

const { db } = useDatabase();
type User = Awaited<ReturnType<typeof makeUser>>;
let admin: User;
beforeAll(async () => {
  await seedBase(db());
  admin = await makeUser(db(), { firstName: "Ad", lastName: "Min" });
  await db()
    .insert(userRoles)
    .values({ userId: admin.id, roleId: systemRoleId("ADMIN") });
});

const as = (user: User, permissions: Permission[] = permissionCodes): KnownCtx => ({
  ...anonymous(db()),
  door: "screen",
  actor: { ...actorOf(user), permissions: new Set(permissions) },
});
const login = (email: string, password = testPassword) => loginService.login(anonymous(db()), { email, password });
const linkOf = async (email: string) => {
  const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
  return mails.at(-1)?.secrets?.link?.split("/invitation/")[1] ?? "";
};
const code = async (work: Promise<unknown>) => (await failure(work)).code;
let n = 0;
const invite = (over = {}) =>
  service.create(as(admin), { email: `colleague${++n}@persdesk.test`, firstName: "Col", lastName: "League", ...over });

describe("staff", () => {
  it("are listed with roles and second factor, apart from everybody else, and without a secret", async () => {
    const someone = await makeUser(db(), { firstName: "Zoe", lastName: "Listed", permissions: ["pers.read"] });
    const member = await makeUser(db(), { type: "Pro Center Member", firstName: "Zoe", lastName: "Listed" });
    const { items } = await service.rows(as(admin), { name: "zoe listed", limit: 10, page: 1 } as never);
    expect(items).toMatchObject([{ id: someone.id, hasSecondFactor: false, roles: [{ name: expect.any(String) }] }]);
    expect(JSON.stringify(items)).not.toMatch(/argon2|Hash/);
    for (const work of [
      () => service.get(as(admin), member.id),
      () => service.update(as(admin), member.id, { lastName: "X" }),
      () => service.invite(as(admin), member.id),
      () => staffSessionService.list(as(admin), member.id),
      () => staffSessionService.endAll(as(admin), member.id),
      () => staffSessionService.switches(as(admin), member.id),
    ])
      expect(await code(work())).toBe("not_found");
    const admins = { roleId: systemRoleId("ADMIN"), hasSecondFactor: false, status: "active", limit: 10, page: 1 };
    expect((await service.rows(as(admin), admins as never)).items.map(({ id }) => id)).toEqual([admin.id]);
  });

  it("are invited: pending, without a role, and in once they chose a password", async () => {
    const made = await invite();
    expect(made).toMatchObject({ status: "pending", roles: [] });
    const earlier = await linkOf(made.email);
    await service.invite(as(admin), made.id);
    const token = await linkOf(made.email);
    const accept = (token: string) =>
      invitationService.accept(anonymous(db()), { token, password: "Chosen-pass-2026" });
    expect((await failure(accept(earlier))).status).toBe(422);
    await accept(token);
    expect((await login(made.email, "Chosen-pass-2026")).user).toMatchObject({ type: "Staff", status: "active" });
    expect(await code(service.invite(as(admin), made.id))).toBe("rule_broken");
    expect(await code(invite({ email: made.email }))).toBe("duplicate");
  });

  it("lose the link that went to a wrong address", async () => {
    const made = await invite();
    const token = await linkOf(made.email);
    await service.update(as(admin), made.id, { email: `right${++n}@persdesk.test` });
    expect(await invitationService.look(anonymous(db()), token)).toBeNull();
  });
});

describe("disabling staff", () => {
  it("ends their sessions at the next request, and enabling lets them sign in again", async () => {
    const someone = await makeUser(db(), { permissions: ["pers.read"] });
    const { accessToken } = await login(someone.email);
    await bearerActor(accessToken);
    const { version } = await service.get(as(admin), someone.id);
    expect((await failure(service.update(as(admin), someone.id, { status: "disabled" }, '"99"'))).status).toBe(412);
    await service.update(as(admin), someone.id, { status: "disabled" }, `"${version}"`);
    expect(await code(bearerActor(accessToken))).toBe("session_ended");
    const [row] = await db().select().from(sessions).where(eq(sessions.userId, someone.id));
    expect(row?.revokedReason).toBe("account changed");
    expect(await code(login(someone.email))).toBe("forbidden");
    await service.update(as(admin), someone.id, { status: "active" });
    expect(await code(bearerActor(accessToken))).toBe("session_ended");
    await login(someone.email);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, someone.id)).orderBy(auditLog.id);
    expect(trail.map(({ changes }) => changes.status)).toEqual([
      ["active", "disabled"],
      ["disabled", "active"],
    ]);
  });

  it("never ends the last administrator, nor oneself, whoever is faster", async () => {
    const manager = await makeUser(db());
    expect(await code(service.update(as(manager), admin.id, { status: "disabled" }))).toBe("last_administrator");
    expect(await code(service.update(as(admin), admin.id, { status: "disabled" }))).toBe("forbidden");
    expect(await service.update(as(admin), admin.id, { firstName: "Ad" })).toMatchObject({ firstName: "Ad" });
    const second = await makeUser(db());
    await db()
      .insert(userRoles)
      .values({ userId: second.id, roleId: systemRoleId("ADMIN") });
    const both = await Promise.allSettled([
      service.update(as(second), admin.id, { status: "disabled" }),
      service.update(as(admin), second.id, { status: "disabled" }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await db().update(users).set({ status: "active" }).where(eq(users.id, admin.id));
    await db().delete(userRoles).where(eq(userRoles.userId, second.id));
  });

  it("makes no account active that has no password", async () => {
    const made = await invite();
    expect(await code(service.update(as(admin), made.id, { status: "active" }))).toBe("rule_broken");
    for (const status of ["active", "pending"] as const) {
      await service.update(as(admin), made.id, { status: "disabled" });
      expect(await service.update(as(admin), made.id, { status })).toMatchObject({ status: "pending" });
    }
    const someone = await makeUser(db());
    expect(await service.update(as(admin), someone.id, { status: "pending" })).toMatchObject({ status: "active" });
  });
});

it("nobody lays hands on the account of who may do more", async () => {
  const target = await makeUser(db(), { permissions: ["pers.read", "role.write"] });
  await login(target.email);
  const [session] = await db().select().from(sessions).where(eq(sessions.userId, target.id));
  const less = as(await makeUser(db()), ["staff.write", "pers.read"]);
  for (const work of [
    () => service.update(less, target.id, { email: "mine@persdesk.test" }),
    () => service.update(less, target.id, { status: "disabled" }),
    () => staffSessionService.end(less, target.id, session?.id ?? ""),
    () => staffSessionService.endAll(less, target.id),
  ])
    expect(await code(work())).toBe("forbidden");
  const same = as(await makeUser(db()), ["staff.write", "pers.read", "role.write"]);
  expect(await service.update(same, target.id, { firstName: "Changed" })).toMatchObject({ firstName: "Changed" });
});

describe("sessions of staff", () => {
  it("are seen and ended one by one or all at once, those under switch-to too", async () => {
    const someone = await makeUser(db());
    const [first, second] = [await login(someone.email), await login(someone.email)];
    const { items } = await staffSessionService.list(as(admin), someone.id);
    expect(items).toHaveLength(2);
    const actor = await bearerActor(first.accessToken);
    const firstId = actor.kind === "user" ? actor.sessionId : "";
    const stranger = await makeUser(db());
    expect(await code(staffSessionService.end(as(admin), stranger.id, firstId))).toBe("not_found");
    await staffSessionService.end(as(admin), someone.id, firstId);
    expect(await code(bearerActor(first.accessToken))).toBe("session_ended");
    await bearerActor(second.accessToken);
    const member = await makeUser(db(), { type: "Pro Center Member" });
    const values = { name: `Staffed ${++n}`, registerNumber: `ST-${n}`, companyCategoryId: categoryId("FLEET") };
    const [company] = await db().insert(companies).values(values).returning();
    const [membership] = await db()
      .insert(userCompanies)
      .values({ userId: member.id, companyId: company?.id ?? "", status: "active" })
      .returning();
    const under = { userId: member.id, actUserId: someone.id, userCompanyId: membership?.id, reason: "Ticket 7" };
    const [own] = await db()
      .insert(sessions)
      .values({ userId: someone.id, kind: "browser", expiresAt: sql`now() + interval '1 hour'` })
      .returning();
    await db()
      .insert(sessions)
      .values({ ...under, parentId: own?.id, kind: "api", expiresAt: sql`now() + interval '1 hour'` });
    const visit = { whom: { id: member.id }, companyName: values.name, reason: "Ticket 7" };
    const switches = () => staffSessionService.switches(as(admin), someone.id);
    expect((await switches()).items).toMatchObject([{ ...visit, isOpen: true }]);
    await db()
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(eq(sessions.id, own?.id ?? ""));
    expect((await switches()).items).toMatchObject([{ ...visit, isOpen: false }]);
    expect(await staffSessionService.endAll(as(admin), someone.id)).toEqual({ ended: 2 });
    expect(await code(bearerActor(second.accessToken))).toBe("session_ended");
    expect((await switches()).items).toMatchObject([{ ...visit, isOpen: false }]);
    const ended = and(eq(auditLog.objectId, someone.id), eq(auditLog.action, "end-sessions"));
    expect(await db().$count(auditLog, ended)).toBe(1);
  });
});

describe("an invitation with roles", () => {
  const accept = async (email: string) =>
    invitationService.accept(anonymous(db()), { token: await linkOf(email), password: testPassword });
  const rolesOf = async (id: string) =>
    (await db().select().from(userRoles).where(eq(userRoles.userId, id))).map(({ roleId }) => roleId);
  const boss = async () => {
    const user = await makeUser(db(), { permissions: ["user-role.write", "pers.read", "staff.write"] });
    const [held] = await rolesOf(user.id);
    const role = await makeRole(db(), ["pers.read"]);
    await manages(db(), held ?? "", role.id);
    return { ctx: await callerOf(db(), user.id), user, role };
  };
  const make = (ctx: KnownCtx, roleIds: string[]) =>
    service.create(ctx, { email: `promised${++n}@persdesk.test`, firstName: "Pro", lastName: "Mised", roleIds });

  it("gives them when it is accepted, in the name of who invited, and not before", async () => {
    const { ctx, user, role } = await boss();
    const made = await make(ctx, [role.id]);
    expect(await rolesOf(made.id)).toEqual([]);
    expect((await userRoleService.list(ctx, made.id)).promised).toMatchObject([{ id: role.id, name: role.name }]);
    await service.invite(ctx, made.id);
    await accept(made.email);
    expect(await rolesOf(made.id)).toEqual([role.id]);
    const [given] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.objectId, made.id), eq(auditLog.action, "set-roles")));
    expect(given).toMatchObject({ actorId: user.id, changes: { [`role ${role.name}`]: [false, true] } });
  });

  it("is refused for roles that the inviter may not give, or that there are not", async () => {
    const { ctx } = await boss();
    const [other, member] = [
      await makeRole(db(), ["pers.read"]),
      await makeRole(db(), [], { groupCode: "PRO_CENTER" }),
    ];
    expect((await failure(make(ctx, [other.id]))).detail).toMatch(/None of your roles may grant/);
    expect((await failure(make(ctx, [member.id]))).detail).toMatch(/another kind of user/);
    const unknown = await failure(make(ctx, ["01900000-0000-7000-8000-00000000dead"]));
    expect(unknown).toMatchObject({ status: 422, errors: [{ path: "roleIds.0" }] });
    const clerk = as(await makeUser(db()), ["staff.write", "pers.read"]);
    expect((await failure(make(clerk, [other.id]))).status).toBe(403);
    expect(
      await db()
        .select()
        .from(users)
        .where(eq(users.lastName, "Mised"))
        .then((all) => all.length),
    ).toBe(1);
  });

  it("protects its account from who could not give them, as roles that are held do", async () => {
    const { ctx, role } = await boss();
    const made = await make(ctx, [role.id]);
    const clerk = await callerOf(db(), (await makeUser(db(), { permissions: ["staff.write"] })).id);
    expect((await failure(service.update(clerk, made.id, { email: "mine@persdesk.test" }))).status).toBe(403);
    const equal = await callerOf(db(), (await makeUser(db(), { permissions: ["staff.write", "pers.read"] })).id);
    expect((await failure(service.update(equal, made.id, { email: "mine@persdesk.test" }))).status).toBe(403);
    expect((await service.update(ctx, made.id, { lastName: "Renamed" })).lastName).toBe("Renamed");
  });

  it("gives nothing that the inviter may not give any more, and says so in the trail", async () => {
    for (const change of [
      (role: { id: string }) =>
        db()
          .update(roles)
          .set({ permissions: ["pers.read", "staff.write", "iot.read"] })
          .where(eq(roles.id, role.id)),
      (_: unknown, user: User) => db().update(users).set({ status: "disabled" }).where(eq(users.id, user.id)),
      (_: unknown, user: User) => db().delete(userRoles).where(eq(userRoles.userId, user.id)),
    ]) {
      const { ctx, user, role } = await boss();
      const made = await make(ctx, [role.id]);
      await change(role, user);
      await accept(made.email);
      expect(await rolesOf(made.id)).toEqual([]);
      const [entry] = await db()
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.objectId, made.id), eq(auditLog.action, "accept-invitation")));
      expect(entry?.changes).toMatchObject({ [`role ${role.name}`]: ["promised", "not given"] });
    }
  });
});
