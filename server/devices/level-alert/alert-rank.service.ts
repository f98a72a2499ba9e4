import { sql } from "drizzle-orm";
import { alerts, levelAlerts, persAlerts } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";

// Alerts that need work carry the rank of their level and when they are due by its minutes, so that an index has the order of
// the queue. A level that changes, or an alert that gets another one, is followed by a job.

/** The job that brings alerts in line with their levels. */
export const rankTask = "rank-alerts";
const inBatch = 500;

/** Has a worker do so, once, in the caller's transaction. */
export const queueRanking = (ctx: Ctx) =>
  ctx.db.execute(sql`select graphile_worker.add_job(${rankTask}, '{}'::json, job_key => ${rankTask})`);

const due = sql`p.created_at + interval '1 minute'
  * case when p.acknowledged_at is null then l.minutes_to_acknowledge else l.minutes_to_close end`;

/** Each batch is a statement of its own, so that nobody waits long for a row. @returns how many were written */
export async function rankAlerts(ctx: Ctx): Promise<number> {
  let written = 0;
  for (;;) {
    const rows = await ctx.db.execute(sql`
      update ${persAlerts} set level_rank = w.rank, due_at = w.due
      from (
        select p.id, l.rank, d.due from ${persAlerts} p
        join ${alerts} a on a.id = p.alert_id join ${levelAlerts} l on l.id = a.level_alert_id
        cross join lateral (select ${due} as at) step
        cross join lateral (
          select case when p.desk_status = 'snoozed' and p.snoozed_until > step.at then p.snoozed_until else step.at end as due) d
        where p.desk_status <> 'closed' and (p.level_rank <> l.rank or p.due_at is distinct from d.due)
        order by p.id limit ${inBatch} for update of p
      ) w where ${persAlerts.id} = w.id returning ${persAlerts.id}`);
    written += rows.length;
    if (rows.length < inBatch) return written;
  }
}
