// @ts-check
import { join, restPaths, valuesOf } from "./server-files.mjs";

// What a company's resource has of its own on the server: two routers, and a test of foreign companies.

/** @typedef {import("./server-files.mjs").Plan} Plan */

/** @param {Plan} plan */
export function companyRouter(plan) {
  const { kebab, camel, pascal, pascals, hasRest } = plan;
  const [ofStaff = "", ofOwn = ""] = restPaths(plan);
  const rest = (/** @type {string} */ at, /** @type {string} */ section) =>
    hasRest
      ? {
          list: `rest: get("${at}", { section: "${section}" }), dto: "List${pascals}DTO", `,
          one: `rest: restOf("${at}/{id}", "${section}"), `,
        }
      : { list: "", one: "" };
  const staff = rest(ofStaff, "4.8");
  const own = rest(ofOwn, "4.9");
  return join(
    hasRest && 'import { get } from "@/server/kit/call/meta";',
    'import { ofAnyCompany, ofCompany, router } from "@/server/kit/call/procedure";',
    'import { listProcedures } from "@/server/kit/list/list-procedures";',
    `import { crudProcedures${hasRest ? ", restOf" : ""} } from "@/server/kit/record/crud-procedures";`,
    `import { Create${pascal}, List${pascals}, ${pascal}, Update${pascal} } from "./${kebab}.schema";`,
    `import { ${camel}Service } from "./${kebab}.service";`,
    "",
    `const of = { item: ${pascal}, service: ${camel}Service } as const;`,
    `const body = { create: Create${pascal}, update: Update${pascal} };`,
    "",
    `const staff = { ...of, door: ofAnyCompany, may: { read: "company-${kebab}.read", write: "company-${kebab}.write" } } as const;`,
    "",
    "/** For staff, in the company that they name. */",
    `export const company${pascal}Router = router({`,
    `  ...listProcedures({ ...staff, ${staff.list}input: List${pascals} }),`,
    `  ...crudProcedures({ ...staff, ...body, ${staff.one} }),`,
    "});",
    "",
    `const own = { ...of, door: ofCompany, may: { read: "${kebab}.read", write: "${kebab}.write" } } as const;`,
    "",
    "/** For the company's own people. */",
    `export const ${camel}Router = router({`,
    `  ...listProcedures({ ...own, ${own.list}input: List${pascals} }),`,
    `  ...crudProcedures({ ...own, ...body, ${own.one} }),`,
    "});",
    "",
  );
}

/** @param {Plan} plan */
export const companyTest = (plan) => {
  const { kebab, camels, pascals, many, name } = plan;
  return `import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeCompany, makeCompanyRole, makeMembership } from "@/server/companies/testing";
import { actorOf } from "@/server/identity/actor";
import { anonymous } from "@/server/identity/testing";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const rights: Permission[] = ["${kebab}.read", "${kebab}.write"];

/** A company with a member who may do this. */
async function makeRoom(held = rights) {
  const { id: companyId } = await makeCompany(db(), rights);
  const role = await makeCompanyRole(db(), companyId, held);
  const { user } = await makeMembership(db(), companyId, { companyRoleId: role.id });
  const actor = { ...actorOf(user), rightsIn: (id: string) => rightsIn({ db: db() }, user.id, id) };
  return { companyId, call: appRouter.createCaller({ ...anonymous(db()), actor }) };
}
const staff = (held: Permission[] = ["company-${kebab}.read", "company-${kebab}.write"]) =>
  appRouter.createCaller(staffCtx(db(), held)).company${pascals};

describe("${many}", () => {
  it("have a ${name.word.toLowerCase()} of their own within the company, and are found by a part of it", async () => {
    const { companyId, call } = await makeRoom();
    const made = await call.${camels}.create({ companyId, ${valuesOf(plan, " First ")} });
    expect(made).toMatchObject({ companyId, ${name.name}: "First" });
    expect((await call.${camels}.list({ companyId, ${name.name}: "irs" })).items).toEqual([made]);
    const again = call.${camels}.create({ companyId, ${valuesOf(plan, "First")} });
    expect(await failure(again)).toMatchObject({ status: 422, errors: [{ path: "${name.name}" }] });
    const other = await makeRoom();
    const elsewhere = await other.call.${camels}.create({ companyId: other.companyId, ${valuesOf(plan, "First")} });
    expect(elsewhere.companyId).toBe(other.companyId);
  });

  it("are the company's alone: another company finds, changes and removes none", async () => {
    const [own, other] = [await makeRoom(), await makeRoom()];
    const { id } = await own.call.${camels}.create({ companyId: own.companyId, ${valuesOf(plan, "Ours")} });
    const foreign = { companyId: other.companyId, id };
    const { ${camels} } = other.call;
    expect((await ${camels}.list({ companyId: other.companyId })).items).toEqual([]);
    for (const work of [() => ${camels}.get(foreign), () => ${camels}.update(foreign), () => ${camels}.remove(foreign)])
      expect(await failure(work())).toMatchObject({ status: 404 });
    const inside = { companyId: own.companyId, id };
    for (const work of [() => ${camels}.get(inside), () => ${camels}.update(inside), () => ${camels}.remove(inside)])
      expect(await failure(work())).toMatchObject({ status: 403 });
    expect(await own.call.${camels}.get(inside)).toMatchObject({ ${name.name}: "Ours", version: 1 });
  });

  it("are read and written by staff in the company that they name, and not at the other's door", async () => {
    const [{ companyId, call }, other] = [await makeRoom(), await makeRoom()];
    const made = await staff().create({ companyId, ${valuesOf(plan, "By staff")} });
    expect(await call.${camels}.get({ companyId, id: made.id })).toEqual(made);
    expect(await failure(staff().get({ companyId: other.companyId, id: made.id }))).toMatchObject({ status: 404 });
    expect(await failure(call.company${pascals}.get({ companyId, id: made.id }))).toMatchObject({ status: 403 });
    expect(await failure(staff(rights).get({ companyId, id: made.id }))).toMatchObject({ status: 403 });
  });

  it("are changed by those alone who may", async () => {
    const { companyId, call } = await makeRoom(["${kebab}.read"]);
    const made = call.${camels}.create({ companyId, ${valuesOf(plan, "Mine")} });
    expect(await failure(made)).toMatchObject({ status: 403 });
    expect((await call.${camels}.list({ companyId })).items).toEqual([]);
  });
});
`;
};
