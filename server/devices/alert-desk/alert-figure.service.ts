import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { alerts, alertTranslations, levelAlerts, levelAlertTranslations, persAlerts } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { arrayOf } from "@/server/kit/value/array.rules";
import { iso, startOfDay } from "@/texts/clock";
import { alertName, alertWords } from "../alert/alert-name.service";
import { levelRef, levelWords } from "../level-alert/level-name.service";
import { firstWeek } from "./alert-figure.rules";
import type { RuleFigure, WeekFigure } from "./alert-figure.schema";
import { nobody, selfOf, statusNow } from "./alert-work.service";

/**
 * The alerts of a desk as its work: rows of `alert_id, started_at, created_at, status, assignee_id, acknowledged_at, closed_at,
 * close_reason`; those that need work, or those that were raised or closed since a moment.
 */
export type DeskWork = (which: { isOpen: true } | { since: SQL }) => SQL;

export const workOfStaff: DeskWork = (which) => sql`
  select p.alert_id, p.started_at, p.created_at, p.assignee_id, p.acknowledged_at, p.closed_at, p.close_reason, ${statusNow(
    {
      deskStatus: sql`p.desk_status`,
      snoozedUntil: sql`p.snoozed_until`,
      acknowledgedAt: sql`p.acknowledged_at`,
    },
  )} as status from ${persAlerts} p
  where ${"since" in which ? sql`(p.started_at >= ${which.since} or p.closed_at >= ${which.since})` : sql`p.desk_status <> 'closed'`}`;

async function levelsOf(ctx: KnownCtx) {
  const rows = await ctx.db
    .select(levelRef)
    .from(levelAlerts)
    .leftJoin(levelAlertTranslations, levelWords)
    .orderBy(asc(levelAlerts.rank), asc(levelAlerts.id));
  return rows;
}

type Standing = {
  level: string;
  mine: number;
  nobodys: number;
  oldest_mine: string | null;
  oldest_nobodys: string | null;
};

/** What is the caller's and what is nobody's, by level, with how old it is. */
export async function standingOf(ctx: KnownCtx, work: DeskWork) {
  const isMine = sql`w.assignee_id = ${selfOf(ctx) ?? nobody}::uuid`;
  const rows = await ctx.db.execute<Standing>(sql`
    select a.level_alert_id as level, (count(*) filter (where ${isMine}))::int as mine,
      (count(*) filter (where w.assignee_id is null))::int as nobodys,
      min(w.created_at) filter (where ${isMine}) as oldest_mine, min(w.created_at) filter (where w.assignee_id is null) as oldest_nobodys
    from (${work({ isOpen: true })}) w join ${alerts} a on a.id = w.alert_id
    where w.status <> 'snoozed' and (w.assignee_id is null or ${isMine}) group by 1`);
  const by = new Map(rows.map((row) => [row.level, row]));
  const at = (moment: string | null) => {
    const ms = moment === null ? Number.NaN : Date.parse(moment);
    return Number.isNaN(ms) ? null : iso(ms);
  };
  return {
    items: (await levelsOf(ctx)).flatMap((level) => {
      const row = by.get(level.id);
      if (!row) return [];
      const mine = { count: row.mine, oldest: at(row.oldest_mine) };
      return [{ level, mine, nobodys: { count: row.nobodys, oldest: at(row.oldest_nobodys) } }];
    }),
  };
}

/** With its week as the number of it. */
type Week = Omit<z.input<typeof WeekFigure>, "level" | "week"> & { level: string; week: number };

/** Nothing where one of them is no moment that can be read. */
const minutesTo = (moment: string) =>
  sql.raw(`case when isfinite(w.${moment}) and isfinite(w.created_at) and w.${moment} >= w.created_at
    then extract(epoch from w.${moment} - w.created_at)::float8 / 60 end`);
/** Both of one sort. */
const medianAndP90 = (moment: string) =>
  sql`percentile_cont(array[0.5, 0.9]) within group (order by ${minutesTo(moment)})`;
const part = (n: number, of: string) => sql.raw(`round(${of}[${n}]::numeric, 1)::float8`);

/** By week and level: what was raised and closed, and how long it took. The latest week first. */
export async function weekFigures(ctx: KnownCtx, work: DeskWork, weeks: number) {
  const now = Date.now();
  const mondays = Array.from({ length: weeks }, (_, n) => firstWeek(weeks - n, now));
  const starts = mondays.map((day) => startOfDay(day));
  const since = sql`${starts[0]}::timestamptz`;
  const weekOf = (column: string) =>
    sql`width_bucket(${sql.raw(`w.${column}`)}, ${arrayOf(starts)}::timestamptz[]) - 1`;
  const rows = await ctx.db.execute<Week>(sql`
    with w as materialized (
      select w.*, a.level_alert_id as level from (${work({ since })}) w join ${alerts} a on a.id = w.alert_id
    ), raised as (
      select ${weekOf("started_at")} as week, w.level, count(*)::int as raised, ${medianAndP90("acknowledged_at")} as took
      from w where w.started_at >= ${since} and isfinite(w.started_at) group by 1, 2
    ), closed as (
      select ${weekOf("closed_at")} as week, w.level, count(*)::int as closed, ${medianAndP90("closed_at")} as took
      from w where w.closed_at >= ${since} and isfinite(w.closed_at) and w.status = 'closed' group by 1, 2
    )
    select week, level, coalesce(raised, 0) as raised, coalesce(closed, 0) as closed,
      ${part(1, "raised.took")} as "medianToAcknowledge", ${part(2, "raised.took")} as "p90ToAcknowledge",
      ${part(1, "closed.took")} as "medianToClose", ${part(2, "closed.took")} as "p90ToClose"
    from raised full join closed using (week, level)`);
  const levels = await levelsOf(ctx);
  const items = rows.flatMap(({ level: id, week, ...row }) => {
    const level = levels.find((one) => one.id === id);
    return level ? [{ ...row, week: mondays[week] ?? "", level }] : [];
  });
  return items.sort((a, b) => b.week.localeCompare(a.week) || a.level.rank - b.level.rank);
}

/** By rule: how many of its alerts were closed, and how many of those as false alarms; the worst rule first. */
export async function ruleFigures(ctx: KnownCtx, work: DeskWork, weeks: number): Promise<z.input<typeof RuleFigure>[]> {
  const since = sql`${startOfDay(firstWeek(weeks))}::timestamptz`;
  const rows = await ctx.db.execute<{ id: string; closed: number; wrong: number }>(sql`
    select w.alert_id as id, count(*)::int as closed, (count(*) filter (where w.close_reason = 'false_alarm'))::int as wrong
    from (${work({ since })}) w where w.status = 'closed' and w.closed_at >= ${since} group by 1`);
  const named = await ctx.db
    .select({ id: alerts.id, name: alertName, level: levelRef })
    .from(alerts)
    .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
    .leftJoin(alertTranslations, alertWords)
    .leftJoin(levelAlertTranslations, levelWords)
    .where(
      oneOf(
        alerts.id,
        rows.map(({ id }) => id),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items = named.flatMap(({ id: alertId, name, level }) => {
    const { closed, wrong } = byId.get(alertId) ?? { closed: 0, wrong: 0 };
    return { alertId, name, level, closed, falseAlarms: wrong, share: closed > 0 ? wrong / closed : 0 };
  });
  return items.sort((a, b) => b.falseAlarms - a.falseAlarms || b.share - a.share || a.name.localeCompare(b.name));
}
