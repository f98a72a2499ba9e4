import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { roleAllowManage, userRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { systemRoleId } from "@/server/identity/role/system-role";
import { failure } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { allowManageService } from "../allow-manage/allow-manage.service";
import { portalUserService } from "../portal-user/portal-user.service";
import { roleService } from "../role/role.service";
import { resetSecondFactor } from "../second-factor/own-second-factor.service";
import { staffService } from "../staff/staff.service";
import { staffSessionService } from "../staff/staff-session.service";
import { makeRole, makeUser } from "../testing";
import { memberRoleService } from "./member-role.service";
import { callerOf, hold, makeMember, manages } from "./testing";
import { userRoleService } from "./user-role.service";

// Taking a right, a role or an account away needs the same reach as giving it.

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const code = async (work: Promise<unknown>) => (await failure(work)).code;
const clerksRights: Permission[] = ["role.read", "role.write", "user-role.write", "staff.write", "portal-user.write"];

/** Somebody who works with roles and accounts, and holds nothing else; with their role. */
async function makeClerk(more: Permission[] = []) {
  const role = await makeRole(db(), [...clerksRights, "second-factor.reset", ...more]);
  const { id } = await makeUser(db());
  await hold(db(), id, role.id);
  return { role, ctx: () => callerOf(db(), id) };
}

async function makeAdministrator() {
  const user = await makeUser(db());
  await hold(db(), user.id, systemRoleId("ADMIN"));
  return user;
}

describe("a clerk without the rights of an administrator", () => {
  it("does not let their own role grant the administrator's, nor take that from another", async () => {
    const { role, ctx } = await makeClerk();
    const admin = systemRoleId("ADMIN");
    const set = async (roleManagerId: string, roleId: string, allowed: boolean) =>
      allowManageService.updateAll(await ctx(), [{ roleManagerId, roleId, allowed }]);
    expect(await code(set(role.id, admin, true))).toBe("forbidden");
    expect(await code(set(admin, admin, false))).toBe("forbidden");
    expect(await code(set(admin, systemRoleId("SUPPORT"), false))).toBe("forbidden");
    expect(await db().$count(roleAllowManage, eq(roleAllowManage.roleManagerId, role.id))).toBe(0);
  });

  it("widens the matrix by what they may grant themselves, and by nothing else", async () => {
    const { role, ctx } = await makeClerk();
    const [mine, strange, larger] = [
      await makeRole(db(), ["role.read"]),
      await makeRole(db(), ["role.read"]),
      await makeRole(db(), ["role.read", "pers.write"]),
    ];
    for (const one of [mine, larger]) await manages(db(), role.id, one.id);
    const set = async (roleId: string) =>
      allowManageService.updateAll(await ctx(), [{ roleManagerId: strange.id, roleId, allowed: true }]);
    await set(mine.id);
    expect((await failure(set(strange.id))).detail).toMatch(/None of your roles may grant this one/);
    expect((await failure(set(larger.id))).detail).toMatch(/rights that you do not have/);
  });

  it("takes no role of theirs from them, even where the matrix allows it", async () => {
    await makeAdministrator();
    const target = await makeAdministrator();
    const { role, ctx } = await makeClerk();
    expect(await code(userRoleService.set(await ctx(), target.id, []))).toBe("forbidden");
    await manages(db(), role.id, systemRoleId("ADMIN"));
    expect((await failure(userRoleService.set(await ctx(), target.id, []))).detail).toMatch(/rights that you do not/);
    expect(await db().$count(userRoles, eq(userRoles.userId, target.id))).toBe(1);
  });

  it("takes no right from a role above them, and removes none", async () => {
    const { ctx } = await makeClerk();
    const above = await makeRole(db(), ["pers.write", "role.read"]);
    for (const permissions of [[], ["role.read"], ["pers.read", "role.read"]] as Permission[][])
      expect(await code(roleService.update(await ctx(), above.id, { permissions }))).toBe("forbidden");
    expect(await code(roleService.remove(await ctx(), above.id))).toBe("forbidden");
    expect((await roleService.update(await ctx(), above.id, { permissions: ["pers.write"] })).permissions).toEqual([
      "pers.write",
    ]);
  });

  it("neither disables them, nor signs them out, nor takes their second factor or address", async () => {
    await makeAdministrator();
    const target = await makeAdministrator();
    const { ctx } = await makeClerk();
    for (const work of [
      async () => staffService.update(await ctx(), target.id, { status: "disabled" }),
      async () => staffService.update(await ctx(), target.id, { email: "mine@persdesk.test" }),
      async () => staffSessionService.endAll(await ctx(), target.id),
      async () => resetSecondFactor(await ctx(), target.id),
    ])
      expect(await code(work())).toBe("forbidden");
    expect((await db().select().from(users).where(eq(users.id, target.id)))[0]).toMatchObject({
      status: "active",
      email: target.email,
    });
  });
});

describe("an account of staff whose role the caller holds the rights of, but may not grant", () => {
  it("is edited, and neither disabled nor given another address", async () => {
    const { role, ctx } = await makeClerk(["pers.read"]);
    const held = await makeRole(db(), ["pers.read"]);
    const target = await makeUser(db());
    await hold(db(), target.id, held.id);
    expect(await staffService.update(await ctx(), target.id, { firstName: "Other" })).toMatchObject({
      firstName: "Other",
    });
    const disable = async () => staffService.update(await ctx(), target.id, { status: "disabled" });
    expect((await failure(disable())).detail).toMatch(/none of your roles may grant/);
    await hold(db(), (await makeUser(db())).id, systemRoleId("ADMIN"));
    await manages(db(), role.id, held.id);
    expect(await disable()).toMatchObject({ status: "disabled" });
  });
});

describe("the admin of a company", () => {
  it("keeps account and role from who holds less", async () => {
    const member = await makeMember(db(), "FLEET", ["company-member.read", "company-pers.read"]);
    const { ctx } = await makeClerk(["company-pers.read"]);
    for (const values of [{ email: "evil@persdesk.test" }, { status: "disabled" as const }, { type: "Rider" as const }])
      expect(await code(portalUserService.update(await ctx(), member.user.id, values))).toBe("forbidden");
    expect(await code(memberRoleService.set(await ctx(), member.id, null))).toBe("forbidden");
    const changed = await portalUserService.update(await ctx(), member.user.id, { firstName: "Other" });
    expect(changed).toMatchObject({ firstName: "Other", email: member.user.email });
    const more = await makeClerk(["company-pers.read", "company-member.read"]);
    expect((await memberRoleService.set(await more.ctx(), member.id, null)).items).toMatchObject([
      { companyRoleId: null },
    ]);
    expect(await portalUserService.update(await ctx(), member.user.id, { status: "disabled" })).toMatchObject({
      status: "disabled",
    });
  });
});
