import { sql } from "drizzle-orm";
import { importParts, imports } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { undoDays } from "./import-row";
import { planMinutes, sweepPlans } from "./plan-store";

/** Imports themselves are listed that long. */
const listedDays = 90;

/**
 * Removes what has had its time: plans after an hour, what undos and bad rows need after seven days, imports after ninety.
 * @returns how much went
 */
export async function purgeImports(ctx: Ctx): Promise<number> {
  const statements = [
    sql`delete from ${imports} where status = 'planned' and planned_at < now() - make_interval(mins => ${planMinutes})`,
    sql`delete from ${importParts} p using ${imports} i
        where i.id = p.import_id and i.ended_at < now() - make_interval(days => ${undoDays})`,
    sql`delete from ${imports} where created_at < now() - make_interval(days => ${listedDays})`,
  ];
  let purged = await sweepPlans();
  for (const statement of statements) purged += (await ctx.db.execute(statement)).count;
  return purged;
}

/** The routine behind it, for the worker. */
export const importPurgeRoutine = {
  code: "IMPORT_PURGE",
  label: "Purge of import plans and undos",
  module: "operations" as const,
  work: purgeImports,
};
