import { AsyncLocalStorage } from "node:async_hooks";
import type { AnyRouter } from "@trpc/server";
import { PostgresJsPreparedQuery, PostgresJsSession } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll } from "vitest";
import { proceduresOf } from "@/server/doors/rest-plan";
import { AppError } from "@/server/kit/call/errors";

/** Where a call is refused: after its n-th written statement, just before its first commit, or nowhere. */
export type Point = number | "commit" | "nowhere";

/** What a call has written, except counters of tries. */
export interface Written {
  /** the texts of the statements, in their order */
  statements: string[];
  /** those of them outside of a transaction: each is committed at once */
  outside: string[];
  /** how many transactions wrote something that was not undone by itself */
  transactions: number;
  isRefused: boolean;
}

interface Watch {
  call: string;
  at: Point;
  written: Written;
  isAnswered: boolean;
}

/** Where in a watched request a statement is asked. */
interface Place {
  watch: Watch;
  /** inside the procedure, not in the door around it or in another call of the same batch */
  isInCall: boolean;
  /** the innermost transaction of the pool, with what the call wrote in it */
  transaction?: { writes: number };
}

const places = new AsyncLocalStorage<Place | undefined>();

/** What the refusal says: no other error has this text. */
export const lateDetail = "Refused late, by a test.";

function refuse(watch: Watch): never {
  watch.written.isRefused = true;
  throw new AppError("forbidden", lateDetail);
}

const writing =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate|nextval|setval|iot_make_partition|iot_keep_partitions)\b|graphile_worker\.\w+\s*\(|\bupdate\s+(only\s+)?[\w".]+(\s+(as\s+)?[\w"]+)?\s+set\b|^\s*copy\b/i;
/** Counters of tries, and events of refusals, are committed beside the call they count, so that a refusal does not give the try back. */
const counting = /"(rate_limits|login_attempts|sign_in_events)"|"user_codes"[\s\S]*"tries" \+ 1/;

/** Whether a statement changes rows that a refusal must leave as they were. */
export const isWritten = (text: string) => writing.test(text) && !counting.test(text);

function noteStatement(text: string, isInTransaction: boolean) {
  const place = places.getStore();
  if (!place?.isInCall || place.watch.isAnswered || !isWritten(text)) return;
  const { watch, transaction } = place;
  const { written, at } = watch;
  written.statements.push(text);
  if (!isInTransaction) written.outside.push(text);
  else if (!transaction) throw new Error(`nobody saw the transaction begin that writes: ${text}`);
  else if (transaction.writes++ === 0) written.transactions++;
  // A statement outside of a transaction is its own commit.
  if (at === written.statements.length || (at === "commit" && !isInTransaction && !written.isRefused)) refuse(watch);
}

async function noteCommit<T>(work: () => Promise<T>): Promise<T> {
  const place = places.getStore();
  if (!place) return work();
  const { watch } = place;
  const transaction = { writes: 0 };
  // Awaited inside: work may give a query that is not sent before somebody waits for it.
  const answer = await places
    .run({ ...place, transaction }, async () => await work())
    .catch((error: unknown) => {
      // What is undone by itself, such as a plan, wrote nothing.
      if (transaction.writes > 0 && !watch.written.isRefused) watch.written.transactions--;
      throw error;
    });
  if (watch.at === "commit" && transaction.writes > 0 && !watch.written.isRefused && !watch.isAnswered) refuse(watch);
  return answer;
}

/** The driver's classes as far as they are replaced here. */
interface Query {
  execute: (values?: Record<string, unknown>) => Promise<unknown>;
  queryString: string;
  client: object;
}
interface Session {
  transaction: (work: (tx: unknown) => Promise<unknown>, config?: object) => Promise<unknown>;
}

/** Watches what drizzle sends, in all pools of this process. @returns ends it */
function watchDriver() {
  const query = PostgresJsPreparedQuery.prototype as unknown as Query; // its fields are private
  const session = PostgresJsSession.prototype as unknown as Session; // generic in the schema
  const { execute } = query;
  const { transaction } = session;
  query.execute = async function (this: Query, values) {
    const answer = await execute.call(this, values);
    noteStatement(this.queryString, "savepoint" in this.client);
    return answer;
  };
  session.transaction = function (this: Session, work, config) {
    return transaction.call(this, (tx) => noteCommit(() => work(tx)), config);
  };
  return () => {
    query.execute = execute;
    session.transaction = transaction;
  };
}

interface Middleware {
  path: string;
  next: () => Promise<unknown>;
}

const inCall = ({ path, next }: Middleware) => {
  const place = places.getStore();
  if (!place) return next();
  // Another call of the same batch is not watched.
  return path === place.watch.call ? places.run({ ...place, isInCall: true }, next) : places.run(undefined, next);
};

/** Puts a middleware around each procedure. @returns takes it away */
function watchCalls(router: AnyRouter) {
  const chains = proceduresOf(router).map(
    ([, { _def }]) => (_def as unknown as { middlewares: unknown[] }).middlewares,
  );
  for (const chain of chains) chain.unshift(inCall);
  return () => {
    for (const chain of chains) chain.shift();
  };
}

/**
 * For tests that refuse a call late, as the last check of a service would: call it at the top of the file.
 * @returns does `work`, which makes the call, and refuses it at a point; says what the call wrote beside what `work` gave
 */
export function useLateRefusal(...routers: AnyRouter[]) {
  const ends: (() => unknown)[] = [];
  beforeAll(() => {
    ends.push(watchDriver(), ...routers.map(watchCalls));
  });
  afterAll(() => {
    for (const end of ends) end();
  });
  return async <T>(call: string, at: Point, work: () => Promise<T>): Promise<{ answer: T; written: Written }> => {
    const written: Written = { statements: [], outside: [], transactions: 0, isRefused: false };
    const watch: Watch = { call, at, written, isAnswered: false };
    const answer = await places.run({ watch, isInCall: false }, work);
    watch.isAnswered = true;
    return { answer, written };
  };
}
