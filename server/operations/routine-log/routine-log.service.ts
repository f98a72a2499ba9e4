import { sql } from "drizzle-orm";
import { routineLog } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { contains, equals, oneOf, since, until } from "@/server/kit/list/list-filters";
import { lastDaysFilter, setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { sayKept } from "@/texts/kept";
import { manner } from "@/texts/speech";
import { ListRoutineLogs } from "./routine-log.schema";

const runs = listService({
  table: routineLog,
  scope: "global",
  load: async (ctx, ids) =>
    (await ctx.db.select().from(routineLog).where(oneOf(routineLog.id, ids))).map((run) => ({
      ...run,
      error: run.error && sayKept(run.error),
      durationMs: run.endedAt ? Date.parse(run.endedAt) - Date.parse(run.startedAt) || 0 : null, // 0 where one is unreadable
    })),
  input: ListRoutineLogs,
  sort: {
    startedAt: routineLog.startedAt,
    endedAt: routineLog.endedAt,
    createdAt: routineLog.createdAt,
    codeRoutine: routineLog.codeRoutine,
    routine: routineLog.routine,
    module: routineLog.module,
    status: routineLog.status,
    itemsDone: routineLog.itemsDone,
  },
  filters: {
    sentFrom: since(routineLog.startedAt),
    sentTo: until(routineLog.startedAt),
    module: contains(routineLog.module),
    codeRoutine: contains(routineLog.codeRoutine),
    routine: contains(routineLog.routine),
    show: (value) =>
      value === "worked" ? sql`(${routineLog.itemsDone} > 0 or ${routineLog.status} <> 'done')` : undefined,
    status: equals(routineLog.status),
    ...setFilters("status", routineLog.status, "text"),
    ...lastDaysFilter("startedAt", routineLog.startedAt),
  },
});

/** The routine log: each run of a scheduled routine (document 4.15); only routines write it. */
export const routineLogService = {
  list: runs.list,
  rows: runs.rows,
  count: runs.count,
  stream: runs.stream,

  /** Runs per day by the reader's clock and routine over the last `days` days, today included; days without a run are left out. */
  days: async (ctx: KnownCtx, days: number, codeRoutine?: string) => [
    ...(await ctx.db.execute<{ day: string; codeRoutine: string; routine: string; done: number; fail: number }>(sql`
      select to_char(started_at at time zone ${manner().timeZone}, 'YYYY-MM-DD') as day, code_routine as "codeRoutine",
             max(routine) as routine, count(*) filter (where status = 'done')::int as done,
             count(*) filter (where status = 'fail')::int as fail
      from ${routineLog}
      where started_at >= (date_trunc('day', now() at time zone ${manner().timeZone}) - make_interval(days => ${days - 1}::int)) at time zone ${manner().timeZone}
        and (${codeRoutine ?? null}::text is null or code_routine = ${codeRoutine ?? null})
      group by 1, 2 order by 1, 2`)),
  ],
};
