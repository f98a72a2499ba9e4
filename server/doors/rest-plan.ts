import type { AnyRouter } from "@trpc/server";
import { z } from "zod";
import type { Ctx } from "@/server/kit/call/context";
import { takesKey } from "@/server/kit/call/idempotency";
import type { Meta, RestAuth, RestMeta } from "@/server/kit/call/meta";
import { chainOf } from "./rest-chain";
import { searchOf } from "./rest-search";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Where one input key comes from, and what its text is turned into. */
export interface Field {
  key: string;
  /** the query parameter's, header's or form field's name */
  name: string;
  kind: "string" | "number" | "boolean" | "json";
  /** comma-separated in a query string, repeated in a form */
  list: boolean;
  required: boolean;
  /** what the input gets where a request does not have it */
  absent?: string;
  schema: JsonSchema;
}

/** One documented operation: its procedure, and where each key of the procedure's input lives in a request. */
export interface Operation {
  /** the procedure's path in the router, such as "role.list" */
  name: string;
  /** its path as the documents write it */
  rest: RestMeta;
  meta: Meta;
  /** where the request names the company that the operation is inside of */
  company?: { field: Field; place: "path" | "query" | "body" };
  /** the list that it asks with its filters in the body (`searchOf`) */
  searches?: Operation;
  /** what it makes can be read at its path and the id: `Location` says where */
  isLocated?: boolean;
  status: number;
  takesKey: boolean;
  /** in the order of the path */
  path: Field[];
  query: Map<string, Field>;
  headers: Field[];
  /** keys of a JSON object, or text fields of a form */
  body: Field[];
  /** the key that is the whole JSON body */
  wholeBody?: Field;
  files: Field[];
  bodyType: "none" | "json" | "multipart";
  /** the input as JSON Schema, with its `$defs` */
  input: JsonSchema;
  output: z.ZodType;
  /** the input as its procedure takes it; throws what zod throws */
  check: (input: unknown) => unknown;
  call: (ctx: Ctx, input: unknown) => Promise<unknown>;
}

/** What tRPC keeps at run time behind its types. */
export interface Procedure {
  (options: object): Promise<unknown>;
  _def: {
    type: "query" | "mutation" | "subscription";
    meta?: Meta;
    inputs: z.ZodType[];
    output?: z.ZodType;
    /** what a call runs through, the work itself last */
    middlewares: object[];
  };
}

export const proceduresOf = (router: AnyRouter) => Object.entries(router._def.procedures as Record<string, Procedure>); // every procedure is such a function

/** The JSON Schema of what a procedure takes; several `.input()`s are one object. */
export function inputSchemaOf(procedure: Procedure): JsonSchema {
  const parts = procedure._def.inputs.map((input) =>
    z.toJSONSchema(input, { io: "input", unrepresentable: "any", reused: "inline" }),
  );
  if (parts.length === 1 && parts[0]) return parts[0];
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map((part) => resolve(part, part).properties)),
    required: [...new Set(parts.flatMap((part) => resolve(part, part).required ?? []))],
    $defs: Object.assign({}, ...parts.map((part) => part.$defs)),
  };
}

/** Read from the schema itself: as JSON Schema, which takes long, an output is needed where it is documented only. */
const isBinary = (schema: z.core.$ZodType): boolean =>
  z.globalRegistry.get(schema)?.format === "binary" ||
  (schema instanceof z.ZodUnion && schema.options.some(isBinary)) ||
  ((schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) && isBinary(schema.unwrap()));

const outputSchemas = new WeakMap<z.ZodType, JsonSchema>();

/** An output as JSON Schema, made once: several doors look at every output when the process starts. */
export function outputSchemaOf(output: z.ZodType): JsonSchema {
  const schema = outputSchemas.get(output) ?? z.toJSONSchema(output, { unrepresentable: "any" });
  outputSchemas.set(output, schema);
  return schema;
}

/** Does a procedure take files in a form, or answer with one? */
export const takesOrGivesFiles = ({ _def: { meta, output } }: Procedure): boolean =>
  Boolean(meta?.rest?.files?.length || meta?.files?.length) || (output !== undefined && isBinary(output));

