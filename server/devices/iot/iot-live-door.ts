import type { Database } from "@/db/client";
import type { Incoming } from "@/server/doors/rest";
import { baseHeaders } from "@/server/doors/rest-answer";
import { assertSameOrigin } from "@/server/doors/trpc-door";
import { assertMay } from "@/server/kit/admission";
import type { Actor, Ctx, KnownCtx } from "@/server/kit/context";
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
const mostStreams = 500;
/** the most lines that are kept for a client that does not read */
const mostWaiting = 1000;

const open = new Set<() => void>();

/** Ends all streams, so that a process that stops does not wait for open pages. */
export const endLive = () => {
  for (const end of open) end();
};

/**
 * `GET /api/live/pers/{id}`: the messages of one PERS as server-sent events, `event: message` with the message as JSON
 * and its id, so that a browser that lost the connection continues where it was. By session cookie and the right
 * pers.read, asked again at each heartbeat.
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
    if (open.size >= mostStreams) throw new AppError("unavailable", undefined, { retryAfter: 30 });
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
    const stop = await follow(ctx, persId, after, (messages) => {
      for (const message of messages) say(`id: ${message.id}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
    });
    const stillMay = async () => {
      const now = await screenActor(cookie).catch(() => actor); // the database is away for a moment: ask the next time
      assertMay({ ...ctx, actor: now }, admission);
      say(": still here\n\n");
    };
    const heartbeat = setInterval(() => void stillMay().catch(() => end()), heartbeatMs);
    end = () => {
      if (!open.delete(end)) return;
      clearInterval(heartbeat);
      stop();
      writer.close().catch(() => undefined); // the reader may be gone
    };
    open.add(end);
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
