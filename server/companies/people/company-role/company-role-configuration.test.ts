import { beforeAll, describe, expect, it } from "vitest";
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
import { memberRoleService } from "@/server/identity/user-role/member-role.service";
import { rightHolderService } from "@/server/identity/user-role/right-holder.service";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { ask } from "@/server/testing/ask";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { companyRoleService } from "./company-role.service";
import { companyRoleConfigurationService as service } from "./company-role-configuration.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

/** A company with a default role and another one. */
async function makeRoles(rights: Permission[] = []) {
  const company = await makeCompany(db());
  const first = await makeCompanyRole(db(), company.id, [], { isDefault: true });
  const other = await makeCompanyRole(db(), company.id, rights);
  const set = (items: Parameters<typeof service.updateAll>[1], ctx = staffIn(db(), company.id)) =>
    service.updateAll(ctx, items);
  return { company, first, other, set };
}
const stored = async (companyId: string) =>
  (await service.list(staffIn(db(), companyId), { sortBy: "createdAt:asc" })).items;

describe("the configuration of a company's roles", () => {
  it("is read and set over REST, as documented", async () => {
    const { company, first, other } = await makeRoles();
    const person = await makePerson(db(), {}, ["company-role.read", "company-role.write"]);
    const headers = { authorization: `Bearer ${(await credentialsOf(db(), person)).bearer}` };
    const path = `/v1/backoffice/company/${company.id}/company-role-configuration`;
    const body = { items: [{ companyRoleId: other.id, isDefault: true }] };
    expect(await ask("PATCH", path, { headers, body })).toMatchObject({ status: 204, text: "" });
    const { status, text } = await ask("GET", `${path}?sortBy=createdAt:asc&limit=10`, { headers });
    expect([status, JSON.parse(text)]).toMatchObject([200, { meta: { totalItems: 2 } }]);
    expect(JSON.parse(text).items).toEqual([
      { companyRoleId: first.id, isActivated: true, isDefault: false },
      { companyRoleId: other.id, isActivated: true, isDefault: true },
    ]);
  });

  it("has exactly one default, which stays activated", async () => {
    const { company, first, other, set } = await makeRoles();
    const before = await stored(company.id);
    const off = { isActivated: false };
    const wrong = [
      [{ companyRoleId: first.id, isDefault: false }],
      [{ companyRoleId: first.id, ...off }],
      [{ companyRoleId: other.id, isDefault: true, ...off }],
      [first, other].map(({ id }) => ({ companyRoleId: id, isDefault: true })),
      [other, other].map(({ id }) => ({ companyRoleId: id, ...off })),
      [{ companyRoleId: (await makeRoles()).other.id, ...off }],
    ];
    for (const items of wrong) expect(await failure(set(items))).toMatchObject({ status: 422 });
    expect(await stored(company.id)).toEqual(before);
  });

  it("moves the default from any role to any other", async () => {
    const { company, first, other, set } = await makeRoles();
    const third = await makeCompanyRole(db(), company.id);
    for (const { id } of [third, first, other, third, other, first]) {
      await expect(set([{ companyRoleId: id, isDefault: true }])).resolves.toBeUndefined();
      const defaults = (await stored(company.id)).filter(({ isDefault }) => isDefault);
      expect(defaults.map(({ companyRoleId }) => companyRoleId)).toEqual([id]);
    }
  });

  it("ends the rights of a deactivated role at the next request, and nobody gets it", async () => {
    const { company, other, set } = await makeRoles(["company-pers.read"]);
    const { user, membership } = await makeMembership(db(), company.id, { companyRoleId: other.id });
    const { user: second, membership: without } = await makeMembership(db(), company.id);
    const rights = async () => [...(await memberIn(db(), user, company.id)).company.rights];
    const holders = async () =>
      (await rightHolderService.list(staffCtx(db()), { permission: "company-pers.read" })).items.map(({ id }) => id);
    expect([await rights(), await holders()]).toEqual([["company-pers.read"], [user.id]]);
    await set([{ companyRoleId: other.id, isActivated: false }]);
    expect([await rights(), await holders()]).toEqual([[], []]);
    const given = memberRoleService.set(staffCtx(db()), without.id, other.id);
    expect(await failure(given)).toMatchObject({ errors: [{ path: "companyRoleId" }] });
    const { items } = await memberRoleService.list(staffCtx(db()), second.id);
    expect(items[0]?.roles.find(({ id }) => id === other.id)?.reason).toBe("This role is deactivated.");
    await set([{ companyRoleId: other.id, isActivated: true }]);
    expect([await rights(), membership.companyRoleId]).toEqual([["company-pers.read"], other.id]);
  });

  it("is changed for those roles only whose rights the caller holds", async () => {
    const { company, other, set } = await makeRoles(["company-pers.read"]);
    const poor = staffIn(db(), company.id, ["company-role.write"]);
    for (const change of [{ isActivated: false }, { isDefault: true }])
      expect(await failure(set([{ companyRoleId: other.id, ...change }], poor))).toMatchObject({ status: 403 });
    const plain = await makeCompanyRole(db(), company.id, []);
    await set([{ companyRoleId: plain.id, isActivated: false }], poor);
    await set([{ companyRoleId: other.id, isDefault: true }], staffIn(db(), company.id, companyRights));
    const history = await companyRoleService.get(staffIn(db(), company.id), other.id);
    expect(history).toMatchObject({ isDefault: true, version: 2 });
  });
});
