import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { connect } from "@/db/connect.mjs";
import { env } from "@/env/env";
import { isTracing, spanIds, spanned } from "@/env/spans";
import { askers } from "./asking";
import { preparing } from "./preparing";
import * as schema from "./schema";
import { pooledSettings, sessionSettings } from "./session";
import { noWaits, Shares, Turns, type Waits } from "./turns";

/** What the driver's queries carry beside their promise, as far as this file needs it. */
interface DriverQuery {
  /** says it to a connection */
  handle: () => Promise<unknown>;
  /** the driver calls one of the two when it has done with the query */
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** The driver's own class, whose types show only the promise. */
const driverOf = (query: Promise<unknown>) => query as unknown as DriverQuery;

/** The connections of a pool, and those of them that one caller may use at once. */
interface Room {
  turns: Turns;
  shares: Shares;
}

/** A statement that waits for its turn, first among those of its caller, before the driver gets it. */
function inTurn<Q>(query: Q, { turns, shares }: Room): Q {
  if (!(query instanceof Promise)) return query; // an identifier or a list of values, not a statement
  const driver = driverOf(query);
  const { resolve, reject } = driver;
  const handle = driver.handle.bind(driver);
  let isAsked = false;
  driver.handle = async () => {
    if (isAsked) return;
    isAsked = true;
    const held: (() => void)[] = [];
    const giveBack = () => {
      for (const one of held.splice(0)) one();
    };
    driver.resolve = (result) => {
      giveBack();
      resolve(result);
    };
    driver.reject = (error) => {
      giveBack();
      reject(error);
    };
    try {
      const callers = askers();
      held.push(shares.takeNow(callers) ?? (await shares.take(callers)));
      held.push(turns.takeNow() ?? (await turns.take()));
      await handle();
    } catch (error) {
      driver.reject(error);
    }
  };
  return query;
}

type InTransaction = (sql: postgres.TransactionSql) => unknown;

/**
 * Work in a transaction, or behind a savepoint, whose client refuses statements once the work is over. The driver would
 * say them on the same connection, where what was rolled back before does not undo them.
 */
function untilItsEnd(work: InTransaction): InTransaction {
  return async (sql) => {
    let isOver = false;
    const own = new Proxy(sql, {
      get: (target, key) => {
        if (key === "savepoint") return (inner: InTransaction) => target.savepoint(untilItsEnd(inner));
        if (key !== "unsafe") return Reflect.get(target, key);
        return (...values: Parameters<postgres.Sql["unsafe"]>) => {
          if (isOver) throw new Error("the transaction is over");
          return target.unsafe(...values);
        };
      },
    });
    try {
      return await work(own);
    } finally {
      isOver = true;
    }
  };
}

/**
 * A client that hands the driver no more statements than there are connections. The driver would let them wait for ever,
 * or send one behind another that takes long on the same connection.
 */
const inLine = (client: postgres.Sql, room: Room): postgres.Sql =>
  new Proxy(client, {
    apply: (target, self, values) => inTurn(Reflect.apply(target, self, values), room),
    get: (target, key) => {
      if (key === "unsafe")
        return (...values: Parameters<postgres.Sql["unsafe"]>) => inTurn(target.unsafe(...values), room);
      const value = Reflect.get(target, key);
      if (key !== "begin") return value;
      return (...values: unknown[]) =>
        value.apply(
          target,
          values.map((one) => (typeof one === "function" ? untilItsEnd(one as InTransaction) : one)),
        );
    },
  });

/**
 * A statement as a span of the work that asks it, from when a connection gets it; what is asked outside of such work, as idle
 * workers do, is none. It holds the text, never the values.
 */
function inSpan<Q>(query: Q, text: string): Q {
  if (!(query instanceof Promise)) return query;
  const driver = driverOf(query);
  const handle = driver.handle.bind(driver);
  let isAsked = false;
  driver.handle = async () => {
    if (isAsked || !spanIds()) return handle();
    isAsked = true;
    const statement = text.replace(/\s+/g, " ").trim().slice(0, 2000);
    const attributes = { "db.system.name": "postgresql", "db.query.text": statement };
    const name = /^\w+/.exec(statement)?.[0].toLowerCase() ?? "sql";
    void spanned({ name, kind: "client", attributes }, () => {
      const { resolve, reject } = driver;
      return new Promise((done, failed) => {
        driver.resolve = (result) => {
          done(undefined);
          resolve(result);
        };
        driver.reject = (error) => {
          failed(error);
          reject(error);
        };
      });
    }).catch(() => undefined); // the caller is told
    return handle();
  };
  return query;
}

/** A client, or a transaction, whose statements are spans. */
const inSpans = <C extends postgres.Sql>(client: C): C =>
  new Proxy(client, {
    apply: (target, self, values: [TemplateStringsArray]) =>
      inSpan(Reflect.apply(target, self, values), values[0]?.raw ? values[0].join("?") : ""),
    get: (target, key) => {
      if (key === "unsafe")
        return (...values: Parameters<postgres.Sql["unsafe"]>) => inSpan(target.unsafe(...values), values[0]);
      const value = Reflect.get(target, key);
      if ((key !== "begin" && key !== "savepoint") || typeof value !== "function") return value;
      return (...values: unknown[]) =>
        value.apply(
          target,
          values.map((one) => (typeof one === "function" ? (sql: postgres.Sql) => one(inSpans(sql)) : one)),
        );
    },
  });

export interface Patience {
  /** milliseconds that a statement or transaction waits for a connection, and a statement for others of its caller */
  acquireMs: number;
  /** milliseconds that a statement waits for a lock */
  lockMs: number;
  /** milliseconds that a statement may take; 0 for no limit */
  statementMs: number;
  /** milliseconds that a transaction may do nothing; 0 for no limit */
  idleMs: number;
}

/** What the settings say. */
export const patienceOfSettings = (): Patience => ({
  acquireMs: env.DATABASE_ACQUIRE_TIMEOUT_MS,
  lockMs: env.DATABASE_LOCK_TIMEOUT_MS,
  statementMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
  idleMs: env.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
});

/** The limits of time as PostgreSQL calls them. */
const limitsOf = ({ lockMs, statementMs, idleMs }: Patience) => ({
  lock_timeout: lockMs,
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: idleMs,
});

/** What the role behind PgBouncer is given beside the settings of every session. */
export const limitsOfSettings = () => limitsOf(patienceOfSettings());

/** Whether an address is PgBouncer's, whose connections have most of their settings from the role (ADR 73). */
export const isPooled = (url: string) => env.DATABASE_DIRECT_URL !== undefined && url !== env.DATABASE_DIRECT_URL;

// The server and Next each load this module in one process.
const held = globalThis as { persdeskPoolWaits?: Waits };

/** How this process waits for connections of its pools. */
export const poolWaits = (): Waits => {
  held.persdeskPoolWaits ??= noWaits();
  return held.persdeskPoolWaits;
};

/** The driver, whose statements are spans where there is tracing. */
function openDriver(url: string, max: number, patience: Patience) {
  const driver = connect(url, {
    max,
    idle_timeout: 60,
    connect_timeout: 5,
    // At most a second between attempts: the driver's own twenty would keep answering 503 long after the database is back.
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    onnotice: () => undefined,
    prepare: env.DATABASE_PREPARE,
    connection: isPooled(url) ? pooledSettings : { ...sessionSettings, ...limitsOf(patience) },
  });
  const client = isTracing() ? inSpans(driver) : driver;
  return { client, close: (seconds = 5) => driver.end({ timeout: seconds }) };
}

/** One connection, which is sent every statement at once, whatever is on its way. */
export const openSingle = (url: string, patience: Patience) => openDriver(url, 1, patience);

/**
 * Opens connections that wait for nothing longer than they are told. Statements of one caller (`askedBy`) use a quarter of them
 * at the most, at least one (ADR 86); transactions are not shared out.
 * @param url a PostgreSQL connection string
 * @param max connections at the most
 */
export function openPool(url: string, max: number, patience: Patience) {
  const { acquireMs, lockMs } = patience;
  const driver = openDriver(url, max, patience);
  const turns = new Turns(max, acquireMs, undefined, poolWaits());
  // drizzle() changes the type parsers of the client it is given, so raw SQL goes through `db.execute` or its own client.
  const shares = new Shares(Math.max(1, Math.floor(max / 4)), acquireMs);
  const client = inLine(driver.client, { turns, shares });
  // The role's patience is that of the settings; what waits for less says so in each transaction.
  const isOther = isPooled(url) && lockMs !== patienceOfSettings().lockMs;
  const databaseOf = (client: postgres.Sql) => {
    const db = drizzle({ client, schema, casing: "snake_case" });
    const begin = db.transaction.bind(db);
    const waiting: typeof begin = (work, config) =>
      begin(async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = ${lockMs}`));
        return work(tx);
      }, config);
    const transaction: typeof begin = (work, config) => turns.run(() => (isOther ? waiting : begin)(work, config));
    return Object.assign(db, { transaction });
  };
  return { client, db: databaseOf(client), planned: databaseOf(preparing(client)), close: driver.close };
}
