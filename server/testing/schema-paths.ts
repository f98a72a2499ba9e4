import type { Field, JsonSchema, Operation } from "@/server/doors/rest-plan";
import { resolve } from "@/server/doors/rest-plan";
import { asText } from "@/server/malformed.values";

/** Where a value lies in an input: keys, and "0" for the first of a list. */
export type Path = string[];

/** Where a schema takes what `isIt` says, however deep. */
export function pathsTo(part: JsonSchema, root: JsonSchema, isIt: (schema: JsonSchema) => boolean): Path[] {
  const visit = (one: JsonSchema, path: Path): Path[] => {
    if (path.length > 8) return [];
    const schema = resolve(one, root);
    if (isIt(schema)) return [path];
    const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    const inner = [
      ...branches.map((branch) => [branch, path] as const),
      ...Object.entries(schema.properties ?? {}).map(([key, property]) => [property, [...path, key]] as const),
      ...(schema.items ? [[schema.items, [...path, "0"]] as const] : []),
    ];
    return inner.flatMap(([next, at]) => visit(next as JsonSchema, [...at]));
  };
  return [...new Map(visit(part, []).map((at) => [at.join("."), at])).values()];
}

/** The input with another value at a path, whose parts are made where they are not there. */
export function withValue(input: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (key === "0") return [withValue(Array.isArray(input) ? input[0] : undefined, rest, value)];
  const object = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  return { ...object, [key]: withValue(object[key], rest, value) };
}

/** The schema without what need not be given. */
export const neededOf = ({ properties = {}, required = [], ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  required,
  properties: Object.fromEntries(Object.entries(properties).filter(([key]) => required.includes(key))),
});

/** An input as an operation of the REST door takes it: its path below /api with the query, and its body. */
export function requestOf(operation: Operation, asked: unknown) {
  const input = Object(asked) as Record<string, unknown>;
  const named = (fields: Field[]) =>
    fields.flatMap((field) => (field.key in input ? [[field.name, input[field.key]] as const] : []));
  const query = named([...operation.query.values()]).map(([key, one]) => [key, asText(one)]);
  let segment = 0;
  const place = operation.rest.path.replaceAll(/\{\w+\}/g, () =>
    encodeURIComponent(asText(input[operation.path[segment++]?.key ?? ""] ?? "-")),
  );
  const whole = operation.wholeBody && input[operation.wholeBody.key];
  const body = operation.bodyType === "none" ? undefined : (whole ?? Object.fromEntries(named(operation.body)));
  return { path: `${place}?${new URLSearchParams(query)}`, body };
}
