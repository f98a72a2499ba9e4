import { type AnyRouter, TRPCError } from "@trpc/server";
import { addRoute, createRouter, findRoute } from "rou3";
import type { Database } from "@/db/client";
import type { Pipeline } from "@/db/pipeline";
import { assertMay, enterCompany, isCompanyThere } from "@/server/kit/call/admission";
import type { Actor, Ahead, CompanyCtx, Counted, Ctx } from "@/server/kit/call/context";
import { AppError, notFound, toAppError } from "@/server/kit/call/errors";
import { idempotencyOf } from "@/server/kit/call/idempotency";
import type { RestMethod } from "@/server/kit/call/meta";
import { rateHeaders } from "@/server/kit/call/rate-limit";
import { Id } from "@/server/kit/call/wire";
import { noteAccess } from "@/server/kit/process/access";
import { logError } from "@/server/kit/process/log";
import { tokenOf } from "@/server/kit/secret/bearer.rules";
import { isCompressible, respondEncoded } from "./encoding";
import { answerOf, asAsked, baseHeaders, problem, type Reply, respond } from "./rest-answer";
import { type Body, bodyValue, placeBody, readBody } from "./rest-body";
import { documentedPath, type Operation, planOperations } from "./rest-plan";
import { queryValue, readHeaders, readParameters } from "./rest-text";
import { assertDeclared, isStrict, strictApplied } from "./strict";

/** The caller that a credential belongs to; both throw AppError where it is not valid. */
export interface Authenticate {
  /** @param beside is called, if at all, for a token that is good, while its session is read */
  bearerActor: (token: string, beside?: (pipeline: Pipeline) => void) => Promise<Actor>;
  keyActor: (key: string) => Promise<Actor>;
}

/** A request with what every door needs to know of it. */
export interface Incoming {
  request: Request;
  url: URL;
  requestId: string;
  ip: string | null;
}

interface RestDoor {
  router: AnyRouter;
  authenticate: Authenticate;
  database: () => Database;
}

