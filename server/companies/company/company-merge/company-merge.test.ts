import { and, eq, isNull, sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, it } from "vitest";
import {
  auditLog,
  companies,
  companyLinks,
  companyMergeParts,
  companyMerges,
  companyPersLinks,
  companyRoles,
  companyVehicleLinks,
  dealerVehicles,
  userCompanies,
  users,
  vehicleModels,
  webhooks,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeMembership } from "@/server/companies/testing";
import { columnName } from "@/server/kit/record/record-rows";
import { failure, staffCtx } from "@/server/kit/testing";
import { purgeExpired } from "@/server/operations/routine/purge.service";
import { makeCompany } from "@/server/testing/backoffice";
import { columnRules } from "./merge-column.service";
import { everyRow, merged, staffOf, type Two, twoCompanies } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
const staff = () => staffOf(db);

describe("the columns that name a company", () => {
  it("each have a rule, or hold what is written once", async () => {
    const referring = await db().execute<{ name: string }>(sql`
      select a.attrelid::regclass || '.' || a.attname as name from pg_constraint f
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
      where f.contype = 'f' and f.confrelid = 'backoffice.companies'::regclass`);
    const named = await db().execute<{ name: string }>(sql`
      select c.oid::regclass || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
        and c.relnamespace in ('backoffice'::regnamespace, 'platform'::regnamespace, 'notification'::regnamespace)
        and a.attname ~ '(^|_)compan(y|ies)_ids?$'`);
    const written = [
      "notification.requests.company_id",
      "platform.audit_log.company_id",
      "platform.bulk_changes.company_id",
      "platform.removals.company_id",
      "platform.imports.company_id",
    ];
    const ofMemberships = /\.user_company_id$/;
    const found = new Set([...referring, ...named].map(({ name }) => name));
    const rules = columnRules.map(({ column }) => {
      const { schema, name } = getTableConfig(column.table);
      return `${schema}.${name}.${columnName(column.name, column)}`;
    });
    expect(rules.length).toBeGreaterThan(20);
    const expected = [...rules, ...written].sort();
    expect([...found].filter((name) => !ofMemberships.test(name)).sort()).toEqual(expected);
  });
});

const membershipIn = async (userId: string, companyId: string) => {
  const mine = and(eq(userCompanies.userId, userId), eq(userCompanies.companyId, companyId));
  return (await db().select().from(userCompanies).where(mine))[0];
};
const linkOf = async (id: string | undefined) =>
  (
    await db()
      .select()
      .from(companyLinks)
      .where(eq(companyLinks.id, id ?? ""))
  )[0];
const openLinks = (companyId: string) =>
  db().$count(companyPersLinks, and(eq(companyPersLinks.companyId, companyId), isNull(companyPersLinks.endDate)));

