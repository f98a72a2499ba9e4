import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, roleAllowManage, roles, userRoles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedIdentityBase } from "@/seed/identity";
import { type SystemRole, systemRoleId } from "@/server/identity/role/system-role";
import { toAppError } from "@/server/kit/call/errors";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { allowManageService } from "../allow-manage/allow-manage.service";
import { apiKeyService } from "../api-key/api-key.service";
import { permissionService } from "../catalogue/catalogue.service";
import { makeRole, makeUser } from "../testing";
import { roleService } from "./role.service";

const { db } = useDatabase();
beforeAll(() => seedIdentityBase(db()));

const all = () => staffCtx(db());
const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error("it went through")),
    (thrown) => toAppError(thrown),
  );
const count = async () => (await db().select().from(roles)).length;
const hold = async (roleId: string, times = 1) => {
  for (let i = 0; i < times; i++) {
    const user = await makeUser(db());
    await db().insert(userRoles).values({ userId: user.id, roleId });
  }
};
let n = 0;
const fields = () => ({ code: `R${++n}`, name: `Role ${n}`, groupCode: "BACKOFFICE" });

describe("roles", () => {
  it("are created with the portal of their group, sorted rights and nobody in them", async () => {
    const role = await roleService.create(all(), {
      ...fields(),
      permissions: ["pers.write", "pers.read", "pers.read"],
    });
    expect(role).toMatchObject({
      isSystem: false,
      usersCount: 0,
      permissions: ["pers.read", "pers.write"],
      version: 1,
    });
    const rider = await roleService.create(all(), { ...fields(), groupCode: "RIDER" });
    expect(rider).toMatchObject({ permissions: [] });
    expect(rider.portalId).not.toBe(role.portalId);
  });

  it("have a code of their own, a group that exists and rights of the catalogue (422)", async () => {
    const role = await roleService.create(all(), fields());
    const twice = await failure(roleService.create(all(), { ...fields(), code: role.code }));
    expect([twice.code, twice.errors?.[0]?.path]).toEqual(["duplicate", "code"]);
    const group = await failure(roleService.create(all(), { ...fields(), groupCode: "NOPE" }));
    expect([group.status, group.errors?.[0]?.path]).toEqual([422, "groupCode"]);
    const right = await failure(roleService.create(all(), { ...fields(), permissions: ["pers.read", "pers.fly"] }));
    expect([right.status, right.errors?.[0]?.path]).toEqual([422, "permissions"]);
    for (const code of ["pers.fly", "toString", "constructor", "__proto__", "hasOwnProperty"]) {
      const updated = await failure(roleService.update(all(), role.id, { permissions: [code] }));
      expect([updated.status, updated.errors?.[0]?.path], code).toEqual([422, "permissions"]);
      const made = await failure(roleService.create(all(), { ...fields(), permissions: [code] }));
      expect([made.status, made.errors?.[0]?.path], code).toEqual([422, "permissions"]);
      const key = await failure(apiKeyService.create(all(), { name: code, scopes: [code] }));
      expect([key.status, key.errors?.[0]?.path], code).toEqual([422, "scopes"]);
    }
  });

  it("open a portal of their own group and of no other (422)", async () => {
    const portal = (key: string) => fixedId("portal", key);
    const rider = { ...fields(), groupCode: "RIDER" };
    for (const portalId of [portal("backoffice"), portal("pro-center")]) {
      const error = await failure(roleService.create(all(), { ...rider, portalId }));
      expect([error.status, error.errors?.[0]?.path]).toEqual([422, "portalId"]);
    }
    const made = await roleService.create(all(), { ...rider, portalId: portal("rider") });
    const other = await failure(roleService.update(all(), made.id, { portalId: portal("backoffice") }));
    expect([other.status, other.errors?.[0]?.path]).toEqual([422, "portalId"]);
    const unknown = await failure(roleService.update(all(), made.id, { portalId: crypto.randomUUID() }));
    expect([unknown.code, unknown.errors?.[0]?.path]).toEqual(["unknown_reference", "portalId"]);
    const moved = await roleService.update(all(), made.id, { groupCode: "PRO_CENTER" });
    expect(moved.portalId).toBe(portal("pro-center"));
    await roleService.remove(all(), made.id);
  });

  it("take no right, and lose none, by who does not hold it", async () => {
    const some = staffCtx(db(), ["role.read", "role.write", "pers.read"]);
    expect((await failure(roleService.create(some, { ...fields(), permissions: ["pers.write"] }))).code).toBe(
      "forbidden",
    );
    const role = await makeRole(db(), ["pers.write"]);
    const more = ["pers.write", "firmware.write"];
    expect((await failure(roleService.update(some, role.id, { permissions: more }))).code).toBe("forbidden");
    const kept = await roleService.update(some, role.id, { permissions: ["pers.write", "pers.read"] });
    expect(kept.permissions).toEqual(["pers.read", "pers.write"]);
    const fewer = await roleService.update(some, role.id, { permissions: ["pers.write"] });
    expect(fewer.permissions).toEqual(["pers.write"]);
    for (const work of [
      () => roleService.update(some, role.id, { permissions: [] }),
      () => roleService.remove(some, role.id),
      () => roleService.removeAll(some, [role.id]),
    ])
      expect((await failure(work())).code).toBe("forbidden");
    expect((await roleService.update(some, role.id, { name: "Renamed" })).permissions).toEqual(["pers.write"]);
    await roleService.remove(all(), role.id);
    expect((await failure(roleService.restore(some, role.id))).code).toBe("forbidden");
    expect((await roleService.restore(all(), role.id)).permissions).toEqual(["pers.write"]);
  });

  it("of the product stay, and may be renamed; administrators keep every right, the others what somebody gives them", async () => {
    const [support, admin] = [systemRoleId("SUPPORT"), systemRoleId("ADMIN")];
    expect((await failure(roleService.remove(all(), support))).code).toBe("rule_broken");
    for (const values of [{ code: "X" }, { groupCode: "RIDER" }])
      expect((await failure(roleService.update(all(), support, values))).code).toBe("rule_broken");
    const fewer = { permissions: ["pers.read"] };
    expect((await failure(roleService.update(all(), admin, fewer))).errors?.[0]?.path).toBe("permissions");
    const before = await roleService.get(all(), support);
    const sent = { name: "Helpers", permissions: before.permissions };
    expect((await roleService.update(all(), support, sent)).name).toBe("Helpers");
    expect((await roleService.update(all(), support, fewer)).permissions).toEqual(["pers.read"]);
    await roleService.update(all(), support, sent);
  });

  it("of the product are proposed what they lack of what this version would give them, others nothing", async () => {
    const support = systemRoleId("SUPPORT");
    const { permissions } = await roleService.get(all(), support);
    const proposed = async (id: string) => (await roleService.proposal(all(), id)).permissions;
    expect(await proposed(support)).toEqual([]);
    await roleService.update(all(), support, { permissions: permissions.filter((code) => code !== "pers.pin") });
    expect(await proposed(support)).toEqual(["pers.pin"]);
    await seedIdentityBase(db());
    expect(await proposed(support)).toEqual(["pers.pin"]);
    await roleService.update(all(), support, { permissions });
    expect(await proposed((await makeRole(db(), [])).id)).toEqual([]);
  });

  it("in use stay, and the answer says how many hold them", async () => {
    const role = await makeRole(db(), []);
    await hold(role.id, 2);
    const error = await failure(roleService.remove(all(), role.id));
    expect([error.code, error.detail]).toEqual([
      "in_use",
      `"${role.name}" is held by 2 users; take it from them first.`,
    ]);
    expect((await roleService.get(all(), role.id)).usersCount).toBe(2);
  });

  it("are removed together or not at all", async () => {
    const [free, held] = [await makeRole(db(), []), await makeRole(db(), [])];
    await hold(held.id);
    const before = await count();
    const error = await failure(roleService.removeAll(all(), [free.id, held.id, systemRoleId("ADMIN")]));
    expect(error.status).toBe(422);
    expect(error.errors?.map((one) => one.path)).toEqual(["1", "2"]);
    const unknown = await failure(roleService.removeAll(all(), [free.id, crypto.randomUUID()]));
    expect(unknown.code).toBe("unknown_reference");
    expect(await count()).toBe(before);
    const other = await makeRole(db(), []);
    await roleService.removeAll(all(), [free.id, other.id, free.id]);
    expect(await count()).toBe(before - 1);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, free.id));
    expect(trail.map((entry) => entry.action)).toEqual(["remove"]);
  });

  it("come back with what they may grant, and who may grant them", async () => {
    const [role, other] = [await makeRole(db(), []), await makeRole(db(), [])];
    const pairs = [
      { roleManagerId: role.id, roleId: role.id, allowed: true },
      { roleManagerId: role.id, roleId: other.id, allowed: true },
      { roleManagerId: other.id, roleId: role.id, allowed: false },
      { roleManagerId: systemRoleId("ADMIN"), roleId: role.id, allowed: true },
    ];
    await allowManageService.updateAll(all(), pairs);
    const stored = () => db().select().from(roleAllowManage).orderBy(roleAllowManage.id);
    const before = await stored();
    await roleService.remove(all(), role.id);
    expect((await stored()).length).toBeLessThan(before.length);
    await roleService.restore(all(), role.id);
    expect(await stored()).toEqual(before);
  });

  it("filter by name anywhere and by group", async () => {
    await roleService.create(all(), { ...fields(), name: "Percent 100%_x" });
    const named = (name: string) => roleService.list(all(), { name } as never);
    expect((await named("100%_X")).items).toHaveLength(1);
    expect((await named("100__x")).items).toHaveLength(0);
    expect((await roleService.list(all(), { groupCode: "PRO_CENTER" } as never)).items).toHaveLength(0);
    for (let n = 0; n < 12; n++) await makeRole(db(), []);
    expect((await roleService.list(all(), { isGetAll: true })).items).toHaveLength(await count());
  });
});

