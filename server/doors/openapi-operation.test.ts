import { expect, test } from "vitest";
import { z } from "zod";
import { del, get, patch, post, put, type RestMeta } from "@/server/kit/call/meta";
import { ofCompany, open, router, signedIn } from "@/server/kit/call/procedure";
import { byId, Download, Id, Nothing, Upload } from "@/server/kit/call/wire";
import { plainDocument } from "./openapi-plain";
import { planOperations } from "./rest-plan";

// Each kind of operation as the document shows it, whole: what is said too much fails as well as what is missing.

const Answer = z.object({ id: Id, version: z.int() }).meta({ id: "OperationTestAnswer" });
const answer = { $ref: "#/components/schemas/OperationTestAnswer" };
const uuid = { type: "string", format: "uuid" };
const text = { type: "string" };
const bearer = { bearer: [] };

/** The document's one operation of a procedure. */
function shown(operation: ReturnType<typeof post> | undefined, input: z.ZodType, output: z.ZodType = Answer) {
  const it = signedIn(operation)
    .input(input)
    .output(output)
    .mutation(() => ({}) as never);
  return only(router({ it }));
}
function only(of: Parameters<typeof planOperations>[0]) {
  const { paths, components } = JSON.parse(JSON.stringify(plainDocument(planOperations(of))));
  const [[path, methods]] = Object.entries(paths) as [[string, Record<string, object>]];
  const [[method, operation]] = Object.entries(methods) as [[string, object]];
  return { at: `${method} ${path}`, schemas: components.schemas, operation };
}
const errors = (...statuses: number[]) =>
  Object.fromEntries(
    [429, 500, 503, ...statuses].map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );
const done = (schema: object = answer) => ({ description: "Done.", content: { "application/json": { schema } } });
const tagged = {
  ...done(),
  headers: { ETag: { description: "Names this version; for If-Match.", schema: text } },
};
const replayed = {
  "Idempotency-Replayed": {
    description: "`true` where this is the first answer again, to the same Idempotency-Key.",
    schema: text,
  },
};
const keyed = { ...tagged, headers: { ...tagged.headers, ...replayed } };
const empty = { description: "Done; there is no body." };
const key = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key within 24 hours gets the first answer again instead of a second effect.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};
const parameter = (where: string, name: string, required: boolean, schema: object) => ({
  name,
  in: where,
  required,
  schema,
});

test("a record that is read", () => {
  const list = z.object({
    id: Id,
    tags: z.array(z.string()).optional(),
    n: z.string().meta({ description: "Which." }),
  });
  const it = open(get("/x/{id}", { auth: "none" }))
    .input(list)
    .output(Answer)
    .query(() => ({}) as never);
  expect(only(router({ sampleList: router({ getOne: it }) }))).toMatchObject({
    at: "get /api/x/{id}",
    operation: {
      operationId: "getOneSampleList",
      summary: "sampleList.getOne",
      tags: ["sampleList"],
      security: [],
    },
  });
  expect(only(router({ it })).operation).toEqual({
    operationId: "it",
    summary: "it",
    description: "it. Needs no credentials.",
    tags: ["it"],
    security: [],
    parameters: [
      parameter("path", "id", true, uuid),
      { ...parameter("query", "tags", false, { type: "array", items: text }), style: "form", explode: false },
      { ...parameter("query", "n", true, text), description: "Which." },
    ],
    responses: { 200: tagged, ...errors(400, 404, 431) },
  });
});

test("a record that is changed, with its version and a body of a name", () => {
  const { operation, schemas, at } = shown(
    patch("/x/{id}", { dto: "OperationTestUpdate", section: "4.13", summary: "Change it" }),
    byId({ a: z.string().optional(), b: z.int().min(1).max(2) }),
  );
  expect(at).toBe("patch /api/x/{id}");
  expect(operation).toEqual({
    operationId: "it",
    summary: "Change it",
    description:
      "Change it. For anybody who is signed in. `If-Match` takes the record's `ETag` or its `version`: 412 where it has changed since. Section 4.13 of the API's specification.",
    tags: ["Firmware"],
    security: [bearer],
    parameters: [
      parameter("path", "id", true, uuid),
      parameter("header", "If-Match", false, { type: "string", maxLength: 200 }),
      key,
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/OperationTestUpdate" } } },
    },
    responses: { 200: keyed, ...errors(400, 401, 403, 404, 412, 413, 415, 422) },
  });
  expect(schemas.OperationTestUpdate).toEqual({
    type: "object",
    properties: { a: text, b: { type: "integer", minimum: 1, maximum: 2 } },
    required: ["b"],
  });
});

