import "@/server/kit/process/light-start";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import next from "next";
import { closeDatabase } from "@/db/client";
import { env } from "@/env/env";
import { answerApi } from "@/server/api";
import { refuseDemo } from "@/server/demo-guard";
import { inAccessLog } from "@/server/doors/access-log";
import { Drain } from "@/server/doors/drain";
import { assertReady } from "@/server/doors/health";
import { endLive } from "@/server/doors/live";
import { mostHead, refuseLongHeads } from "@/server/doors/long-head";
import { listenForMetrics, portFault } from "@/server/doors/metrics-port";
import {
  carriesBody,
  isAddressed,
  isOfFile,
  origin,
  otherMethods,
  sendReply,
  toRequest,
  withBody,
} from "@/server/doors/node-http";
import { notePage, pageRoutes } from "@/server/doors/page-routes";
import { problem } from "@/server/doors/rest-answer";
import { readBytes } from "@/server/doors/rest-body";
import { staticFiles } from "@/server/doors/static-files";
import { transportSecurity } from "@/server/doors/transport-security";
import { screenActor } from "@/server/identity/authenticate";
import { refuseMissingKeys } from "@/server/key-guard";
import { AppError, notFound, toAppError } from "@/server/kit/call/errors";
import { hadPageFaultSince } from "@/server/kit/call/page-faults";
import { sweepSpool } from "@/server/kit/export/spool";
import { importsEnded } from "@/server/kit/import/run-import";
import { noteRequest } from "@/server/kit/list/batch-rows";
import { clientIpHeader, noteAccess, requestIdHere } from "@/server/kit/process/access";
import { followClock } from "@/server/kit/process/clock";
import { log } from "@/server/kit/process/log";
import { settlePooler } from "@/server/kit/process/pooler";
import { loadPagesAhead } from "@/server/pages-ahead";
import { startTracing } from "@/server/tracing";
import { languageOf, mannerOf, setAreas, speakAs, speaking } from "@/texts/node";

// The API is answered here, on node:http itself; a Next route handler would cost ten times as much for each read.
// So are all questions below .well-known: a machine that asks there takes no page for signing in.
const direct = /^\/(?:api(?!\/auth(?:\/|$))(?:\/|$)|\.well-known\/|(?:healthz|readyz|l\/[\w-]+)$)/;
const graceMs = 10_000;
/** How long a start waits for a database that does not let it serve, before it listens and says so. */
const startMs = 2_000;

// Before the first connection to the database, whose statements are spans, and before Next, which adds those of pages.
const endTracing = await startTracing("persdesk-web");

// The heap may grow by half of what is alive before it is collected, instead of to several times that: an hour of exports and
// refused bodies then takes little more memory than a quiet one (docs/benchmarks.md).
setFlagsFromString("--heap-growing-percent=50");

setAreas(JSON.parse(readFileSync("dist/page-texts.json", "utf8")));

/** Next has forms of a few fields only, such as the one for signing in. */
const pageBodyCap = 64 * 1024;

interface Origin {
  ip: string;
  scheme: string;
}

/** An error before the API has a request, or after it failed to answer one. */
const refuse = (error: AppError, res: ServerResponse) =>
  sendReply(problem(error, { requestId: requestIdHere() ?? "", path: res.req.url ?? "" }), res);

/** As `toRequest`; undefined, and answered, where it is no request of ours. */
function requestOf(req: IncomingMessage, res: ServerResponse, from: Origin) {
  try {
    return toRequest(req, res, from);
  } catch {
    res.setHeader("connection", "close");
    void refuse(new AppError("invalid_input"), res);
  }
}

async function answer(req: IncomingMessage, res: ServerResponse, from: Origin) {
  const request = requestOf(req, res, from);
  if (request) await sendReply(await answerApi(request), res);
}

