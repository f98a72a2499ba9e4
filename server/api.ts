import { database } from "@/db/client";
import { env } from "@/env/env";
import { type Spanning, spanned } from "@/env/spans";
import { languageCodes } from "@/server/content/language/language.service";
import { persTopic } from "@/server/devices/iot/iot-live-topic";
import { downloadDoor, downloadPath } from "@/server/doors/download-door";
import { exportDoor, exportPath } from "@/server/doors/export";
import { fileDoor, filePath } from "@/server/doors/file-door";
import { assertReady, stateOfWorkers } from "@/server/doors/health";
import { liveDoor } from "@/server/doors/live";
import { observe } from "@/server/doors/metrics";
import { clientIpHeader } from "@/server/doors/node-http";
import { openApi } from "@/server/doors/openapi";
import { pictureDoor, picturePath } from "@/server/doors/picture-door";
import { reference } from "@/server/doors/reference";
import { referencePath } from "@/server/doors/reference-page";
import { type Incoming, restDoor } from "@/server/doors/rest";
import { type Answer, hashOf, problem, type Reply, respond, toResponse } from "@/server/doors/rest-answer";
import { securityText } from "@/server/doors/security-text";
import { trpcDoor, trpcPath } from "@/server/doors/trpc-door";
import { uploadDoor, uploadPath } from "@/server/doors/upload-door";
import { bearerActor, keyActor, liveSessions, screenActor } from "@/server/identity/authenticate";
import { jwks } from "@/server/identity/token.service";
import { AppError, notFound, toAppError } from "@/server/kit/errors";
import { inRequest, log, logError } from "@/server/kit/log";
import { inboxTopic } from "@/server/notification/inbox/inbox-live-topic";
import { unsubscribeDoor } from "@/server/notification/unsubscribe/unsubscribe-door";
import { unsubscribePath } from "@/server/notification/unsubscribe/unsubscribe-token.service";
import { mailLinkPath } from "@/server/operations/mail/mail-link.service";
import { mailLinkDoor } from "@/server/operations/mail/mail-link-door";
import { appRouter } from "@/server/root";

const shared = { router: appRouter, database };
const screens = { ...shared, screenActor, liveSessions, appUrl: env.APP_URL };
const rest = restDoor({ ...shared, authenticate: { bearerActor, keyActor } });
const trpc = trpcDoor(screens);
const exporter = exportDoor({ ...screens, namesOf: { language: languageCodes } });
const upload = uploadDoor(screens);
const download = downloadDoor(screens);
const pictures = pictureDoor({ bearerActor, screenActor });
const files = fileDoor({ ...shared, bearerActor, screenActor });
const livePers = liveDoor(screens, persTopic);
const liveInbox = liveDoor(screens, inboxTopic);
const unsubscribing = unsubscribeDoor(shared);
const mailLinks = mailLinkDoor(shared);

let document: Answer | undefined;
function openApiAnswer(): Answer {
  const text = document?.text ?? JSON.stringify(openApi(rest.operations));
  document ??= { status: 200, text, etag: `"${hashOf(text)}"` };
  return document;
}

const json = (value: unknown): Answer => ({ status: 200, text: JSON.stringify(value) });

type Sent = Reply | Response;

/** The plain documents beside the three doors; all are read with GET. */
const documents: Record<string, (incoming: Incoming) => Promise<Sent> | Sent> = {
  "/healthz": ({ request, requestId }) => respond(json({ status: "up" }), request, requestId),
  "/readyz": async ({ request, requestId }) => {
    await assertReady();
    return respond(json({ status: "ready", workers: await stateOfWorkers() }), request, requestId);
  },
  "/.well-known/jwks.json": ({ request, requestId }) =>
    respond(json(jwks()), request, requestId, { "cache-control": "public, max-age=300" }),
  "/.well-known/security.txt": ({ request, requestId }) => {
    const text = securityText(env, new Date());
    if (text === undefined) throw notFound();
    const headers = { "content-type": "text/plain; charset=utf-8" };
    return respond({ status: 200, text }, request, requestId, headers);
  },
  "/api/openapi.json": ({ request, requestId }) =>
    respond(openApiAnswer(), request, requestId, { "cache-control": "no-cache" }),
};

