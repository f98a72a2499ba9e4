import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openApi } from "@/server/doors/openapi";
import { planOperations } from "@/server/doors/rest-plan";
import { breaksBetween } from "./api-changes";
import { appRouter } from "./root";

// What was released stays as it is for callers: the document of each release against the present one.

const folder = "docs/api/released";
const releases = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+\.json$/.test(name));
const changes = readFileSync("docs/api/changes.md", "utf8");

describe("what callers were promised", () => {
  it.each(releases)("is kept since %s, but for what docs/api/changes.md announces", (name) => {
    const released = JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
    const present = JSON.parse(JSON.stringify(openApi(planOperations(appRouter))));
    const broken = breaksBetween(released, present).map(({ rule, at }) => `\`${at}\`: ${rule}`);
    expect(broken.filter((line) => !changes.includes(line))).toEqual([]);
  });

  it("is of one release at least", () => expect(releases).not.toEqual([]));
});

/** A document with one of everything that a rule looks at. */
const text = JSON.stringify({
  paths: {
    "/a": {
      post: {
        operationId: "addA",
        security: [{ bearer: [] }, { ApiKeyAuth: [] }],
        parameters: [{ name: "n", in: "query", required: false, schema: { type: "integer", minimum: 1 } }],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/In" } } } },
        responses: {
          "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Out" } } } },
          "202": { description: "Later." },
        },
      },
      get: { operationId: "getA", security: [], parameters: [], responses: { "200": { description: "Done." } } },
    },
  },
  webhooks: { done: { post: { requestBody: { content: {} } } } },
  components: {
    schemas: {
      In: {
        type: "object",
        properties: {
          label: { type: "string", maxLength: 10 },
          size: { type: ["integer", "string"] },
          kind: { type: "string", enum: ["a", "b"] },
        },
        required: ["label"],
      },
      Out: {
        type: "object",
        properties: {
          id: { type: "string" },
          kind: { enum: ["a", "b"] },
          part: { anyOf: [{ type: "object", properties: { x: { type: "number" } } }, { type: "null" }] },
        },
        required: ["id"],
      },
    },
  },
});
const base = () => JSON.parse(text);
type Shape = ReturnType<typeof base>;

const post = (document: Shape) => document.paths["/a"].post;
const body = (document: Shape) => document.components.schemas.In.properties;
const answer = (document: Shape) => document.components.schemas.Out;
const set = (at: object, value: object) => void Object.assign(at, value);
const drop = (at: object, key: string) => void Reflect.deleteProperty(at, key);

const pairs: [rule: string, at: string, (document: Shape) => void][] = [
  ["an operation is gone", "GET /a", (d) => drop(d.paths["/a"], "get")],
  ["an operation has another id", "GET /a", (d) => set(d.paths["/a"].get, { operationId: "readA" })],
  [
    "an operation asks for credentials that it did not ask for",
    "GET /a",
    (d) => set(d.paths["/a"].get, { security: [{ bearer: [] }] }),
  ],
  ["an operation takes a kind of credentials no more", "POST /a", (d) => set(post(d), { security: [{ bearer: [] }] })],
  ["a parameter is gone", "POST /a n", (d) => set(post(d), { parameters: [] })],
  ["a parameter is newly required", "POST /a n", (d) => set(post(d).parameters[0], { required: true })],
  ["a body is newly required", "POST /a", (d) => set(post(d).requestBody, { required: true })],
  ["a body is taken no more", "POST /a", (d) => drop(post(d), "requestBody")],
  ["a success status is gone", "POST /a 202", (d) => drop(post(d).responses, "202")],
  [
    "a content type is gone",
    "POST /a 200 application/json",
    (d) => drop(post(d).responses["200"].content, "application/json"),
  ],
  ["a request takes a type no more", "POST /a.size: string", (d) => set(body(d).size, { type: "integer" })],
  [
    "an answer has a type that it had not",
    "POST /a 200.id: null",
    (d) => set(answer(d).properties.id, { type: ["string", "null"] }),
  ],
  ["a request takes fewer choices", "POST /a.kind", (d) => set(body(d).kind, { enum: ["a"] })],
  ["an answer has more choices", "POST /a 200.kind", (d) => set(answer(d).properties.kind, { enum: ["a", "b", "c"] })],
  ["a limit of a request is tighter", "POST /a.label: maxLength", (d) => set(body(d).label, { maxLength: 9 })],
  ["a limit of a request is tighter", "POST /a n: minimum", (d) => set(post(d).parameters[0].schema, { minimum: 2 })],
  ["a request has another pattern", "POST /a.label", (d) => set(body(d).label, { pattern: "^a" })],
  ["a field of a request is gone", "POST /a.size", (d) => drop(body(d), "size")],
  [
    "a field of a request is newly required",
    "POST /a.size",
    (d) => set(d.components.schemas.In, { required: ["label", "size"] }),
  ],
  [
    "a field of an answer is gone",
    "POST /a 200.part.x",
    (d) => drop(answer(d).properties.part.anyOf[0].properties, "x"),
  ],
  ["a field of an answer may be missing", "POST /a 200.id", (d) => set(answer(d), { required: [] })],
  ["a webhook is gone", "done", (d) => drop(d.webhooks, "done")],
];

describe("the rules of what breaks a caller", () => {
  it.each(pairs)("%s: %s", (rule, at, change) => {
    const after = base();
    change(after);
    expect(breaksBetween(base(), after)).toEqual([{ rule, at }]);
  });

  it("have a pair each", () => {
    const source = readFileSync("server/api-changes.ts", "utf8");
    const rules = [
      ...source.matchAll(
        /"(an? (?:operation|parameter|body|success|content|request|answer|limit|field|webhook) [^"]+)"/g,
      ),
    ];
    const told = new Set(pairs.map(([rule]) => rule));
    expect(rules.length).toBeGreaterThan(18);
    expect(rules.map(([, rule = ""]) => rule).filter((rule) => !told.has(rule))).toEqual([]);
  });

  it("let the API grow", () => {
    const after = base();
    set(after.paths, { "/b": { get: { operationId: "b", responses: {} } } });
    set(body(after), { note: { type: "string" } });
    set(body(after).kind, { enum: ["a", "b", "c"] });
    set(body(after).label, { maxLength: 20 });
    set(answer(after).properties, { more: { type: "string" } });
    set(answer(after), { required: ["id", "kind"] });
    set(post(after).responses, { "201": { description: "Made." } });
    expect(breaksBetween(base(), after)).toEqual([]);
  });
});
