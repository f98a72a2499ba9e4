import fc from "fast-check";
import type { Field, Operation } from "@/server/doors/rest-plan";
import {
  among,
  asText,
  chance,
  type Draw,
  deep,
  evilTexts,
  type KnownIds,
  long,
  Sound,
  spoiled,
} from "./malformed.values";

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
 * A request that an operation must refuse, or at least survive: a valid one with one to three things changed for the
 * worse.
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
  let content: unknown = operation.wholeBody
    ? soundOf(operation.wholeBody)
    : Object.fromEntries(valuesOf(operation.body));
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
