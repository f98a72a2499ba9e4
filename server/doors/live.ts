import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/db/client";
import { type Admission, assertMay } from "@/server/kit/call/admission";
import type { Actor, Ctx, KnownCtx } from "@/server/kit/call/context";
import { AppError, tooMany } from "@/server/kit/call/errors";
import type { LiveEvent, LiveTopic } from "@/server/kit/call/live-topic";
import { t } from "@/texts/t";
import type { Incoming } from "./rest";
import { baseHeaders } from "./rest-answer";
import { assertSameOrigin } from "./trpc-door";

interface LiveDoor {
  screenActor: (cookie: string | null) => Promise<Actor | null>;
  /** those of these sessions that are still good: one small query for all streams of a process */
  liveSessions: (ids: string[]) => Promise<Set<string>>;
  database: () => Database;
  appUrl: string;
}

const heartbeatMs = 20_000;
const tickMs = 500;
const usualCheckMs = 1_000;
/** of one topic: pages that follow devices take no place of inboxes */
const mostStreams = 500;
const mostOfReader = 20;
/** the most lines that are kept for a client that does not read */
const mostWaiting = 1000;

interface Stream {
  door: LiveDoor;
  /** who reads: under switch-to, the person who really sits there */
  reader: string;
  cookie: string | null;
  sessionId: string | undefined;
  topic: LiveTopic;
  /** when its session is asked for again */
  checkAt: number;
  /** @param isOver tells the page that asking again is of no use */
  end: (isOver?: boolean) => void;
}
const open = new Set<Stream>();

/** Ends all streams, so that a process that stops does not wait for open pages. */
export const endLive = () => {
  for (const { end } of open) end();
};

/** @throws AppError 503 where the topic has no place left, 429 where this reader has too many of it */
function assertPlace(topic: LiveTopic, reader: string) {
  const others = [...open].filter((stream) => stream.topic.path === topic.path);
  const own = others.filter((stream) => stream.reader === reader).length;
  if (own >= mostOfReader)
    throw tooMany(
      "live-pages",
      t("At most {count} live pages are open at once. Close some.", { count: mostOfReader }),
      30,
    );
  if (others.length >= mostStreams) throw new AppError("unavailable", undefined, { retryAfter: 30 });
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

/** Ends the streams of people who signed out or were disabled. */
async function endSignedOut(door: LiveDoor) {
  const streams = [...open].flatMap((stream) =>
    stream.door === door && stream.sessionId ? [{ stream, id: stream.sessionId }] : [],
  );
  if (streams.length === 0) return;
  const live = await door.liveSessions([...new Set(streams.map(({ id }) => id))]).catch(() => undefined); // the database is away for a moment
  if (live) for (const { stream, id } of streams) if (!live.has(id)) stream.end(true);
}

/** Ends the streams of those who lost the right to them. */
async function endRefused(door: LiveDoor) {
  const due = [...open].filter((stream) => stream.door === door && stream.checkAt <= Date.now());
  for (const cookie of new Set(due.map((stream) => stream.cookie))) {
    const actor = await door.screenActor(cookie).catch(() => undefined); // the database is away for a moment
    if (actor === undefined) continue;
    for (const stream of due) {
      if (stream.cookie !== cookie) continue;
      const { topic, reader } = stream;
      stream.checkAt = Date.now() + (topic.checkMs ?? usualCheckMs) - 10;
      if (!(mayStay(actor, topic.admission) && readerOf(actor) === reader)) stream.end(true);
    }
  }
}

/** As long as a stream is open: ends those whose session has ended, and those whose reader lost the right, by one query a session. */
async function check() {
  if (isChecking) return;
  isChecking = true;
  while (open.size > 0) {
    const soonest = Math.min(tickMs, ...[...open].map(({ topic }) => topic.checkMs ?? usualCheckMs));
    await sleep(soonest, undefined, { ref: false });
    for (const door of new Set([...open].map((stream) => stream.door))) {
      await endSignedOut(door);
      await endRefused(door);
    }
  }
  isChecking = false;
}

/**
 * `GET` below a topic's path: what happens there as server-sent events. By session cookie, and by the topic's right, which
 * is looked at again and again; a page that has lost it is told `over`. One reader has 20 streams of a topic at most.
 */
export const liveDoor =
  (door: LiveDoor, topic: LiveTopic) =>
  async ({ request, url, requestId, ip }: Incoming): Promise<Response> => {
    if (request.method !== "GET") throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET" } });
    const { screenActor, database, appUrl } = door;
    assertSameOrigin(request.headers, appUrl);
    const cookie = request.headers.get("cookie");
    const caller: Ctx = { db: database(), actor: await screenActor(cookie), door: "screen", requestId, ip };
    const { path, admission, follow } = topic;
    const actor = assertMay(caller, admission);
    if (!actor) throw new AppError("credentials_missing");
    const ctx: KnownCtx = { ...caller, actor };
    const reader = readerOf(actor);
    assertPlace(topic, reader);

    const text = new TextEncoder();
    let end = (_isOver?: boolean) => {};
    const lines = new TransformStream<string, Uint8Array>({
      transform: (line, controller) => controller.enqueue(text.encode(line)),
    });
    const writer = lines.writable.getWriter();
    const say = (line: string) => {
      if (!open.has(stream)) return;
      writer.write(line).catch(() => end());
      if ((writer.desiredSize ?? 0) < -mostWaiting) end();
    };
    // The place is taken before anything is waited for, so that many at once do not all find it free.
    const checkAt = Date.now() + (topic.checkMs ?? usualCheckMs) - 10;
    const sessionId = actor.kind === "user" ? actor.sessionId : undefined;
    const stream: Stream = { door, reader, cookie, sessionId, topic, checkAt, end: (isOver) => end(isOver) };
    open.add(stream);
    const tell = ({ id, event, data }: LiveEvent) =>
      say(`${id ? `id: ${id}\n` : ""}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    const rest = url.pathname.slice(path.length);
    const stop = await follow(ctx, rest, request.headers.get("last-event-id"), tell).catch((error: unknown) => {
      open.delete(stream);
      throw error;
    });
    const heartbeat = setInterval(() => say(": still here\n\n"), heartbeatMs);
    end = (isOver) => {
      if (!open.delete(stream)) return;
      clearInterval(heartbeat);
      stop();
      if (isOver) writer.write("event: over\ndata: null\n\n").catch(() => undefined); // the reader may be gone
      writer.close().catch(() => undefined); // the reader may be gone
    };
    void check();
    writer.closed.catch(() => end());
    if (request.signal.aborted) end();
    else request.signal.addEventListener("abort", () => end(), { once: true });
    say("retry: 3000\n\n");
    const headers = {
      ...baseHeaders(requestId),
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
    };
    return new Response(lines.readable, { headers });
  };
