import { initTRPC } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { appRouter } from "@/server/root";
import { projectionOf, projectOutputs } from "./projection";
import { proceduresOf } from "./rest-plan";

const Part = z.object({ id: z.uuid(), name: z.string() });
const Whole = z.object({
  part: Part.nullable(),
  maybe: Part.optional(),
  parts: z.array(Part),
  words: z.record(z.string(), z.union([z.string(), z.number()])),
  kind: z.enum(["a", "b"]),
});
const part = { id: "0190a0a0-0000-7000-8000-000000000001", name: "x", secret: "s" };

describe("a projection", () => {
  it("leaves out what is not declared, all the way down, as the schema itself would", () => {
    const given = { part, maybe: part, parts: [part, part], words: { a: "b", c: 1 }, kind: "a", passwordHash: "p" };
    expect(projectionOf(Whole)(given)).toEqual(Whole.parse(given));
  });

  it("keeps null, leaves out what is missing, and takes falsy values for what they are", () => {
    const given = { part: null, parts: [], words: {}, kind: "b" };
    expect(projectionOf(Whole)(given)).toEqual(given);
    const Falsy = z.object({ n: z.number(), b: z.boolean(), s: z.string() });
    expect(projectionOf(Falsy)({ n: 0, b: false, s: "" })).toEqual({ n: 0, b: false, s: "" });
  });

  it("asks the schema where leaving out is not enough", () => {
    const Either = z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]);
    expect(projectionOf(Either)({ b: 1, c: 2 })).toEqual({ b: 1 });
    expect(() => projectionOf(Either)({ c: 2 })).toThrow();
    expect(projectionOf(z.string().transform((text) => text.length))("four")).toBe(4);
    expect(projectionOf(z.looseObject({ a: z.string() }))({ a: "x", more: 1 })).toEqual({ a: "x", more: 1 });
    expect(projectionOf(z.record(z.string(), Part))({ one: part })).toEqual({ one: { id: part.id, name: "x" } });
  });
});

describe("a router in production", () => {
  const t = initTRPC.create();
  const router = t.router({
    one: t.procedure.output(Part).query(() => part),
    bad: t.procedure.output(z.object({ a: z.string().transform(Number) })).query(() => ({ a: 1 as never })),
  });

  it("answers what is declared, and a fault of ours is still told as one", async () => {
    projectOutputs(router);
    const caller = router.createCaller({});
    expect(await caller.one()).toEqual({ id: part.id, name: "x" });
    await expect(caller.bad()).rejects.toThrow("Output validation failed");
  });

  it("finds the step to replace in every procedure of ours", () => {
    for (const [name, { _def }] of proceduresOf(appRouter)) {
      const { middlewares } = _def as unknown as { middlewares: { _type?: string }[] };
      expect(middlewares.filter(({ _type }) => _type === "output").length, name).toBe(1);
    }
  });
});