describe("the matrix", () => {
  it("sets pairs in one go, with an audit row on each managing role, and leaves the rest", async () => {
    const [a, b] = [await makeRole(db(), []), await makeRole(db(), [])];
    const pair = (roleManagerId: string, roleId: string, allowed: boolean) => ({ roleManagerId, roleId, allowed });
    await allowManageService.updateAll(all(), [pair(a.id, b.id, true), pair(b.id, a.id, false)]);
    await allowManageService.updateAll(all(), [pair(a.id, a.id, true)]);
    const rows = (await allowManageService.list(all(), { isGetAll: true })).items.filter(
      (row) => row.roleManagerId === a.id,
    );
    expect(rows.map((row) => row.allowed)).toEqual([true, true]);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, a.id));
    expect(trail.map((entry) => entry.changes)).toEqual([
      { [`may grant ${b.name}`]: [false, true] },
      { [`may grant ${a.name}`]: [false, true] },
    ]);
  });

  it("refuses a pair twice and a role that is not there, and changes nothing", async () => {
    const role = await makeRole(db(), []);
    const pair = { roleManagerId: role.id, roleId: role.id, allowed: true };
    expect((await failure(allowManageService.updateAll(all(), [pair, { ...pair, allowed: false }]))).status).toBe(422);
    const unknown = { ...pair, roleId: crypto.randomUUID() };
    expect((await failure(allowManageService.updateAll(all(), [pair, unknown]))).code).toBe("unknown_reference");
    const rows = await db().select().from(roleAllowManage).where(eq(roleAllowManage.roleId, role.id));
    expect(rows).toEqual([]);
  });
});

