import { hash } from "node:crypto";
import type { ErrorCode } from "@/server/kit/call/error-codes";
import { AppError, type Problem, toProblem } from "@/server/kit/call/errors";
import type { RestFile } from "@/server/kit/call/meta";
import { manner } from "@/texts/speech";
import type { Operation } from "./rest-plan";
import { rangeOf } from "./rest-range";
import { transportSecurity } from "./transport-security";

/** An answer before it is a Response, so that it can be kept for an Idempotency-Key. */
export interface Answer {
  status: number;
  /** JSON, or null where there is no body */
  text: string | null;
  etag?: string;
  file?: RestFile;
}

/** An answer on its way out. It is one piece, because node:http sends a text faster than the stream of a Response. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** The same as a fetch Response. */
export const toResponse = (reply: Reply | Response): Response =>
  reply instanceof Response ? reply : new Response(reply.body, reply);

/** What every answer of the API carries. */
export const baseHeaders = (requestId: string): Record<string, string> => ({
  ...transportSecurity,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-request-id": requestId,
});

const isFile = (output: unknown): output is RestFile => {
  const file = output as Partial<RestFile> | null;
  return (
    typeof file === "object" &&
    file !== null &&
    typeof file.name === "string" &&
    (file.body instanceof Uint8Array || file.body instanceof ReadableStream)
  );
};

/** A short hash of these bytes. */
export const hashOf = (text: string | Uint8Array) => hash("sha1", text, "base64url").slice(0, 16);

/**
 * The ETag of a single resource, `"3.kJx0…"`: its version, which If-Match compares, and a hash of the answer, because
 * the name of a relation may change while the version stays. What has no version is named where it is read only.
 */
function tagOf(output: object, text: string, isRead: boolean) {
  if (Array.isArray(output) || "items" in output) return undefined;
  const version = "revision" in output ? output.revision : "version" in output && output.version;
  if (typeof version === "number") return `"${version}.${hashOf(text)}"`;
  return isRead ? `"${hashOf(text)}"` : undefined;
}

/** A file that an answer holds as base64 is sent itself where the client asks for its type (decisions 3, templates). */
export function asAsked(output: unknown, accept: string | null): unknown {
  const { fileName: name, mimeType: type, file } = Object(output);
  if (typeof name !== "string" || typeof type !== "string" || typeof file !== "string") return output;
  const types = accept?.split(",").map((one) => one.split(";")[0]?.trim()) ?? [];
  return types.includes(type) ? { name, type, body: new Uint8Array(Buffer.from(file, "base64")) } : output;
}

/** Whether the work goes on behind this answer. */
const goesOn = (output: unknown) => ["running", "undoing"].includes(Object(output).status);

/** A procedure's output as an answer. */
export function answerOf(operation: Operation, output: unknown): Answer {
  const { rest } = operation;
  const status = rest.isLater && goesOn(output) ? 202 : operation.status;
  if (isFile(output)) return { status, text: null, file: output };
  if (status === 204 || rest.empty || output === undefined) return { status, text: null };
  const text = JSON.stringify(output);
  const isRecord = typeof output === "object" && output !== null;
  return { status, text, etag: isRecord ? tagOf(output, text, rest.method === "GET") : undefined };
}

/** A tag without the coding that it may name: `"2.0o1q-gz"` is the same record as `"2.0o1q"`. */
const plainTag = (etag: string) => etag.replace(/-(?:br|gz)"$/, '"');

/** Whether a client has an answer already, in whichever coding. */
export const matches = (ifNoneMatch: string | null, etag: string) =>
  ifNoneMatch?.split(",").some((tag) => ["*", plainTag(etag)].includes(plainTag(tag.trim().replace(/^W\//, "")))) ??
  false;

/** The header for a download (RFC 6266); a name outside ASCII goes into `filename*`, with a plain stand-in beside it. */
export function disposition(name: string) {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"${plain === name ? "" : `; filename*=UTF-8''${exact}`}`;
}

/** A file that parts may be asked of: 304, 206 and 416 (RFC 9110, 13 and 14). */
function ranged(
  { name, type, body }: RestFile,
  { etag, length, slice }: NonNullable<RestFile["ranged"]>,
  { request, requestId, headers }: { request: Request; requestId: string; headers: Record<string, string> },
): Reply | Response {
  if (body instanceof ReadableStream) void body.cancel();
  Object.assign(headers, {
    etag,
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=31536000, immutable, no-transform",
  });
  if (matches(request.headers.get("if-none-match"), etag)) return { status: 304, headers, body: null };
  const ifRange = request.headers.get("if-range");
  const range = ifRange && ifRange !== etag ? undefined : rangeOf(request.headers.get("range"), length);
  if (range === null) {
    const error = new AppError("range_not_satisfiable", undefined, {
      headers: { "content-range": `bytes */${length}` },
    });
    const head = request.method === "HEAD";
    return problem(error, { requestId, path: new URL(request.url).pathname, head });
  }
  const { from, to } = range ?? { from: 0, to: length };
  Object.assign(headers, {
    "content-type": type,
    "content-disposition": disposition(name),
    "content-length": String(to - from),
    ...(range && { "content-range": `bytes ${from}-${to - 1}/${length}` }),
  });
  const part = request.method === "HEAD" ? null : (slice(from, to) as BodyInit); // bytes of the platform's own type
  return new Response(part, { status: range ? 206 : 200, headers });
}

/**
 * The reply for an answer, a Response for a file; HEAD has no body, and an answer that the client has already is 304.
 */
export function respond(
  answer: Answer,
  request: Request,
  requestId: string,
  extra: Record<string, string> = {},
): Reply | Response {
  const headers = { ...baseHeaders(requestId), ...extra };
  const { status } = answer;
  const head = request.method === "HEAD";
  if (answer.file?.ranged) return ranged(answer.file, answer.file.ranged, { request, requestId, headers });
  if (answer.file) {
    const { name, type, body } = answer.file;
    if (head && body instanceof ReadableStream) void body.cancel();
    Object.assign(headers, { "content-type": type, "content-disposition": disposition(name) });
    return new Response(head ? null : (body as BodyInit), { status, headers });
  }
  if (answer.etag) {
    headers.etag = answer.etag;
    const reads = head || request.method === "GET";
    if (reads && matches(request.headers.get("if-none-match"), answer.etag))
      return { status: 304, headers, body: null };
  }
  if (answer.text === null) return { status, headers, body: null };
  headers["content-type"] ??= "application/json; charset=utf-8";
  return { status, headers, body: head ? null : answer.text };
}

const invalid = ', error="invalid_token"';
/** What RFC 6750 (3.1) says beside the scheme; nothing to who sent nothing. */
const challenges: Partial<Record<ErrorCode, string>> = {
  wrong_scheme: ', error="invalid_request"',
  token_invalid: invalid,
  token_expired: invalid,
  session_ended: invalid,
};

/** An error as problem+json (RFC 9457). */
export function problem(error: AppError, request: { requestId: string; path: string; head?: boolean }): Reply {
  const body: Problem = toProblem(error, request);
  const headers: Record<string, string> = {
    ...baseHeaders(request.requestId),
    "content-type": "application/problem+json; charset=utf-8",
    "content-language": manner().language,
    vary: "accept-language",
    ...(error.status === 401 && { "www-authenticate": `Bearer realm="persdesk"${challenges[error.code] ?? ""}` }),
    ...error.headers,
  };
  return { status: error.status, headers, body: request.head ? null : JSON.stringify(body) };
}
