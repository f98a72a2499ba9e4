import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { mailLog, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { seedBase } from "@/seed/base";
import { companyAdminService } from "@/server/companies/people/company-admin/company-admin.service";
import { companyAllowToManageService } from "@/server/companies/people/company-allow-to-manage/company-allow-to-manage.service";
import { companyRoleService } from "@/server/companies/people/company-role/company-role.service";
import { companyRoleConfigurationService } from "@/server/companies/people/company-role/company-role-configuration.service";
import { actorOf } from "@/server/identity/actor";
import { invitationService } from "@/server/identity/invitation/invitation.service";
import { anonymous } from "@/server/identity/testing";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import { memberRoleService } from "@/server/identity/user-role/member-role.service";
import { type CompanyCtx, isOfCompanies } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import type { Permission } from "@/server/permissions";
import { makeCompany, makeCompanyRole, companyRights as pool, setCeiling, staffIn } from "./testing";

// Staff and a company's own people edit its roles, the matrix, the configuration and the memberships at random, while
// the ceiling of its category moves. Nobody gets a right, or loses one, but by who holds it, and nobody is above the
// ceiling. What a person needs to call an operation at all is another test's (the authorisation matrix).

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const some = fc.subarray(pool);
const index = fc.nat(5);
const step = fc.oneof(
  fc.record({ do: fc.constant("make" as const), by: index, permissions: some }),
  fc.record({ do: fc.constant("edit" as const), by: index, role: index, permissions: some }),
  fc.record({ do: fc.constant("remove" as const), by: index, role: index }),
  fc.record({ do: fc.constant("restore" as const), by: index, role: index }),
  fc.record({ do: fc.constant("activate" as const), by: index, role: index, isActivated: fc.boolean() }),
  fc.record({ do: fc.constant("default" as const), by: index, role: index }),
  fc.record({ do: fc.constant("matrix" as const), by: index, manager: index, role: index, allowed: fc.boolean() }),
  fc.record({ do: fc.constant("invite" as const), by: index, person: index, role: fc.option(index) }),
  fc.record({ do: fc.constant("end" as const), by: index, person: index }),
  fc.record({ do: fc.constant("give" as const), by: index, person: index, role: fc.option(index) }),
  fc.record({ do: fc.constant("ceiling" as const), by: index, permissions: some }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type User = typeof users.$inferSelect;

async function makePerson(): Promise<User> {
  const [user] = await db()
    .insert(users)
    .values({
      email: `${crypto.randomUUID()}@p.test`,
      firstName: "P",
      lastName: "P",
      type: "Pro Center Member",
      status: "active",
      passwordHash: "none",
    })
    .returning();
  if (!user) throw new Error("no user");
  return user;
}

/** Two staff members with rights of theirs; two members, whose first may grant every role, and two people outside. */
async function makeWorld(staff: Permission[][], rights: Permission[][]) {
  const company = await makeCompany(db(), pool);
  const roles: string[] = [];
  for (const [n, codes] of rights.entries())
    roles.push((await makeCompanyRole(db(), company.id, codes, { isDefault: n === 0 })).id);
  const people = await Promise.all([1, 2, 3, 4].map(makePerson));
  for (const [n, person] of people.slice(0, 2).entries())
    await db()
      .insert(userCompanies)
      .values({
        userId: person.id,
        companyId: company.id,
        companyRoleId: roles[n] ?? null,
        status: "active",
        isAdmin: true,
      });
  const pairs = roles.map((roleId) => ({ roleManagerId: roles[0] ?? "", roleId, allowed: true }));
  await companyAllowToManageService.updateAll(staffIn(db(), company.id), pairs);
  return { company, staff, roles, removed: [] as string[], people };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** Who edits, with their rights at this moment; undefined for somebody whom no door lets in. */
async function callerOf({ company, staff, people }: World, by: number): Promise<CompanyCtx | undefined> {
  const person = people[by - staff.length];
  if (by < staff.length || !person) return staffIn(db(), company.id, staff[by % staff.length] ?? []);
  const rights = await rightsIn({ db: db() }, person.id, company.id);
  return rights ? { ...anonymous(db()), actor: actorOf(person), company: { id: company.id, rights } } : undefined;
}

async function membershipOf({ company, people }: World, n: number) {
  const person = people[n % people.length] as User; // there are four
  const rows = await db().select().from(userCompanies).where(eq(userCompanies.userId, person.id));
  return { person, id: rows.find(({ companyId }) => companyId === company.id)?.id ?? crypto.randomUUID() };
}

/** Invites the person, who accepts at once. */
async function bringIn(ctx: CompanyCtx, person: User, companyRoleId?: string) {
  const { email, firstName, lastName } = person;
  await companyAdminService.create(ctx, { email, firstName, lastName, companyRoleId });
  const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
  const token = mails.at(-1)?.secrets?.link?.split("/invitation/")[1] ?? "";
  await invitationService.accept({ ...anonymous(db()), actor: actorOf(person) }, { token });
}

/** Makes the edit, as its procedure would call it. */
async function edit(world: World, ctx: CompanyCtx, wanted: Exclude<Step, { do: "ceiling" }>): Promise<unknown> {
  const { roles, removed } = world;
  const role = (n: number) => roles[n % roles.length] ?? "";
  switch (wanted.do) {
    case "make":
      return roles.push(
        (await companyRoleService.create(ctx, { title: crypto.randomUUID(), permissions: wanted.permissions })).id,
      );
    case "edit":
      return companyRoleService.update(ctx, role(wanted.role), { permissions: wanted.permissions });
    case "remove":
      await companyRoleService.remove(ctx, role(wanted.role));
      return removed.push(role(wanted.role));
    case "restore":
      return companyRoleService.restore(ctx, removed[wanted.role % removed.length] ?? role(wanted.role));
    case "activate":
      return companyRoleConfigurationService.updateAll(ctx, [
        { companyRoleId: role(wanted.role), isActivated: wanted.isActivated },
      ]);
    case "default":
      return companyRoleConfigurationService.updateAll(ctx, [{ companyRoleId: role(wanted.role), isDefault: true }]);
    case "matrix":
      return companyAllowToManageService.updateAll(ctx, [
        { roleManagerId: role(wanted.manager), roleId: role(wanted.role), allowed: wanted.allowed },
      ]);
    case "invite": {
      const { person } = await membershipOf(world, wanted.person);
      return bringIn(ctx, person, wanted.role === null ? undefined : role(wanted.role));
    }
    case "end":
      return companyAdminService.remove(ctx, (await membershipOf(world, wanted.person)).id);
    case "give": {
      const { id } = await membershipOf(world, wanted.person);
      return memberRoleService.set(ctx, id, wanted.role === null ? null : role(wanted.role));
    }
  }
}

/** Of each kind one edit that goes through, by who holds everything: staff, and the member whose role may grant all. */
const everyKind = (by: number): [Permission[][], Permission[][], Step[]] => [
  [pool, []],
  [pool, [], ["company-pers.read"]],
  [
    { do: "make", by, permissions: ["company-pers.read"] },
    { do: "edit", by, role: 2, permissions: ["company-vehicle.read"] },
    { do: "remove", by, role: 2 },
    { do: "restore", by, role: 0 },
    { do: "activate", by, role: 3, isActivated: false },
    { do: "activate", by, role: 3, isActivated: true },
    { do: "matrix", by, manager: 1, role: 1, allowed: true },
    { do: "invite", by, person: 2, role: 1 },
    { do: "default", by, role: 2 },
    { do: "give", by: 0, person: 2, role: 2 },
    { do: "end", by, person: 2 },
    { do: "ceiling", by, permissions: ["company-pers.read"] },
  ],
];

/** What staff without the right try with a role that holds it, and with the member who has the role. */
const refusedEach: [Permission[][], Permission[][], Step[]] = [
  [pool, []],
  [pool, ["company-pers.read"], []],
  [
    { do: "edit", by: 1, role: 1, permissions: [] },
    { do: "edit", by: 1, role: 1, permissions: pool },
    { do: "remove", by: 1, role: 1 },
    { do: "activate", by: 1, role: 1, isActivated: false },
    { do: "give", by: 1, person: 1, role: null },
    { do: "end", by: 1, person: 1 },
    { do: "invite", by: 1, person: 2, role: 1 },
    { do: "default", by: 1, role: 1 },
    { do: "invite", by: 1, person: 3, role: null },
    { do: "activate", by: 0, role: 1, isActivated: false },
    { do: "activate", by: 1, role: 1, isActivated: true },
  ],
];

it("no sequence of edits gives anybody a right in a company, or takes one, but by who holds it", {
  timeout: scaled(600_000, 7_200_000),
}, async () => {
  const went = new Map<string, number>();
  const rightsNow = (world: World) =>
    Promise.all(
      world.people.map(async ({ id }) => (await rightsIn({ db: db() }, id, world.company.id)) ?? new Set<Permission>()),
    );
  const worlds = fc.tuple(
    fc.array(some, { minLength: 2, maxLength: 2 }),
    fc.array(some, { minLength: 3, maxLength: 3 }),
    fc.array(step, { maxLength: scaled(5, 14) }),
  );
  await fc.assert(
    fc.asyncProperty(worlds, async ([staff, rights, steps]) => {
      const world = await makeWorld(staff, rights);
      let ceiling = pool;
      let before = await rightsNow(world);
      for (const wanted of steps) {
        if (wanted.do === "ceiling") {
          ceiling = wanted.permissions;
          await setCeiling(db(), world.company, ceiling);
          before = await rightsNow(world);
          for (const held of before) for (const right of held) expect(ceiling, "above the ceiling").toContain(right);
          continue;
        }
        const ctx = await callerOf(world, wanted.by);
        if (!ctx || (wanted.do === "give" && isOfCompanies(ctx.actor))) continue;
        const { rights: mine } = ctx.company;
        const refused = await edit(world, ctx, wanted).then(
          () => undefined,
          (thrown) => toAppError(thrown),
        );
        expect(refused?.status ?? 200, refused?.detail).toBeLessThan(500);
        const kind = `${wanted.do} by ${isOfCompanies(ctx.actor) ? "a member" : "staff"}`;
        if (!refused) went.set(kind, (went.get(kind) ?? 0) + 1);
        const now = await rightsNow(world);
        for (const [n, held] of now.entries()) {
          for (const right of held) {
            expect(before[n]?.has(right) || mine.has(right), `${right} by ${kind}`).toBe(true);
            expect(ceiling, "above the ceiling").toContain(right);
          }
          for (const right of before[n] ?? [])
            expect(held.has(right) || mine.has(right), `${right} taken by ${kind}`).toBe(true);
        }
        before = now;
      }
    }),
    { numRuns: scaled(50, 10_000), examples: [[everyKind(0)], [everyKind(2)], [refusedEach]] },
  );
  // Every kind of edit went through at both doors, or nothing was shown; giving a member a role is staff's alone.
  const kinds = ["make", "edit", "remove", "restore", "activate", "default", "matrix", "invite", "end"];
  const wanted = kinds.flatMap((kind) => [`${kind} by staff`, `${kind} by a member`]);
  expect([...went.keys()].sort()).toEqual([...wanted, "give by staff"].sort());
});