describe("the base data", () => {
  it("is the catalogue, and stays so", async () => {
    const codes = async () => (await permissionService.list(all(), {})).items.map((row) => row.code);
    expect(await codes()).toEqual([...permissionCodes].sort());
    expect((await permissionService.list(all(), { groupCode: "RIDER" })).items).toEqual([]);
    const role = await makeRole(db(), ["pers.read"]);
    await db()
      .update(roles)
      .set({ permissions: ["gone.read", "pers.read"] })
      .where(eq(roles.id, role.id));
    const rightsOf = async (role: SystemRole) => (await roleService.get(all(), systemRoleId(role))).permissions;
    const [support, acting] = [await rightsOf("SUPPORT"), await rightsOf("SUPPORT_ACTING")];
    expect(support.filter((code) => !code.endsWith(".read"))).toEqual([
      "pers-alert.write",
      "pers.pin",
      "sheet-activity.write",
    ]);
    expect(acting.filter((code) => !support.includes(code))).toEqual(["switch-to.use"]);
    // What an installation made of the roles is its own, but administrators get what is new.
    for (const code of ["CONTENT", "ADMIN"] as const)
      await db()
        .update(roles)
        .set({ permissions: [] })
        .where(eq(roles.id, systemRoleId(code)));
    await db()
      .delete(roleAllowManage)
      .where(eq(roleAllowManage.roleId, systemRoleId("SUPPORT_ACTING")));
    await db()
      .delete(roles)
      .where(eq(roles.id, systemRoleId("SUPPORT_ACTING")));
    await seedIdentityBase(db());
    expect((await roleService.get(all(), role.id)).permissions).toEqual(["pers.read"]);
    expect(await rightsOf("CONTENT")).toEqual([]);
    expect((await failure(rightsOf("SUPPORT_ACTING"))).code).toBe("not_found");
    const admin = await roleService.get(all(), systemRoleId("ADMIN"));
    expect(admin.permissions).toEqual([...permissionCodes].sort());
    await seedIdentityBase(db());
    expect((await roleService.get(all(), systemRoleId("ADMIN"))).version).toBe(admin.version);
  });
});
