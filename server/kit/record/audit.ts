import { type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { auditLog } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { same } from "@/server/kit/value/same.rules";
import { claimFiles } from "./file-claim";

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
  /** the company of the record; that of the context where not said */
  companyId?: string | null;
}

const unaudited = /^(id|createdAt|updatedAt|version|outdatedFrom)$|Hash$|Sealed$|Sort$/;

/** Field → [before, after] of what differs; stamps, secrets and derived sort keys are never in it. */
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

/**
 * A statement that writes audit rows, for who writes them in the very statement of the change.
 * @param entries a query of `id`, `"objectType"`, `"objectId"`, `"objectLabel"`, `"companyId"`, `action`, `changes`, `snapshot`
 */
export function insertAudit(ctx: Ctx, entries: SQL): SQL {
  const actor = ctx.actor;
  const person = actor?.kind === "user" ? actor : undefined;
  const actorId = person ? (person.actingId ?? person.id) : actor?.kind === "key" ? actor.id : null;
  const actingForId = person?.actingId ? person.id : null;
  return sql`
    insert into ${auditLog} (id, at, actor_type, actor_id, actor_label, acting_for_id, object_type, object_id,
      object_label, company_id, action, changes, snapshot, door, request_id, ip)
    select e.id, ${new Date().toISOString()}::timestamptz, ${actor?.kind ?? "system"}, ${actorId}::uuid,
      ${actor?.label ?? "anonymous"}, ${actingForId}::uuid, e."objectType", e."objectId", e."objectLabel",
      coalesce(e."companyId", ${ctx.company?.id ?? null}::uuid),
      e.action, e.changes, e.snapshot, ${ctx.door}, ${ctx.requestId}, ${ctx.ip}
    from (${entries}) e`;
}

/**
 * As `audit`, for many changes at once: they are sent as one JSON text, which for thousands of rows is four times as
 * fast.
 */
export async function auditMany(ctx: Ctx, entries: Entry[]) {
  if (entries.length === 0) return;
  for (const entry of entries) await claimFiles(ctx, entry);
  const rows = entries.map((entry) => ({
    ...entry,
    id: uuidv7(),
    changes: entry.changes ?? {},
  }));
  const all = sql`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "objectType" text, "objectId" uuid,
      "objectLabel" text, "companyId" uuid, action text, changes jsonb, snapshot jsonb)`;
  await ctx.db.execute(insertAudit(ctx, all));
}
