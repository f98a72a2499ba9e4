import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { companyRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { seedBase } from "@/seed/base";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Permission } from "@/server/permissions";
import { allowManageService } from "../allow-manage/allow-manage.service";
import { roleService } from "../role/role.service";
import { anonymous, makeRole } from "../testing";
import { heldRolesOf } from "./held-role.service";
import { memberRoleService } from "./member-role.service";
import { callerOf, hold, makeMember, manages } from "./testing";
import { userRoleService } from "./user-role.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

let n = 0;
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
    await hold(db(), person?.id ?? "", role.id);
  }
  for (const codes of rights.slice(2)) made.push((await makeRole(db(), codes)).id);
  for (const role of made) await manages(db(), made[0] ?? "", role);
  const member = await makeMember(db(), "FLEET", []);
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

it("no sequence of edits gives anybody a right, or takes one, but by who holds it", {
  timeout: scaled(240_000, 1_200_000),
}, async () => {
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
        const ctx = await callerOf(db(), world.people[by] ?? "");
        if (
          await edit(world, ctx, wanted).then(
            () => true,
            () => false,
          )
        )
          went.set(wanted.do, (went.get(wanted.do) ?? 0) + 1);
        for (const [n, now] of (await rightsNow()).entries()) {
          for (const right of now)
            expect(before[n]?.has(right) || mine.has(right), `${right} by ${wanted.do}`).toBe(true);
          for (const right of before[n] ?? [])
            expect(now.has(right) || mine.has(right), `${right} taken by ${wanted.do}`).toBe(true);
        }
      }
    }),
    { numRuns: scaled(20, 1_000), examples: [everyKind] },
  );
  // Every kind of edit went through, or nothing was shown.
  expect([...went.keys()].sort()).toEqual(["make", "matrix", "member", "remove", "restore", "role", "set"]);
});
