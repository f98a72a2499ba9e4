import { setTimeout as sleep } from "node:timers/promises";
import { is, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { type Database, database } from "@/db/client";
import { env } from "@/env/env";
import type { Permission } from "@/server/permissions";
import { explainInUse } from "./in-use";
import { noteWrite } from "./wrote-lately";

/** Who asks. `permissions` of a key are its scopes; a system actor (job, seed) may do everything. */
export type Actor =
  | {
      kind: "user";
      id: string;
      email: string;
      label: string;
      type: "Rider" | "Pro Center Admin" | "Pro Center Member" | "Staff";
      sessionId: string;
      permissions: ReadonlySet<string>;
      /** of who reads: the code of a language, and an IANA time zone; null where they chose none */
      language?: string | null;
      timeZone?: string | null;
      /** the session wrote within the last seconds, so that a replica may not hold it yet (ADR 72) */
      wroteLately?: boolean;
      /** under switch-to: the person who acts */
      actingId?: string;
      /** staff who must set up their second factor before anything else; they hold no permission until then */
      mustEnrol?: boolean;
      /**
       * what people of companies may do in a company; null where they do not belong to it. Missing for callers who
       * belong to none
       */
      rightsIn?: (companyId: string) => Promise<ReadonlySet<Permission> | null>;
    }
  | { kind: "key"; id: string; label: string; permissions: ReadonlySet<string>; wroteLately?: boolean }
  | { kind: "system"; label: string };

export type Door = "screen" | "rest" | "job";

/**
 * A record that was asked for together with the session, before it is known who asks (ADR 5). Nobody looks at what came before
 * the call has been admitted and its input checked; of a call that is refused, nobody ever does.
 */
export interface Ahead {
  /** the `get` that it was asked for */
  get: object;
  id: string;
  language: string;
  /** nothing where it has to be asked for again */
  rows: Promise<unknown[] | undefined>;
}

/** What a service gets: the database (or the transaction it runs in), who asks, and where from. */
export interface Ctx {
  db: Database;
  inTransaction?: boolean;
  actor: Actor | null;
  door: Door;
  requestId: string;
  ip: string | null;
  /** the company that the door let the caller into, with what they may do there; set by the door, never by a service */
  company?: { id: string; rights: ReadonlySet<Permission> };
  /** the record that was asked for together with the session; set by the door, never by a service */
  ahead?: Ahead;
  /** the read that is asked, with its checked input: a walk through a list goes on in the same one (ADR 106) */
  asked?: { path: string; input: unknown };
  /** the limits that counted this call against the caller itself; set by the door that tells them */
  counted?: Counted[];
  /** the texts that are written came from a machine; set by an import that says so */
  isByMachine?: boolean;
  /** what the request's Idempotency-Key is; set by the door where somebody is signed in */
  idempotency?: Idempotency;
}

/** A limit that a call counted in, with what is left of it and the seconds until it begins again. */
export interface Counted {
  name: string;
  calls: number;
  seconds: number;
  left: number;
  resets: number;
}

export interface Idempotency {
  key: string;
  /** false in a batch or stream, whose calls all carry the key */
  isAlone: boolean;
  /** the procedure answered what it had answered before */
  isReplayed: boolean;
}

/** A context whose caller is known: what every service function but the public ones takes. */
export interface KnownCtx extends Ctx {
  actor: Actor;
}

/** A context inside one company: everything it reaches belongs to that company. */
export interface CompanyCtx extends KnownCtx {
  company: { id: string; rights: ReadonlySet<Permission> };
}

/** One word for who acts: the caller and, under switch-to, who really sits there. */
export function ownerOf({ actor }: KnownCtx): string {
  if (actor.kind === "system") return "system";
  return actor.kind === "user" && actor.actingId ? `user:${actor.id}:${actor.actingId}` : `${actor.kind}:${actor.id}`;
}

export const systemCtx = (label: string): KnownCtx => ({
  db: database(),
  actor: { kind: "system", label },
  door: "job",
  requestId: crypto.randomUUID(),
  ip: null,
});

/** People of companies and riders: they have rights in a company, or to what is their own. */
export const isOfCompanies = (actor: Actor) => actor.kind === "user" && actor.type !== "Staff";

/** Whether the caller may do this in general; people of companies have no general rights, with any role. */
export function mayDo(actor: Actor, permission: Permission): boolean {
  if (actor.kind === "system") return true;
  if (actor.kind === "key") return actor.permissions.has(permission) || actor.permissions.has("*");
  return !isOfCompanies(actor) && actor.permissions.has(permission);
}

/**
 * For what is counted against somebody, such as wrong passwords: it stays even if the call fails, so it is committed
 * before a transaction begins.
 * @throws Error within a transaction, in production too
 */
export function assertCommitsAtOnce({ db, inTransaction }: Ctx) {
  if (inTransaction || is(db, PgTransaction)) throw new Error("tries are counted before a transaction begins");
}

const failedAs = (error: unknown, ...states: string[]): boolean =>
  error instanceof Error &&
  (states.includes((error as { code?: string }).code ?? "") || failedAs(error.cause, ...states));

/** Whether the same work may be tried again: after a deadlock or a serialisation failure twice, for a lock until the time is up. */
async function mayTryAgain(error: unknown, attempt: number, begun: number) {
  if (failedAs(error, "40001", "40P01")) return attempt < 3;
  if (!failedAs(error, "55P03") || Date.now() - begun > env.DATABASE_LOCK_TIMEOUT_MS) return false;
  await sleep(100 + Math.random() * 200); // so that others can use the connection in between
  return true;
}

/**
 * Runs `work` in a transaction, or in the one that `ctx` already is in. It runs again after a deadlock or a
 * serialisation failure, and after it waited too long for a lock: between its tries it holds no connection.
 */
export async function inTransaction<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.inTransaction) return work(ctx);
  const begun = Date.now();
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await ctx.db.transaction((tx) => work({ ...ctx, db: tx, inTransaction: true }));
      await noteWrite(ctx.actor);
      return result;
    } catch (error) {
      if (!(await mayTryAgain(error, attempt, begun))) throw await explainInUse(ctx.db, error);
    }
  }
}

/** As `lockName`, but shared: those who share the lock do not wait for each other, and `lockName` waits for them. */
export const shareName = (ctx: Ctx, name: string) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`);

/** Holds a named lock until the transaction ends, so that changes to the same thing come one after the other. */
export const lockName = (ctx: Ctx, name: string) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);

/**
 * Waits for statements of one transaction that were sent one behind the other, without waiting for the answers of those before.
 * @throws the error of the first of them, in this order, that failed: those behind it fail because of it
 */
export async function allSent<T extends readonly unknown[] | []>(sent: T) {
  const answers = await Promise.allSettled(sent);
  const values = answers.map((answer) => {
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  });
  return values as { -readonly [K in keyof T]: Awaited<T[K]> };
}