const methods: RestMethod[] = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/** The operations by method and path; where two share both, the credential decides between them. */
function routesOf(operations: Operation[]) {
  const routes = createRouter<Operation[]>();
  const known = new Map<string, Operation[]>();
  for (const operation of operations) {
    let index = 0;
    const path = `/api${operation.rest.path.replace(/\{\w+\}/g, () => `:p${index++}`)}`;
    const address = `${operation.rest.method} ${path}`;
    const variants = known.get(address) ?? [];
    variants.push(operation);
    if (variants.length === 1) addRoute(routes, operation.rest.method, path, variants);
    known.set(address, variants);
  }
  return (method: string, path: string) => findRoute(routes, method, path);
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** @param sent credentials of another kind, where some came */
const missing = (sent: string | null) => new AppError(sent === null ? "credentials_missing" : "wrong_scheme");

/**
 * The caller of a request. Where a bearer and a key may both be sent, each must be valid and allowed; the person is the
 * caller then.
 */
async function actorFor(
  operation: Operation,
  { request }: Incoming,
  { bearerActor, keyActor }: Authenticate,
  beside: ((pipeline: Pipeline) => void) | undefined,
) {
  const { auth } = operation.rest;
  if (auth === "none" || auth === "own") return null;
  const sent = request.headers.get("authorization");
  const token = tokenOf(sent);
  const key = request.headers.get("x-api-key");
  if (auth === "bearer" || (auth === "either" && sent !== null)) {
    if (!token) throw missing(sent ?? (auth === "bearer" ? key : null));
    const actor = await bearerActor(token, beside);
    if (auth === "either" && key !== null) assertMay({ actor: await keyActor(key) }, operation.meta);
    return actor;
  }
  if (!key) throw missing(sent);
  return keyActor(key);
}

/** The id of the record that a path names; undefined for what is no id, which is refused in its turn. */
const recordIn = ({ path }: Operation, params: string[]) =>
  Id.safeParse(params[path.findIndex(({ key }) => key === "id")]).data;

const idIn = (output: unknown) => encodeURIComponent(String(Object(output).id));

/** What is not there is 404 where the path names it, and 422 where a body does. */
function whereNamed(error: AppError, operation: Operation | undefined): AppError {
  const inPath = error.errors?.filter(({ path }) => operation?.path.some(({ key }) => key === path)) ?? [];
  const isOfPath = error.code === "unknown_reference" && inPath.length > 0 && inPath.length === error.errors?.length;
  return isOfPath ? notFound() : error;
}

/** The company that a request names, as it was sent. */
function companyIn({ company, path }: Operation, params: string[], query: URLSearchParams, body: Body): unknown {
  if (!company) return undefined;
  const { place, field } = company;
  if (place === "path") return decoded(params[path.indexOf(field)] ?? "");
  return place === "query" ? queryValue(query, field.name) : bodyValue(body, field.key);
}

/** An error with the documents' names: a path key or header may have another name than the input key that it fills. */
function inDocumentedWords(error: AppError, operation: Operation | undefined): AppError {
  const names = new Map(
    [...(operation?.path ?? []), ...(operation?.headers ?? [])].map(({ key, name }) => [key, name]),
  );
  if (error.code !== "invalid_input" || !error.errors?.some(({ path }) => (names.get(path) ?? path) !== path))
    return error;
  const errors = error.errors.map(({ path, message }) => ({ path: names.get(path) ?? path, message }));
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return new AppError(error.code, detail.slice(0, 1000), { errors, cause: error });
}

/**
 * The REST door: a request to the operation that the procedures' `rest` declares, in this order of checks: route (404,
 * 405), credentials (401), permission and company (403), size (413), type (415), shape (400), then the procedure. A
 * company that is named in the body is checked as soon as the body is read, before its shape.
 * @throws at once where two operations contradict each other
 * @returns answers a request, and says which operation it was
 */
export function restDoor({ router, authenticate, database }: RestDoor) {
  const operations = planOperations(router);
  const find = routesOf(operations);

  function route({ request, url }: Incoming) {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const found = find(method, url.pathname);
    if (found) return found;
    const allowed: string[] = methods.filter((other) => find(other, url.pathname));
    if (allowed.length === 0) throw notFound();
    if (allowed.includes("GET")) allowed.push("HEAD");
    return { allow: [...allowed, "OPTIONS"].join(", ") };
  }

  async function call(operation: Operation, params: string[], incoming: Incoming, counted: Counted[]) {
    const { request, url, requestId, ip } = incoming;
    const { company, meta } = operation;
    let ahead: Ahead | undefined;
    const recordId = meta.ahead && recordIn(operation, params);
    const askAhead = (pipeline: Pipeline) => {
      if (recordId !== undefined) ahead = meta.ahead?.(pipeline, recordId);
    };
    const actor = await actorFor(operation, incoming, authenticate, recordId ? askAhead : undefined);
    const caller: Ctx = { db: database(), actor, door: "rest", requestId, ip, counted, ahead };
    assertMay(caller, meta);
    await meta.checkCredentials?.(caller, readHeaders(operation, request.headers));
    let entered: CompanyCtx | undefined;
    if (company && company.place !== "body")
      entered = await enterCompany(caller, meta, companyIn(operation, params, url.searchParams, null));
    const path = params.map((segment) => {
      const text = decoded(segment);
      if (text === undefined) throw notFound();
      return text;
    });
    const body = await readBody(operation, request);
    if (company?.place === "body")
      entered = await enterCompany(caller, meta, companyIn(operation, params, url.searchParams, body));
    const strict = isStrict(request.headers);
    if (strict) assertDeclared(operation, url.searchParams, body);
    const input = readParameters(operation, path, url.searchParams, request.headers);
    const idempotency = operation.rest.method === "GET" ? undefined : idempotencyOf(request.headers, actor);
    placeBody(operation, body, input);
    if (entered && !(await isCompanyThere(entered))) {
      operation.check(input); // 400 comes before 404
      throw notFound();
    }
    const output = await operation.call({ ...(entered ?? caller), idempotency }, input);
    const headers: Record<string, string> = {
      ...(idempotency?.isReplayed && { "idempotency-replayed": "true" }),
      ...(strict && strictApplied),
      ...rateHeaders(counted),
      ...(operation.isLocated && { location: `${url.pathname}/${idIn(output)}` }),
    };
    const answer = answerOf(operation, asAsked(output, request.headers.get("accept")));
    return (isCompressible(operation) ? respondEncoded : respond)(answer, request, requestId, headers);
  }

  async function handle(incoming: Incoming): Promise<{ reply: Reply | Response; operation: string }> {
    const { request, url, requestId } = incoming;
    let operation = "unknown";
    const counted: Counted[] = [];
    let chosen: Operation | undefined;
    try {
      const found = route(incoming);
      if ("allow" in found) {
        const allow = { allow: found.allow };
        if (request.method !== "OPTIONS") throw new AppError("method_not_allowed", undefined, { headers: allow });
        const headers = { ...baseHeaders(requestId), ...allow };
        return { reply: { status: 204, headers, body: null }, operation: "OPTIONS" };
      }
      const withKey = request.headers.has("x-api-key");
      chosen = found.data.find(({ rest }) => (rest.auth === "apiKey") === withKey) ?? found.data[0];
      if (!chosen) throw notFound();
      operation = chosen.name;
      noteAccess({ route: `/api${documentedPath(chosen.rest.path)}` });
      const params = chosen.path.map((_, index) => found.params?.[`p${index}`] ?? "");
      return { reply: await call(chosen, params, incoming, counted), operation };
    } catch (thrown) {
      const error = inDocumentedWords(whereNamed(toAppError(thrown), chosen), chosen);
      // What a procedure throws is logged where it is known first, in the procedure's own middleware.
      if (error.status >= 500 && !(thrown instanceof TRPCError)) logError(error, { requestId, operation });
      const head = request.method === "HEAD";
      const reply = problem(error, { requestId, path: url.pathname, head });
      return { reply: { ...reply, headers: { ...reply.headers, ...rateHeaders(counted) } }, operation };
    }
  }

  return { handle, operations };
}
