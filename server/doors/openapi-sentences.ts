import { sentenceOfField, sentenceOfFilter } from "./field-texts";
import type { OpenApiOperation } from "./openapi-plain";
import type { ApiDocument } from "./openapi-webhooks";
import type { JsonSchema } from "./rest-plan";

const refOf = /^#\/components\/schemas\/(.+)$/;

/** The components that a part of the document names itself, not through another component. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { $ref } = value as { $ref?: unknown };
  const [, name] = refOf.exec(String($ref)) ?? [];
  return [...(name ? [name] : []), ...Object.values(value).flatMap(namesIn)];
}

const few = (all: Set<string>) =>
  all.size > 3 ? `${[...all].slice(0, 3).join("; ")}; and others` : [...all].join("; ");

/** What each component is for: the bodies and the answers that it is, and the components that it is part of. */
function usesOf({ paths, webhooks, components }: ApiDocument) {
  const uses = new Map<string, Record<"Body of" | "Answer of" | "Part of", Set<string>>>();
  const note = (kind: "Body of" | "Answer of" | "Part of", by: string, part: unknown) => {
    for (const name of namesIn(part)) {
      const known = uses.get(name) ?? { "Body of": new Set(), "Answer of": new Set(), "Part of": new Set() };
      known[kind].add(by);
      uses.set(name, known);
    }
  };
  for (const methods of Object.values(paths))
    for (const { summary, requestBody, responses } of Object.values(methods)) {
      note("Body of", summary, requestBody);
      note("Answer of", summary, responses);
    }
  for (const [event, { post }] of Object.entries(webhooks)) note("Body of", `the webhook ${event}`, post.requestBody);
  note("Answer of", "Every operation that fails", components.responses);
  for (const [name, schema] of Object.entries(components.schemas)) note("Part of", name, schema);
  return uses;
}

/** A sentence for each property, at every level, that has none. */
function explainProperties(value: unknown) {
  if (typeof value !== "object" || value === null) return;
  const { properties } = value as { properties?: unknown };
  for (const [name, schema] of Object.entries(Object(properties) as Record<string, JsonSchema>)) {
    const sentence = schema.description ?? sentenceOfField(name, schema);
    if (sentence) schema.description = sentence;
  }
  for (const inner of Object.values(value)) explainProperties(inner);
}

function explainParameters({ parameters }: OpenApiOperation) {
  const isList = parameters.some(({ name }) => name === "limit");
  for (const parameter of parameters) {
    const { name, schema, required } = parameter;
    const sentence = parameter.in === "query" && isList && !required ? sentenceOfFilter : sentenceOfField;
    parameter.description ??= name === "If-Match" ? ifMatch : sentence(name, schema);
  }
}

const ifMatch = "The version to change: the record's `ETag`, or its `version` in quotation marks.";

/** Gives each parameter, property and component of the document a sentence where it has none of its own. */
export function explain(plain: ApiDocument): ApiDocument {
  const document: ApiDocument = JSON.parse(JSON.stringify(plain)); // in which no part is shared
  const uses = usesOf(document);
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      explainParameters(operation);
      explainProperties(operation.requestBody);
      explainProperties(operation.responses);
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    explainProperties(schema);
    const said = Object.entries(uses.get(name) ?? {}).filter(([kind, by]) => by.size > 0 && kind !== "Part of");
    const parts = uses.get(name)?.["Part of"] ?? new Set();
    const shown = said.length > 0 || parts.size === 0 ? said : [["Part of", parts] as const];
    if (!schema.description && shown.length)
      schema.description = shown.map(([kind, by]) => `${kind}: ${few(by)}.`).join(" ");
  }
  return document;
}
