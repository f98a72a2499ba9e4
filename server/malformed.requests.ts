import fc from "fast-check";
import { type Field, type JsonSchema, type Operation, resolve } from "@/server/doors/rest-plan";

/** Draws what chance decides; the same seed draws the same. */
type Draw = fc.GeneratorValue;
/** Ids that exist, by the table they are of. */
export type KnownIds = Map<string, string[]>;

const word = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");
const singular = (name: string) => word(name).replace(/ies$/, "y").replace(/s$/, "");
const nowhere = "00000000-0000-7000-8000-00000000dead";

const long = "ä".repeat(70_000);
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const evil: unknown[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00x",
  long,
  "null",
  "NaN",
  "%",
  "_",
  "\\",
  "'; drop table pers; --",
  "<b>",
  "1e999",
  "-0",
  "0x10",
  "9".repeat(400),
  "2026-02-31",
  "2026-13-01T00:00:00Z",
  "+275760-09-13",
  "0000-01-01",
  "-infinity",
  "infinity",
  "__proto__",
  "constructor",
  "no-such-value",
  "xx:yy",
  "a@b",
  nowhere,
  "=1+1",
  "{}",
  0,
  -1,
  1.5,
  -0,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MIN_VALUE,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  { toString: "x" },
  Array(3_000).fill(0),
  Array(3_000).fill({ a: 1 }),
  JSON.parse('{"__proto__":{"a":1}}'),
  JSON.parse(deep(63)),
  JSON.parse(deep(200)),
  { a: "\0" },
  ["\ud800"],
];
const evilTexts = evil.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).concat("a,b,,\0,");
const rawBodies: (string | Buffer)[] = [
  "",
  " ",
  "{",
  "[]",
  "null",
  "0",
  '"x"',
  "true",
  "[{}]",
  "{}",
  '{"a":}',
  "\ufeff{}",
  deep(100_000),
  "NaN",
  "a=b",
  '{"id":"\\ud800"}',
  '{"__proto__":null}',
  '{"a":1e999}',
  `{"a":${"9".repeat(1_000)}}`,
  "x".repeat(1_100_000),
  Buffer.from([0xff, 0xfe, 0x7b]),
  Buffer.from('{"a":"\xff"}', "latin1"),
  Buffer.alloc(2_000),
];
const types = [
  "",
  "text/plain",
  "application/xml",
  "application/json; charset=utf-16",
  "multipart/form-data",
  "é",
  "/",
];
const headerValues = ["", "*", '"', '"x"', '"-1"', '"99999999999999999999"', 'W/"1"', "1, 2", "é", "x".repeat(9_000)];
const headerNames = [
  "if-match",
  "if-none-match",
  "idempotency-key",
  "content-length",
  "accept",
  "range",
  "x-request-id",
];
const texts = ["1.0.0", "en", "+33", "abcdef01", "admin@persdesk.demo", "Demo-pass-2026", "Some text", "label.name"];

const among = <T>(draw: Draw, values: readonly T[]) => values[draw(fc.nat, values.length - 1)] as T; // none is empty
const chance = (draw: Draw, percent: number) => draw(fc.integer, { min: 1, max: 100 }) <= percent;

/** Writes values that fit a JSON Schema well enough to come far, with ids that exist where the key says of what. */
class Sound {
  constructor(
    private readonly draw: Draw,
    private readonly root: JsonSchema,
    private readonly ids: KnownIds,
    private readonly router: string,
  ) {}

  id(key: string) {
    const wanted = singular(key === "id" || key === "ids" ? this.router : key.replace(/Ids?$/, ""));
    const fitting = [...this.ids].find(([table]) => singular(table) === wanted)?.[1];
    if (fitting?.length && chance(this.draw, 85)) return among(this.draw, fitting);
    return among(this.draw, [...this.ids.values()].flat().concat(nowhere));
  }

  value(part: JsonSchema, key: string): unknown {
    const schema = resolve(part, this.root);
    if (schema.enum?.length) return among(this.draw, schema.enum);
    if ("const" in schema) return schema.const;
    const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
    if (branches.length) return this.value(among(this.draw, branches), key);
    switch (among(this.draw, [schema.type ?? "string"].flat())) {
      case "object":
        return this.object(schema);
      case "array":
        return Array.from({ length: schema.minItems ?? 1 }, () => this.value((schema.items ?? {}) as JsonSchema, key));
      case "integer":
      case "number":
        return Math.max(schema.minimum ?? 1, 1);
      case "boolean":
        return chance(this.draw, 50);
      case "null":
        return null;
      default:
        return this.text(schema, key);
    }
  }

