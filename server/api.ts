import { database } from "@/db/client";
import { env } from "@/env/env";
import { type Spanning, spanned } from "@/env/spans";
import { fleetAlertTopic } from "@/server/companies/fleet/fleet-alert/fleet-alert-live-topic";
import { languageCodes, languageNames } from "@/server/content/language/language.service";
import { alertTopic } from "@/server/devices/alert-desk/alert-live-topic";
import { persTopic } from "@/server/devices/iot/iot-live-topic";
import { withCors } from "@/server/doors/cors";
import { downloadDoor, downloadPath } from "@/server/doors/download-door";
import { encodedFile, respondEncoded } from "@/server/doors/encoding";
import { exportDoor, exportPath } from "@/server/doors/export";
import { fileDoor, filePath } from "@/server/doors/file-door";
import { assertReady, stateOfWorkers } from "@/server/doors/health";
import { liveDoor } from "@/server/doors/live";
import { mailLinkDoor } from "@/server/doors/mail-link-door";
import { observe } from "@/server/doors/metrics";
import { openApi } from "@/server/doors/openapi";
import { pictureDoor, picturePath } from "@/server/doors/picture-door";
import { reference } from "@/server/doors/reference";
import { referencePath } from "@/server/doors/reference-page";
import { type Incoming, restDoor } from "@/server/doors/rest";
import { type Answer, hashOf, problem, type Reply, respond, toResponse } from "@/server/doors/rest-answer";
import { securityText } from "@/server/doors/security-text";
import { trpcDoor, trpcPath } from "@/server/doors/trpc-door";
import { unsubscribeDoor } from "@/server/doors/unsubscribe-door";
import { uploadDoor, uploadPath } from "@/server/doors/upload-door";
import { bearerActor, keyActor, liveSessions, screenActor } from "@/server/identity/authenticate";
import { jwks } from "@/server/identity/token.service";
import { AppError, notFound, toAppError } from "@/server/kit/call/errors";
import { clientIpHeader, inAccess, noteAccess, requestIdHere, requestIdOf } from "@/server/kit/process/access";
import { logError } from "@/server/kit/process/log";
import { inboxTopic } from "@/server/notification/inbox/inbox-live-topic";
import { templateLabels } from "@/server/notification/template/notification-template.service";
import { unsubscribePath } from "@/server/notification/unsubscribe/unsubscribe-token.service";
import { mailLinkPath } from "@/server/platform/mail/mail-link.service";
import { appRouter } from "@/server/root";

const shared = { router: appRouter, database };
const screens = { ...shared, screenActor, liveSessions, appUrl: env.APP_URL };
const rest = restDoor({ ...shared, authenticate: { bearerActor, keyActor } });
const trpc = trpcDoor(screens);
const exporter = exportDoor({
  ...screens,
  namesOf: { language: languageCodes, languageName: languageNames, notificationTemplate: templateLabels },
});
const upload = uploadDoor(screens);
const download = downloadDoor(screens);
const pictures = pictureDoor({ bearerActor, screenActor });
const files = fileDoor({ ...shared, bearerActor, screenActor });
const livePers = liveDoor(screens, persTopic);
const liveInbox = liveDoor(screens, inboxTopic);
const liveAlert = liveDoor(screens, alertTopic);
const liveFleetAlert = liveDoor(screens, fleetAlertTopic);
const unsubscribing = unsubscribeDoor(shared);
const mailLinks = mailLinkDoor(shared);

const described = () => openApi(rest.operations);
let document: Answer | undefined;
function openApiAnswer(): Answer {
  const text = document?.text ?? JSON.stringify(described());
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
    respondEncoded(openApiAnswer(), request, requestId, { "cache-control": "no-cache" }, true),
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
  ["live", alertTopic.path, liveAlert],
  ["live", fleetAlertTopic.path, liveFleetAlert],
  ["unsubscribe", unsubscribePath, unsubscribing],
  ["mail-link", mailLinkPath, mailLinks],
] as const;

const under = (path: string, door: string) => path === door || path.startsWith(`${door}/`);

interface Place {
  /** the door that a request comes through and what it asks for: names for the metrics */
  door: string;
  operation: string;
  /** the template of its path, for the log */
  route: string;
  handle: (incoming: Incoming) => Promise<Sent> | Sent;
}

