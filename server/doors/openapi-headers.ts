import { preferenceHeader, rateLimitHeaders } from "./openapi-parts";
import { idOf, type PlainDocument } from "./openapi-plain";
import type { Operation } from "./rest-plan";

const prefer = {
  name: "Prefer",
  in: "header" as const,
  required: false,
  description:
    "`handling=strict` has fields and parameters that are not declared refused; without it they are ignored.",
  schema: { type: "string" as const },
};

/**
 * Adds the headers that the door itself reads and sends for every operation: `Prefer` and `Preference-Applied`, and the
 * `RateLimit` ones to the successes of those that count the caller.
 */
export function withDoorHeaders(document: PlainDocument, operations: Operation[]): PlainDocument {
  const limited = new Set(operations.filter(({ rest }) => rest.limited).map(idOf));
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    operation.parameters.push(prefer);
    const counted = limited.has(operation.operationId) ? rateLimitHeaders : {};
    for (const response of Object.values(operation.responses))
      if ("description" in response) response.headers = { ...response.headers, ...counted, ...preferenceHeader };
  }
  return document;
}
