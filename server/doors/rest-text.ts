import type { FieldError } from "@/server/kit/call/error-codes";
import { AppError } from "@/server/kit/call/errors";
import { t } from "@/texts/t";
import type { Field, Operation } from "./rest-plan";

const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const booleans: Record<string, boolean> = { true: true, "1": true, false: false, "0": false };

/**
 * The value of a text from a query string, header or form, as the plan says. A text that does not parse is left as it
 * is, so that the schema refuses it (400) with its own message.
 */
export function fromText(field: Field, text: string): unknown {
  if (field.list && !(field.kind === "json" && text.trimStart().startsWith("[")))
    return text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part) => fromText({ ...field, list: false }, part));
  if (field.kind === "number") return number.test(text) ? Number(text) : text;
  if (field.kind === "boolean") return Object.hasOwn(booleans, text) ? booleans[text] : text;
  return field.kind === "json" ? fromJson(text) : text;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Puts the query string's parameters into `input`. One that is not declared is ignored, an empty one counts as not sent.
 * @throws AppError 400 for a declared one that is sent twice
 */
export function readQuery(fields: Map<string, Field>, query: URLSearchParams, input: Record<string, unknown>) {
  const errors: FieldError[] = [];
  for (const [name, text] of query) {
    const field = fields.get(name);
    if (!field || text === "") continue;
    if (Object.hasOwn(input, field.key)) errors.push({ path: name, message: "Send this once." });
    input[field.key] = fromText(field, text);
  }
  if (errors.length)
    throw new AppError(
      "invalid_input",
      t("{fields}: sent more than once.", { fields: errors.map((e) => e.path).join(", ") }),
      { errors },
    );
}

/** The value of a query parameter; undefined where it is sent twice. */
export function queryValue(query: URLSearchParams, name: string): string | undefined {
  const [value, second] = query.getAll(name);
  return second === undefined ? value : undefined;
}

/**
 * The input keys that live in the path, the query string and the headers.
 * @param path the path's segments in the order of the plan, decoded
 */
export function readParameters(operation: Operation, path: string[], query: URLSearchParams, headers: Headers) {
  const input: Record<string, unknown> = {};
  for (const [index, field] of operation.path.entries()) input[field.key] = fromText(field, path[index] ?? "");
  readQuery(operation.query, query, input);
  return Object.assign(input, readHeaders(operation, headers));
}

/** The input keys that come from headers. */
export function readHeaders(operation: Operation, headers: Headers) {
  const input: Record<string, unknown> = {};
  for (const field of operation.headers) {
    const text = headers.get(field.name);
    input[field.key] = text ? fromText(field, text) : field.absent;
  }
  return input;
}