/** A value as all the inputs of a procedure together take it. @throws ZodError */
export function checkedInput({ _def }: Procedure, value: unknown): unknown {
  const parts = _def.inputs.map((input) => input.parse(value));
  return parts.length > 1 ? Object.assign({}, ...parts) : parts[0];
}

/** The schema that a `$ref` into `$defs` stands for. */
export function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.startsWith("#/$defs/") && schema.$ref.slice("#/$defs/".length);
  const target = name ? root.$defs?.[name] : undefined;
  return target ? resolve(target as JsonSchema, root) : schema;
}

/** The fields of every key an input can have; of a union, those of all its branches. */
export function fieldsOf(root: JsonSchema): Map<string, Field> {
  const fields = new Map<string, Field>();
  const visit = (part: JsonSchema, optional: boolean) => {
    const schema = resolve(part, root);
    for (const [key, property] of Object.entries(schema.properties ?? {}))
      fields.set(key, fieldOf(key, property as JsonSchema, root, !optional && !!schema.required?.includes(key)));
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) visit(branch as JsonSchema, true);
    for (const branch of schema.allOf ?? []) visit(branch as JsonSchema, optional);
  };
  visit(root, false);
  return fields;
}

function fieldOf(key: string, schema: JsonSchema, root: JsonSchema, required: boolean): Field {
  const types = typesOf(schema, root);
  const list = types.has("array") && !types.has("string");
  const items = list ? typesOf(itemsOf(schema, root), root) : types;
  return { key, name: key, kind: kindOf(items), list, required, schema };
}

function itemsOf(part: JsonSchema, root: JsonSchema): JsonSchema {
  const schema = resolve(part, root);
  const branch = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((one) =>
    typesOf(one as JsonSchema, root).has("array"),
  );
  return branch ? itemsOf(branch as JsonSchema, root) : ((schema.items ?? {}) as JsonSchema);
}

function kindOf(types: Set<string>): Field["kind"] {
  if (types.has("string")) return "string";
  if (types.has("number") || types.has("integer")) return "number";
  if (types.has("boolean")) return "boolean";
  return types.has("object") || types.has("array") ? "json" : "string";
}

function typesOf(part: JsonSchema, root: JsonSchema): Set<string> {
  const schema = resolve(part, root);
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as JsonSchema[];
  const values = schema.enum ?? ("const" in schema ? [schema.const] : []);
  return new Set([
    ...[schema.type ?? []].flat(),
    ...values.map((value) => typeof value),
    ...branches.flatMap((branch) => [...typesOf(branch, root)]),
  ]);
}

/**
 * Where the request names the company.
 * @throws where it may be left out, because the operation would then be in no company
 */
function companyIn(
  key: string,
  places: Record<NonNullable<Operation["company"]>["place"], Field[]>,
  wrong: (what: string) => Error,
): Operation["company"] {
  for (const place of ["path", "query", "body"] as const) {
    const field = places[place].find((one) => one.key === key);
    if (field && !field.required) throw wrong(`its company "${key}" is optional`);
    if (field) return { field, place };
  }
  throw wrong(`its company "${key}" stands in neither path, query nor body`);
}

