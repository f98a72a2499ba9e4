import { describe, expect, test } from "vitest";
import { z } from "zod";
import { get, type Meta, patch, post, type RestMeta } from "@/server/kit/call/meta";
import { ofCompany, open, permitted, router } from "@/server/kit/call/procedure";
import { byId, Download, Id, Nothing, Upload } from "@/server/kit/call/wire";
import { planOperations, proceduresOf, takesOrGivesFiles } from "./rest-plan";
import { fromText } from "./rest-text";

const one = (rest: RestMeta, input: z.ZodType, output: z.ZodType = z.object({})) =>
  router({
    it: open(rest)
      .input(input)
      .output(output)
      .query(() => ({}) as never),
  });
const plan = (rest: RestMeta, input: z.ZodType, output?: z.ZodType) => {
  const [operation] = planOperations(one(rest, input, output));
  if (!operation) throw new Error("nothing was planned");
  return operation;
};
const where = (rest: RestMeta, input: z.ZodType) => {
  const { path, query, headers, body, wholeBody, files } = plan(rest, input);
  return {
    path: path.map((f) => f.key),
    query: [...query.keys()],
    headers: headers.map((f) => `${f.key}: ${f.name}`),
    body: body.map((f) => f.key),
    wholeBody: wholeBody?.key,
    files: files.map((f) => f.key),
  };
};

describe("the plan of an operation", () => {
  const Input = byId({ a: z.string().optional(), b: z.int().optional() });
  test("puts what is in neither path nor header into the query of a GET and the body of a PATCH", () => {
    const common = { path: ["id"], headers: ["ifMatch: If-Match"], wholeBody: undefined, files: [] };
    expect(where(get("/x/{id}"), Input)).toEqual({ ...common, query: ["a", "b"], body: [] });
    expect(where(patch("/x/{id}"), Input)).toEqual({ ...common, query: [], body: ["a", "b"] });
    expect(where(patch("/x/{id}", { query: ["b"] }), Input)).toEqual({ ...common, query: ["b"], body: ["a"] });
  });

  test("knows a body that is one key, headers by name, and files of a form", () => {
    const list = z.object({ ids: z.array(Id), dryRun: z.boolean().optional(), file: z.custom(), user: z.string() });
    expect(where(post("/x", { body: "ids", headers: { user: "bo-user" }, query: ["file"] }), list)).toMatchObject({
      wholeBody: "ids",
      headers: ["user: bo-user"],
      query: ["file", "dryRun"],
    });
    expect(where(post("/x", { files: ["file"] }), list)).toMatchObject({
      files: ["file"],
      body: ["ids", "dryRun", "user"],
    });
  });

  test("takes a path key by its documented name", () => {
    const { path, rest } = plan(get("/x/{id:companySampleId}"), Input);
    expect([rest.path, path.map(({ key, name }) => `${key} as ${name}`)]).toEqual([
      "/x/{companySampleId}",
      ["id as companySampleId"],
    ]);
    expect(() => plan(get("/x/{nope:id}"), Input)).toThrow('no key "nope"');
  });

  test("knows where the company stands, and refuses one that may be left out", () => {
    const inside = (rest: RestMeta) => {
      const it = ofCompany("vehicle.read", rest)
        .input(z.object({ name: z.string() }))
        .output(Nothing)
        .mutation(() => undefined);
      return planOperations(router({ it }))[0]?.company?.place;
    };
    expect(inside(get("/x/{companyId}"))).toBe("path");
    expect(inside(get("/x"))).toBe("query");
    expect(inside(post("/x", { query: ["companyId"] }))).toBe("query");
    expect(inside(post("/x"))).toBe("body");
    expect(() => inside(post("/x", { headers: { companyId: "x-company" } }))).toThrow("neither path, query nor body");
    expect(() => inside(post("/x", { body: "companyId" }))).toThrow("neither path, query nor body");
    const optional = router({
      it: open(post("/x"))
        .meta({ permission: "vehicle.read", company: "companyId" })
        .input(z.object({ companyId: Id.optional() }))
        .output(Nothing)
        .mutation(() => undefined),
    });
    expect(() => planOperations(optional)).toThrow('"companyId" is optional');
  });

  test("tells which procedures take or give files", () => {
    const files = (rest: RestMeta, input: z.ZodType, output: z.ZodType) =>
      proceduresOf(one(rest, input, output)).map(([, procedure]) => takesOrGivesFiles(procedure))[0];
    expect(files(post("/x", { files: ["file"] }), z.object({ file: Upload }), Nothing)).toBe(true);
    expect(files(get("/x"), Input, Download)).toBe(true);
    expect(files(get("/x"), Input, z.union([z.object({ a: z.string() }), Download]))).toBe(true);
    expect(files(get("/x"), Input, z.object({ a: z.string() }))).toBe(false);
  });

  test("answers 204 without an output, else 200 or what is said", () => {
    expect(plan(get("/x"), z.object({}), Nothing).status).toBe(204);
    expect(plan(get("/x"), z.object({})).status).toBe(200);
    expect(plan(post("/x", { status: 201 }), z.object({})).status).toBe(201);
  });

  test("refuses to start on an unknown key, an optional path key, a key placed twice, a missing output", () => {
    expect(() => plan(get("/x/{nope}"), Input)).toThrow('no key "nope"');
    expect(() => plan(post("/x", { files: ["nope"] }), Input)).toThrow('no key "nope"');
    expect(() => plan(post("/x", { headers: { nope: "x" } }), Input)).toThrow('no key "nope"');
    expect(() => plan(get("/x/{a}"), Input)).toThrow('"a" is optional');
    expect(() => plan(get("/x/{id}", { query: ["id"] }), Input)).toThrow("placed twice");
    const silent = router({
      it: open(get("/x"))
        .input(Input)
        .query(() => 1),
    });
    expect(() => planOperations(silent)).toThrow("no output");
  });

  test("refuses two operations on one route that the same credential would reach, whatever their keys are called", () => {
    const at = (a: Meta["rest"], b: Meta["rest"]) =>
      router({
        one: permitted("pers.read", a)
          .input(z.object({ id: Id }))
          .output(Nothing)
          .query(() => undefined),
        two: permitted("pers.read", b)
          .input(z.object({ key: Id }))
          .output(Nothing)
          .query(() => undefined),
      });
    const path = ["/x/{id}", "/x/{key}"] as const;
    expect(() => planOperations(at(get(path[0]), get(path[1])))).toThrow("both answer");
    expect(() => planOperations(at(get(path[0]), get(path[1], { auth: "either" })))).toThrow("both answer");
    expect(() => planOperations(at(get(path[0]), get(path[1], { auth: "none" })))).toThrow("both answer");
    expect(planOperations(at(get(path[0]), get(path[1], { auth: "apiKey" })))).toHaveLength(2);
    expect(planOperations(at(get(path[0]), post(path[1])))).toHaveLength(2);
  });
});

