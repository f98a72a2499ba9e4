import { IncomingMessage, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { clientIpHeader } from "@/server/kit/process/access";
import { bodyBudget } from "./body-budget";
import type { Reply } from "./rest-answer";
import { countOf, SentHeaders } from "./sent-headers";

const last = (list: string | string[] | null | undefined) =>
  String(list ?? "")
    .split(",")
    .at(-1)
    ?.trim() || undefined;

/**
 * The address that the proxy in front added last, without the port that some proxies add. Undefined where that is not
 * an address: otherwise any text of the client would count as a caller of its own.
 */
export function forwardedAddress(header: string | string[] | null | undefined): string | undefined {
  const entry = last(header) ?? "";
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
  const address = (bracketed ?? plain ?? entry).replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(address) ? address : undefined;
}

/**
 * The address that a request came from, and the scheme it came by.
 * @param trustProxy believe the proxy in front, but only the entry that it added itself, the last one: the client may
 * have sent the others
 */
export function origin(req: IncomingMessage, trustProxy: boolean) {
  const own = (req.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  if (!trustProxy) return { ip: own, scheme: "http" };
  const { "x-forwarded-for": sentFor, "x-forwarded-proto": scheme } = req.headers;
  return { ip: forwardedAddress(sentFor) ?? own, scheme: last(scheme) === "https" ? "https" : "http" };
}

const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Does a request ask for a path, and is its Host header a host, and the only one? Anything else there could change the path of
 * the URL, or be read as another host by a proxy (RFC 9112, 3.2).
 */
export const isAddressed = ({ url, headers, rawHeaders }: IncomingMessage) =>
  url?.startsWith("/") === true && host.test(headers.host ?? "localhost") && countOf(rawHeaders, "host") < 2;

const reads = new Set(["GET", "HEAD"]);
const ofPages = ["GET", "HEAD", "POST", "OPTIONS"];
const methods = { file: [...reads], page: ofPages, api: [...ofPages, "PATCH", "PUT", "DELETE"] };

/** Whether a path is of a file, such as a script or a picture of the screens: no page has such an address. */
export const isOfFile = (path: string) => /^\/_next\/|\.\w+$/.test(path);

/** The methods for `Allow` where no path takes this one; else undefined. */
export function otherMethods(method: string | undefined, door: keyof typeof methods): string | undefined {
  const taken = methods[door];
  return taken.includes(method ?? "GET") ? undefined : taken.join(", ");
}

/**
 * A Request without a body. The platform's own class makes a stream and an abort signal for each request, which costs
 * more than the rest of a read; here the signal is only made when it is asked for.
 */
class ReadRequest implements Pick<Request, "url" | "method" | "headers" | "body" | "signal"> {
  readonly body = null;
  constructor(
    readonly url: string,
    readonly method: string,
    readonly headers: Headers,
    private readonly madeSignal: () => AbortSignal,
  ) {}
  get signal() {
    return this.madeSignal();
  }
}

export const carriesBody = ({ method, headers }: IncomingMessage) =>
  method !== "GET" &&
  method !== "HEAD" &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0);

/**
 * Node's request as a fetch Request. The body is only read when the handler asks for it; `signal` aborts when the
 * client goes away.
 * @throws {TypeError} when the Host header or the request line is not valid, or fetch forbids the method
 */
export function toRequest(req: IncomingMessage, res: ServerResponse, { ip, scheme }: { ip: string; scheme: string }) {
  if (!isAddressed(req)) throw new TypeError("only paths of a host are served");
  const url = `${scheme}://${req.headers.host ?? "localhost"}${req.url}`;
  const method = req.method ?? "GET";
  const headers = new SentHeaders(req.rawHeaders, [clientIpHeader, ip]);
  let gone: AbortController | undefined;
  const signal = () => {
    gone ??= abortWhenLeft(res);
    return gone.signal;
  };
  if (reads.has(method) && URL.canParse(url)) {
    const request = new ReadRequest(url, method, headers, signal);
    return request as unknown as Request; // there is nothing more to read of a request without a body
  }
  const body = carriesBody(req) ? { body: bodyOf(req, res, ip), duplex: "half" } : {};
  const init: RequestInit = { method, headers: new Headers([...headers]), ...body };
  return Object.defineProperty(new Request(url, init), "signal", { get: signal });
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

/**
 * A request's body, read from the client no faster than it is taken, and counted. Node's own `toWeb` destroys the
 * request where its reader stops half-way, and then the connection is not read any more.
 */
function bodyOf(req: IncomingMessage, res: ServerResponse, caller: string): ReadableStream<Uint8Array> {
  const share = bodyBudget.open(caller);
  res.once("close", share.close);
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    req.on("data", (piece: Buffer) => {
      try {
        share.add(piece.length);
      } catch (error) {
        controller.error(error);
        dropUnread(req);
        return;
      }
      controller.enqueue(piece);
      if ((controller.desiredSize ?? 0) <= 0) req.pause();
    });
    req.once("end", () => controller.close());
    req.once("error", (error) => controller.error(error));
    req.pause();
  };
  const read = { start: begin, pull: () => void req.resume(), cancel: () => dropUnread(req) };
  return new ReadableStream(read, new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }));
}

/** The request again, for a handler of node's, with a body that was read already. */
export function withBody(req: IncomingMessage, body: Uint8Array): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = req;
  const copy = new IncomingMessage(req.socket);
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  copy.push(body);
  copy.push(null);
  copy.complete = true;
  return copy;
}

const unreadCap = 16 * 1024 * 1024;
const unreadMs = 5000;

/**
 * Discards the part of a body that nobody reads. A request that was refused by its headers, or for its size, would
 * otherwise block its connection, and the client's next request on it would wait for ever. A client that goes on
 * sending, or stops without ending its request, is disconnected.
 */
function dropUnread(req: IncomingMessage) {
  if (req.complete) return;
  let left = unreadCap;
  req.removeAllListeners("data").removeAllListeners("end");
  req.on("data", (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) req.socket.destroy();
  });
  req.resume();
  const timer = setTimeout(() => req.complete || req.socket.destroy(), unreadMs);
  req.once("close", () => clearTimeout(timer));
}

/** Sends a reply; a text is sent in one write with its headers. */
export function sendReply(reply: Reply | Response, res: ServerResponse): Promise<void> | void {
  if (reply instanceof Response) return sendResponse(reply, res);
  dropUnread(res.req);
  const { status, headers, body } = reply;
  if (body === null) {
    res.statusCode = status;
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.end();
    return;
  }
  res.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

/** Sends a fetch Response, no faster than the client takes it; a body of one piece goes out with its length. */
export async function sendResponse(response: Response, res: ServerResponse, patienceMs = 60_000) {
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
    next.catch(() => undefined); // heard below, where it may fail before that is reached
    const ended = await settledNow(next);
    if (ended?.done) {
      res.end(piece.value);
      return;
    }
    if (!res.write(piece.value)) await drained(res, patienceMs);
    piece = await next;
  }
  res.end();
}

/** The result of a promise that is settled already; undefined while it is pending. */
const settledNow = <T>(promise: Promise<T>) =>
  Promise.race([promise, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]);

/** Waits until the client takes more, or is gone; one that takes nothing for so long is cut off. */
const drained = (res: ServerResponse, patienceMs: number) =>
  new Promise<void>((resolve) => {
    if (res.destroyed) return resolve();
    const timer = setTimeout(() => res.destroy(), patienceMs);
    const done = () => {
      clearTimeout(timer);
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.on("drain", done).on("close", done);
  });
