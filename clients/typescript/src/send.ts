import { PersdeskError } from "./errors.js";
import type { ErrorCode } from "./types.js";

/** A request that can be sent more than once. */
export interface Prepared {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** made for each try: a form can be read once */
  body: () => string | FormData | undefined;
  /** whether a repeat after a lost answer has no second effect */
  repeatable: boolean;
}

export interface Policy {
  signal: AbortSignal | undefined;
  /** milliseconds of one try */
  timeoutMs: number;
  /** how many more tries there are */
  retries: number;
  /** milliseconds; who is asked to wait longer than this gets the error */
  longestWaitMs: number;
  /** milliseconds from the first try, after which there is no other */
  withinMs?: number;
}

export interface Received {
  status: number;
  headers: Headers;
  data: unknown;
}

const secondsOf = (headers: Headers) => {
  const seconds = Number(headers.get("retry-after") ?? "");
  return headers.has("retry-after") && seconds >= 0 ? seconds : undefined;
};

interface Problem {
  code: ErrorCode;
  detail: string;
  requestId: string;
  errors?: { path: string; message: string }[];
}

/** What an answer says that is no success. */
function failureOf(response: Response, text: string): PersdeskError {
  const { status, headers } = response;
  const more = { status, retryAfter: secondsOf(headers), etag: headers.get("etag") ?? undefined };
  if (!/^application\/problem\+json\b/.test(headers.get("content-type") ?? ""))
    return new PersdeskError("unreadable_answer", `The answer is not the service's (status ${status}).`, more);
  const { code, detail, requestId, errors } = JSON.parse(text) as Problem;
  return new PersdeskError(code, detail, { ...more, requestId, errors });
}

async function dataOf(response: Response): Promise<unknown> {
  if (!response.ok) throw failureOf(response, await response.text());
  const type = response.headers.get("content-type") ?? "";
  if (type !== "" && !/\bjson\b/.test(type)) return response.blob();
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

const reasonOf = (signal: AbortSignal) => (signal.reason as unknown) ?? new Error("The call was given up.");

/** One try. The time-out ends with the last byte of the answer. */
async function sendOnce({ url, method, headers, body }: Prepared, { signal, timeoutMs }: Policy): Promise<Received> {
  if (signal?.aborted) throw reasonOf(signal);
  const controller = new AbortController();
  const giveUp = () => controller.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    giveUp();
  }, timeoutMs);
  signal?.addEventListener("abort", giveUp);
  try {
    const content = body();
    const init = { method, headers, signal: controller.signal, credentials: "omit" as const };
    const response = await fetch(url, content === undefined ? init : { ...init, body: content });
    return { status: response.status, headers: response.headers, data: await dataOf(response) };
  } catch (cause) {
    if (cause instanceof PersdeskError) throw cause;
    if (signal?.aborted) throw reasonOf(signal);
    if (late) throw new PersdeskError("timed_out", `No answer within ${timeoutMs} ms.`, { cause });
    if (cause instanceof SyntaxError)
      throw new PersdeskError("unreadable_answer", "The answer is not the service's.", { cause });
    throw new PersdeskError("network_failed", "The service could not be reached.", { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Milliseconds before a try; longer each time, and different for each caller. */
const pauseBefore = (tries: number) => Math.min(200 * 2 ** tries, 5_000) * (0.5 + Math.random() / 2);

const lost = new Set(["network_failed", "timed_out"]);
const ofProxies = new Set([502, 503, 504]);

/**
 * How long to wait before a call is tried again; undefined where it is not. What was refused for now (429) may be repeated
 * always; what may have been done, only where a repeat has no second effect.
 */
function waitAfter(error: PersdeskError, { repeatable }: Prepared, tries: number): number | undefined {
  const { code, status, retryAfter } = error;
  if (status === 429) return retryAfter === undefined ? undefined : retryAfter * 1000;
  if (!repeatable || !(lost.has(code) || ofProxies.has(status))) return undefined;
  return retryAfter === undefined ? pauseBefore(tries) : retryAfter * 1000;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    };
    const giveUp = () => {
      end();
      if (signal) reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", giveUp);
  });
}

/**
 * Sends a request, again where that helps.
 * @throws PersdeskError; the signal's reason where the caller gave up
 */
export async function send(request: Prepared, policy: Policy): Promise<Received> {
  const { retries, longestWaitMs, withinMs = Number.POSITIVE_INFINITY, signal } = policy;
  const begun = Date.now();
  for (let tries = 0; ; tries++) {
    try {
      return await sendOnce(request, policy);
    } catch (error) {
      if (!(error instanceof PersdeskError) || tries >= retries) throw error;
      const wait = waitAfter(error, request, tries);
      const isTooLong = wait !== undefined && (wait > longestWaitMs || Date.now() + wait - begun > withinMs);
      if (wait === undefined || isTooLong) throw error;
      await pause(wait, signal);
    }
  }
}