describe("a text becomes what its schema wants", () => {
  const as = (schema: z.ZodType, text: string) => {
    const field = plan(get("/x"), z.object({ k: schema })).query.get("k");
    return field && fromText(field, text);
  };
  test.each<[string, z.ZodType, string, unknown]>([
    ["a whole number", z.int(), "12", 12],
    ["an optional number", z.number().nullable().optional(), "-1.5", -1.5],
    ["hexadecimal is no number", z.int(), "0x10", "0x10"],
    ["blank is no number", z.int(), " ", " "],
    ["infinity is no number", z.int(), "Infinity", "Infinity"],
    ["a number with a tail", z.int(), "12abc", "12abc"],
    ["one of some numbers", z.literal([1, 2]), "2", 2],
    ["false", z.boolean(), "false", false],
    ["1 for true", z.boolean().default(true), "1", true],
    ["yes is no boolean", z.boolean(), "yes", "yes"],
    ["a name every object has", z.boolean(), "constructor", "constructor"],
    ["digits that are a text", z.string(), "12", "12"],
    ["a text or a number", z.union([z.string(), z.number()]), "12", "12"],
    ["a list", z.array(z.string()), "a, b,,c", ["a", "b", "c"]],
    ["a list of numbers", z.array(z.int()).optional(), "1,x", [1, "x"]],
    ["an enum", z.enum(["a", "b"]), "a", "a"],
    ["a named schema", z.number().meta({ id: "RestPlanTestNumber" }).optional(), "3", 3],
  ])("%s", (_, schema, text, value) => {
    expect(as(schema, text)).toEqual(value);
  });
});
