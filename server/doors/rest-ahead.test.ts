import { expect, it } from "vitest";
import { appRouter } from "@/server/root";
import { planOperations } from "./rest-plan";

it("debug", () => {
  const ops = planOperations(appRouter);
  const gets = ops.filter((o) => o.rest.method === "GET" && /\{id\}$/.test(o.rest.path));
  console.log(gets.length, ops.filter((o) => o.meta.ahead).map((o) => o.name).join(" "));
  console.log("without", gets.filter((o) => !o.meta.ahead).map((o) => `${o.name}(${o.company ? "company" : ""})`).join(" "));
  expect(1).toBe(1);
});
