import { addExamples } from "./examples";
import { withDoorHeaders } from "./openapi-headers";
import { plainDocument } from "./openapi-plain";
import { explain } from "./openapi-sentences";
import { withWebhooks } from "./openapi-webhooks";
import type { Operation } from "./rest-plan";

/** The OpenAPI 3.1 document of these operations, explained; the same operations always give the same text. */
export const openApi = (operations: Operation[]) =>
  addExamples(explain(withWebhooks(withDoorHeaders(plainDocument(operations), operations))), operations);

export type OpenApiDocument = ReturnType<typeof openApi>;