test("a tag where an answer names a version, and where it is read; limits of those who are counted", () => {
  const Plain = z.object({ id: Id }).meta({ id: "OperationTestPlain" });
  const headersOf = (rest: RestMeta, output: z.ZodType) =>
    Object(shown(rest, z.object({}), output).operation).responses[200].headers;
  expect(headersOf(get("/x"), Plain).ETag.description).toBe("Names this answer; for If-None-Match.");
  expect(headersOf(get("/x"), Answer).ETag.description).toBe("Names this version; for If-Match.");
  expect(headersOf(post("/x", { status: 200 }), Answer)).toEqual(keyed.headers);
  for (const output of [z.object({ items: z.array(Plain) }), z.array(Plain), z.string()])
    expect(headersOf(get("/x"), output)).toEqual(replayed);
  expect(headersOf(post("/x", { status: 200 }), Plain)).toEqual(replayed);

  const { responses } = Object(shown(post("/x", { limited: true }), z.object({ a: z.string() })).operation);
  expect([responses[413], responses[422], responses[429]].map(({ $ref }) => $ref.split("/").pop())).toEqual([
    "413",
    "422Counted",
    "429Counted",
  ]);
});

test("what has no body, in the request or in the answer", () => {
  const gone = shown(del("/x/{id}"), z.object({ id: Id, why: z.string().optional() }), Nothing).operation;
  expect(gone).toMatchObject({
    parameters: [parameter("path", "id", true, uuid), parameter("query", "why", false, text), key],
    responses: { 204: empty, ...errors(400, 401, 403, 404, 422) },
  });
  expect(gone).not.toHaveProperty("requestBody");
  const quiet = shown(put("/x", { empty: true }), z.object({ a: z.string().optional() })).operation;
  expect(quiet).toMatchObject({ requestBody: { required: false } });
  expect(quiet).toHaveProperty("responses", {
    200: { ...empty, headers: replayed },
    ...errors(400, 401, 403, 413, 415, 422),
  });
  const plain = shown(get("/x"), z.object({})).operation;
  expect(plain).toHaveProperty("responses", { 200: keyed, ...errors(401, 403) });
  const moved = shown(post("/x", { status: 204 }), z.object({})).operation;
  expect(moved).toHaveProperty("responses", { 204: { ...empty, headers: replayed }, ...errors(401, 403, 422) });
});

test("a body that is one key, and one that is all of the input", () => {
  const ids = { type: "array", items: uuid };
  const bodyOf = (rest: RestMeta, input: z.ZodType) => Object(shown(rest, input).operation).requestBody;
  expect(bodyOf(post("/x", { body: "ids" }), z.object({ ids: z.array(Id) }))).toEqual({
    required: true,
    content: { "application/json": { schema: ids } },
  });
  expect(bodyOf(post("/x", { body: "ids" }), z.object({ ids: z.array(Id).optional() }))).toMatchObject({
    required: false,
  });
  const Whole = z.object({ a: z.string() }).meta({ id: "OperationTestWhole" });
  const named = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
  // A schema of a name has its own in the document; the other is what is left beside the path.
  expect(bodyOf(post("/x"), z.object({ whole: Whole }))).toMatchObject({
    content: {
      "application/json": { schema: { properties: { whole: named("OperationTestWhole")["application/json"].schema } } },
    },
  });
  expect(bodyOf(post("/x", { dto: "OperationTestAll" }), z.object({ a: z.string() }))).toEqual({
    required: true,
    content: named("OperationTestAll"),
  });
});

test("headers of the documents, of which Authorization belongs to the credentials", () => {
  const input = z.object({ user: z.string(), token: z.string(), a: z.string() });
  const headers = { user: "bo-user", token: "Authorization" };
  const { operation } = shown(post("/x", { headers, auth: "own" }), input);
  expect(operation).toMatchObject({
    parameters: [parameter("header", "bo-user", true, text), key],
    security: [bearer],
    responses: errors(400, 401, 403, 413, 415, 422),
  });
  expect(Object(operation).responses).not.toHaveProperty("412");
  expect(Object(shown(get("/x", { headers }), input).operation).responses).toHaveProperty("400");
  const security = (auth: RestMeta["auth"]) => Object(shown(post("/x", { auth }), z.object({})).operation).security;
  expect([security("either"), security("apiKey"), security("bearer")]).toEqual([
    [bearer, { ApiKeyAuth: [] }],
    [{ ApiKeyAuth: [] }],
    [bearer],
  ]);
});

