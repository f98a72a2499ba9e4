import { describe, expect, it } from "vitest";
import { testPlan } from "./test-plan.mjs";

const plan = testPlan();

describe("the plan of tests", () => {
  it("puts each file in one stage", () => {
    const files = (["unit", "database", "slow", "e2e", "alone"] as const).map(plan.filesOf);
    for (const stage of files) expect(stage.length).toBeGreaterThan(5);
    expect(new Set(files.flat()).size).toBe(files.flat().length);
    expect(plan.filesOf("unit")).toContain("scripts/test-plan.test.ts");
    expect(plan.filesOf("database")).toContain("server/kit/list/list.test.ts");
    expect(plan.filesOf("slow")).toContain("server/root.late.slow.test.ts");
    expect(plan.filesOf("alone")).toContain("e2e/soak.alone.test.ts");
  });

  it("has a room for each browser test", () => {
    expect(plan.withoutRoom()).toEqual([]);
  });

  it("finds what belongs to a room", () => {
    const found = plan.inRooms(["companies"]);
    expect(found?.database).toContain("server/companies/people/member/member.test.ts");
    expect(found?.e2e).toContain("e2e/partners.test.ts");
    expect(found?.e2e).not.toContain("e2e/content.test.ts");
    expect(plan.inRooms(["member"])?.e2e).toEqual([]);
    expect(plan.inRooms(["gardens"])).toBeUndefined();
  });

  it("names the tests of the database that a change concerns", () => {
    const walk = "server/api.test.ts";
    const label = plan.concerning(["server/content/label/label.service.ts"]);
    expect(label).toEqual(expect.arrayContaining(["server/content/label/label.test.ts", walk]));
    expect(label).not.toContain("server/companies/people/member/member.test.ts");
    // A service that others call: their tests too.
    const member = "server/companies/people/member/member.test.ts";
    expect(plan.concerning(["server/kit/list/list.ts"])).toEqual(expect.arrayContaining([member, walk]));
    expect(plan.concerning(["docs/decisions.md"])).toEqual(plan.concerning([]));
    expect(plan.concerning(["db/migrations/0009_new.sql"])).toEqual(plan.filesOf("database"));
  });
});
