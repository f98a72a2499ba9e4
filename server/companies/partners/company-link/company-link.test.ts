import { beforeAll, expect, it } from "vitest";
import { companyLinks } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { makeCompany } from "@/server/testing/backoffice";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const call = () => appRouter.createCaller(staffCtx(db(), ["company.read"])).companyLinks;

it("lists the partners of a company, and those whose partner it is", async () => {
  const [maker, dealer, other] = [
    await makeCompany(db(), "MANUFACTURER", "Maker Ltd"),
    await makeCompany(db(), "DEALER", "Dealer Ltd"),
    await makeCompany(db(), "MANUFACTURER", "Other Ltd"),
  ];
  await db()
    .insert(companyLinks)
    .values([
      { companyId: maker.id, linkedCompanyId: dealer.id, kind: "dealer", status: "accepted", name: "D" },
      { companyId: other.id, linkedCompanyId: dealer.id, kind: "dealer", name: "D" },
      { companyId: other.id, linkedCompanyId: maker.id, kind: "subcontractor", status: "refused", name: "S" },
    ]);
  const found = async (request: Parameters<ReturnType<typeof call>["rows"]>[0]) =>
    (await call().rows({ sortBy: "company.name:asc,linkedCompany.name:desc", ...request })).items.map(
      ({ company, linkedCompany, kind, status }) => `${company.name} > ${linkedCompany.name} ${kind} ${status}`,
    );
  const [first, second, third] = [
    "Maker Ltd > Dealer Ltd dealer accepted",
    "Other Ltd > Maker Ltd subcontractor refused",
    "Other Ltd > Dealer Ltd dealer invited",
  ];
  expect(await found({})).toEqual([first, second, third]);
  expect(await found({ companyId: maker.id })).toEqual([first]);
  expect(await found({ linkedCompanyId: maker.id })).toEqual([second]);
  expect(await found({ ofCompanyId: maker.id })).toEqual([first, second]);
  expect(await found({ linkedCompanyId: dealer.id, status: "invited" })).toEqual([third]);
  expect(await found({ name: "maker" })).toEqual([first, second]);
  expect(await found({ kind: "subcontractor" })).toEqual([second]);
  const without = appRouter.createCaller(staffCtx(db(), ["company-admin.read"])).companyLinks;
  expect(await failure(without.rows({}))).toMatchObject({ status: 403 });
});
