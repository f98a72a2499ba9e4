import { errorCodes } from "@/server/kit/error-codes";
import type { JsonSchema } from "./rest-plan";

const titles = (status: number) =>
  Object.values(errorCodes)
    .filter(([of]) => of === status)
    .map(([, title]) => title)
    .join("; or: ");

/** One answer for each error status. */
export function errorResponses() {
  const statuses = [...new Set(Object.values(errorCodes).map(([status]) => status))].sort();
  const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
  return Object.fromEntries(statuses.map((status) => [status, { description: titles(status), content }]));
}

const text: JsonSchema = { type: "string" };
export const problemSchema: JsonSchema = {
  type: "object",
  description: "What went wrong (RFC 9457). Clients branch on `code`; `detail` is for people.",
  properties: {
    type: text,
    title: text,
    status: { type: "integer" },
    detail: text,
    instance: text,
    code: { type: "string", enum: Object.keys(errorCodes) },
    requestId: text,
    errors: {
      type: "array",
      description: "One entry per field.",
      items: { type: "object", properties: { path: text, message: text }, required: ["path", "message"] },
    },
  },
  required: ["type", "title", "status", "detail", "instance", "code", "requestId"],
};
