import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companyRoles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
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
});