/** Exports, uploads, downloads, pictures, files, live events and links of mails, each below a path of its own. */
const streams = [
  ["export", exportPath, exporter],
  ["upload", uploadPath, upload],
  ["download", downloadPath, download],
  ["picture", picturePath, pictures],
  ["file", filePath, files],
  ["live", persTopic.path, livePers],
  ["live", inboxTopic.path, liveInbox],
  ["unsubscribe", unsubscribePath, unsubscribing],
  ["mail-link", mailLinkPath, mailLinks],
] as const;

const under = (path: string, door: string) => path === door || path.startsWith(`${door}/`);

interface Dispatched {
  reply: Sent;
  /** the door that the request came through and what it asked for: names for the metrics */
  door: string;
  operation: string;
}

async function dispatch(incoming: Incoming): Promise<Dispatched> {
  const { request, url, requestId } = incoming;
  const path = url.pathname;
  const read = Object.hasOwn(documents, path)
    ? documents[path]
    : under(path, referencePath) && (() => reference(path, request, requestId));
  if (read) {
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET, HEAD" } });
    const operation = under(path, referencePath) ? "reference" : path;
    return { reply: await read(incoming), door: "document", operation };
  }
  if (under(path, trpcPath)) return { reply: await trpc(incoming), door: "trpc", operation: trpcOperation(path) };
  for (const [door, prefix, handle] of streams)
    if (path.startsWith(prefix)) return { reply: await handle(incoming), door, operation: door };
  return { door: "rest", ...(await rest.handle(incoming)) };
}

const procedures = new Set(Object.keys(appRouter._def.procedures));

/** A name for the metrics. Only known names are used, because each becomes a time series. */
function trpcOperation(path: string) {
  const name = path.slice(trpcPath.length + 1);
  if (procedures.has(name)) return `trpc ${name}`;
  return name.includes(",") || name.includes("%2C") ? "trpc batch" : "trpc unknown";
}

const saneId = /^[\w.:-]{1,128}$/;

function requestIdOf(headers: Headers) {
  const sent = headers.get("x-request-id");
  return sent && saneId.test(sent) ? sent : crypto.randomUUID();
}

function failed(thrown: unknown, { request, url, requestId }: Incoming) {
  const error = toAppError(thrown);
  if (error.status >= 500) logError(error, { requestId, path: url.pathname });
  return problem(error, { requestId, path: url.pathname, head: request.method === "HEAD" });
}

/**
 * Answers every request that is not for a page: REST, tRPC, exports, documents, health. Mounted on node:http by
 * `server/serve.ts` and, portably, in `app/api`.
 * @param ip the caller's address; our own server says it in a header, which it overwrites on the way in
 */
export function answerApi(request: Request, ip = request.headers.get(clientIpHeader)): Promise<Sent> {
  const incoming: Incoming = { request, url: new URL(request.url), requestId: requestIdOf(request.headers), ip };
  const { method } = request;
  const from = { traceparent: request.headers.get("traceparent") ?? undefined };
  const attributes = { "http.request.method": method, "persdesk.request_id": incoming.requestId };
  return spanned({ name: method, kind: "server", attributes, from }, (span) =>
    inRequest(incoming.requestId, () => answered(incoming, span)),
  );
}

async function answered(incoming: Incoming, span: Spanning): Promise<Sent> {
  const { request, ip } = incoming;
  const begun = performance.now();
  const { reply, door, operation } = await dispatch(incoming).catch((thrown: unknown) => ({
    reply: failed(thrown, incoming),
    door: "refused",
    operation: "refused",
  }));
  span.rename(`${request.method} ${operation}`);
  span.set({ "http.response.status_code": reply.status, "persdesk.door": door });
  const ms = performance.now() - begun;
  observe(door, operation, reply.status, ms / 1000);
  const level = reply.status >= 500 ? "info" : "debug";
  if (log.isLevelEnabled(level)) {
    const { method } = request;
    const { pathname: path } = incoming.url;
    const { status } = reply;
    log[level]({ requestId: incoming.requestId, method, path, operation, status, ms: Math.round(ms * 10) / 10, ip });
  }
  return reply;
}

/** The same as a fetch handler. */
export const handleApi = async (request: Request, ip?: string | null): Promise<Response> =>
  toResponse(await answerApi(request, ip));
