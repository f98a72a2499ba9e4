import { sql } from "drizzle-orm";
import { rowCounts } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { log } from "@/server/kit/process/log";
import { countMended } from "@/server/kit/process/metrics";
import { auditMany } from "@/server/kit/record/audit";
import { fixedId } from "@/server/kit/record/fixed-id";

/**
 * Compares the kept counts of large tables with their rows and puts right what differs (ADR 143). A difference is logged,
 * audited and counted for Prometheus.
 * @returns how many counts were wrong
 */
export async function checkRowCounts(ctx: KnownCtx): Promise<number> {
  const differing = await ctx.db.execute<{ name: string; kept: string; found: string }>(
    sql`select name, kept, found from platform.mend_row_counts()`,
  );
  for (const { name, kept, found } of differing)
    log.error({ table: name, kept: Number(kept), found: Number(found) }, "rows were counted wrongly; that is mended");
  await auditMany(
    ctx,
    differing.map(({ name, kept, found }) => ({
      objectType: "row-count",
      objectId: fixedId("row-count", name),
      objectLabel: name,
      action: "update",
      changes: { rows: [Number(kept), Number(found)] },
    })),
  );
  countMended(differing.length);
  return differing.length;
}

/** Whether a table is not counted yet: a large one of an older release. */
export async function hasUncounted(ctx: KnownCtx): Promise<boolean> {
  const [row] = await ctx.db.execute<{ found: boolean }>(sql`
    select exists (
      select from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where t.tgname = 'count_new_rows' and not exists (
        select from ${rowCounts} where ${rowCounts.tableName} = n.nspname || '.' || c.relname and ${rowCounts.isBase})) as found`);
  return row?.found ?? false;
}

/** Once a day, and when a worker starts beside a table that is not counted yet. */
export const rowCountRoutine = {
  code: "ROW_COUNT_CHECK",
  label: "Check of totals",
  module: "operations" as const,
  work: checkRowCounts,
};
