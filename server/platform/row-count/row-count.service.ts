import { sql } from "drizzle-orm";
import { rowCounts } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { log } from "@/server/kit/process/log";

/** Compares the kept counts of large tables with their rows and puts right what differs (ADR 143); a difference is logged. */
export async function checkRowCounts(ctx: KnownCtx): Promise<number> {
  const differing = await ctx.db.execute<{ name: string; kept: string; found: string }>(
    sql`select name, kept, found from platform.mend_row_counts()`,
  );
  for (const { name, kept, found } of differing)
    log.error({ table: name, kept: Number(kept), found: Number(found) }, "rows were counted wrongly; that is mended");
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
