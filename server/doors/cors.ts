import type { Reply } from "./rest-answer";

// Pages of other origins that this installation names may call the API with a bearer token (ADR 108). Cookies are never theirs:
// no answer lets a browser send them.

const sent = [
  "accept-language",
  "authorization",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "prefer",
  "refreshtoken",
  "x-request-id",
].join(", ");
const shown = [
  "content-disposition",
  "content-language",
  "etag",
  "idempotency-replayed",
  "location",
  "preference-applied",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "www-authenticate",
  "x-request-id",
].join(", ");

/** The headers for a page of another origin; undefined for one that may not ask. */
export function corsHeaders(request: Request, allow: string | null, origins: readonly string[]) {
  const origin = request.headers.get("origin");
  if (origin === null || !origins.includes(origin)) return undefined;
  const isPreflight = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
  const headers: Record<string, string> = {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": shown,
  };
  if (!isPreflight) return headers;
  const asked = { "access-control-allow-methods": allow ?? "", "access-control-allow-headers": sent };
  return { ...headers, ...asked, "access-control-max-age": "600" };
}

const varied = (vary: string | null | undefined) => (vary ? `${vary}, origin` : "origin");

/** An answer as it goes to a page of whichever origin; without origins that may ask, as it is. */
export function withCors(reply: Reply | Response, request: Request, origins: readonly string[]): Reply | Response {
  if (origins.length === 0) return reply;
  if (reply instanceof Response) {
    const headers = corsHeaders(request, reply.headers.get("allow"), origins) ?? {};
    for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
    reply.headers.set("vary", varied(reply.headers.get("vary")));
    return reply;
  }
  const headers = corsHeaders(request, reply.headers.allow ?? null, origins);
  return { ...reply, headers: { ...reply.headers, ...headers, vary: varied(reply.headers.vary) } };
}
