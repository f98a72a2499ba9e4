import type { PgDatabase } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { env } from "@/env/env";
import { openPipelines, type Pipeline, type Pipelines, pipelinesIn } from "./pipeline";
import { isPooled, openPool, type Patience, patienceOfSettings } from "./pool";
import type * as schema from "./schema";

/** The pool, or a transaction in it. */
export type Database = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

interface Connection {
  db: Database;
  client: postgres.Sql;
  /** @param seconds how long what is under way may take; 5 where not said */
  close: (seconds?: number) => Promise<unknown>;
}

/**
 * How long one try of a transaction waits for a lock. Short, so that those who wait for one record give their connection
 * to others between their tries: `inTransaction` tries again.
 */
const lockTryMs = 150;

/**
 * Opens a pool: half of it for transactions, half for single statements, so that reads go on while transactions wait.
 * @param url a PostgreSQL connection string
 * @param max connections at the most, of either half at least one
 */
export function connect(url: string, max: number, patience: Patience = patienceOfSettings()): Connection {
  const half = Math.max(1, Math.floor(max / 2));
  const single = openPool(url, Math.max(1, max - half), patience);
  const changing = openPool(url, half, { ...patience, lockMs: Math.min(lockTryMs, patience.lockMs) });
  const db = Object.assign(single.db, { transaction: changing.db.transaction });
  planOnce.set(db, Object.assign(single.planned, { transaction: changing.planned.transaction }));
  return {
    client: single.client,
    db,
    close: (seconds) => Promise.all([single.close(seconds), changing.close(seconds)]),
  };
}

const planOnce = new WeakMap<Database, Database>();

/**
 * The same pool, for statements whose text never varies: PostgreSQL plans them once a connection, those of its transactions
 * too. Not for filters, whose best plan depends on the value. A transaction that has begun stays the one it is.
 */
export const planned = (db: Database): Database => planOnce.get(db) ?? db;

/** Long transactions at once. */
const longPlaces = 4;

const held = globalThis as {
  persdeskConnection?: Connection;
  persdeskPipelines?: Pipelines;
  persdeskLong?: ReturnType<typeof openPool>;
  persdeskListening?: ReturnType<typeof openPool>;
  persdeskClosing?: Set<() => Promise<unknown>>;
};

/** PgBouncer takes no limits of time from us (ADR 73), and a pipeline without them could be blocked. */
const pipelineCount = () => (isPooled(env.DATABASE_URL) ? 0 : pipelinesIn(env.DATABASE_POOL));

const connection = () => {
  held.persdeskConnection ??= connect(env.DATABASE_URL, env.DATABASE_POOL - pipelineCount());
  return held.persdeskConnection;
};

function pipeline(): Pipeline | undefined {
  held.persdeskPipelines ??= openPipelines(env.DATABASE_URL, pipelineCount());
  return held.persdeskPipelines.now;
}

/** The pool of this process, opened at the first call. */
export const database = () => connection().db;

/** The pool's own client, whose statements PostgreSQL plans once: for what every request asks. Instants come as text. */
export const preparedSql = () => connection().client;

/**
 * Asks what a request begins with, such as its session, and what does not depend on the answer behind it, in one round trip to
 * the database. Where that cannot be, or fails, the pool is asked, and nothing else.
 * @param first the same short read for either client
 * @param beside sends what it wants to know as well; it is not called where there is no pipeline, and hears of no failure of `first`
 */
export async function askFirst<T>(
  first: (sql: postgres.Sql) => PromiseLike<T>,
  beside?: (pipeline: Pipeline) => void,
): Promise<T> {
  const found = pipeline();
  if (!found) return first(preparedSql());
  const asked = found.ask(first(found.client));
  beside?.(found);
  return asked.catch(() => first(preparedSql()));
}

/** A client that may listen: behind PgBouncer one that leads to PostgreSQL itself (ADR 73). */
export function listeningSql() {
  if (!env.DATABASE_DIRECT_URL) return preparedSql();
  held.persdeskListening ??= openPool(env.DATABASE_DIRECT_URL, 1, patienceOfSettings());
  return held.persdeskListening.client;
}

/** The same database for what takes long, such as exports: its transactions run beside the pool of the requests. */
export function longDatabase(): Database {
  held.persdeskLong ??= openLongPool(env.DATABASE_URL);
  return withLong(database(), held.persdeskLong);
}

/** A pool for what takes long. */
export const openLongPool = (url: string) => openPool(url, longPlaces, patienceOfSettings());

/** A database whose transactions run in a pool for what takes long. */
export const withLong = (db: Database, { db: { transaction } }: ReturnType<typeof openPool>): Database =>
  Object.assign(Object.create(db), { transaction });

/** What else is closed with the database. */
export const alsoClosed = () => {
  held.persdeskClosing ??= new Set();
  return held.persdeskClosing;
};

export const closeDatabase = async () => {
  const others = [...alsoClosed()].map((close) => close());
  const { persdeskConnection, persdeskPipelines, persdeskLong, persdeskListening } = held;
  const opened = [persdeskConnection, persdeskPipelines, persdeskLong, persdeskListening];
  await Promise.all([...opened.map((one) => one?.close()), ...others]);
  held.persdeskConnection = undefined;
  held.persdeskPipelines = undefined;
  held.persdeskLong = undefined;
  held.persdeskListening = undefined;
};
