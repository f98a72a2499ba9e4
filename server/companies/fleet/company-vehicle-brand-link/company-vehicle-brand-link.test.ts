import { beforeAll, describe, expect, it } from "vitest";
import { vehicleBrands } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { backoffice, bearer, byKey, makeCompany } from "@/server/testing/backoffice";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const ask = backoffice(db);
const at = "admin/company-vehicle-brand-link";
let n = 0;

async function makeBrand() {
  const [brand] = await db()
    .insert(vehicleBrands)
    .values({ name: `Brand ${++n}` })
    .returning();
  if (!brand) throw new Error("no brand");
  return brand;
}

describe("brand links", () => {
  it("are made, read, changed and deleted with the documented statuses", async () => {
    const [company, brand] = [await makeCompany(db()), await makeBrand()];
    const made = await ask("POST", at, bearer, { companyId: company.id, vehicleBrandId: brand.id, linkType: 1 });
    expect(made).toMatchObject({
      status: 201,
      body: {
        company: { id: company.id, name: company.name },
        vehicleBrand: { id: brand.id, name: brand.name },
        linkType: 1,
        grantedByCompanyId: null,
      },
    });
    const one = `${at}/${made.body.id}`;
    const changed = await ask("PATCH", one, { ...bearer, "if-match": made.etag }, { linkType: 2 });
    expect(changed).toMatchObject({ status: 200, body: { linkType: 2 } });
    expect((await ask("PATCH", one, { ...bearer, "if-match": made.etag }, { linkType: 1 })).status).toBe(412);
    expect((await ask("GET", one, bearer)).body.linkType).toBe(2);
    expect((await ask("GET", one, byKey)).status).toBe(401);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("GET", one, bearer)).status).toBe(404);
  });

  it("are one for each company, brand and type, also where 20 are made at once", async () => {
    const [company, brand] = [await makeCompany(db()), await makeBrand()];
    const body = { companyId: company.id, vehicleBrandId: brand.id, linkType: 1 };
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("POST", at, bearer, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
    const other = await ask("POST", at, bearer, { ...body, linkType: 2 });
    expect(other.status).toBe(201);
    const same = await ask("PATCH", `${at}/${other.body.id}`, bearer, { linkType: 1 });
    expect(same).toMatchObject({ status: 422, body: { code: "duplicate", errors: [{ path: "vehicleBrandId" }] } });
  });

  it("name a company and a brand that exist", async () => {
    const [company, brand] = [await makeCompany(db()), await makeBrand()];
    const body = { companyId: company.id, vehicleBrandId: brand.id, linkType: 1 };
    for (const path of ["companyId", "vehicleBrandId"]) {
      const wrong = await ask("POST", at, bearer, { ...body, [path]: crypto.randomUUID() });
      expect(wrong).toMatchObject({ status: 422, body: { code: "unknown_reference", errors: [{ path }] } });
    }
    expect((await ask("POST", at, bearer, { ...body, linkType: 3 })).status).toBe(400);
  });

  it("are found by company, brand and type", async () => {
    const [company, brand, other] = [await makeCompany(db()), await makeBrand(), await makeBrand()];
    const make = async (vehicleBrandId: string, linkType: number) =>
      (await ask("POST", at, bearer, { companyId: company.id, vehicleBrandId, linkType })).body.id;
    const [first, second, third] = [await make(brand.id, 1), await make(brand.id, 2), await make(other.id, 1)];
    const found = async (query: Record<string, string>) => {
      const { body } = await ask("GET", `${at}?${new URLSearchParams({ ...query, sortBy: "createdAt:asc" })}`, bearer);
      return body.items.map(({ id }) => id);
    };
    expect(await found({ companyId: company.id })).toEqual([first, second, third]);
    expect(await found({ companyId: company.id, linkType: "1" })).toEqual([first, third]);
    expect(await found({ vehicleBrandId: brand.id })).toEqual([first, second]);
    expect(await found({ name: company.name.toLowerCase(), linkType: "2" })).toEqual([second]);
    expect(await found({ name: other.name })).toEqual([third]);
  });
});
