import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import {
  companyRights,
  makeCompany,
  makeCompanyRole,
  makeMembership,
  setCeiling,
  staffIn,
} from "@/server/companies/testing";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import { inTransaction } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { ask } from "@/server/testing/ask";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { companyRoleService as service } from "./company-role.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const may: Permission[] = ["company-role.read", "company-role.write", ...companyRights];
const signIn = async (rights: Permission[] = may) => {
  const { bearer } = await credentialsOf(db(), await makePerson(db(), {}, rights));
  return { authorization: `Bearer ${bearer}` };
};
const at = (companyId: string, rest = "") => `/v1/backoffice/companies/${companyId}/company-roles${rest}`;

describe("the roles of a company, over REST", () => {
  it("answers as documented from the first role to the last", async () => {
    const [company, headers] = [await makeCompany(db()), await signIn()];
    const body = { title: "Driver", permissions: ["company-vehicle.read"], companyId: company.id, isDefault: false };
    expect(await ask("POST", at(company.id), { headers, body })).toMatchObject({ status: 204, text: "" });
    const list = await ask("GET", at(company.id, "?title=DRIV&sortBy=title:asc"), { headers });
    const { items, meta } = JSON.parse(list.text);
    expect([list.status, meta.totalItems]).toEqual([200, 1]);
    expect(items[0]).toMatchObject({ title: "Driver", isDefault: true, isActivated: true, membersCount: 0 });
    const one = at(company.id, `/${items[0].id}`);
    const fr = languageId("fr");
    const texts = { languageId: fr, title: "Chauffeur" };
    expect(await ask("POST", `${one}/translation`, { headers, body: texts })).toMatchObject({ status: 200, text: "" });
    const read = await ask("GET", one, { headers });
    const role = JSON.parse(read.text);
    expect(role.translations).toMatchObject([{ languageId: fr, title: "Chauffeur", description: null }]);
    const stale = { ...headers, "if-match": '"1"' };
    expect((await ask("PATCH", one, { headers: stale, body: { title: "Rider" } })).status).toBe(412);
    const changed = await ask("PATCH", one, { headers, body: { title: "Rider" } });
    expect([changed.status, JSON.parse(changed.text).title]).toEqual([200, "Rider"]);
    const removed = await ask("DELETE", `${one}/translation/${role.translations[0].id}`, { headers });
    expect(removed).toMatchObject({ status: 200, text: "" });
    expect(await ask("DELETE", one, { headers })).toMatchObject({ status: 204, text: "" });
    expect((await ask("GET", one, { headers })).status).toBe(404);
  });

  it("shows what the category allows, with its labels", async () => {
    const company = await makeCompany(db(), ["company-pers.read"]);
    const { status, text } = await ask("GET", at(company.id, "/company-category/permissions"), {
      headers: await signIn(),
    });
    expect(status).toBe(200);
    const moduleId = expect.any(String);
    expect(JSON.parse(text)).toEqual({
      items: [{ code: "company-pers.read", label: "See the company's PERS devices", moduleId }],
    });
  });

  it("answers a foreign id as one that nobody has, below every path", async () => {
    const [company, other, headers] = [await makeCompany(db()), await makeCompany(db()), await signIn()];
    const foreign = await makeCompanyRole(db(), other.id);
    const named = { ...headers, "x-request-id": "the-same" };
    const translation = crypto.randomUUID();
    const asks = async (id: string) => {
      const one = at(company.id, `/${id}`);
      const answers = [
        await ask("GET", one, { headers: named }),
        await ask("PATCH", one, { headers: named, body: { title: "Mine" } }),
        await ask("DELETE", one, { headers: named }),
        await ask("POST", `${one}/translation`, {
          headers: named,
          body: { languageId: languageId("fr"), title: "Mine" },
        }),
        await ask("DELETE", `${one}/translation/${translation}`, { headers: named }),
      ];
      return answers.map(({ status, text }) => [status, text.replaceAll(id, "{id}")]);
    };
    const answers = await asks(foreign.id);
    expect(answers.map(([status]) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(answers).toEqual(await asks(crypto.randomUUID()));
  });
});

describe("what a role may hold", () => {
  it("stays within the category's ceiling, and never holds a right of the backoffice", async () => {
    const company = await makeCompany(db(), ["company-pers.read"]);
    const ctx = staffIn(db(), company.id);
    const role = await service.create(ctx, { title: "First", permissions: ["company-pers.read"] });
    for (const code of ["company-vehicle.read", "pers.write", "no.such"]) {
      expect(await failure(service.create(ctx, { title: code, permissions: [code] }))).toMatchObject({ status: 422 });
      expect(await failure(service.update(ctx, role.id, { permissions: [code] }))).toMatchObject({ status: 422 });
    }
  });

  it("loses what the ceiling no longer holds at once, and what was saved meanwhile does not come back", async () => {
    const company = await makeCompany(db());
    const ctx = staffIn(db(), company.id);
    const role = await service.create(ctx, { title: "All", permissions: companyRights });
    const { user } = await makeMembership(db(), company.id, { companyRoleId: role.id });
    const rights = async () => [...((await rightsIn(ctx, user.id, company.id)) ?? [])].sort();
    expect(await rights()).toEqual([...companyRights].sort());
    await setCeiling(db(), company, ["company-pers.read", "company-member.read"]);
    expect(await rights()).toEqual(["company-member.read", "company-pers.read"]);
    expect((await service.get(ctx, role.id)).permissions).toEqual(["company-member.read", "company-pers.read"]);
    // Who does not hold the right that is cut may save the role: it gives none, so they take none.
    await service.update(staffIn(db(), company.id, ["company-pers.read", "company-member.read"]), role.id, {
      permissions: ["company-pers.read"],
    });
    await setCeiling(db(), company, companyRights);
    expect(await rights()).toEqual(["company-pers.read"]);
  });

  it("is given and taken by those only who hold it", async () => {
    const company = await makeCompany(db());
    const all = staffIn(db(), company.id);
    const some = staffIn(db(), company.id, ["company-role.write", "company-pers.read"]);
    await service.create(all, { title: "Default" });
    const role = await service.create(all, { title: "Held", permissions: ["company-vehicle.read"] });
    const refused = { status: 403, code: "forbidden" };
    expect(await failure(service.create(some, { title: "New", permissions: ["company-member.read"] }))).toMatchObject(
      refused,
    );
    const both: Permission[] = ["company-pers.read", "company-vehicle.read"];
    expect(await failure(service.update(some, role.id, { permissions: [] }))).toMatchObject(refused);
    expect((await service.update(some, role.id, { permissions: both })).permissions).toEqual(both);
    expect(await failure(service.remove(some, role.id))).toMatchObject(refused);
    await service.remove(all, role.id);
    await inTransaction(some, async (ctx) => {
      expect(await failure(service.restore(ctx, role.id))).toMatchObject(refused);
      expect((await failure(service.get(ctx, role.id))).status).toBe(404);
    });
    expect((await service.restore(all, role.id)).permissions).toEqual(both);
  });
});

describe("the roles of a company", () => {
  it("get their rights together, all or none", async () => {
    const [company, other] = [await makeCompany(db()), await makeCompany(db())];
    const ctx = staffIn(db(), company.id);
    const [first, second] = [
      await service.create(ctx, { title: "First", permissions: ["company-pers.read"] }),
      await service.create(ctx, { title: "Second" }),
    ];
    const foreign = await makeCompanyRole(db(), other.id);
    const rights = async () => (await service.list(ctx, { sortBy: "title:asc" })).items.map((role) => role.permissions);
    const vehicles: Permission[] = ["company-vehicle.read"];
    const set = (companyRoleId: string, ifMatch = "*") =>
      service.setRights(ctx, [
        { companyRoleId: first.id, permissions: vehicles, ifMatch: "*" },
        { companyRoleId, permissions: vehicles, ifMatch },
      ]);
    expect(await failure(set(foreign.id))).toMatchObject({ status: 404 });
    expect(await failure(set(second.id, '"7"'))).toMatchObject({ status: 412 });
    const poor = staffIn(db(), company.id, ["company-role.write", "company-pers.read"]);
    const above = service.setRights(poor, [
      { companyRoleId: first.id, permissions: [], ifMatch: "*" },
      { companyRoleId: second.id, permissions: vehicles, ifMatch: "*" },
    ]);
    expect(await failure(above)).toMatchObject({ status: 403 });
    expect(await rights()).toEqual([["company-pers.read"], []]);
    await set(second.id, '"1"');
    expect(await rights()).toEqual([vehicles, vehicles]);
  });

  it("have one title each, one default, and a manager from the same company", async () => {
    const [company, other] = [await makeCompany(db()), await makeCompany(db())];
    const ctx = staffIn(db(), company.id);
    const first = await service.create(ctx, { title: "First" });
    const second = await service.create(ctx, { title: "Second", roleManagerId: first.id });
    expect([first.isDefault, second.isDefault]).toEqual([true, false]);
    expect(await failure(service.create(ctx, { title: "First" }))).toMatchObject({ code: "duplicate" });
    const foreign = await makeCompanyRole(db(), other.id);
    const byForeign = service.update(ctx, second.id, { roleManagerId: foreign.id });
    expect(await failure(byForeign)).toMatchObject({ code: "unknown_reference" });
    expect(await failure(service.update(ctx, second.id, { roleManagerId: second.id }))).toMatchObject({ status: 422 });
    const managed = { roleManagerId: first.id, limit: 10 };
    expect((await service.list(ctx, managed)).items.map(({ id }) => id)).toEqual([second.id]);
    expect((await service.list(staffIn(db(), other.id), managed)).items).toEqual([]);
  });

  it("begin with one that holds all that the category allows; that is the default one, not any of them", async () => {
    const company = await makeCompany(db());
    const ctx = staffIn(db(), company.id);
    await makeCompanyRole(db(), company.id, [], { title: "Another" });
    const first = await service.first(ctx);
    expect(first).toMatchObject({ title: "Administrator", isDefault: true });
    expect(first.permissions).toEqual(expect.arrayContaining(companyRights));
    expect((await service.first(ctx)).id).toBe(first.id);
    const { translations } = await service.get(ctx, first.id);
    expect(translations.map(({ title }) => title).sort()).toEqual(["Administrateur", "Administrator", "Administrator"]);
  });

  it("stay while somebody has them, and the default one while there are others", async () => {
    const company = await makeCompany(db());
    const ctx = staffIn(db(), company.id);
    const first = await service.create(ctx, { title: "First" });
    const second = await service.create(ctx, { title: "Second" });
    expect(await failure(service.remove(ctx, first.id))).toMatchObject({ errors: [{ path: "isDefault" }] });
    await makeMembership(db(), company.id, { companyRoleId: second.id, status: "invited" });
    expect(await failure(service.remove(ctx, second.id))).toMatchObject({
      code: "in_use",
      detail: expect.stringContaining("1 member"),
    });
    expect((await service.get(ctx, second.id)).membersCount).toBe(1);
    await makeMembership(db(), company.id, { companyRoleId: second.id, status: "disabled" });
    await makeMembership(db(), company.id, { companyRoleId: second.id, status: "active" });
    expect((await service.get(ctx, second.id)).membersCount).toBe(2);
  });
});
