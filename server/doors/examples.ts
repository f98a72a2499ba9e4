import recorded from "./examples.json";
import { idOf, type OpenApiOperation } from "./openapi-plain";
import type { ApiDocument } from "./openapi-webhooks";
import type { Field, Operation } from "./rest-plan";

/** A call that was sent: what its procedure took, by key, and what was answered. */
interface Example {
  input?: Record<string, unknown>;
  answer?: unknown;
}

/** A call of each operation, by its name in the router; server/api-examples.slow.test.ts sends and writes them. */
export const examples: Record<string, Example> = recorded;

const given = (fields: Field[], input: Record<string, unknown>) =>
  Object.fromEntries(fields.filter(({ key }) => input[key] !== undefined).map(({ key }) => [key, input[key]]));

function illustrate(shown: OpenApiOperation, operation: Operation) {
  const { input = {}, answer } = examples[operation.name] ?? {};
  for (const field of [...operation.path, ...operation.query.values()]) {
    const parameter = shown.parameters.find(({ name }) => name === field.name);
    if (parameter && input[field.key] !== undefined) parameter.example = input[field.key];
  }
  const asked = shown.requestBody?.content["application/json"];
  const body = operation.wholeBody ? input[operation.wholeBody.key] : given(operation.body, input);
  if (asked && Object.keys(Object(body)).length > 0) asked.example = body;
  if (answer === undefined) return;
  const { isLater } = operation.rest;
  const answers = {
    [operation.status]: answer,
    ...(isLater && { 202: { ...Object(answer), status: isLater, endedAt: null } }),
  };
  for (const [status, example] of Object.entries(answers)) {
    const done = shown.responses[status];
    const answered = done && "content" in done ? done.content?.["application/json"] : undefined;
    if (answered) answered.example = example;
  }
}

/** Adds an example to each parameter, body and answer of the document that has one. */
export function addExamples(document: ApiDocument, operations: Operation[]): ApiDocument {
  const shown = new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );
  for (const operation of operations) {
    const found = shown.get(idOf(operation));
    if (found) illustrate(found, operation);
  }
  return document;
}
