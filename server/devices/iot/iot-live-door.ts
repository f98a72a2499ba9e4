import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/db/client";
import type { Incoming } from "@/server/doors/rest";
import { baseHeaders } from "@/server/doors/rest-answer";
import { assertSameOrigin } from "@/server/doors/trpc-door";
import { assertMay } from "@/server/kit/admission";
import { type Actor, type Ctx, type KnownCtx, mayDo } from "@/server/kit/context";
import { AppError, notFound } from "@/server/kit/errors";
import { Id } from "@/server/kit/wire";
import { follow } from "./iot-live.service";

interface LiveDoor {
  screenActor: (cookie: string | null) => Promise<Actor | null>;
  database: () => Database;
  appUrl: string;
}

export const livePath = "/api/live/pers/";
const admission = { permission: "pers.read" } as const;
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

let isChecking = false;

/** As long as a stream is open: once a second, ends those whose session has ended or lost the right, one query a session. */
async function check(screenActor: LiveDoor["screenActor"]) {
  if (isChecking) return;
  isChecking = true;
  while (open.size > 0) {
    await sleep(checkMs, undefined, { ref: false });
    for (const cookie of new Set([...open].map((stream) => stream.cookie))) {
      const actor = await screenActor(cookie).catch(() => undefined); // the database is away for a moment
      if (actor === undefined || (actor && mayDo(actor, admission.permission))) continue;
      for (const stream of open) if (stream.cookie === cookie) stream.end();
    }
  }
  isChecking = false;
}

/**
 * `GET /api/live/pers/{id}`: the messages of one PERS as server-sent events, `event: message` with the message as JSON
 * and its id, so that a browser that lost the connection continues where it was. By session cookie and the right
 * pers.read, which are looked at again each second. One reader has 20 streams at most.
 */
export const liveDoor =
  ({ screenActor, database, appUrl }: LiveDoor) =>
  async ({ request, url, requestId, ip }: Incoming): Promise<Response> => {
    if (request.method !== "GET") throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET" } });
    assertSameOrigin(request.headers, appUrl);
    const cookie = request.headers.get("cookie");
    const caller: Ctx = { db: database(), actor: await screenActor(cookie), door: "screen", requestId, ip };
    const actor = assertMay(caller, admission);
    if (!actor) throw new AppError("unauthorized");
    const ctx: KnownCtx = { ...caller, actor };
    const persId = Id.safeParse(url.pathname.slice(livePath.length)).data;
    if (!persId) throw notFound();
    const reader = actor.kind === "user" ? (actor.actingId ?? actor.id) : actor.kind;
    assertPlace(reader);
    const after = Id.safeParse(request.headers.get("last-event-id")).data;

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
    const stream: Stream = { reader, cookie, end: () => end() };
    open.add(stream);
    const stop = await follow(ctx, persId, after, (messages) => {
      for (const message of messages) say(`id: ${message.id}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
    }).catch((error: unknown) => {
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
