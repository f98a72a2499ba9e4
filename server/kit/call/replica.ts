import { longDatabase } from "@/db/client";
import { freshReplica, loseReplica } from "@/db/replica";
import { log } from "@/server/kit/process/log";
import type { Ctx } from "./context";
import { isAway, type Said } from "./database-away.rules";

// Reads that may be some seconds old are asked of a replica (ADR 72).

const told = (isUsed: boolean) =>
  isUsed ? log.info("the replica is read") : log.warn("the replica is late or away: the primary is read");

/** The error that the driver brought, under those that others made of it. */
const deepest = (error: Error): Said => (error.cause instanceof Error ? deepest(error.cause) : error);

/**
 * What the primary does not refuse: a row version that the replica had to give up, a schema that it does not have yet, a
 * statement that writes.
 */
const ofReplica = new Set(["40001", "40P01", "42P01", "42703", "3F000", "25006"]);

const replicaFor = ({ actor, inTransaction }: Ctx) =>
  inTransaction || !actor || actor.kind === "system" || actor.wroteLately ? undefined : freshReplica(told);

/** Asks the replica, and the primary where the replica fails by its own fault. */
async function orPrimary<T>(asked: Promise<T>, primary: () => Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const said = error instanceof Error ? deepest(error) : {};
    // A statement that writes is refused by a replica that is well.
    if (!ofReplica.has(said.code ?? "")) {
      if (!isAway(said)) throw error;
      loseReplica();
    }
    return primary();
  }
}

/**
 * Reads from the replica, where there is one that is fresh and the caller has not just written; else from the primary, and
 * so for callers without credentials. Never for rights, limits, locks, or what a write depends on.
 */
export function fromReplica<C extends Ctx, T>(ctx: C, read: (ctx: C) => Promise<T>): Promise<T> {
  const replica = replicaFor(ctx);
  return replica ? orPrimary(read({ ...ctx, db: replica.db }), () => read(ctx)) : read(ctx);
}

/** With the transactions of what takes long, beside those of the requests; in the caller's transaction where one is under way. */
export const beside = <C extends Ctx>(ctx: C): C => (ctx.inTransaction ? ctx : { ...ctx, db: longDatabase() });

/**
 * The same for what takes long, in transactions beside the pool of the requests.
 * @param read calls `begun` when it has handed something on; it cannot begin again afterwards
 */
export function longFromReplica<C extends Ctx>(ctx: C, read: (ctx: C, begun: () => void) => Promise<void>) {
  const replica = replicaFor(ctx);
  const primary = (begun: () => void) => read({ ...ctx, db: longDatabase() }, begun);
  if (!replica) return primary(() => undefined);
  return unlessBegun((begun) => read({ ...ctx, db: replica.long }, begun), primary);
}

/** Asks the replica, and the primary where the replica fails by its own fault before it has handed anything on. */
export function unlessBegun(
  replica: (begun: () => void) => Promise<void>,
  primary: (begun: () => void) => Promise<void>,
) {
  let hasBegun = false;
  const begun = () => {
    hasBegun = true;
  };
  const asked = replica(begun);
  return orPrimary(asked, () => (hasBegun ? asked : primary(begun)));
}
