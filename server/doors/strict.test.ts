import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AppError } from "@/server/kit/call/errors";
import { patch, post } from "@/server/kit/call/meta";
import { open, router } from "@/server/kit/call/procedure";
import { Upload } from "@/server/kit/call/wire";
import { planOperations } from "./rest-plan";
import { assertDeclared, isStrict } from "./strict";

const Deep = z.object({
  id: z.string(),
  name: z.string().optional(),
  dryRun: z.boolean().optional(),
  rows: z.array(z.object({ label: z.string() })).optional(),
  rule: z.union([z.object({ low: z.int() }), z.object({ high: z.int() })]).optional(),
  payload: z.record(z.string(), z.unknown()).optional(),
  any: z.unknown().optional(),
});
const planned = (rest: Parameters<typeof open>[0], input: z.ZodType) => {
  const it = open(rest)
    .input(input)
    .output(z.object({}))
    .mutation(() => ({}));
  const [operation] = planOperations(router({ it }));
  if (!operation) throw new Error("nothing was planned");
  return operation;
};
const change = planned(patch("/x/{id}", { query: ["dryRun"] }), Deep);
const undeclared = (query: string, json: unknown, operation = change) => {
  try {
    assertDeclared(operation, new URLSearchParams(query), json === null ? null : { json });
    return [];
  } catch (error) {
    return (error as AppError).errors?.map(({ path }) => path);
  }
};

describe("a strict request", () => {
  it.each([
    ["handling=strict", true],
    ["respond-async, handling=strict; x=1", true],
    ['Handling="STRICT"', true],
    ["handling=lenient", false],
    ["nohandling=strict", false],
    ["handling=strictly", false],
  ])("is asked for: %s", (prefer, wanted) => expect(isStrict(new Headers({ prefer }))).toBe(wanted));

  it("names every parameter and field that is not declared, at any depth", () => {
    expect(
      undeclared("dryRun=true", { name: "a", rows: [{ label: "b" }], payload: { x: { y: 1 } }, any: { z: 1 } }),
    ).toEqual([]);
    expect(undeclared("dryrun=1&dryRun=1&page=2", null)).toEqual(["dryrun", "page"]);
    expect(undeclared("a=1", { nmae: "a", id: "x", rows: [{ label: "b" }, { lable: "c" }] })).toEqual([
      "a",
      "nmae",
      "id",
      "rows.1.lable",
    ]);
    expect([undeclared("", { rule: { high: 1 } }), undeclared("", { rule: { high: 1, hgih: 2 } })]).toEqual([
      [],
      ["rule.hgih"],
    ]);
    expect([undeclared("", [1]), undeclared("", { any: [{ z: 1 }] })]).toEqual([[], []]);
    expect(undeclared("", Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, n])))).toHaveLength(100);
  });

  it("looks at a whole body and at a form", () => {
    const whole = planned(post("/x", { body: "items" }), z.object({ items: z.array(z.object({ a: z.int() })) }));
    expect(undeclared("", [{ a: 1 }, { a: 1, b: 2 }], whole)).toEqual(["1.b"]);
    const form = planned(post("/y", { files: ["file"] }), z.object({ file: Upload, note: z.string().optional() }));
    const parts = ["file", "note", "nota"].map((name) => ({ name, type: "", bytes: new Uint8Array() }));
    expect(() => assertDeclared(form, new URLSearchParams(), { form: parts })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ path: "nota" })] }),
    );
  });
});
