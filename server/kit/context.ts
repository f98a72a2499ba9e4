import { sql } from "drizzle-orm";
import { type Database, database } from "@/db/client";
import type { Permission } from "@/server/permissions";
import { explainInUse } from "./in-use";

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
      /** under switch-to: the person who really sits there */
      actingId?: string;
      /** staff who must set up their second factor before anything else; they hold no permission until then */
      mustEnrol?: boolean;
      /** what people of companies may do in one; null where it is not theirs. Whoever has none belongs to no company */
      rightsIn?: (companyId: string) => Promise<ReadonlySet<Permission> | null>;
    }
  | { kind: "key"; id: string; label: string; permissions: ReadonlySet<string> }
  | { kind: "system"; label: string };

export type Door = "screen" | "rest" | "job";

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
}

/** A context whose caller is known: what every service function but the public ones takes. */
export interface KnownCtx extends Ctx {
  actor: Actor;
}

/** A context inside one company: everything it reaches belongs to that company. */
export interface CompanyCtx extends KnownCtx {
  company: { id: string; rights: ReadonlySet<Permission> };
}

export const systemCtx = (label: string): KnownCtx => ({
  db: database(),
  actor: { kind: "system", label },
  door: "job",
  requestId: crypto.randomUUID(),
  ip: null,
});

export const mayDo = (actor: Actor, permission: Permission) =>
  actor.kind === "system" || actor.permissions.has(permission) || (actor.kind === "key" && actor.permissions.has("*"));

const retryable = (error: unknown): boolean =>
  error instanceof Error &&
  (["40001", "40P01"].includes((error as { code?: string }).code ?? "") || retryable(error.cause));

/** Runs `work` in a transaction, or in the one that `ctx` already is in; a deadlock or serialisation failure runs it again. */
export async function inTransaction<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.inTransaction) return work(ctx);
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction((tx) => work({ ...ctx, db: tx, inTransaction: true }));
    } catch (error) {
      if (attempt === 3 || !retryable(error)) throw await explainInUse(ctx.db, error);
    }
  }
}

/** Holds a named lock until the transaction ends, so that changes to the same thing come one after the other. */
export const lockName = (ctx: Ctx, name: string) =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