describe("a merge", () => {
  it("shows first what it does, and does it as it was shown", async () => {
    const two = await twoCompanies(db);
    const { from, into, member, both } = two;
    const sides = { fromCompanyId: from, intoCompanyId: into };
    const plan = await staff().plan(sides);
    const counted = Object.fromEntries(plan.parts.map(({ part, moves, stays }) => [part, [moves, stays]]));
    expect(counted).toEqual({
      members: [2, 1],
      roles: [3, 0],
      teams: [1, 0],
      partners: [1, 2],
      madeCompanies: [1, 0],
      entryRequests: [0, 1],
      vehicles: [2, 0],
      vehicleModels: [1, 0],
      pers: [3, 1],
      brands: [1, 1],
      handedVehicles: [1, 1],
      notes: [1, 0],
      referents: [1, 0],
      preferences: [0, 1],
      mailTexts: [0, 1],
      webhooks: [0, 1],
    });
    expect(plan.people.filter((one) => one.isInBoth).map((one) => one.email)).toEqual([both.user.email]);
    expect(plan.people.map((one) => one.email)).toContain(member.user.email);
    expect(plan.roles.map(({ title, newTitle }) => [title, newTitle])).toEqual([["Sales", "Sales 2"]]);
    expect(plan.partners.map(({ status, isBetween }) => [status, isBetween]).sort()).toEqual([
      ["accepted", false],
      ["accepted", true],
    ]);
    const { counts } = await staff().merge({ ...sides, planHash: plan.planHash });
    expect(counts).toEqual(Object.fromEntries(plan.parts.map(({ part, moves }) => [part, moves])));
    await expectMerged(two);
  });

  async function expectMerged({ from, into, a, member, both, makerVehicle, team, linked }: Two) {
    const [given] = await db().select().from(companies).where(eq(companies.id, from));
    expect(given).toMatchObject({ status: "disabled", closedAs: "merged", registerKey: null });
    expect(await membershipIn(member.user.id, into)).toMatchObject({ status: "active", companyTeamId: team?.id });
    expect(await membershipIn(a.user.id, into)).toMatchObject({ status: "active", isAdmin: true });
    expect(await membershipIn(both.user.id, into)).toMatchObject({ status: "active", isAdmin: true });
    expect(await membershipIn(both.user.id, from)).toMatchObject({ status: "disabled", companyRoleId: null });
    expect((await Promise.all(linked.map(({ id }) => linkOf(id)))).map((link) => link?.status)).toEqual([
      "ended",
      "accepted",
      "ended",
      "invited",
    ]);
    expect(await linkOf(linked[3]?.id)).toMatchObject({ companyId: into });
    expect([await openLinks(from), await openLinks(into)]).toEqual([0, 4]);
    expect(await db().$count(companyVehicleLinks, eq(companyVehicleLinks.companyId, into))).toBe(2);
    const [handed] = await db().select().from(dealerVehicles).where(eq(dealerVehicles.vehicleId, makerVehicle));
    expect(handed?.companyId).toBe(into);
    expect(await db().$count(dealerVehicles, eq(dealerVehicles.grantedByCompanyId, from))).toBe(0);
    const models = await db().select().from(vehicleModels).where(eq(vehicleModels.companyId, into));
    expect(models.map((model) => model.nameVehicleModel).sort()).toEqual(["Own", "Own 2"]);
    const [hook] = await db().select().from(webhooks).where(eq(webhooks.companyId, from));
    expect(hook?.enabled).toBe(false);
    const roles = await db().select().from(companyRoles).where(eq(companyRoles.companyId, into));
    expect(roles.filter((role) => role.isDefault)).toHaveLength(1);
  }

  it("is in the history of both companies, of its people, devices and vehicles", async () => {
    const two = await twoCompanies(db);
    const { id } = await merged(db, two);
    const actionsOf = async (objectId: string) =>
      (await db().select().from(auditLog).where(eq(auditLog.objectId, objectId))).map(({ action }) => action).sort();
    expect(await actionsOf(two.from)).toContain("merge");
    expect(await actionsOf(two.into)).toContain("merge");
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, two.member.user.id));
    expect(trail.find(({ action }) => action === "merge")).toMatchObject({
      objectLabel: two.member.user.email,
      changes: { company: ["Given Up Ltd", "Kept Ltd"] },
    });
    const [link] = await db()
      .select()
      .from(companyPersLinks)
      .where(eq(companyPersLinks.persId, two.fitted[0]?.id ?? ""));
    expect(await actionsOf(link?.id ?? "")).toEqual(["merge"]);
    await staff().undo({ id });
    expect(await actionsOf(link?.id ?? "")).toEqual(["merge", "undo-merge"]);
  });

  it("is undone whole: every row of the backoffice is what it was", async () => {
    const two = await twoCompanies(db);
    const before = await everyRow(db());
    const { id, version } = await merged(db, two);
    const after = await everyRow(db());
    expect(Object.keys(after).filter((table) => after[table]?.join() !== before[table]?.join()).length).toBeGreaterThan(
      10,
    );
    const undone = await staff().undo({ id, ifMatch: `"${version}"` });
    expect(undone).toMatchObject({ canUndo: false, left: [] });
    expect(await everyRow(db())).toEqual(before);
    expect(await failure(staff().undo({ id }))).toMatchObject({ status: 422 });
  });

  it("leaves what is something else by now when it is undone, and gives nobody a role of the other company", async () => {
    const two = await twoCompanies(db);
    const { from, into, member } = two;
    const { id } = await merged(db, two);
    const [moved] = await db()
      .select()
      .from(companyRoles)
      .where(and(eq(companyRoles.companyId, into), eq(companyRoles.title, "Workshop")));
    const late = await makeMembership(db(), into, { companyRoleId: moved?.id });
    const third = await makeCompany(db());
    const links = companyPersLinks;
    await db()
      .update(links)
      .set({ companyId: third.id })
      .where(and(eq(links.persId, two.fitted[0]?.id ?? ""), eq(links.linkType, 1)));
    const { left } = await staff().undo({ id });
    expect(left).toEqual([{ table: "company_pers_links", count: 1 }]);
    expect(await membershipIn(late.user.id, into)).toMatchObject({ companyRoleId: null, status: "active" });
    expect(await membershipIn(member.user.id, from)).toMatchObject({ companyRoleId: expect.any(String) });
  });

  it("cannot be undone after seven days, nor where the number has gone to another company", async () => {
    const two = await twoCompanies(db);
    const { id } = await merged(db, two);
    const { registerNumber } = two.a.company;
    const [taker] = await db()
      .insert(companies)
      .values({ name: "Taker", registerNumber, companyCategoryId: two.a.company.companyCategoryId })
      .returning();
    expect(await failure(staff().undo({ id }))).toMatchObject({ status: 422, errors: [{ path: "registerNumber" }] });
    expect((await db().select().from(companies).where(eq(companies.id, two.from)))[0]?.closedAs).toBe("merged");
    await db()
      .update(companies)
      .set({ closedAs: "refused" })
      .where(eq(companies.id, taker?.id ?? ""));
    await db().update(companyMerges).set({ undoUntil: sql`now()` }).where(eq(companyMerges.id, id));
    expect(await failure(staff().undo({ id }))).toMatchObject({ status: 422, errors: [{ path: "id" }] });
  });

  it("is refused where the plan has changed, for one company, for a closed one, and without the rights", async () => {
    const two = await twoCompanies(db);
    const sides = { fromCompanyId: two.from, intoCompanyId: two.into };
    const { planHash } = await staff().plan(sides);
    await makeMembership(db(), two.from);
    const asked = { ...sides, planHash };
    expect(await failure(staff().merge(asked))).toMatchObject({ status: 422, errors: [{ path: "planHash" }] });
    const one = { fromCompanyId: two.from, intoCompanyId: two.from };
    expect(await failure(staff().plan(one))).toMatchObject({ status: 422, errors: [{ path: "intoCompanyId" }] });
    const lost = { fromCompanyId: crypto.randomUUID(), intoCompanyId: two.into };
    expect(await failure(staff().plan(lost))).toMatchObject({ status: 404 });
    const { planHash: now } = await staff().plan(sides);
    const bare = staffOf(db, ["company-merge.read", "company-merge.write"]);
    expect(await failure(bare.merge({ ...sides, planHash: now }))).toMatchObject({ status: 403 });
    expect(await failure(staffOf(db, ["company.write"]).plan(sides))).toMatchObject({ status: 403 });
    await merged(db, two);
    expect(await failure(staff().plan(sides))).toMatchObject({ status: 422, errors: [{ path: "fromCompanyId" }] });
    const back = { fromCompanyId: two.into, intoCompanyId: two.from };
    expect(await failure(staff().plan(back))).toMatchObject({ status: 422, errors: [{ path: "intoCompanyId" }] });
  });

  it("makes the other company of one number no duplicate any more, until it is undone", async () => {
    const first = await makeCompany(db());
    const [second] = await db()
      .insert(companies)
      .values({
        name: "Twin",
        registerNumber: first.registerNumber,
        companyCategoryId: first.companyCategoryId,
        isDuplicate: true,
      })
      .returning();
    const two = { from: first.id, into: second?.id ?? "" };
    const isDuplicate = async () =>
      (await db().select().from(companies).where(eq(companies.id, two.into)))[0]?.isDuplicate;
    const { id } = await merged(db, two);
    expect(await isDuplicate()).toBe(false);
    await staff().undo({ id });
    expect(await isDuplicate()).toBe(true);
  });

  it("forgets what it kept for its undo once that is over", async () => {
    const two = await twoCompanies(db);
    const { id } = await merged(db, two);
    const kept = () => db().$count(companyMergeParts, eq(companyMergeParts.mergeId, id));
    await purgeExpired(staffCtx(db()));
    expect(await kept()).toBeGreaterThan(10);
    await db()
      .update(companyMerges)
      .set({ undoUntil: sql`now() - interval '1 second'` })
      .where(eq(companyMerges.id, id));
    await purgeExpired(staffCtx(db()));
    expect(await kept()).toBe(0);
  });

  it("keeps the kind of account of people who are in both", async () => {
    const two = await twoCompanies(db);
    const typeOf = async () => (await db().select().from(users).where(eq(users.id, two.both.user.id)))[0]?.type;
    const { id } = await merged(db, two);
    expect(await typeOf()).toBe("Pro Center Admin");
    await staff().undo({ id });
    expect(await typeOf()).toBe("Pro Center Admin");
  });
});
