import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

export const clientIpHeader = "x-persdesk-client-ip";

const last = (list: string | string[] | undefined) =>
  String(list ?? "")
    .split(",")
    .at(-1)
    ?.trim() || undefined;

/**
 * The address that a request came from, and the scheme it came by.
 * @param trustProxy believe the proxy in front; only what it added itself, the last entry, for a client may send the rest
 */
export function origin(req: IncomingMessage, trustProxy: boolean) {
  const forwarded = trustProxy ? req.headers : {};
  const ip = last(forwarded["x-forwarded-for"]) ?? req.socket.remoteAddress ?? "";
  return {
    ip: ip.replace(/^::ffff:/, ""),
    scheme: last(forwarded["x-forwarded-proto"]) === "https" ? "https" : "http",
  };
}

const carriesBody = ({ method, headers }: IncomingMessage) =>
  method !== "GET" &&
  method !== "HEAD" &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0);

/**
 * Node's request as a fetch Request. The body is only read when the handler asks for it; `signal` aborts when the
 * client goes away.
 * @throws {TypeError} when the Host header or the request line make no address, or the method is one fetch forbids
 */
export function toRequest(req: IncomingMessage, res: ServerResponse, { ip, scheme }: { ip: string; scheme: string }) {
  if (!req.url?.startsWith("/")) throw new TypeError("only paths are served");
  const headers = new Headers();
  for (let i = 0; i + 1 < req.rawHeaders.length; i += 2)
    headers.append(req.rawHeaders[i] ?? "", req.rawHeaders[i + 1] ?? "");
  headers.set(clientIpHeader, ip);
  const body = carriesBody(req) ? { body: Readable.toWeb(req) as ReadableStream<Uint8Array>, duplex: "half" } : {};
  const init: RequestInit = { method: req.method, headers, ...body };
  const request = new Request(`${scheme}://${req.headers.host ?? "localhost"}${req.url}`, init);
  // A signal handed to the constructor costs more than all the rest of a Request, and few handlers look at it.
  let gone: AbortController | undefined;
  Object.defineProperty(request, "signal", {
    get: () => {
      gone ??= abortWhenLeft(res);
      return gone.signal;
    },
  });
  return request;
}

function abortWhenLeft(res: ServerResponse) {
  const gone = new AbortController();
  const onClose = () => res.writableFinished || gone.abort();
  if (res.closed) onClose();
  else res.once("close", onClose);
  return gone;
}

function sendHead(response: Response, res: ServerResponse) {
  res.statusCode = response.status;
  if (response.statusText) res.statusMessage = response.statusText;
  for (const [name, value] of response.headers) if (name !== "set-cookie") res.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
}

const unreadCap = 16 * 1024 * 1024;

/**
 * Lets what nobody read of a body flow away: a request refused by its headers would otherwise block its connection, and
 * the client's next request on it would wait for ever. A client that sends on and on is cut off.
 */
function dropUnread(req: IncomingMessage) {
  if (req.complete) return;
  let left = unreadCap;
  // The listeners are those of `toWeb`, which pauses as soon as its own queue is full.
  req.removeAllListeners("data").on("data", (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) req.socket.destroy();
  });
  req.resume();
}

/** Sends a fetch Response, no faster than the client takes it; a body of one piece goes out with its length. */
export async function sendResponse(response: Response, res: ServerResponse) {
  dropUnread(res.req);
  sendHead(response, res);
  if (!response.body || res.req.method === "HEAD") {
    await response.body?.cancel();
    res.end();
    return;
  }
  const reader = response.body.getReader();
  res.once("close", () => res.writableFinished || reader.cancel().catch(() => undefined));
  let piece = await reader.read();
  while (!piece.done) {
    const next = reader.read();
    const ended = await settledNow(next);
    if (ended?.done) {
      res.end(piece.value);
      return;
    }
    if (!res.write(piece.value)) await drained(res);
    piece = await next;
  }
  res.end();
}

/** What a promise has come to already, without waiting for more than what is queued; undefined while it is open. */
const settledNow = <T>(promise: Promise<T>) =>
  Promise.race([promise, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]);

const drained = (res: ServerResponse) =>
  new Promise<void>((resolve) => {
    if (res.destroyed) return resolve();
    const done = () => {
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.on("drain", done).on("close", done);
  });