test("files, alone and beside what is no file", () => {
  const file = { type: "string", format: "binary" };
  const upload = shown(
    post("/x", { files: ["file"] }),
    z.object({ file: Upload, n: z.int().min(0).max(9).optional() }),
  );
  expect(upload.operation).toMatchObject({
    requestBody: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: { properties: { file, n: { type: "integer", minimum: 0, maximum: 9 } }, required: ["file"] },
        },
      },
    },
  });
  const octets = { "application/octet-stream": { schema: file } };
  const answers = (output: z.ZodType) =>
    Object(shown(get("/x/{id}"), z.object({ id: Id }), output).operation).responses[200];
  expect(answers(Download)).toEqual({ description: "Done.", headers: replayed, content: octets });
  expect(answers(z.union([Answer, Download]))).toEqual({ ...keyed, content: { ...keyed.content, ...octets } });
  expect(answers(z.union([Answer, z.string()]))).toEqual({
    ...keyed,
    content: { "application/json": { schema: { anyOf: [answer, text] } } },
  });
});

test("an operation within a company may find none", () => {
  const it = ofCompany("vehicle.read", get("/x"))
    .output(Answer)
    .query(() => ({}) as never);
  expect(only(router({ it })).operation).toMatchObject({
    parameters: [parameter("query", "companyId", true, uuid)],
    responses: { 200: done(), ...errors(400, 401, 403, 404) },
  });
});

test("two variants of one path take what either takes and require what both require", () => {
  const variant = (path: string, auth: RestMeta["auth"], input: z.ZodType, output: z.ZodType) =>
    signedIn(post(path, { auth, query: ["n"] }))
      .input(input)
      .output(output)
      .mutation(() => ({}) as never);
  const both = router({
    a: variant("/x/{id}/y", "bearer", z.object({ id: Id, n: z.string(), m: z.string() }), Answer),
    b: variant("/x/{key}/y", "apiKey", z.object({ key: Id, n: z.string() }), Nothing),
  });
  expect(only(both)).toMatchObject({
    at: "post /api/x/{id}/y",
    operation: {
      operationId: "a",
      security: [bearer, { ApiKeyAuth: [] }],
      parameters: [parameter("path", "id", true, uuid), parameter("query", "n", true, text), key],
      requestBody: { required: true },
      responses: { 200: done(), 204: empty },
    },
  });
  const optional = router({
    a: variant("/x", "bearer", z.object({ n: z.string().optional() }), Answer),
    b: variant("/x", "apiKey", z.object({ n: z.string(), m: z.string() }), Answer),
  });
  expect(only(optional).operation).toMatchObject({
    parameters: [parameter("query", "n", false, text), key],
    requestBody: { required: true },
  });
});

test("who may call is everybody of the company, or its people with a right", () => {
  const said = (permission: "member" | "team.read") => {
    const input = z.object({ companyId: Id });
    const it = ofCompany(permission, get("/companies/{companyId}/it"))
      .input(input)
      .output(Answer)
      .query(() => ({}) as never);
    return Object(only(router({ it })).operation).description;
  };
  expect(said("member")).toContain("For everybody who belongs to the company.");
  expect(said("team.read")).toContain("For the company's people with the right");
});

test("the document lists paths and tags in order, whatever the router's, and answers before inputs", () => {
  const In = z.object({ a: z.string().default("b") }).meta({ id: "OperationTestBoth" });
  const at = (path: string, section?: RestMeta["section"]) =>
    signedIn(post(path, { section }))
      .input(z.object({ body: In }))
      .output(In)
      .mutation(() => ({}) as never);
  const document = plainDocument(
    planOperations(router({ z: at("/a"), m: at("/c", "4.13"), a: at("/b"), c: at("/d", "4.2"), b: at("/e", "4.2") })),
  );
  expect(Object.keys(document.paths)).toEqual(["/api/a", "/api/b", "/api/c", "/api/d", "/api/e"]);
  expect(document.tags.map(({ name }) => name)).toEqual([
    "App versions and conditional features",
    "Firmware",
    "a",
    "z",
  ]);
  expect(Object.keys(document.components.schemas)).toEqual(["OperationTestBoth", "OperationTestBothInput", "Problem"]);
  expect(document.components.schemas.OperationTestBoth).toMatchObject({ required: ["a"] });
  expect(document.components.schemas.OperationTestBoth).not.toHaveProperty("additionalProperties");
  expect(document.components.schemas.OperationTestBothInput).not.toHaveProperty("required");
  const { 429: often, 401: unknown } = document.components.responses;
  expect(often?.headers).toHaveProperty("Retry-After");
  expect([unknown?.description]).toEqual([
    "Credentials are missing; or: This operation takes credentials of another kind; or: The token is not valid; or: The access token has expired; or: The session has ended; or: E-mail or password is wrong; or: A code of the second factor is needed in addition to the password; or: The code of the second factor is wrong or was used before",
  ]);
  expect(Object.keys(document.components.responses).join(" ")).toBe("400 401 403 413 415 422 429 500 503");
});
