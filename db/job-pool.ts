import pg from "pg";
import { hostsOf } from "./connect.mjs";
import type { Hosts } from "./hosts.mjs";
import { sessionSettings, withSession } from "./session";

/** How long one who asks waits for a connection. */
const acquireMs = 10_000;

type Connected = Parameters<pg.Client["connect"]>[0];

/** The driver's client, which connects to the host that fits. */
const clientOf = (hosts: Hosts) =>
  class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected) {
      if (!callback) return this.found().then(() => super.connect());
      const failed = callback as (error: Error) => void;
      this.found().then(() => super.connect(callback), failed);
    }

    private async found() {
      const place = await hosts.place();
      Object.assign(this, place);
      const { connection } = this; // its socket is given to TLS later, so it is asked for at the end
      this.once("error", () => hosts.doubt());
      hosts.hold(place, {
        isOpen: () => !connection.stream.destroyed,
        destroy: () => connection.stream.destroy(new Error("its host is left for another one")),
      });
    }
  };

/**
 * Connections for the job queue, whose driver is another one than ours: set as `withSession` says and, where the address names
 * several hosts, to the one that is what it asks for (ADR 97).
 * @param max connections at the most
 */
export function jobPool(
  url: string,
  max: number,
  settings: Record<string, string | number> = sessionSettings,
): pg.Pool {
  const hosts = hostsOf(url);
  const pool = new pg.Pool({
    connectionString: withSession(url, settings),
    max,
    connectionTimeoutMillis: acquireMs,
    keepAlive: true,
    ...(hosts && { Client: clientOf(hosts) }),
  });
  // A user of a connection is told by its statement; a connection that nobody uses is taken out of the pool.
  pool.on("error", () => hosts?.doubt());
  pool.on("connect", (client) => client.on("error", () => hosts?.doubt()));
  return pool;
}
