import { describe, expect, test } from "vitest";
import { z } from "zod";
import { errorCodes } from "@/server/kit/call/error-codes";
import { get, patch, post } from "@/server/kit/call/meta";
import { ofCompany, open, router, signedIn } from "@/server/kit/call/procedure";
import { byId, Download, Id, Nothing, Upload } from "@/server/kit/call/wire";
import { plainDocument } from "./openapi-plain";
import { planOperations } from "./rest-plan";

const Part = z.object({ name: z.string() }).meta({ id: "OpenApiTestPart" });
const Thing = z.object({ id: Id, part: Part, tags: z.array(z.string()).default([]) }).meta({ id: "OpenApiTestThing" });
const Create = z.object({ part: Part, thing: Thing.optional() }).meta({ id: "OpenApiTestCreate" });

const sampleRouter = router({
  get: open(get("/samples/{id}", { auth: "none", section: "4.2" }))
    .input(z.object({ id: Id, tags: z.array(z.string()).optional(), n: z.int().meta({ description: "How many." }) }))
    .output(Thing)
    .query(() => ({}) as never),
  all: open(get("/samples", { auth: "none", section: "4.2" }))
    .output(z.object({ items: z.array(Thing) }))
    .query(() => ({}) as never),
  create: signedIn(post("/samples", { status: 201, section: "4.10" }))
    .input(Create)
    .output(Thing)
    .mutation(() => ({}) as never),
  update: signedIn(patch("/samples/{id:sampleId}", { dto: "OpenApiTestUpdate" }))
    .input(byId({ part: Part.optional() }))
    .output(Nothing)
    .mutation(() => undefined),
  refresh: open(post("/samples/refresh", { auth: "own", headers: { token: "Authorization" } }))
    .input(z.object({ token: z.string() }))
    .output(Thing)
    .mutation(() => ({}) as never),
  byPerson: signedIn(post("/samples/{id}/links"))
    .input(z.object({ id: Id, a: z.string() }))
    .output(Thing)
    .mutation(() => ({}) as never),
  byKey: signedIn(post("/samples/{key}/links", { auth: "apiKey", headers: { user: "bo-user" } }))
    .input(z.object({ key: Id, a: z.string(), user: z.string() }))
    .output(Thing)
    .mutation(() => ({}) as never),
  upload: signedIn(post("/samples/upload", { files: ["file"] }))
    .input(z.object({ file: Upload }))
    .output(z.union([Thing, Download]))
    .mutation(() => ({}) as never),
  ofCompany: ofCompany("vehicle.read", get("/samples/by-company/{id:companySampleId}"))
    .input(z.object({ id: Id }))
    .output(Thing)
    .query(() => ({}) as never),
});
const build = () => JSON.parse(JSON.stringify(plainDocument(planOperations(sampleRouter))));
const document = build();
const at = (path: string, method: string) => document.paths[`/api/samples${path}`][method];
const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("the OpenAPI document", () => {
  test("is the same each time, and each of its references leads somewhere", () => {
    expect(build()).toEqual(document);
    const reversed = plainDocument(planOperations(sampleRouter).reverse());
    expect(JSON.stringify(reversed)).toBe(JSON.stringify(document));
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) =>
      path.split("/"),
    );
    expect(refs.length).toBeGreaterThan(10);
    for (const path of refs)
      expect([path, path.reduce((inside, key) => inside?.[key], document)]).toEqual([path, expect.any(Object)]);
    expect(JSON.stringify(document)).not.toContain("$defs");
  });

  test("names what the documents name; what goes in and what comes out are two schemas where they differ", () => {
    expect(at("", "post").requestBody.content["application/json"].schema).toEqual(component("OpenApiTestCreate"));
    expect(at("", "post").responses[201].content["application/json"].schema).toEqual(component("OpenApiTestThing"));
    const { schemas } = document.components;
    expect(schemas.OpenApiTestThing.required).toContain("tags");
    expect(schemas[schemas.OpenApiTestCreate.properties.thing.$ref.split("/").pop()].required).not.toContain("tags");
    expect(at("/{id}", "patch").requestBody).toEqual({
      required: false,
      content: { "application/json": { schema: component("OpenApiTestUpdate") } },
    });
    expect(Object.keys(schemas.OpenApiTestUpdate.properties)).toEqual(["part"]);
  });

  test("lists parameters with their place, and the headers the adapter itself reads", () => {
    expect(at("/{id}", "get").parameters).toEqual([
      { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      {
        name: "tags",
        in: "query",
        required: false,
        schema: { type: "array", items: { type: "string" } },
        style: "form",
        explode: false,
      },
      {
        name: "n",
        in: "query",
        required: true,
        description: "How many.",
        schema: expect.objectContaining({ type: "integer" }),
      },
    ]);
    const names = (path: string, method: string) => at(path, method).parameters.map((p: { name: string }) => p.name);
    expect(names("/{id}", "patch")).toEqual(["id", "If-Match", "Idempotency-Key"]);
    expect(names("", "post")).toEqual(["Idempotency-Key"]);
    expect(names("/refresh", "post")).toEqual([]);
  });

  test("says which credentials and statuses there are", () => {
    expect([at("/{id}", "get").security, at("/refresh", "post").security]).toEqual([[], [{ bearer: [] }]]);
    expect(Object.keys(at("/{id}", "get").responses)).toEqual(["200", "400", "404", "429", "431", "500", "503"]);
    expect(Object.keys(at("/{id}", "patch").responses)).toEqual([
      "204",
      "400",
      "401",
      "403",
      "404",
      "412",
      "413",
      "415",
      "422",
      "429",
      "500",
      "503",
    ]);
    expect(document.components.schemas.Problem.properties.code.enum).toEqual(Object.keys(errorCodes));
    expect(document.tags.map((tag: { name: string }) => tag.name)).toEqual([
      "App versions and conditional features",
      "Authentication and self-service",
      "byKey",
      "byPerson",
      "ofCompany",
      "refresh",
      "update",
      "upload",
    ]);
  });

  test("calls a path key by the documents' name, and asks for the company", () => {
    const { parameters, responses } = at("/by-company/{companySampleId}", "get");
    const places = parameters.map((one: { in: string; name: string; required: boolean }) => [
      one.in,
      one.name,
      one.required,
    ]);
    expect(places).toEqual([
      ["path", "companySampleId", true],
      ["query", "companyId", true],
    ]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "403", "404"]));
  });

  test("shows two variants of one path as one operation", () => {
    const both = at("/{id}/links", "post");
    expect(document.paths["/api/samples/{key}/links"]).toBeUndefined();
    expect(both.security).toEqual([{ bearer: [] }, { ApiKeyAuth: [] }]);
    expect(both.parameters).toContainEqual(expect.objectContaining({ name: "bo-user", required: false }));
    expect(both.parameters.filter((p: { in: string }) => p.in === "path")).toHaveLength(1);
  });

  test("shows files as binary, in a form and in an answer", () => {
    const { requestBody, responses } = at("/upload", "post");
    expect(requestBody.content["multipart/form-data"].schema.properties.file).toEqual({
      type: "string",
      format: "binary",
    });
    expect(Object.keys(responses[200].content)).toEqual(["application/json", "application/octet-stream"]);
    expect(responses[200].content["application/json"].schema).toEqual(component("OpenApiTestThing"));
  });
});
