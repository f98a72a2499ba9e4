import { sql } from "drizzle-orm";
import type { z } from "zod";
import { routineLog } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { auditMany } from "@/server/kit/record/audit";
import { arrayOf } from "@/server/kit/value/array.rules";
import { deliveryQueues } from "@/server/notification/request/notification-delivery.service";
import { nextOf } from "@/server/operations/erp-sync/erp-schedule.rules";
import { routineTimes } from "@/server/operations/routine/schedule.rules";
import { sayKept } from "@/texts/kept";
import type { JobOverview, Jobs, ListJobs, Ran } from "./job.schema";

type Overview = z.output<typeof JobOverview>;

const most = 200;

/** How far a job of the queue came. */
const status = sql`case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
  when attempts > 0 then 'retrying' else 'waiting' end`;
/** An instant as the wire has it. */
const instant = (column: string) =>
  sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const queues = (ctx: Ctx) =>
  ctx.db.execute<Overview["queues"][number]>(sql`
    select task_identifier as task, count(*) filter (where s = 'running')::int as running,
      count(*) filter (where s = 'waiting')::int as waiting, count(*) filter (where s = 'retrying')::int as retrying,
      count(*) filter (where s = 'failed')::int as failed, ${instant("min(run_at)")} as "oldestAt"
    from (select *, ${status} as s from graphile_worker.jobs) j group by 1 order by 1`);

type LastRun = { code: string; routine: string } & Pick<
  Overview["routines"][number],
  "lastAt" | "lastStatus" | "lastError"
>;

async function routines(ctx: Ctx): Promise<Overview["routines"]> {
  const rows = await ctx.db.execute<LastRun>(sql`
    select distinct on (code_routine) code_routine as code, routine, ${instant("started_at")} as "lastAt",
      status as "lastStatus", error as "lastError"
    from ${routineLog} order by code_routine, started_at desc, id desc`);
  const last = new Map(rows.map((row) => [row.code, { ...row, lastError: row.lastError && sayKept(row.lastError) }]));
  const never = { lastAt: null, lastStatus: null, lastError: null };
  return Object.entries(routineTimes).map(([code, cron]) => ({
    ...never,
    routine: code,
    ...last.get(code),
    code,
    nextAt: nextOf(cron, new Date()),
  }));
}

/** The trail knows records by UUIDs, the queue its jobs by numbers. */
const auditIdOf = (id: string) => `00000000-0000-7000-8000-${id.padStart(12, "0")}`;

/** The queue of the workers: what runs, waits and gave up, and the routines. */
export const jobService = {
  async overview(ctx: KnownCtx): Promise<Overview> {
    return { queues: [...(await queues(ctx))], sends: await deliveryQueues(ctx), routines: await routines(ctx) };
  },

  /** The newest jobs, of a status where one is named. */
  async list(ctx: KnownCtx, { status: wanted }: z.output<typeof ListJobs>): Promise<z.output<typeof Jobs>> {
    const rows = await ctx.db.execute<z.output<typeof Jobs>["items"][number]>(sql`
      select id::text as id, task_identifier as task, ${status} as status, attempts::int as tries,
        max_attempts::int as "mostTries", last_error as error, ${instant("run_at")} as "dueAt",
        ${instant("created_at")} as "createdAt"
      from graphile_worker.jobs j where ${wanted ? sql`${status} = ${wanted}` : sql`true`}
      order by j.id desc limit ${most + 1}`);
    const items = rows.slice(0, most).map((job) => ({ ...job, error: job.error && sayKept(job.error) }));
    return { items, hasMore: rows.length > most };
  },

  /** Puts jobs in the queue again, with all their tries; one that runs, or has ended meanwhile, is left alone. */
  runAgain: (ctx: KnownCtx, ids: string[]): Promise<z.output<typeof Ran>> =>
    inTransaction(ctx, async (ctx) => {
      const wanted = [...new Set(ids)];
      const rows = await ctx.db.execute<{ id: string; task: string }>(sql`
        select r.id::text as id, j.task_identifier as task
        from graphile_worker.reschedule_jobs(${arrayOf(wanted)}::bigint[], run_at := now(), attempts := 0) r
        join graphile_worker.jobs j on j.id = r.id`);
      await auditMany(
        ctx,
        rows.map(({ id, task }) => ({
          objectType: "job",
          objectId: auditIdOf(id),
          objectLabel: task,
          action: "run-again",
        })),
      );
      return { queued: rows.length, skipped: wanted.length - rows.length };
    }),
};
