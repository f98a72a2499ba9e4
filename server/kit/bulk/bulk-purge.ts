import { sql } from "drizzle-orm";
import { bulkChangeParts, bulkChanges } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { planMinutes, undoDays } from "./bulk.rules";

/** Bulk changes themselves are listed that long. */
const listedDays = 90;

/**
 * Removes what has had its time: plans after an hour, what undos need after seven days, bulk changes after ninety.
 * @returns how much went
 */
export async function purgeBulkChanges(ctx: Ctx): Promise<number> {
  const statements = [
    sql`delete from ${bulkChanges} where status = 'planned' and planned_at < now() - make_interval(mins => ${planMinutes})`,
    sql`delete from ${bulkChangeParts} p using ${bulkChanges} b where b.id = p.bulk_change_id
        and b.status <> 'undoing' and b.ended_at < now() - make_interval(days => ${undoDays})`,
    sql`delete from ${bulkChanges} where ended_at < now() - make_interval(days => ${listedDays})`,
  ];
  let purged = 0;
  for (const statement of statements) purged += (await ctx.db.execute(statement)).count;
  return purged;
}
