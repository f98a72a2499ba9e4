import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyRoles, userRoles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { systemRoleId } from "@/server/identity/role/system-role";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import { makeRole, makeUser } from "../testing";
import { memberRoleService } from "./member-role.service";
import { callerOf, hold, makeMember, manages } from "./testing";
import { userRoleService } from "./user-role.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

describe("roles of users", () => {
  it("are given under the matrix, by who holds all of their rights", async () => {
    const manager = await makeRole(db(), ["pers.read", "user-role.write"]);
    const [small, large, other] = [
      await makeRole(db(), ["pers.read"]),
      await makeRole(db(), ["pers.read", "pers.write"]),
      await makeRole(db(), ["pers.read"]),
    ];
    const [boss, user] = [await makeUser(db()), await makeUser(db())];
    await hold(db(), boss.id, manager.id);
    for (const role of [small, large]) await manages(db(), manager.id, role.id);
    const ctx = await callerOf(db(), boss.id);
    expect((await userRoleService.set(ctx, user.id, [small.id])).items.filter((role) => role.isHeld)).toHaveLength(1);
    expect((await failure(userRoleService.set(ctx, user.id, [small.id, large.id]))).detail).toMatch(
      /rights that you do not/,
    );
    expect((await failure(userRoleService.set(ctx, user.id, [small.id, other.id]))).detail).toMatch(
      /None of your roles/,
    );
    await inTransaction(ctx, async (ctx) => {
      expect((await failure(userRoleService.set(ctx, boss.id, [manager.id, large.id]))).code).toBe("forbidden");
      expect(await ctx.db.$count(userRoles, eq(userRoles.userId, boss.id))).toBe(1);
    });
    const rider = await makeUser(db(), { type: "Rider" });
    expect((await failure(userRoleService.set(ctx, rider.id, [small.id]))).detail).toMatch(/another kind of user/);
    await userRoleService.set(ctx, user.id, []);
    expect((await callerOf(db(), user.id)).actor).toMatchObject({ permissions: new Set() });
  });

  it("keep one administrator, two who take it from each other at once included", async () => {
    const admins = [await makeUser(db()), await makeUser(db())];
    for (const admin of admins) await hold(db(), admin.id, systemRoleId("ADMIN"));
    const [one, two] = [await callerOf(db(), admins[0]?.id ?? ""), await callerOf(db(), admins[1]?.id ?? "")];
    const results = await Promise.allSettled([
      userRoleService.set(one, admins[1]?.id ?? "", []),
      userRoleService.set(two, admins[0]?.id ?? "", []),
    ]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const [left] = await db()
      .select()
      .from(userRoles)
      .where(eq(userRoles.roleId, systemRoleId("ADMIN")));
    const last = await callerOf(db(), left?.userId ?? "");
    expect((await failure(userRoleService.set(last, left?.userId ?? "", []))).detail).toMatch(/last administrator/);
  });
});

describe("the role of a member", () => {
  it("is given and taken by who holds all of its rights, from its own company, and seen by the next reader", async () => {
    const member = await makeMember(db(), "FLEET", []);
    const other = await makeMember(db(), "FLEET", ["company-member.read"]);
    const [large] = await db()
      .insert(companyRoles)
      .values({ title: "Large", companyId: member.company.id, permissions: ["company-member.read"] })
      .returning();
    const give = (ctx: KnownCtx, roleId: string | null, ifMatch?: string) =>
      memberRoleService.set(ctx, member.id, roleId, ifMatch);
    const poor = await callerOf(db(), (await makeUser(db(), { permissions: ["user-role.write"] })).id);
    const rich = await callerOf(
      db(),
      (await makeUser(db(), { permissions: ["user-role.write", "company-member.read"] })).id,
    );
    expect((await failure(give(poor, large?.id ?? ""))).detail).toMatch(/do not have: “See the company's members”/);
    expect((await failure(give(rich, other.role.id))).errors?.[0]?.path).toBe("companyRoleId");
    const given = await give(rich, large?.id ?? "");
    expect(given.items).toMatchObject([{ companyRoleId: large?.id, version: 2 }]);
    expect((await failure(give(rich, null, '"1"'))).code).toBe("version_mismatch");
    expect((await memberRoleService.list(poor, member.user.id)).items[0]?.roles).toMatchObject([
      { title: "Large", reason: expect.stringContaining("do not have") },
      { id: member.role.id, reason: null },
    ]);
    expect((await failure(give(poor, null))).detail).toMatch(/do not have: “See the company's members”/);
    expect((await give(rich, null)).items).toMatchObject([{ companyRoleId: null }]);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, member.user.id));
    expect(trail.map((row) => row.changes[`role in ${member.company.name}`])).toEqual([
      [member.role.title, "Large"],
      ["Large", null],
    ]);
  });
});
