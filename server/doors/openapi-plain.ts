import { z } from "zod";
import { version } from "@/env/version";
import { type Section, sectionNames, sections } from "@/server/kit/call/sections";
import { introduction, sectionSentences } from "./introduction";
import { errorName, errorResponses, problemSchema } from "./openapi-parts";
import { isSchemaOfFile, Schemas } from "./openapi-schema";
import { descriptionOf, operationIdOf, summaryOf } from "./operation-texts";
import { type Field, type JsonSchema, type Operation, shapeOf } from "./rest-plan";

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
  style?: "form";
  explode?: false;
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Content;
}
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response | { $ref: string }>;
}

const tagOf = ({ rest, name }: Operation) => (rest.section ? sections[rest.section] : (name.split(".")[0] ?? name));

const securityOf = ({ rest: { auth } }: Operation): Record<string, string[]>[] => {
  if (auth === "none") return [];
  if (auth === "either") return [{ bearer: [] }, { ApiKeyAuth: [] }];
  return [auth === "apiKey" ? { ApiKeyAuth: [] } : { bearer: [] }];
};

/** The id of an operation in the document; a search is named for its list: `searchRiders`. */
export const idOf = ({ name, searches }: Operation) =>
  searches ? operationIdOf(name).replace(/^(list|get)/, "search") : operationIdOf(name);
const dtoOf = (operation: Operation) =>
  operation.searches ? `${idOf(operation).replace(/^s/, "S")}DTO` : operation.rest.dto;

const keysOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, key = ""]) => key);

/** @param path as the document shows it: operations of one path may call its keys by different names */
function parametersOf(operation: Operation, path: string, schemas: Schemas): Parameter[] {
  const keys = keysOf(path);
  const parameter = (where: Parameter["in"], field: Field): Parameter => {
    const { description, ...schema } = schemas.take(field.schema, operation.input);
    return {
      name: field.name,
      in: where,
      required: where === "path" || field.required,
      ...(typeof description === "string" && { description }),
      schema,
      ...(where === "query" && field.list && { style: "form", explode: false }),
    };
  };
  return [
    ...operation.path.map((field, index) => parameter("path", { ...field, name: keys[index] ?? field.key })),
    ...[...operation.query.values()].map((field) => parameter("query", field)),
    // OpenAPI keeps Authorization to the security schemes.
    ...operation.headers
      .filter(({ name }) => !/^authorization$/i.test(name))
      .map((field) => parameter("header", field)),
    ...(operation.takesKey
      ? [
          {
            name: "Idempotency-Key",
            in: "header" as const,
            required: false,
            description: "The same key within 24 hours gets the first answer again instead of a second effect.",
            schema: { type: "string" as const, minLength: 1, maxLength: 255 },
          },
        ]
      : []),
  ];
}

function bodyOf(operation: Operation, schemas: Schemas): OpenApiOperation["requestBody"] {
  const { bodyType, wholeBody, body, files, input } = operation;
  if (bodyType === "none") return undefined;
  if (wholeBody) {
    const schema = schemas.take(wholeBody.schema, input);
    return { required: wholeBody.required, content: { "application/json": { schema } } };
  }
  const fields = [...files, ...body];
  const only = operation.path.length + operation.query.size + operation.headers.length === 0;
  const whatIsLeft: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(fields.map(({ key, schema }) => [key, schema])),
    required: fields.filter((field) => field.required).map(({ key }) => key),
  };
  const schema = schemas.take(only ? input : whatIsLeft, input);
  const named = schema.$ref ? schema : schemas.named(dtoOf(operation), schema);
  const type = bodyType === "json" ? "application/json" : "multipart/form-data";
  return { required: fields.some((field) => field.required), content: { [type]: { schema: named } } };
}

const ofVersion = { description: "Names this version; for If-Match.", schema: { type: "string" as const } };
const ofAnswer = { description: "Names this answer; for If-None-Match.", schema: { type: "string" as const } };

/** The tag of an answer, as `tagOf` gives it: a list has none, and what is not read has one where it names a version. */
function tagFor({ rest }: Operation, { type, properties = {} }: JsonSchema) {
  if (type !== "object" || "items" in properties) return undefined;
  if ("version" in properties || "revision" in properties) return { ETag: ofVersion };
  return rest.method === "GET" ? { ETag: ofAnswer } : undefined;
}

const replayed = {
  description: "`true` where this is the first answer again, to the same Idempotency-Key.",
  schema: { type: "string" as const },
};

const location = {
  description: "Where what was made can be read.",
  schema: { type: "string" as const, format: "uri-reference" },
};

function successOf(operation: Operation, schemas: Schemas): Response {
  const { status, output, rest, takesKey, isLocated } = operation;
  const isEmpty = status === 204 || rest.empty || output instanceof z.ZodVoid;
  const description = isEmpty ? "Done; there is no body." : "Done.";
  const repeated = takesKey && { "Idempotency-Replayed": replayed };
  if (isEmpty) return { description, ...(repeated && { headers: repeated }) };
  const schema = schemas.of(output);
  const branches = (schema.anyOf as JsonSchema[] | undefined) ?? [schema];
  const json = branches.filter((branch) => !isSchemaOfFile(branch));
  const content: Content = {};
  if (json.length) content["application/json"] = { schema: json.length === branches.length ? schema : (json[0] ?? {}) };
  if (json.length < branches.length)
    content["application/octet-stream"] = { schema: { type: "string", format: "binary" } };
  const [tagged] = json.flatMap((branch) => tagFor(operation, schemas.resolved(branch)) ?? []);
  const headers = {
    ...tagged,
    ...(rest.isRanged && { ETag: ofAnswer }),
    ...repeated,
    ...(isLocated && { Location: location }),
  };
  return { description, ...(Object.keys(headers).length > 0 && { headers }), content };
}

