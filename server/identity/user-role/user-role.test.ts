import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  auditLog,
  companies,
  companyRoles,
  roleAllowManage,
  roles,
  userCompanies,
  userRoles,
  users,
} from "@/db/schema";
import { type CategoryCode, categoryId, seedBase } from "@/db/seed/base";
import { useDatabase } from "@/db/testing/database";
import type { KnownCtx } from "@/server/kit/context";
import { failure } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { allowManageService } from "../allow-manage/allow-manage.service";
import { roleService } from "../role/role.service";
import { systemRoleId } from "../seed";
import { actorOf } from "../session/session.service";
import { anonymous, makeRole, makeUser } from "../testing";
import { explainerService } from "./explainer.service";
import { heldRolesOf } from "./held-role.service";
import { memberRoleService } from "./member-role.service";
import { rightHolderService } from "./right-holder.service";
import { userRoleService } from "./user-role.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

/** The user as a caller, with the rights of this moment, as each request finds them. */
async function as(userId: string): Promise<KnownCtx> {
  const [user] = await db().select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error("no user");
  const held = await db()
    .select({ permissions: roles.permissions })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId));
  return {
    ...anonymous(db()),
    actor: { ...actorOf(user), permissions: new Set(held.flatMap((row) => row.permissions)) },
  };
}
const hold = (userId: string, roleId: string) => db().insert(userRoles).values({ userId, roleId });
const manages = (roleManagerId: string, roleId: string) =>
  db().insert(roleAllowManage).values({ roleManagerId, roleId, allowed: true });

let n = 0;
/** A member of a company of their own, with a role of these rights in it. */
async function makeMember(category: CategoryCode, permissions: Permission[]) {
  const user = await makeUser(db(), { type: "Pro Center Member" });
  const values = { name: `Ltd ${++n}`, registerNumber: `UR-${n}`, companyCategoryId: categoryId(category) };
  const [company] = await db().insert(companies).values(values).returning();
  if (!company) throw new Error("no company");
  const [role] = await db()
    .insert(companyRoles)
    .values({ title: `Role ${n}`, companyId: company.id, permissions })
    .returning();
  if (!role) throw new Error("no role");
  const link = { userId: user.id, companyId: company.id, companyRoleId: role.id, status: "active" as const };
  const [membership] = await db().insert(userCompanies).values(link).returning();
  return { user, company, role, id: membership?.id ?? "" };
}

