import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { openSingle, patienceOfSettings } from "./pool";
import { preparing } from "./preparing";
import * as schema from "./schema";

/** Statements that are on their way over one connection at the most; more are asked of the pool. */
const mostUnderWay = 16;
/** A connection that has answered nothing for so long is given no more. */
const silentMs = 100;
/**
 * How long a statement waits for a lock and how long it may take, for those behind it wait as well. One that fails is asked
 * again of the pool, with the patience of the settings.
 */
const limits = { lockMs: 150, statementMs: 1_000 };

/** One connection, whose statements are sent one behind the other without waiting for the answers. */
export class Pipeline {
  readonly db: PostgresJsDatabase<typeof schema>;
  private underWay = 0;
  private lastAnswer = 0;

  constructor(
    readonly client: postgres.Sql,
    readonly close: (seconds?: number) => Promise<unknown>,
  ) {
    this.db = drizzle({ client: preparing(client), schema, casing: "snake_case" });
  }

  /** How many statements are on their way; infinitely many where no more may be sent. */
  get load() {
    const { underWay } = this;
    const isSilent = underWay > 0 && performance.now() - this.lastAnswer > silentMs;
    return isSilent || underWay >= mostUnderWay ? Number.POSITIVE_INFINITY : underWay;
  }

  /** Sends a statement. */
  async ask<T>(statement: PromiseLike<T>): Promise<T> {
    if (this.underWay === 0) this.lastAnswer = performance.now();
    this.underWay += 1;
    try {
      return await statement;
    } finally {
      this.underWay -= 1;
      this.lastAnswer = performance.now();
    }
  }
}

/**
 * Connections for what nearly every request asks first and is answered at once. What is asked in one turn of the event loop goes
 * out over one of them, in one write, and is answered in few reads: half the system calls that a connection for each takes.
 */
export class Pipelines {
  private chosen: Pipeline | undefined;
  constructor(private readonly all: readonly Pipeline[]) {}

  /** The pipeline of this turn of the event loop; undefined where none can take more, and the pool is to be asked. */
  get now(): Pipeline | undefined {
    if (this.chosen && this.chosen.load !== Number.POSITIVE_INFINITY) return this.chosen;
    let found: Pipeline | undefined;
    for (const pipeline of this.all) if (pipeline.load < (found?.load ?? Number.POSITIVE_INFINITY)) found = pipeline;
    if (!this.chosen)
      setImmediate(() => {
        this.chosen = undefined;
      });
    this.chosen = found;
    return found;
  }

  close = (seconds?: number) => Promise.all(this.all.map((pipeline) => pipeline.close(seconds)));
}

/** How many pipelines a pool of so many connections has, of them. */
export const pipelinesIn = (connections: number) => Math.min(4, Math.floor(connections / 5));

/** Opens so many pipelines. */
export function openPipelines(url: string, count: number): Pipelines {
  const patience = patienceOfSettings();
  const hasty = {
    ...patience,
    lockMs: Math.min(limits.lockMs, patience.lockMs),
    statementMs: patience.statementMs === 0 ? limits.statementMs : Math.min(limits.statementMs, patience.statementMs),
  };
  return new Pipelines(
    Array.from({ length: count }, () => {
      const { client, close } = openSingle(url, hasty);
      return new Pipeline(client, close);
    }),
  );
}