const statusesOf = ({ rest, company, path, query, headers, bodyType, searches }: Operation) => {
  const takesInput = path.length + query.size + headers.length > 0 || bodyType !== "none";
  return [
    ...(takesInput ? [400] : []),
    ...(rest.auth === "none" ? [] : [401, 403]),
    ...(path.length || company ? [404] : []),
    ...(headers.some(({ name }) => name === "If-Match") ? [412] : []),
    ...(bodyType === "none" ? [] : [413, 415]),
    ...(rest.method === "GET" || searches ? [] : [422]),
    429,
    ...(query.size > 0 ? [431] : []),
    500,
    503,
    ...(rest.alsoAnswers ?? []),
  ];
};

const allStatuses = (operations: Operation[]) => [...new Set(operations.flatMap(statusesOf))];

function describe(operation: Operation, path: string, schemas: Schemas): OpenApiOperation {
  const requestBody = bodyOf(operation, schemas);
  return {
    operationId: idOf(operation),
    summary: summaryOf(operation),
    description: descriptionOf(operation),
    tags: [tagOf(operation)],
    security: securityOf(operation),
    parameters: parametersOf(operation, path, schemas),
    ...(requestBody && { requestBody }),
    responses: {
      [operation.status]: successOf(operation, schemas),
      ...(operation.rest.isLater && { 202: { ...successOf(operation, schemas), description: "It goes on." } }),
      ...Object.fromEntries(
        statusesOf(operation).map((status) => {
          const name = errorName(status, operation.rest.limited === true);
          return [status, { $ref: `#/components/responses/${name}` }];
        }),
      ),
    },
  };
}

/** Two variants of one path as one operation: it takes what either takes, and requires what both require. */
function merge(a: OpenApiOperation, b: OpenApiOperation): OpenApiOperation {
  const parameters = [...a.parameters, ...b.parameters].reduce((seen, parameter) => {
    const key = `${parameter.in} ${parameter.name}`;
    const inBoth = [a, b].every((one) => one.parameters.some((p) => `${p.in} ${p.name}` === key && p.required));
    return seen.has(key) ? seen : seen.set(key, { ...parameter, required: parameter.in === "path" || inBoth });
  }, new Map<string, Parameter>());
  return {
    ...a,
    description: `${a.description} Or so: ${b.description}`,
    security: [...a.security, ...b.security],
    parameters: [...parameters.values()],
    requestBody: a.requestBody ?? b.requestBody,
    responses: { ...b.responses, ...a.responses },
  };
}

/** The OpenAPI 3.1 document of these operations, without what is added to explain it. */
export function plainDocument(operations: Operation[]) {
  const schemas = new Schemas();
  schemas.named("Problem", problemSchema);
  const sorted = [...operations].sort((a, b) => compare(a.rest.path, b.rest.path) || compare(a.name, b.name));
  for (const { output } of sorted) schemas.of(output); // first, so that answers have the plain names
  const paths = new Map<string, { path: string; methods: Record<string, OpenApiOperation> }>();
  for (const operation of sorted) {
    const path = `/api${operation.rest.path}`;
    const method = operation.rest.method.toLowerCase();
    const entry = paths.get(shapeOf(path)) ?? { path, methods: {} };
    const described = describe(operation, entry.path, schemas);
    const other = entry.methods[method];
    entry.methods[method] = other ? merge(other, described) : described;
    paths.set(shapeOf(path), entry);
  }
  const used = new Set(operations.map(tagOf));
  const others = [...used].filter((name) => !sectionNames.includes(name)).sort();
  const tags = [...sectionNames.filter((name) => used.has(name)), ...others];
  return {
    openapi: "3.1.0",
    info: {
      title: "Persdesk",
      version,
      summary: "Backoffice for connected PERS devices on vehicles.",
      description: introduction,
      contact: { name: "Whoever runs this installation" },
    },
    servers: [{ url: "/" }],
    tags: tags.map((name) => ({ name, description: sentenceOf(name) })),
    paths: Object.fromEntries([...paths.values()].map(({ path, methods }) => [path, methods])),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        ApiKeyAuth: { type: "apiKey", in: "header", name: "x-api-key" },
      },
      responses: errorResponses(allStatuses(operations), allStatuses(operations.filter(({ rest }) => rest.limited))),
      schemas: schemas.components(),
    },
  };
}

const files = "Files that records hold, such as documentation and pictures.";
const sentenceOf = (tag: string) => {
  const section = Object.keys(sections).find((key) => sections[key as Section] === tag); // the keys are sections
  return section ? sectionSentences[section as Section] : files;
};

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

export type PlainDocument = ReturnType<typeof plainDocument>;
