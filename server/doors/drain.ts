import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/server/kit/call/errors";

/** A connection on which nothing came for so long is one that a browser opened ahead of need. */
const unusedMs = 1_000;
const lookMs = 50;

// not a text: said to proxies and operators
const stopping = "This web stops.";

/**
 * How a web stops without losing a request (ADR 98): it first says so at `/readyz` and with each answer, while it goes on
 * taking connections, and only then takes no more.
 */
export class Drain {
  private readonly opened = new Map<Socket, number>();
  private isOver = false;
  private isDraining = false;

  constructor(private readonly server: Server) {
    server.on("connection", (socket: Socket) => {
      this.opened.set(socket, performance.now());
      socket.once("close", () => this.opened.delete(socket));
    });
  }

  /** To be called before a request is answered: the connection is not used again by a web that stops. */
  note(res: ServerResponse) {
    if (this.isDraining) res.setHeader("connection", "close");
  }

  /** What `/readyz` says while this web stops, so that proxies ask another one: a 503, which is no fault to be logged. */
  refusal() {
    if (!this.isDraining) return undefined;
    return new AppError("unavailable", stopping, { retryAfter: 1, errors: [{ path: "process", message: stopping }] });
  }

  /** Resolves when proxies have had this long to find out. */
  async announce(seconds: number) {
    this.isDraining = true;
    await sleep(seconds * 1000);
  }

  /** Takes no more connections; resolves when those that are left have their answers. */
  async end() {
    // What the kernel has accepted is taken by Node first: it would be cut off otherwise.
    await setImmediate();
    const closed = new Promise((resolve) => this.server.close(resolve)).then(() => {
      this.isOver = true;
    });
    while (!this.isOver) {
      this.closeIdle();
      await Promise.race([closed, sleep(lookMs)]);
    }
  }

  /** To Node a connection waits for its first request, so `closeIdleConnections` leaves it. */
  private closeIdle() {
    this.server.closeIdleConnections();
    const now = performance.now();
    for (const [socket, at] of this.opened) if (socket.bytesRead === 0 && now - at > unusedMs) socket.destroy();
  }
}
