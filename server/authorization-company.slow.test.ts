import { beforeAll, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { seedBase } from "@/seed/base";
import { drawn, rightsOf } from "./testing/callers";
import { companyAsks, faultsOf } from "./testing/company-asks";
import { makeMembers, makeStrangers } from "./testing/company-callers";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

// The company column of the authorisation matrix: every operation inside a company, at every door that it has, by every
// kind of caller (each operation meets some of them, unless everything is tried), naming every kind of company.
it("no cell is wrong, and no answer tells a company that is there from one that is not", {
  timeout: 300_000,
}, async () => {
  const tried = sample(companyAsks, companyAsks.length / 12, "operations inside a company, each at one of its doors");
  const asked = rightsOf(tried);
  const { callers: members, ids } = await makeMembers(db(), asked);
  const callers = Object.entries({ ...members, ...(await makeStrangers(db(), asked)) });
  expect(callers.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  let cells = 0;
  for (const ask of tried) {
    const some = drawn(callers, 1);
    for (const [, caller] of some) cells += caller.kinds.length;
    wrong.push(...(await Promise.all(some.map(([who, caller]) => faultsOf(ask, who, caller, ids)))).flat());
  }
  console.log(`${tried.length} operations, ${cells} cells`);
  expect(wrong).toEqual([]);
});