function isDecodable(path: string) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Redirects that Next makes by itself, such as from `/x/` to `/x`, come before `proxy.ts`, which gives pages these headers. */
function secureRedirect(res: ServerResponse, status: number) {
  if (status < 300 || status > 399 || res.hasHeader("content-security-policy")) return;
  const headers = { ...transportSecurity, "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

/** A page that could not be drawn for want of the database is 503, as every other answer is then; Next would say 500. */
function sayUnavailable(res: ServerResponse) {
  const begun = performance.now();
  const writeHead = res.writeHead.bind(res);
  const fromNow: typeof res.writeHead = (status: number, ...rest: never[]) => {
    secureRedirect(res, status);
    if (status !== 500 || !hadPageFaultSince(begun)) return writeHead(status, ...rest);
    res.setHeader("retry-after", "1");
    return writeHead(503, ...rest);
  };
  res.writeHead = fromNow;
}

const files = staticFiles();
const routeOf = pageRoutes(JSON.parse(readFileSync(".next/routes-manifest.json", "utf8")));

/**
 * Next itself would read a body to its end, however long it is, before it asks who sends it; and a path that does not
 * decode would be a 500 of its own.
 */
async function answerPage(req: IncomingMessage, res: ServerResponse, from: Origin) {
  const [path = ""] = (req.url ?? "").split("?", 1);
  notePage(routeOf(path), req, res);
  if (!isDecodable(path)) return refuse(notFound(), res);
  if (!path.startsWith("/_next/")) speakAs(mannerOf(await screenActor(req.headers.cookie ?? null)));
  sayUnavailable(res);
  if (!carriesBody(req)) return files(req, res) ?? pages(req, res);
  const request = requestOf(req, res, from);
  if (request) await pages(withBody(req, await readBytes(request, pageBodyCap)), res);
}

/** Until it is known who asks, the browser's language and the clock of everybody. */
const atFirst = (req: IncomingMessage) => ({ language: languageOf(req.headers["accept-language"]), timeZone: "UTC" });

function onFailure(thrown: unknown, res: ServerResponse) {
  const error = toAppError(thrown);
  if (error.status >= 500) log.error({ err: thrown }, "request failed");
  if (res.headersSent) res.destroy();
  else void refuse(error, res);
}

// Next would listen for upgrades on our server, which it needs in development only; from then on Node would not answer
// requests that offer an upgrade, such as those of `curl --http2`. So Next gets a server that does not listen.
const app = next({ dev: false, hostname: "localhost", port: env.PORT, httpServer: createServer() });
const ready = app.prepare();
const pages = app.getRequestHandler();

// Until the database has said that it is no demo's, and what time it is, nobody is let in.
let isOurs = false;
const letIn = settlePooler()
  .then(refuseDemo)
  .then(refuseMissingKeys)
  .then(followClock)
  .then(() => {
    isOurs = true;
  });

async function reply(req: IncomingMessage, res: ServerResponse, path: string) {
  drain.note(res);
  const refusal = path === "/readyz" && drain.refusal();
  if (refusal) {
    noteAccess({ route: path });
    return refuse(refusal, res);
  }
  if (!isOurs && path !== "/healthz") {
    if (path === "/readyz") {
      noteAccess({ route: path });
      await assertReady(); // it says which part is missing
    }
    return refuse(new AppError("unavailable", undefined, { retryAfter: 1 }), res);
  }
  const isApi = direct.test(path) || !isAddressed(req);
  // Fetch refuses some of these methods, and Next answers others with a page, or with 500 where they are asked of a file.
  const allow = otherMethods(req.method, isApi ? "api" : isOfFile(path) ? "file" : "page");
  if (allow !== undefined) {
    res.setHeader("connection", "close"); // of its body nothing is read
    return refuse(new AppError("method_not_allowed", undefined, { headers: { allow } }), res);
  }
  const from = origin(req, env.TRUST_PROXY);
  // A header of the client's with our own name is overwritten, at both doors.
  req.headers[clientIpHeader] = from.ip;
  return isApi ? answer(req, res, from) : answerPage(req, res, from);
}

const server = createServer(
  { keepAliveTimeout: 65_000, headersTimeout: 66_000, requestTimeout: 300_000, maxHeaderSize: mostHead },
  (req, res) => {
    noteRequest();
    const [path = ""] = (req.url ?? "").split("?", 1);
    inAccessLog(req, res, () =>
      speaking(atFirst(req), () => reply(req, res, path).catch((error: unknown) => onFailure(error, res))),
    );
  },
);

refuseLongHeads(server);

const drain = new Drain(server);
let stopping = false;
let metricsServer: ReturnType<typeof listenForMetrics>;

/**
 * Lets proxies find out, accepts no more requests, lets those in progress finish, closes the pools and ends the process. A
 * second signal ends it at once.
 */
async function stop() {
  if (stopping) process.exit(1);
  stopping = true;
  log.info("stopping");
  await drain.announce(env.DRAIN_SECONDS);
  metricsServer?.close();
  endLive();
  await Promise.race([Promise.all([drain.end(), importsEnded()]), sleep(graceMs)]);
  server.closeAllConnections();
  await Promise.allSettled([app.close(), closeDatabase(), endTracing()]);
  process.exit(0);
}

function crash(error: unknown) {
  log.fatal({ err: error }, "unexpected failure, ending");
  process.exit(1);
}

process.on("SIGTERM", stop).on("SIGINT", stop);
process.on("uncaughtException", crash);
// A rejected promise that nobody waits for, such as a query of an aborted request, is no reason to end the requests of
// everybody else.
process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));

function stopWith(fault: string): never {
  console.error(`persdesk: ${fault}`);
  process.exit(1);
}

/** Resolves when this web could not have served for a while, such as by a database that is away. */
async function isHeldUp() {
  const isReady = () =>
    assertReady().then(
      () => true,
      () => false,
    );
  for (let since = performance.now(); !isOurs && performance.now() - since < startMs; await sleep(100))
    if (await isReady()) since = performance.now();
}

// Who comes before a web is ready would be refused; but a database that is away is waited for a little only.
await Promise.all([ready, sweepSpool(), Promise.race([letIn, isHeldUp()])]);
server.on("error", (error: NodeJS.ErrnoException) => stopWith(portFault("PORT", env.PORT, error)));
server.listen(env.PORT, env.LISTEN_HOST, () => {
  log.info({ setting: "PORT", port: env.PORT }, "listening");
  if (env.PAGES_AHEAD) void loadPagesAhead(".next", () => stopping);
});
metricsServer = listenForMetrics(stopWith);