/** A document is read only. */
const reading =
  (read: Place["handle"]): Place["handle"] =>
  (incoming) => {
    const { method } = incoming.request;
    if (method === "GET" || method === "HEAD") return read(incoming);
    throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET, HEAD" } });
  };

/** What answers a path; undefined for the REST door, which takes all others. */
function placeOf(path: string): Place | undefined {
  const document = Object.hasOwn(documents, path) ? documents[path] : undefined;
  if (document) return { door: "document", operation: path, route: path, handle: reading(document) };
  if (under(path, referencePath)) {
    const handle = reading(async ({ request, requestId }) =>
      encodedFile(await reference(path, request, requestId, described), request),
    );
    return { door: "document", operation: "reference", route: referencePath, handle };
  }
  if (under(path, trpcPath)) {
    const names = trpcNames(path);
    const [name = "trpc unknown"] = names;
    const operation = names.length > 1 ? "trpc batch" : name;
    return { door: "trpc", operation, route: names.join(" "), handle: trpc };
  }
  for (const [door, prefix, handle] of streams)
    if (path.startsWith(prefix)) return { door, operation: door, route: `${prefix}*`, handle };
  return undefined;
}

async function dispatch(incoming: Incoming): Promise<{ reply: Sent; door: string; operation: string }> {
  const place = placeOf(incoming.url.pathname);
  if (!place) return { door: "rest", ...(await rest.handle(incoming)) };
  const { door, operation, route, handle } = place;
  noteAccess({ route });
  try {
    return { reply: await handle(incoming), door, operation };
  } catch (thrown) {
    return { reply: failed(thrown, incoming, route), door, operation };
  }
}

const procedures = new Set(Object.keys(appRouter._def.procedures));

/** The procedures that a path calls. Only known names are used, because each becomes a time series. */
function trpcNames(path: string) {
  const names = path.slice(trpcPath.length + 1).split(/,|%2C/i);
  return names.slice(0, 10).map((name) => (procedures.has(name) ? `trpc ${name}` : "trpc unknown"));
}

function failed(thrown: unknown, { request, url, requestId }: Incoming, route: string) {
  const error = toAppError(thrown);
  if (error.status >= 500) logError(error, { requestId, route });
  return problem(error, { requestId, path: url.pathname, head: request.method === "HEAD" });
}

/**
 * Answers every request that is not for a page: REST, tRPC, exports, documents, health. Mounted on node:http by
 * `server/serve.ts` and, portably, in `app/api`.
 * @param ip the caller's address; our own server says it in a header, which it overwrites on the way in
 */
export function answerApi(request: Request, ip = request.headers.get(clientIpHeader)): Promise<Sent> {
  const requestId = requestIdHere();
  if (requestId !== undefined) return answerIn(request, ip, requestId);
  const sent = requestIdOf(request.headers.get("x-request-id"));
  return inAccess({ requestId: sent }, () => answerIn(request, ip, sent));
}

function answerIn(request: Request, ip: string | null, requestId: string): Promise<Sent> {
  const incoming: Incoming = { request, url: new URL(request.url), requestId, ip };
  const { method } = request;
  const from = { traceparent: request.headers.get("traceparent") ?? undefined };
  const attributes = { "http.request.method": method, "persdesk.request_id": requestId };
  return spanned({ name: method, kind: "server", attributes, from }, (span) => answered(incoming, span));
}

async function answered(incoming: Incoming, span: Spanning): Promise<Sent> {
  const begun = performance.now();
  const { reply: plain, door, operation } = await dispatch(incoming);
  const isOpen = door === "rest" || door === "document";
  const reply = isOpen ? withCors(plain, incoming.request, env.CORS_ORIGINS) : plain;
  span.rename(`${incoming.request.method} ${operation}`);
  span.set({ "http.response.status_code": reply.status, "persdesk.door": door });
  observe(door, operation, reply.status, (performance.now() - begun) / 1000);
  return reply;
}

/** The same as a fetch handler. */
export const handleApi = async (request: Request, ip?: string | null): Promise<Response> =>
  toResponse(await answerApi(request, ip));
