import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { bulkChanges } from "@/db/schema";
import { type Ctx, type KnownCtx, mayDo, ownerOf } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { Id } from "@/server/kit/call/wire";
import { oneOf } from "@/server/kit/list/list-filters";
import type { Permission } from "@/server/permissions";
import { sayKept } from "@/texts/kept";
import { planMinutes, undoDays } from "./bulk.rules";
import type { BulkChangeView } from "./bulk.schema";
import type { BulkKind } from "./bulk-kind";

export type BulkChangeRow = typeof bulkChanges.$inferSelect;

const undoMs = undoDays * 86_400_000;

/** Whether the caller may do this where they stand: inside the company, or over all of them. */
export const mayHere = ({ actor, company }: KnownCtx, right: Permission) =>
  company ? company.rights.has(right) : mayDo(actor, right);

/**
 * The bulk changes that the caller may see: their own, and with the right to write their records those of others of the same
 * party.
 * @param kinds those of the party
 */
export function reachable(ctx: KnownCtx, kinds: readonly BulkKind[]): SQL {
  const written = kinds.filter(({ may }) => mayHere(ctx, may.write)).map(({ resource }) => resource);
  return sql`${and(
    ctx.company ? eq(bulkChanges.companyId, ctx.company.id) : isNull(bulkChanges.companyId),
    ne(bulkChanges.status, "planned"),
    or(eq(bulkChanges.owner, ownerOf(ctx)), oneOf(bulkChanges.resource, written, "text")),
  )}`;
}

/** @throws AppError 404 */
export async function bulkChangeRow(ctx: KnownCtx, kinds: readonly BulkKind[], id: string): Promise<BulkChangeRow> {
  const [row] = await ctx.db
    .select()
    .from(bulkChanges)
    .where(and(eq(bulkChanges.id, id), reachable(ctx, kinds)));
  if (!row) throw notFound();
  return row;
}

/** A plan of the caller's, also one that was started. @throws AppError 404 for another's, and after its hour */
export async function planRow(ctx: KnownCtx, id: string): Promise<BulkChangeRow> {
  const [row] = await ctx.db
    .select()
    .from(bulkChanges)
    .where(
      and(
        eq(bulkChanges.id, id),
        eq(bulkChanges.owner, ownerOf(ctx)),
        ctx.company ? eq(bulkChanges.companyId, ctx.company.id) : isNull(bulkChanges.companyId),
      ),
    );
  if (!row) throw notFound();
  const isOver = row.status === "planned" && Date.parse(row.plannedAt) < Date.now() - planMinutes * 60_000;
  if (isOver) throw new AppError("not_found", "This plan has had its hour. Make it again.");
  return row;
}

/** Until when it can be undone; null where it cannot. */
export function undoUntilOf({ status, changed, undone, endedAt }: BulkChangeRow): string | null {
  if (!["done", "cancelled", "failed"].includes(status) || changed <= undone || !endedAt) return null;
  const until = Date.parse(endedAt) + undoMs;
  return until > Date.now() ? new Date(until).toISOString() : null;
}

/** Of these requests, the bulk changes that they were, and how many records each changed. */
export async function bulkChangesOf(ctx: Ctx, requestIds: string[]) {
  const ids = requestIds.filter((id) => Id.safeParse(id).success);
  const { id, changed } = bulkChanges;
  const rows = ids.length > 0 ? await ctx.db.select({ id, changed }).from(bulkChanges).where(oneOf(id, ids)) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** A bulk change as an answer. */
export function viewOf(row: BulkChangeRow): BulkChangeView {
  const { id, resource, action, set, status, planned, passed, changed, undone, leftCount, refusedCount } = row;
  if (status === "planned") throw new Error("a plan is no run");
  return {
    id,
    resource,
    action,
    set,
    status,
    counts: { planned, passed, changed, left: leftCount, refused: refusedCount, undone },
    left: row.left.map(({ message, ...one }) => ({ ...one, message: message === undefined ? null : sayKept(message) })),
    leftCount,
    by: row.actorLabel,
    error: row.error === null ? null : sayKept(row.error),
    startedAt: row.startedAt ?? row.plannedAt,
    endedAt: row.endedAt,
    undoUntil: undoUntilOf(row),
    undoneAt: row.undoneAt,
    undoneBy: row.undoneBy,
  };
}
