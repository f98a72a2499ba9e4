import { auditLog } from "@/db/schema";
import type { Ctx } from "./context";

export type Changes = Record<string, [unknown, unknown]>;

export interface Entry {
  /** the resource's name, such as "model-pers" */
  objectType: string;
  objectId: string;
  /** what people call the record, such as its serial number */
  objectLabel?: string | null;
  action: string;
  changes?: Changes;
  snapshot?: Record<string, Record<string, unknown>[]>;
  companyId?: string | null;
}

const unaudited = /^(id|createdAt|updatedAt|version)$|Hash$|Sealed$/;

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Field → [before, after] of what differs; stamps and secrets are never in it. */
export function diff(before: object, after: object): Changes {
  const old = before as Record<string, unknown>;
  const now = after as Record<string, unknown>;
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => !unaudited.test(key) && !same(old[key], now[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, [old[key] ?? null, now[key] ?? null]]));
}

/** Writes the audit row of a change; call it in the change's own transaction (decisions 0, Auditing). */
export const audit = (ctx: Ctx, entry: Entry) => auditMany(ctx, [entry]);

/** A statement takes 65,534 parameters, and a row has 15. */
const batchSize = 4000;

/** As `audit`, for many changes at once. */
export async function auditMany(ctx: Ctx, entries: Entry[]) {
  for (let start = 0; start < entries.length; start += batchSize)
    await ctx.db.insert(auditLog).values(entries.slice(start, start + batchSize).map((entry) => rowOf(ctx, entry)));
}

function rowOf(ctx: Ctx, entry: Entry): typeof auditLog.$inferInsert {
  const actor = ctx.actor;
  const person = actor?.kind === "user" ? actor : undefined;
  return {
    actorType: actor?.kind ?? "system",
    actorId: person ? (person.actingId ?? person.id) : actor?.kind === "key" ? actor.id : null,
    actorLabel: actor?.label ?? "anonymous",
    actingForId: person?.actingId ? person.id : null,
    objectType: entry.objectType,
    objectId: entry.objectId,
    objectLabel: entry.objectLabel ?? null,
    companyId: entry.companyId ?? null,
    action: entry.action,
    changes: entry.changes ?? {},
    snapshot: entry.snapshot ?? null,
    door: ctx.door,
    requestId: ctx.requestId,
    ip: ctx.ip,
  };
}
