import { AppError } from "@/server/kit/call/errors";
import type { Body } from "./rest-body";
import { type JsonSchema, type Operation, resolve } from "./rest-plan";

// `Prefer: handling=strict` (RFC 7240): what an operation does not declare is refused in place of being ignored.

export const isStrict = (headers: Headers) =>
  /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i.test(headers.get("prefer") ?? "");

export const strictApplied = { "preference-applied": "handling=strict" } as const;

const most = 100;

/** Where a value has fields that no branch of its schema declares, by their paths. */
function undeclaredIn(value: unknown, part: JsonSchema, root: JsonSchema, at: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  const schema = resolve(part, root);
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => (some ?? []) as JsonSchema[]);
  if (branches.length > 0) {
    const faults = branches.map((branch) => new Set(undeclaredIn(value, branch, root, at)));
    return [...(faults[0] ?? [])].filter((path) => faults.every((some) => some.has(path)));
  }
  if (Array.isArray(value)) {
    const items = (schema.items ?? {}) as JsonSchema;
    return value.flatMap((item, index) => undeclaredIn(item, items, root, `${at}${index}.`));
  }
  const { properties, additionalProperties } = schema;
  if (!properties || additionalProperties) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    Object.hasOwn(properties, key)
      ? undeclaredIn(inner, properties[key] as JsonSchema, root, `${at}${key}.`)
      : [`${at}${key}`],
  );
}

function undeclaredInBody({ body, files, wholeBody, input }: Operation, sent: Body): string[] {
  if (sent === null) return [];
  if ("form" in sent) {
    const names = new Set([...body, ...files].map(({ name }) => name));
    return sent.form.map(({ name }) => name).filter((name) => !names.has(name));
  }
  if (wholeBody) return undeclaredIn(sent.json, wholeBody.schema, input, "");
  const properties = Object.fromEntries(body.map(({ key, schema }) => [key, schema]));
  return undeclaredIn(sent.json, { type: "object", properties } as JsonSchema, input, "");
}

/** @throws AppError 400 that names every query parameter and field that the operation does not declare */
export function assertDeclared(operation: Operation, query: URLSearchParams, body: Body) {
  const parameters = [...query.keys()].filter((name) => !operation.query.has(name));
  const paths = [...new Set([...parameters, ...undeclaredInBody(operation, body)])].slice(0, most);
  if (paths.length === 0) return;
  const errors = paths.map((path) => ({ path: path.slice(0, 200), message: "Nothing of this name is declared here." }));
  throw new AppError("invalid_input", undefined, { errors, headers: strictApplied });
}
