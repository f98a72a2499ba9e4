import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/db/client";
import { type Admission, assertMay } from "@/server/kit/admission";
import type { Actor, Ctx, KnownCtx } from "@/server/kit/context";
import { AppError } from "@/server/kit/errors";
import type { Incoming } from "./rest";
import { baseHeaders } from "./rest-answer";
import { assertSameOrigin } from "./trpc-door";

interface LiveDoor {
  screenActor: (cookie: string | null) => Promise<Actor | null>;
  database: () => Database;
  appUrl: string;
}

/** One event: its name, its data as JSON, and the id from which a browser that lost the connection goes on. */
export interface LiveEvent {
  id?: string;
  event: string;
  data: unknown;
}

/** Something that can be followed. */
export interface LiveTopic {
  /** what its addresses begin with, such as "/api/live/pers/" */
  path: string;
  admission: Admission;
  /**
   * Calls `say` with what happens from now on, or from `after` on.
   * @param rest the address behind `path`, as it was sent
   * @returns a function that ends it
   * @throws AppError 404 for what there is not
   */
  follow: (ctx: KnownCtx, rest: string, after: string | null, say: (event: LiveEvent) => void) => Promise<() => void>;
}

const heartbeatMs = 20_000;
const checkMs = 1_000;
const mostStreams = 500;
const mostOfReader = 20;
/** the most lines that are kept for a client that does not read */
const mostWaiting = 1000;

interface Stream {
  /** who reads: under switch-to, the person who really sits there */
  reader: string;
  cookie: string | null;
  admission: Admission;
  end: () => void;
}
const open = new Set<Stream>();

/** Ends all streams, so that a process that stops does not wait for open pages. */
export const endLive = () => {
  for (const { end } of open) end();
};

/** @throws AppError 503 where the process has no place left, 429 where this reader has too many */
function assertPlace(reader: string) {
  const own = [...open].filter((stream) => stream.reader === reader).length;
  if (own >= mostOfReader)
    throw new AppError("too_many_requests", `At most ${mostOfReader} live pages are open at once. Close some.`, {
      retryAfter: 30,
    });
  if (open.size >= mostStreams) throw new AppError("unavailable", undefined, { retryAfter: 30 });
}

/** Under switch-to, the person who really sits there. */
const readerOf = (actor: Actor | null) => (actor?.kind === "user" ? (actor.actingId ?? actor.id) : `${actor?.kind}`);

let isChecking = false;

function mayStay(actor: Actor | null, admission: Admission) {
  try {
    return assertMay({ actor }, admission) !== null;
  } catch {
    return false;
  }
}

/** As long as a stream is open: once a second, ends those whose session has ended or lost the right, one query a session. */
async function check(screenActor: LiveDoor["screenActor"]) {
  if (isChecking) return;
  isChecking = true;
  while (open.size > 0) {
    await sleep(checkMs, undefined, { ref: false });
    for (const cookie of new Set([...open].map((stream) => stream.cookie))) {
      const actor = await screenActor(cookie).catch(() => undefined); // the database is away for a moment
      if (actor === undefined) continue;
      for (const stream of open)
        if (stream.cookie === cookie && !(mayStay(actor, stream.admission) && readerOf(actor) === stream.reader))
          stream.end();
    }
  }
  isChecking = false;
}

/**
 * `GET` below a topic's path: what happens there as server-sent events. By session cookie, and by the topic's right, which
 * is looked at again each second. One reader has 20 streams at most.
 */
export const liveDoor =
  ({ screenActor, database, appUrl }: LiveDoor, { path, admission, follow }: LiveTopic) =>
  async ({ request, url, requestId, ip }: Incoming): Promise<Response> => {
    if (request.method !== "GET") throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET" } });
    assertSameOrigin(request.headers, appUrl);
    const cookie = request.headers.get("cookie");
    const caller: Ctx = { db: database(), actor: await screenActor(cookie), door: "screen", requestId, ip };
    const actor = assertMay(caller, admission);
    if (!actor) throw new AppError("unauthorized");
    const ctx: KnownCtx = { ...caller, actor };
    const reader = readerOf(actor);
    assertPlace(reader);

    const text = new TextEncoder();
    let end = () => {};
    const lines = new TransformStream<string, Uint8Array>({
      transform: (line, controller) => controller.enqueue(text.encode(line)),
    });
    const writer = lines.writable.getWriter();
    const say = (line: string) => {
      writer.write(line).catch(() => end());
      if ((writer.desiredSize ?? 0) < -mostWaiting) end();
    };
    // The place is taken before anything is waited for, so that many at once do not all find it free.
    const stream: Stream = { reader, cookie, admission, end: () => end() };
    open.add(stream);
    const tell = ({ id, event, data }: LiveEvent) =>
      say(`${id ? `id: ${id}\n` : ""}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    const rest = url.pathname.slice(path.length);
    const stop = await follow(ctx, rest, request.headers.get("last-event-id"), tell).catch((error: unknown) => {
      open.delete(stream);
      throw error;
    });
    const heartbeat = setInterval(() => say(": still here\n\n"), heartbeatMs);
    end = () => {
      if (!open.delete(stream)) return;
      clearInterval(heartbeat);
      stop();
      writer.close().catch(() => undefined); // the reader may be gone
    };
    void check(screenActor);
    writer.closed.catch(() => end());
    if (request.signal.aborted) end();
    else request.signal.addEventListener("abort", end, { once: true });
    say("retry: 3000\n\n");
    const headers = {
      ...baseHeaders(requestId),
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
    };
    return new Response(lines.readable, { headers });
  };
