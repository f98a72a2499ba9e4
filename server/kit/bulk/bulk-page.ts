import type { z } from "zod";
import type { bulkChanges } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { atOnce } from "./bulk.rules";
import type { PlanRows } from "./bulk.schema";
import type { BulkKind } from "./bulk-kind";
import { partsOfBulkChanges } from "./bulk-parts";
import type { PlannedRow } from "./bulk-plan";

/** A part of a plan has a whole number of pages. */
const pageRows = 100;

/** A page of the records that a plan would change, with what they hold now. */
export async function planRowsPage(
  ctx: KnownCtx,
  kind: BulkKind,
  plan: typeof bulkChanges.$inferSelect,
  page: number,
): Promise<z.output<typeof PlanRows>> {
  if (plan.status !== "planned") throw new AppError("not_found", "This plan has been run.");
  const skip = (page - 1) * pageRows;
  const totalItems = plan.planned;
  if (skip >= totalItems) return { items: [], totalItems };
  const part = await partsOfBulkChanges.read<PlannedRow[]>(ctx, plan.id, "plan", Math.floor(skip / atOnce));
  const some = part.slice(skip % atOnce, (skip % atOnce) + pageRows);
  const rows = await kind.read(
    ctx,
    some.map(([id]) => id),
  );
  const there = new Map(rows.map((row) => [row.id, row]));
  const labels = await kind.labels(
    ctx,
    some.map(([id]) => id),
    there,
  );
  const items = some.map(([id, version]) => {
    const row = there.get(id);
    const fields = plan.action === null ? Object.keys(plan.set) : [];
    const before = Object.fromEntries(fields.map((key) => [key, row?.[key] ?? null]));
    return { id, label: labels.get(id) ?? "", before, hasMoved: row?.version !== version };
  });
  return { items, totalItems };
}
