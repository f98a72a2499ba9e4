import { beforeAll, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { askedOfCompanies, companyAsks, faultsOf } from "./testing/company-asks";
import { makeMembers, makeStrangers } from "./testing/company-callers";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

// The company column of the authorisation matrix: every operation inside a company, at every door that it has, by every
// kind of caller, naming every kind of company.
it("no cell is wrong, and no answer tells a company that is there from one that is not", {
  timeout: 300_000,
}, async () => {
  const { callers: members, ids } = await makeMembers(db(), askedOfCompanies);
  const callers = Object.entries({ ...members, ...(await makeStrangers(db())) });
  expect(callers.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  for (const ask of companyAsks)
    wrong.push(...(await Promise.all(callers.map(([who, caller]) => faultsOf(ask, who, caller, ids)))).flat());
  expect(wrong).toEqual([]);
});
