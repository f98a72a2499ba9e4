import { and, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { auditLog, files, removals } from "@/db/schema";
import { storedColumns } from "@/db/schema/stored-column";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { auditMany, type Entry } from "./audit";

interface Removed extends Pick<Entry, "objectType" | "objectId" | "objectLabel" | "companyId"> {
  /** for how many days it can be brought back */
  days: number;
}

/** Notes, in the transaction of the removal, what can be brought back and until when. */
export async function noteRemovals(ctx: Ctx, removed: Removed[]) {
  const person = ctx.actor?.kind === "user" ? ctx.actor : undefined;
  const byId = person ? (person.actingId ?? person.id) : null;
  const rows = removed.map((one) => ({ ...one, id: uuidv7(), objectLabel: one.objectLabel ?? "" }));
  await ctx.db.execute(sql`
    insert into ${removals} (id, kind, object_id, company_id, title, at, by, by_id, until)
    select r.id, r."objectType", r."objectId", coalesce(r."companyId", ${ctx.company?.id ?? null}::uuid), r."objectLabel",
      ${new Date().toISOString()}::timestamptz, ${ctx.actor?.label ?? "anonymous"}, ${byId}::uuid,
      ${new Date().toISOString()}::timestamptz + make_interval(days => r.days)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "objectType" text, "objectId" uuid,
      "objectLabel" text, "companyId" uuid, days int)
    on conflict (kind, object_id) do update set company_id = excluded.company_id, title = excluded.title, at = excluded.at,
      by = excluded.by, by_id = excluded.by_id, until = excluded.until, restored_at = null`);
}

/** Notes that records are there again. */
export const noteReturns = (ctx: Ctx, kind: string, ids: string[]) =>
  ctx.db
    .update(removals)
    .set({ restoredAt: new Date().toISOString() })
    .where(and(eq(removals.kind, kind), oneOf(removals.objectId, ids)));

/** What the trail says of a record that nothing can bring back any more. */
export const goneForGood = "remove-for-good";

/** Files that the removals of these records hold get their last 24 hours now. */
async function releaseFiles(ctx: Ctx, kind: string, ids: string[]) {
  if (!storedColumns.some((column) => column.kind === "file" && column.audited === kind)) return;
  await ctx.db.execute(sql`
    update ${files} set used_at = now() where exists (select from ${auditLog}
      where ${auditLog.objectType} = ${kind} and ${oneOf(auditLog.objectId, ids)} and ${auditLog.action} = 'remove'
        and position(${files.id}::text in ${auditLog.snapshot}::text) > 0)`);
}

/**
 * Makes the trail forget what removed records were: that they were removed, when and by whom stays in it.
 * @param rows rows of `removals`, locked
 */
export async function forgetRemoved(ctx: Ctx, rows: (typeof removals.$inferSelect)[]) {
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ofKind = rows.filter((row) => row.kind === kind);
    const ids = ofKind.map(({ objectId }) => objectId);
    await releaseFiles(ctx, kind, ids);
    await ctx.db
      .update(auditLog)
      .set({ changes: {}, snapshot: null })
      .where(and(eq(auditLog.objectType, kind), oneOf(auditLog.objectId, ids), eq(auditLog.action, "remove")));
    await auditMany(
      ctx,
      ofKind.flatMap(({ objectId, title, companyId, restoredAt }) =>
        restoredAt ? [] : { objectType: kind, objectId, objectLabel: title, companyId, action: goneForGood },
      ),
    );
  }
  await ctx.db.delete(removals).where(
    oneOf(
      removals.id,
      rows.map(({ id }) => id),
    ),
  );
}

const batch = 500;

/** Forgets what had its time, for the worker. @returns how many */
export async function forgetOldRemovals(ctx: Ctx): Promise<number> {
  for (let forgotten = 0; ; ) {
    const count = await inTransaction(ctx, async (ctx) => {
      const rows = await ctx.db
        .select()
        .from(removals)
        .where(sql`${removals.until} < now()`)
        .orderBy(removals.id)
        .limit(batch)
        .for("update");
      await forgetRemoved(ctx, rows);
      return rows.length;
    });
    forgotten += count;
    if (count < batch) return forgotten;
  }
}
