import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyRoles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { companyRoleService } from "@/server/companies/people/company-role/company-role.service";
import {
  companyRights,
  makeCompany,
  makeCompanyRole,
  makeMembership,
  memberIn,
  staffIn,
} from "@/server/companies/testing";
import { failure } from "@/server/kit/testing";
import { ask } from "@/server/testing/ask";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { assertMayGrantHere, companyAllowToManageService as service } from "./company-allow-to-manage.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

describe("which role of a company may grant which", () => {
  it("is read and set over REST, as documented", async () => {
    const company = await makeCompany(db());
    const [boss, member] = [await makeCompanyRole(db(), company.id), await makeCompanyRole(db(), company.id)];
    const person = await makePerson(db(), {}, ["company-role.read", "company-role.write"]);
    const headers = { authorization: `Bearer ${(await credentialsOf(db(), person)).bearer}` };
    const path = `/v1/backoffice/company/${company.id}/company-allow-to-manage`;
    const pair = { roleManagerId: boss.id, roleId: member.id, allowed: true };
    const itself = { roleManagerId: boss.id, roleId: boss.id, allowed: true };
    const set = (items: object[]) => ask("PATCH", path, { headers, body: { items } });
    const made = await set([pair, itself]);
    expect([made.status, JSON.parse(made.text).items]).toMatchObject([
      200,
      expect.arrayContaining([expect.objectContaining(pair), expect.objectContaining(itself)]),
    ]);
    expect((await set([{ ...itself, allowed: false }])).status).toBe(200);
    expect(JSON.parse((await ask("GET", path, { headers })).text).items).toHaveLength(2);
    const of = await ask("GET", `${path}?roleManagerId=${boss.id}`, { headers });
    expect([of.status, JSON.parse(of.text).items]).toMatchObject([200, [pair]]);
  });

  it("names roles of that company alone, each pair once", async () => {
    const [company, other] = [await makeCompany(db()), await makeCompany(db())];
    const [own, foreign] = [await makeCompanyRole(db(), company.id), await makeCompanyRole(db(), other.id)];
    const set = (roleManagerId: string, roleId: string, times = 1) =>
      service.updateAll(
        staffIn(db(), company.id),
        Array.from({ length: times }, () => ({ roleManagerId, roleId, allowed: true })),
      );
    expect(await failure(set(own.id, foreign.id))).toMatchObject({ code: "unknown_reference" });
    expect(await failure(set(foreign.id, own.id))).toMatchObject({ code: "unknown_reference" });
    expect(await failure(set(own.id, own.id, 2))).toMatchObject({ errors: [{ path: "items.1" }] });
    expect((await service.list(staffIn(db(), company.id), {})).items).toEqual([]);
  });

  it("is as it was where a pair is set to what it is, and of what is set the others stay", async () => {
    const company = await makeCompany(db());
    const [boss, member] = [await makeCompanyRole(db(), company.id), await makeCompanyRole(db(), company.id)];
    const staff = staffIn(db(), company.id);
    const pair = (roleId: string, allowed = true) => ({ roleManagerId: boss.id, roleId, allowed });
    const { items } = await service.updateAll(staff, [pair(boss.id), pair(member.id)]);
    expect(await service.updateAll(staff, [pair(boss.id), pair(member.id)])).toMatchObject({ items });
    const moved = (await service.updateAll(staff, [pair(boss.id), pair(member.id, false)])).items;
    const other = items.find(({ roleId }) => roleId === boss.id);
    expect(moved).toEqual(expect.arrayContaining([other, expect.objectContaining(pair(member.id, false))]));
  });

  it("is decided by who holds the role's rights, and may grant it where they are of the company", async () => {
    const company = await makeCompany(db());
    const boss = await makeCompanyRole(db(), company.id, companyRights);
    const small = await makeCompanyRole(db(), company.id, ["company-pers.read"]);
    const { user } = await makeMembership(db(), company.id, { companyRoleId: boss.id });
    const inside = await memberIn(db(), user, company.id);
    const pair = { roleManagerId: small.id, roleId: small.id, allowed: true };
    const refused = { status: 403 };
    const poor = staffIn(db(), company.id, ["company-role.write"]);
    expect(await failure(service.updateAll(poor, [pair]))).toMatchObject(refused);
    expect(await failure(service.updateAll(inside, [pair]))).toMatchObject(refused);
    await service.updateAll(staffIn(db(), company.id), [{ roleManagerId: boss.id, roleId: small.id, allowed: true }]);
    await service.updateAll(inside, [pair]);
    await assertMayGrantHere(inside, [small.id]);
    expect(await failure(assertMayGrantHere(inside, [boss.id]))).toMatchObject(refused);
    // What counts is their own role, at work, and none of another person.
    const other = await makeCompanyRole(db(), company.id, companyRights);
    const stranger = await makeMembership(db(), company.id, { companyRoleId: other.id });
    expect(
      await failure(assertMayGrantHere(await memberIn(db(), stranger.user, company.id), [small.id])),
    ).toMatchObject(refused);
    await db().update(companyRoles).set({ isActivated: false }).where(eq(companyRoles.id, boss.id));
    expect(await failure(assertMayGrantHere(inside, [small.id]))).toMatchObject(refused);
  });

  it("may be done with a role that one's own created, until one of the two goes beyond the other", async () => {
    const company = await makeCompany(db());
    const boss = await makeCompanyRole(db(), company.id, companyRights);
    const { user } = await makeMembership(db(), company.id, { companyRoleId: boss.id });
    const inside = () => memberIn(db(), user, company.id);
    const staff = staffIn(db(), company.id);
    const audited = async () => {
      const rows = await db().select().from(auditLog).where(eq(auditLog.objectId, boss.id)).orderBy(asc(auditLog.id));
      return rows.filter(({ action }) => action === "allow-manage").map(({ changes }) => changes);
    };
    const allowed = async (roleId: string) =>
      (await service.list(staff, {})).items.some((pair) => pair.roleId === roleId && pair.allowed);
    const permissions = ["company-pers.read"];
    const [first, second, third] = [
      await companyRoleService.create(await inside(), { title: "First", permissions }),
      await companyRoleService.create(await inside(), { title: "Second", permissions }),
      await companyRoleService.create(staff, { title: "Third", permissions }),
    ];
    expect([await allowed(first.id), await allowed(second.id), await allowed(third.id)]).toEqual([true, true, false]);
    await assertMayGrantHere(await inside(), [first.id]);
    expect(await audited()).toEqual([{ "may grant First": [false, true] }, { "may grant Second": [false, true] }]);
    // What somebody set stays when the roles change.
    await service.updateAll(staff, [{ roleManagerId: boss.id, roleId: second.id, allowed: true }]);
    await companyRoleService.update(staff, first.id, { title: "First of all" });
    expect(await allowed(first.id)).toBe(true);
    await companyRoleService.update(staff, boss.id, {
      permissions: companyRights.filter((code) => code !== permissions[0]),
    });
    expect([await allowed(first.id), await allowed(second.id)]).toEqual([false, true]);
    expect((await audited()).at(-1)).toEqual({ "may grant First of all": [true, false] });
  });

  it("ends when the created role is raised beyond its creator's", async () => {
    const company = await makeCompany(db());
    const boss = await makeCompanyRole(db(), company.id, ["company-pers.read", "company-member.read"]);
    const { user } = await makeMembership(db(), company.id, { companyRoleId: boss.id });
    const made = await companyRoleService.create(await memberIn(db(), user, company.id), {
      title: "Made",
      permissions: ["company-pers.read"],
    });
    const staff = staffIn(db(), company.id);
    const pairs = async () => (await service.list(staff, {})).items.map(({ roleId, allowed }) => [roleId, allowed]);
    await companyRoleService.update(staff, made.id, { permissions: ["company-pers.read", "company-member.read"] });
    expect(await pairs()).toEqual([[made.id, true]]);
    await companyRoleService.update(staff, made.id, { permissions: ["company-pers.read", "company-vehicle.read"] });
    expect(await pairs()).toEqual([[made.id, false]]);
  });
});
