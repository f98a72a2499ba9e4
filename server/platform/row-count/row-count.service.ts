import { sql } from "drizzle-orm";
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

/** Once a day, and when a worker starts: a large table of an older release is counted from then on. */
export const rowCountRoutine = {
  code: "ROW_COUNT_CHECK",
  label: "Check of totals",
  module: "operations" as const,
  work: checkRowCounts,
};