describe("roles of users", () => {
  it("are given under the matrix, by who holds all of their rights", async () => {
    const manager = await makeRole(db(), ["pers.read", "user-role.write"]);
    const [small, large, other] = [
      await makeRole(db(), ["pers.read"]),
      await makeRole(db(), ["pers.read", "pers.write"]),
      await makeRole(db(), ["pers.read"]),
    ];
    const [boss, user] = [await makeUser(db()), await makeUser(db())];
    await hold(boss.id, manager.id);
    for (const role of [small, large]) await manages(manager.id, role.id);
    const ctx = await as(boss.id);
    expect((await userRoleService.set(ctx, user.id, [small.id])).items.filter((role) => role.isHeld)).toHaveLength(1);
    expect((await failure(userRoleService.set(ctx, user.id, [small.id, large.id]))).detail).toMatch(
      /rights that you do not/,
    );
    expect((await failure(userRoleService.set(ctx, user.id, [small.id, other.id]))).detail).toMatch(
      /None of your roles/,
    );
    expect((await failure(userRoleService.set(ctx, boss.id, [manager.id, large.id]))).code).toBe("forbidden");
    const rider = await makeUser(db(), { type: "Rider" });
    expect((await failure(userRoleService.set(ctx, rider.id, [small.id]))).detail).toMatch(/another kind of user/);
    await userRoleService.set(ctx, user.id, []);
    expect((await as(user.id)).actor).toMatchObject({ permissions: new Set() });
  });

  it("keep one administrator, two who take it from each other at once included", async () => {
    const admins = [await makeUser(db()), await makeUser(db())];
    for (const admin of admins) await hold(admin.id, systemRoleId("ADMIN"));
    const [one, two] = [await as(admins[0]?.id ?? ""), await as(admins[1]?.id ?? "")];
    const results = await Promise.allSettled([
      userRoleService.set(one, admins[1]?.id ?? "", []),
      userRoleService.set(two, admins[0]?.id ?? "", []),
    ]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const [left] = await db()
      .select()
      .from(userRoles)
      .where(eq(userRoles.roleId, systemRoleId("ADMIN")));
    const last = await as(left?.userId ?? "");
    expect((await failure(userRoleService.set(last, left?.userId ?? "", []))).detail).toMatch(/last administrator/);
  });
});

describe("the explainer", () => {
  it("says what a person can do and who can do it, each through its roles", async () => {
    const user = await makeUser(db());
    const [one, two] = [await makeRole(db(), ["pers.read", "iot.read"]), await makeRole(db(), ["pers.read"])];
    for (const role of [one, two]) await hold(user.id, role.id);
    const ctx = await as(user.id);
    const { items } = await explainerService.whatCan(ctx, user.id);
    expect(items.map((item) => [item.permission, item.module, item.through.map((role) => role.roleId)])).toEqual([
      ["iot.read", "devices", [one.id]],
      ["pers.read", "devices", [one.id, two.id]],
    ]);
    const asked = async () =>
      (await rightHolderService.list(ctx, { permission: "iot.read", roleId: undefined })).items.filter(
        (person) => person.id === user.id,
      );
    expect(await asked()).toMatchObject([{ through: [{ roleId: one.id }], roles: one.name }]);
    const ofRole = await rightHolderService.list(ctx, { permission: undefined, roleId: two.id });
    expect(ofRole.items.map((person) => [person.id, person.roles])).toEqual([[user.id, two.name]]);
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, user.id));
    expect(await asked()).toEqual([]);
  });

  it("cuts a company's role at the ceiling of its category, and counts active memberships alone", async () => {
    const member = await makeMember("DEALER", ["company-pers.read", "company-vehicle.read"]);
    const ctx = await as(member.user.id);
    const of = async () => (await explainerService.whatCan(ctx, member.user.id)).items;
    expect((await of()).map((item) => [item.permission, item.company?.id, item.cutBy])).toEqual([
      ["company-pers.read", member.company.id, "Dealer"],
      ["company-vehicle.read", member.company.id, null],
    ]);
    const holds = async (permission: Permission) =>
      (await rightHolderService.rows(ctx, { permission, roleId: undefined })).items.find(
        (one) => one.id === member.user.id,
      )?.roles;
    expect(await holds("company-vehicle.read")).toBe(`${member.role.title} in ${member.company.name}`);
    expect(await holds("company-pers.read")).toBeUndefined();
    await db().update(userCompanies).set({ status: "disabled" }).where(eq(userCompanies.id, member.id));
    expect([await of(), await holds("company-vehicle.read")]).toEqual([[], undefined]);
  });

  it("counts a role of the Pro Center in each company of its holder, under each ceiling, and nowhere else", async () => {
    const member = await makeMember("DEALER", []);
    const role = await makeRole(db(), ["company-pers.read", "company-member.read"], { groupCode: "PRO_CENTER" });
    await hold(member.user.id, role.id);
    const ctx = await as(member.user.id);
    const { items } = await explainerService.whatCan(ctx, member.user.id);
    expect(items.map((item) => [item.permission, item.company?.id, item.cutBy])).toEqual([
      ["company-member.read", member.company.id, null],
      ["company-pers.read", member.company.id, "Dealer"],
    ]);
    const holders = async (permission: Permission) =>
      (await rightHolderService.list(ctx, { permission, roleId: undefined, limit: 1000 })).items.map((one) => one.id);
    expect(await holders("company-member.read")).toContain(member.user.id);
    expect(await holders("company-pers.read")).not.toContain(member.user.id);
    await db().update(companies).set({ status: "disabled" }).where(eq(companies.id, member.company.id));
    expect((await explainerService.whatCan(ctx, member.user.id)).items).toEqual([]);
    expect(await holders("company-member.read")).not.toContain(member.user.id);
  });
});

describe("the role of a member", () => {
  it("is given by who holds all of its rights, from its own company, and seen by the next reader", async () => {
    const member = await makeMember("FLEET", []);
    const other = await makeMember("FLEET", ["company-member.read"]);
    const [large] = await db()
      .insert(companyRoles)
      .values({ title: "Large", companyId: member.company.id, permissions: ["company-member.read"] })
      .returning();
    const give = (ctx: KnownCtx, roleId: string | null, ifMatch?: string) =>
      memberRoleService.set(ctx, member.id, roleId, ifMatch);
    const poor = await as((await makeUser(db(), { permissions: ["user-role.write"] })).id);
    const rich = await as((await makeUser(db(), { permissions: ["user-role.write", "company-member.read"] })).id);
    expect((await failure(give(poor, large?.id ?? ""))).detail).toMatch(/do not have: “See the company's members”/);
    expect((await failure(give(rich, other.role.id))).errors?.[0]?.path).toBe("companyRoleId");
    const given = await give(rich, large?.id ?? "");
    expect(given.items).toMatchObject([{ companyRoleId: large?.id, version: 2 }]);
    expect((await failure(give(rich, null, '"1"'))).code).toBe("version_mismatch");
    expect((await memberRoleService.list(poor, member.user.id)).items[0]?.roles).toMatchObject([
      { title: "Large", reason: expect.stringContaining("do not have") },
      { id: member.role.id, reason: null },
    ]);
    expect((await give(poor, null)).items).toMatchObject([{ companyRoleId: null }]);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, member.user.id));
    expect(trail.map((row) => row.changes[`role in ${member.company.name}`])).toEqual([
      [member.role.title, "Large"],
      ["Large", null],
    ]);
  });
});

