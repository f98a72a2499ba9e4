import type { Database } from "@/db/client";
import type { Ctx } from "./context";
import { endsTransaction } from "./database-fault";

/** What became of an attempt: the value of its work, or what it failed of, after all that it wrote was undone. */
type Attempted<T> = { done: T } | { error: unknown };

const mostAttempts = 64;

interface Savepoints {
  made: number;
  /** the transaction, or the attempt in it that is under way; undefined while one begins */
  open: Database | undefined;
}

/** By transaction, and by each attempt in it. */
const savepoints = new WeakMap<Database, Savepoints>();

/**
 * Does `work` within the transaction that `ctx` is in, behind a savepoint: where it throws, what it wrote is undone and the
 * transaction goes on. The one way to go on after an error in a transaction (ADR 81). A loop goes into one attempt as a
 * whole: a transaction makes at most 64, because PostgreSQL remembers 64 subtransactions of each, and with more of them
 * every other session has to look up what it reads on disk.
 * @param work takes the context of the attempt
 * @returns `done`, or `error` as it was thrown
 * @throws what ends the transaction as a whole: a lost connection, a deadlock, a limit of time or memory. Error, a mistake
 * of the caller's, outside of a transaction, for the 65th attempt, and for one beside another that is under way
 */
export async function attempt<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<Attempted<T>> {
  const { db } = ctx;
  if (!ctx.inTransaction) throw new Error("an attempt is a part of a transaction");
  const state: Savepoints = savepoints.get(db) ?? { made: 0, open: db };
  if (state.open !== db) throw new Error("attempts come one after the other, or in the context of the outer one");
  if (state.made >= mostAttempts) throw new Error(`a transaction makes at most ${mostAttempts} attempts`);
  savepoints.set(db, state);
  state.made++;
  state.open = undefined;
  try {
    const done = await db.transaction((tx) => {
      savepoints.set(tx, state);
      state.open = tx;
      return work({ ...ctx, db: tx });
    });
    return { done };
  } catch (error) {
    if (endsTransaction(error)) throw error;
    return { error };
  } finally {
    state.open = db;
  }
}
