import { beforeAll, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { search } from "@/server/operations/search/search.service";
import { makeCompany, makeMembership } from "../testing";
import { companyService } from "./company.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

it("counts the people of a company, without those who left", async () => {
  const company = await makeCompany(db());
  for (const status of ["active", "invited", "disabled"] as const) await makeMembership(db(), company.id, { status });
  await makeMembership(db(), (await makeCompany(db())).id);
  const { items } = await companyService.list(staffCtx(db()), { limit: 100 });
  expect(items.find(({ id }) => id === company.id)).toMatchObject({
    name: company.name,
    category: { id: company.companyCategoryId, label: expect.any(String) },
    peopleCount: 2,
  });
  expect(await failure(companyService.get(staffCtx(db()), crypto.randomUUID()))).toMatchObject({ status: 404 });
});

it("is found by its register number, by who may see companies", async () => {
  const company = await makeCompany(db());
  const term = company.registerNumber;
  expect((await search(staffCtx(db(), ["company.read"]), term)).items).toMatchObject([{ id: company.id }]);
  expect((await search(staffCtx(db(), ["role.read"]), term)).items).toEqual([]);
});
