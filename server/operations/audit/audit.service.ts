import { and, desc, eq, lt } from "drizzle-orm";
import type { z } from "zod";
import { auditLog } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import type { HistoryInput } from "./audit.schema";

/** The changes of one record, newest first: `{items, hasMore}`. Ids are UUID v7, so their order is that of time. */
export async function history(ctx: KnownCtx, input: z.output<typeof HistoryInput>) {
  const rows = await ctx.db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorType: auditLog.actorType,
      actorLabel: auditLog.actorLabel,
      actingForId: auditLog.actingForId,
      objectId: auditLog.objectId,
      objectLabel: auditLog.objectLabel,
      action: auditLog.action,
      changes: auditLog.changes,
      door: auditLog.door,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.objectType, input.objectType),
        eq(auditLog.objectId, input.objectId),
        input.cursor ? lt(auditLog.id, input.cursor) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(input.limit + 1);
  return { items: rows.slice(0, input.limit), hasMore: rows.length > input.limit };
}
