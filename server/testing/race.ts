import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll } from "vitest";
import type { Database } from "@/db/client";
import { openPool, patienceOfSettings } from "@/db/pool";
import { env } from "@/env/env";
import { lockName, systemCtx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";

/** Whether a piece of work succeeded or was refused; any other error fails the test. */
export const wentThrough = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (thrown) => {
      if (toAppError(thrown).status >= 500) throw thrown;
      return false;
    },
  );

/** Until so many of this database's transactions wait for a lock, or `isOver`. */
async function waiting(db: Database, many: number, isOver = () => false) {
  for (let round = 0; round < 2000 && !isOver(); round++) {
    const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if ((row?.count ?? 0) >= many) return true;
    await pause(2);
  }
  if (isOver()) return false;
  throw new Error(`${many} were to wait for the lock`);
}

/** Whether this work comes behind whoever holds a name (`lockName`); it goes on once that is seen. */
export async function waitsFor(db: Database, name: string, work: () => Promise<unknown>): Promise<boolean> {
  let isOver = false;
  let begun: Promise<unknown> | undefined;
  const waits = await db.transaction(async (tx) => {
    await lockName({ ...systemCtx("test"), db: tx }, name);
    begun = wentThrough(work()).finally(() => {
      isOver = true;
    });
    return waiting(db, 1, () => isOver);
  });
  await begun;
  return waits;
}

/**
 * The test's own database (after `useDatabase`) by connections that wait in line for a lock: connections of the product
 * give up soon and try again later, so their order would not be known.
 */
export function usePatience(): () => Database {
  const pool = openPool(env.DATABASE_URL, 12, { ...patienceOfSettings(), lockMs: 20_000 });
  afterAll(() => pool.close());
  return () => pool.db;
}

/**
 * Starts all of this while a row is locked, each once those before it wait: all have read what they look at without a
 * lock by then, and after that they come one after the other, in their order.
 * @param db that of `usePatience`, for the work too
 * @returns which of them went through
 */
export async function oneAfterTheOther(
  db: Database,
  { table, id }: { table: PgTable & { id: AnyPgColumn }; id: string },
  works: (() => Promise<unknown>)[],
): Promise<boolean[]> {
  const started: Promise<boolean>[] = [];
  await db.transaction(async (tx) => {
    await tx
      .select({ id: table.id })
      .from(table as PgTable)
      .where(eq(table.id, id))
      .for("update");
    for (const work of works) {
      started.push(wentThrough(work()));
      await waiting(db, started.length);
    }
  });
  return Promise.all(started);
}