const pool: Permission[] = [
  ...(["role.read", "role.write", "user-role.write", "pers.read", "pers.write", "company-member.read"] as const),
];
const grant: Permission = "user-role.write";
const pick = fc.subarray(pool);
const index = fc.nat(5);
const step = fc.oneof(
  fc.record({ do: fc.constant("set" as const), by: index, user: index, roles: fc.subarray([0, 1, 2, 3, 4, 5]) }),
  fc.record({ do: fc.constant("role" as const), by: index, role: index, permissions: pick }),
  fc.record({ do: fc.constant("matrix" as const), by: index, manager: index, role: index, allowed: fc.boolean() }),
  fc.record({ do: fc.constant("make" as const), by: index, permissions: pick }),
  fc.record({ do: fc.constant("remove" as const), by: index, role: index }),
  fc.record({ do: fc.constant("restore" as const), by: index, role: index }),
  fc.record({ do: fc.constant("member" as const), by: index, large: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Four people with a role each, the first of whom may grant by the matrix; two roles of nobody; a member of a company. */
async function makeWorld(rights: Permission[][]) {
  const people = [];
  const made: string[] = [];
  for (const [n, codes] of rights.entries()) {
    const values = { email: `${crypto.randomUUID()}@p.test`, firstName: "P", lastName: "P" };
    const [person] = await db()
      .insert(users)
      .values({ ...values, type: "Staff", status: "active" })
      .returning({ id: users.id });
    const role = await makeRole(db(), n === 0 ? [...new Set([...codes, grant])] : codes);
    made.push(role.id);
    people.push(person?.id ?? "");
    await hold(person?.id ?? "", role.id);
  }
  for (const codes of rights.slice(2)) made.push((await makeRole(db(), codes)).id);
  for (const role of made) await manages(made[0] ?? "", role);
  const member = await makeMember("FLEET", []);
  const [large] = await db()
    .insert(companyRoles)
    .values({ title: "Large", companyId: member.company.id, permissions: ["company-member.read"] })
    .returning();
  return { people, made, removed: [] as string[], member, large: large?.id ?? null };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** Makes the edit, as its procedure would call it. */
async function edit(world: World, ctx: KnownCtx, wanted: Step): Promise<unknown> {
  const { people, made, removed, member, large } = world;
  const role = (n: number) => made[n % made.length] ?? "";
  switch (wanted.do) {
    case "set":
      return userRoleService.set(ctx, people[wanted.user % people.length] ?? "", wanted.roles.map(role));
    case "role":
      return roleService.update(ctx, role(wanted.role), { permissions: wanted.permissions });
    case "matrix":
      return allowManageService.updateAll(ctx, [
        { roleManagerId: role(wanted.manager), roleId: role(wanted.role), allowed: wanted.allowed },
      ]);
    case "make": {
      const code = `M_${++n}`;
      const values = { code, name: code, groupCode: "BACKOFFICE", permissions: wanted.permissions };
      return made.push((await roleService.create(ctx, values)).id);
    }
    case "remove":
      await roleService.remove(ctx, role(wanted.role));
      return removed.push(role(wanted.role));
    case "restore":
      return roleService.restore(ctx, removed[wanted.role % removed.length] ?? role(wanted.role));
    case "member":
      return memberRoleService.set(ctx, member.id, wanted.large ? large : member.role.id);
  }
}

/** Of each kind one edit that goes through, by the one who holds everything. */
const everyKind: [[Permission[], Permission[], Permission[], Permission[]], Step[]] = [
  [pool, [], [], []],
  [
    { do: "set", by: 0, user: 1, roles: [1, 2] },
    { do: "role", by: 0, role: 1, permissions: ["pers.read"] },
    { do: "matrix", by: 0, manager: 0, role: 3, allowed: false },
    { do: "make", by: 0, permissions: ["pers.read"] },
    { do: "remove", by: 0, role: 4 },
    { do: "restore", by: 0, role: 0 },
    { do: "member", by: 0, large: true },
  ],
];

it("no sequence of edits gives anybody a right that nobody with it gave them", { timeout: 120_000 }, async () => {
  const went = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.tuple(pick, pick, pick, pick), fc.array(step, { maxLength: 16 }), async (rights, steps) => {
      const world = await makeWorld(rights);
      const everybody = [...world.people, world.member.user.id];
      const rightsNow = async () => {
        const held = await heldRolesOf(anonymous(db()), everybody);
        return everybody.map((id) => new Set(held.flatMap((role) => (role.userId === id ? role.permissions : []))));
      };
      for (const wanted of steps) {
        const before = await rightsNow();
        const by = wanted.by % world.people.length;
        const mine = before[by] ?? new Set();
        if (!mine.has(["set", "member"].includes(wanted.do) ? "user-role.write" : "role.write")) continue; // the procedure's own check
        const ctx = await as(world.people[by] ?? "");
        if (
          await edit(world, ctx, wanted).then(
            () => true,
            () => false,
          )
        )
          went.set(wanted.do, (went.get(wanted.do) ?? 0) + 1);
        for (const [n, now] of (await rightsNow()).entries())
          for (const right of now)
            expect(before[n]?.has(right) || mine.has(right), `${right} by ${wanted.do}`).toBe(true);
      }
    }),
    { numRuns: 40, examples: [everyKind] },
  );
  // Every kind of edit went through, or nothing was shown.
  expect([...went.keys()].sort()).toEqual(["make", "matrix", "member", "remove", "restore", "role", "set"]);
});