/** Plans one procedure. @throws where its `rest` does not fit its schemas, so that the process does not start */
function planOperation(name: string, procedure: Procedure, meta: Meta, rest: RestMeta): Operation {
  const { output } = procedure._def;
  const wrong = (what: string) => new Error(`${name} (${rest.method} ${rest.path}): ${what}`);
  if (!output) throw wrong("it declares no output");
  const input = inputSchemaOf(procedure);
  const left = fieldsOf(input);
  const take = (key: string, over: Partial<Field> = {}): Field => {
    const field = left.get(key);
    if (!field) throw wrong(`its input has no key "${key}", or it is placed twice`);
    left.delete(key);
    return { ...field, ...over };
  };
  const path = [...rest.path.matchAll(pathKey)].map(([, key = "", name = key]) => take(key, { name }));
  const optional = path.find((field) => !field.required);
  if (optional) throw wrong(`the path key "${optional.key}" is optional`);
  const headers = Object.entries(rest.headers ?? {}).map(([key, header]) => take(key, { name: header }));
  if (left.has("ifMatch")) {
    // What screens must name is a choice here, as the documents have it.
    const isDemanded = left.get("ifMatch")?.required;
    headers.push(take("ifMatch", { name: "If-Match", required: false, absent: isDemanded ? "*" : undefined }));
  }
  const files = (rest.files ?? []).map((key) => take(key));
  const wholeBody = rest.body === undefined ? undefined : take(rest.body);
  const query = (rest.query ?? []).map((key) => take(key));
  const unplaced = [...left.values()];
  const hasBody = !wholeBody && rest.method !== "GET" && rest.method !== "DELETE";
  if (wholeBody && files.length) throw wrong("a form has no whole JSON body");
  const body = hasBody ? unplaced : [];
  if (!hasBody) query.push(...unplaced);
  return {
    name,
    rest: { ...rest, path: documentedPath(rest.path) },
    meta,
    company: meta.company === undefined ? undefined : companyIn(meta.company, { path, query, body }, wrong),
    status: rest.status ?? (output instanceof z.ZodVoid ? 204 : 200),
    takesKey: takesKey(procedure._def),
    path,
    query: new Map(query.map((field) => [field.name, field])),
    headers,
    body,
    wholeBody,
    files,
    bodyType: files.length ? "multipart" : wholeBody || body.length ? "json" : "none",
    input,
    output,
    check: (value) => checkedInput(procedure, value),
    call: chainOf(procedure, name),
  };
}

const credentials: Record<RestAuth, string[]> = {
  bearer: ["bearer"],
  apiKey: ["key"],
  either: ["bearer", "key"],
  none: ["bearer", "key"],
  own: ["bearer", "key"],
};
const overlap = (a: RestAuth, b: RestAuth) => credentials[a].some((one) => credentials[b].includes(one));

/** Of each router; a schema takes a hundred times as long to read as a request to answer. */
const plans = new WeakMap<AnyRouter, Operation[]>();

/** Every procedure that carries `rest`, as it was planned once. @throws on the first that contradicts itself or another one */
export function planOperations(router: AnyRouter): Operation[] {
  const operations = plans.get(router) ?? plan(router);
  plans.set(router, operations);
  return operations;
}

function plan(router: AnyRouter): Operation[] {
  const operations: Operation[] = [];
  for (const [name, procedure] of proceduresOf(router)) {
    const { meta } = procedure._def;
    const rest = meta?.rest;
    if (!rest) continue;
    const operation = planOperation(name, procedure, meta, rest);
    const twin = operations.find(
      (other) =>
        other.rest.method === rest.method &&
        shapeOf(other.rest.path) === shapeOf(operation.rest.path) &&
        overlap(other.rest.auth, rest.auth),
    );
    if (twin) throw new Error(`${name} and ${twin.name} both answer ${rest.method} ${rest.path}`);
    operations.push(operation);
    const search = searchOf(operation);
    if (search) operations.push({ ...operation, ...search, searches: operation });
  }
  const read = new Set(operations.flatMap(({ rest }) => (rest.method === "GET" ? [shapeOf(rest.path)] : [])));
  for (const operation of operations) {
    const { rest, status, output } = operation;
    operation.isLocated = status === 201 && !rest.empty && hasId(output) && read.has(`${shapeOf(rest.path)}/{}`);
  }
  return operations;
}

const hasId = (output: z.ZodType) => {
  const json = outputSchemaOf(output);
  return "id" in (resolve(json, json).properties ?? {});
};

const pathKey = /\{(\w+)(?::(\w+))?\}/g;

/** A path as the documents write it: `{id:alertId}` of ours is their `{alertId}`. */
export const documentedPath = (path: string) => path.replace(pathKey, (_, key, name = key) => `{${name}}`);

/** A path without the names of its keys, to compare two paths. */
export const shapeOf = (path: string) => path.replace(/\{\w+\}/g, "{}");