  private object({ properties = {}, required = [] }: JsonSchema) {
    const kept = Object.entries(properties).filter(([name]) => required.includes(name) || chance(this.draw, 60));
    return Object.fromEntries(kept.map(([name, property]) => [name, this.value(property as JsonSchema, name)]));
  }

  private text({ format, minLength = 0, maxLength = 100 }: JsonSchema, key: string) {
    if (format === "uuid") return this.id(key);
    if (format === "date-time") return "2026-01-31T10:00:00.000Z";
    if (format === "date") return "2026-01-31";
    if (format === "email") return "admin@persdesk.demo";
    return among(this.draw, texts).padEnd(minLength, "0").slice(0, maxLength);
  }
}

/** Puts something evil in the place of a value, or of one somewhere inside it. */
function spoiled(draw: Draw, value: unknown): unknown {
  if (typeof value !== "object" || value === null || chance(draw, 40)) return among(draw, evil);
  const keys = Object.keys(value);
  if (keys.length === 0) return among(draw, evil);
  const key = among(draw, keys);
  const inner = spoiled(draw, (value as Record<string, unknown>)[key]);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...value, [key]: inner };
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function formOf(draw: Draw, operation: Operation, fields: Record<string, unknown>) {
  const form = new FormData();
  for (const { key } of operation.files) {
    const content = among(draw, rawBodies.concat("name,value\na.b,c\n", 'name,value\n"a', "name;value\n\0;x"));
    const file = new File([new Uint8Array(Buffer.from(content))], among(draw, ["a.csv", "a.xlsx", "", long]));
    if (chance(draw, 90)) form.append(key, chance(draw, 85) ? file : "no file");
  }
  for (const [key, value] of Object.entries(fields)) form.append(key, asText(value).toWellFormed());
  return form;
}

/**
 * A request that an operation must refuse, or at least survive: a sound one with one to three things spoiled.
 * @returns what `fetch` takes, without credentials
 */
export function malformedRequest(draw: Draw, operation: Operation, ids: KnownIds) {
  const { rest, bodyType } = operation;
  const sound = new Sound(draw, operation.input, ids, operation.name.split(".")[0] ?? "");
  const soundOf = ({ key, schema }: Field) => sound.value(schema, key);
  const isSent = ({ required }: Field) => required || chance(draw, 50);
  const valuesOf = (fields: Field[]) => fields.filter(isSent).map((field) => [field.name, soundOf(field)] as const);
  const path = operation.path.map((field) => encodeURIComponent(asText(soundOf(field))));
  const query = valuesOf([...operation.query.values()]).map(([name, value]) => [name, asText(value)] as const);
  const headers = new Headers();
  let content: unknown = operation.whole ? soundOf(operation.whole) : Object.fromEntries(valuesOf(operation.body));
  let raw: string | Buffer | undefined;
  let type = "application/json";

  const spoil = {
    path: () => {
      const segments = ["%00", "%ff", "%ED%A0%80", "..%2f..", "-", "x".repeat(5_000), ...evilTexts.slice(0, 40)];
      const segment = among(draw, segments);
      path[draw(fc.nat, path.length - 1)] = /^%|^\.\./.test(segment)
        ? segment
        : encodeURIComponent(segment.toWellFormed()) || "-";
    },
    query: () => {
      const names = [...operation.query.keys(), "limit", "page", "sortBy", "isGetAll", "__proto__", "x"];
      const name = among(draw, names);
      for (let times = chance(draw, 15) ? 2 : 1; times > 0; times--) query.push([name, among(draw, evilTexts)]);
    },
    header: () => headers.set(among(draw, headerNames), among(draw, headerValues)),
    field: () => {
      content = spoiled(draw, content);
    },
    body: () => {
      raw = among(draw, rawBodies);
    },
    type: () => {
      type = among(draw, types);
    },
  };
  const kinds: (keyof typeof spoil)[] = ["query", "header"];
  if (path.length) kinds.push("path");
  if (bodyType !== "none") kinds.push("field", "field", "field", "body", "type");
  for (let times = draw(fc.integer, { min: 1, max: 3 }); times > 0; times--) spoil[among(draw, kinds)]();

  const search = new URLSearchParams(query.map(([name, text]) => [name, text.toWellFormed()])).toString();
  let index = 0;
  const url = `http://localhost/api${rest.path.replaceAll(/\{\w+\}/g, () => path[index++] ?? "-")}?${search}`;
  const isForm = bodyType === "multipart" && raw === undefined;
  const body = isForm ? formOf(draw, operation, Object(content)) : (raw ?? JSON.stringify(content));
  if (!isForm && bodyType !== "none") headers.set("content-type", type);
  return { url, method: rest.method, headers, body: bodyType === "none" ? undefined : body };
}
