import { errorCodes } from "@/server/kit/call/error-codes";
import type { JsonSchema } from "./rest-plan";

const titles = (status: number) =>
  Object.values(errorCodes)
    .filter(([of]) => of === status)
    .map(([, title]) => title)
    .join("; or: ");

export const header = (description: string, type: "string" | "integer") => ({ description, schema: { type } });
const language = header("The language of `title`, `detail` and `errors`: en, fr or de.", "string");
const retryAfter = { "Retry-After": header("Seconds to wait before the next try.", "integer") };
/** Of answers to calls that were counted as the caller's own. */
export const rateLimitHeaders = {
  "RateLimit-Policy": header('The limits that counted the caller\'s own calls, such as `"login";q=60;w=60`.', "string"),
  RateLimit: header('What is left of them and for how many seconds, such as `"login";r=0;t=12`.', "string"),
};
/** Of answers to calls that preferred to be taken strictly. */
export const preferenceHeader = {
  "Preference-Applied": header("`handling=strict` where the call preferred it.", "string"),
};
const headers: Record<number, Record<string, ReturnType<typeof header>>> = {
  400: preferenceHeader,
  401: { "WWW-Authenticate": header("Which credentials are asked for (RFC 6750).", "string") },
  412: { ETag: header("Names the version that is there now.", "string") },
  429: retryAfter,
  503: retryAfter,
};

/** Errors that come before calls are counted, whatever the operation. */
const uncounted = [413, 415, 431];
/** The name of the answer of a status, among the document's components. */
export const errorName = (status: number, isCounted: boolean) =>
  isCounted && !uncounted.includes(status) ? `${status}Counted` : String(status);

/**
 * One answer for each error status, and one more for operations that count the caller's calls.
 * @param counted the statuses of those
 */
export function errorResponses(statuses: number[], counted: number[]) {
  const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
  const response = (status: number, isCounted: boolean) => {
    const sent = { ...headers[status], ...(isCounted && rateLimitHeaders), "Content-Language": language };
    return [errorName(status, isCounted), { description: titles(status), headers: sent, content }] as const;
  };
  const plain = statuses.map((status) => response(status, false));
  const beside = counted.filter((status) => !uncounted.includes(status)).map((status) => response(status, true));
  return Object.fromEntries([...plain, ...beside].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

const text: JsonSchema = { type: "string" };
export const problemSchema: JsonSchema = {
  type: "object",
  description: "What went wrong (RFC 9457). Clients branch on `code`; `detail` is for people.",
  properties: {
    type: text,
    title: text,
    status: { type: "integer", description: "The status of the answer." },
    detail: text,
    instance: text,
    code: { type: "string", enum: Object.keys(errorCodes), description: "Which error it is; clients branch on it." },
    requestId: { type: "string", description: "Finds the call in our logs." },
    errors: {
      type: "array",
      description: "One entry per field.",
      items: { type: "object", properties: { path: text, message: text }, required: ["path", "message"] },
    },
  },
  required: ["type", "title", "status", "detail", "instance", "code", "requestId"],
};
