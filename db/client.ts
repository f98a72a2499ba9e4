import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/env/env";
import * as schema from "./schema";

/** The pool, or a transaction in it. */
export type Database = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

interface Connection {
  db: Database;
  client: postgres.Sql;
  close: () => Promise<void>;
}

/**
 * Opens a pool.
 * @param url a PostgreSQL connection string
 * @param max connections at the most
 */
export function connect(url: string, max: number): Connection {
  // drizzle() changes the type parsers of the client it is given, so raw SQL goes through `db.execute` or its own client.
  const client = postgres(url, {
    max,
    idle_timeout: 60,
    connect_timeout: 5,
    // At most a second between attempts: the driver's own twenty would keep answering 503 long after the database is back.
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    onnotice: () => undefined,
  });
  const db = drizzle({ client, schema, casing: "snake_case" });
  planOnce.set(db, drizzle({ client: preparing(client), schema, casing: "snake_case" }));
  return { client, db, close: () => client.end({ timeout: 5 }) };
}

/** drizzle sends every statement through `unsafe`, which plans it anew each time and asks twice over the wire. */
const preparing = (client: postgres.Sql): postgres.Sql =>
  new Proxy(client, {
    get: (target, key) =>
      key === "unsafe"
        ? (text: string, values: never[]) => target.unsafe(text, values, prepared)
        : Reflect.get(target, key),
  });

// Without `simple: false` a statement without values would not be prepared; the driver's types do not know of it.
const prepared = { prepare: true, simple: false };

const planOnce = new WeakMap<Database, Database>();

/**
 * The same pool, for reads whose text never varies: PostgreSQL plans them once a connection. Not for filters, whose best
 * plan hangs on the value. A transaction stays the one it is.
 */
export const planned = (db: Database): Database => planOnce.get(db) ?? db;

const held = globalThis as { persdeskConnection?: Connection };

const connection = () => {
  held.persdeskConnection ??= connect(env.DATABASE_URL, env.DATABASE_POOL);
  return held.persdeskConnection;
};

/** The pool of this process, opened at the first call. */
export const database = () => connection().db;

/** The pool's own client, whose statements PostgreSQL plans once: for what every request asks. Instants come as text. */
export const preparedSql = () => connection().client;

export const closeDatabase = async () => {
  await held.persdeskConnection?.close();
  held.persdeskConnection = undefined;
};
