import { and, eq, sql } from "drizzle-orm";
import { auditLog } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { kept } from "@/texts/kept";
import type { Left, Undoable } from "./importer";

/** Record id → who changed it last. */
async function changers(ctx: Ctx, name: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await ctx.db
    .selectDistinctOn([auditLog.objectId], { id: auditLog.objectId, by: auditLog.actorLabel })
    .from(auditLog)
    .where(and(eq(auditLog.objectType, name), oneOf(auditLog.objectId, ids)))
    .orderBy(auditLog.objectId, sql`${auditLog.at} desc`);
  return new Map(rows.map(({ id, by }) => [id, by]));
}

const somebody = { kept: "somebody" };

/**
 * What an undo says of records that were changed or deleted after the import.
 * @param name the kind of record, as the audit trail calls it
 * @param isThere whether a record still exists
 */
export async function leftSince(ctx: Ctx, name: string, records: Undoable[], isThere: (id: string) => boolean) {
  const ids = records.map(({ id }) => id);
  const by = await changers(ctx, name, ids);
  return records.map(
    ({ id, label }): Left => ({
      id,
      label,
      reason: isThere(id)
        ? kept("Changed since by {name}.", { name: by.get(id) ?? somebody })
        : kept("Deleted since by {name}.", { name: by.get(id) ?? somebody }),
    }),
  );
}
