import { type SQL, sql } from "drizzle-orm";
import { persAlerts } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { wholeTotal } from "@/server/kit/list/whole-total";
import { mostCounted } from "./alert-desk.rules";
import { selfOf } from "./alert-work.service";

const { deskStatus, snoozedUntil, assigneeId, dueAt, levelRank } = persAlerts;

type Counts = { mine: number; nobodys: number; overdue: number; snoozed: number; all: number };
type Found = Omit<Counts, "mine" | "nobodys" | "all"> & { mine: number; nobodys: number; all: number | null };

/** The kept sum of what the database counts alerts by: `closed`, who has the work, or `nobody`; null until it is counted. */
const kept = (condition: (key: SQL) => SQL) => wholeTotal(persAlerts, condition);
const counted = (condition: SQL) =>
  sql`(select count(*)::int from ${persAlerts} where ${deskStatus} <> 'closed' and ${condition})`;

/**
 * How many alerts stand in each view of the desk of staff, from one snapshot. Of all, mine and nobody's the database keeps
 * sums, from which those that sleep now are taken; these are counted by an index. All are exact but the overdue ones, of which
 * `mostCounted` and one are counted at most: time makes alerts overdue, so that nothing can be kept of them.
 */
export async function countsOf(ctx: KnownCtx): Promise<Counts> {
  const self = selfOf(ctx);
  const ask = async (all: SQL, mine: SQL, nobodys: SQL) => {
    const [row] = await ctx.db.execute<Found>(sql`
      with asleep as (
        select count(*)::int as all, (count(*) filter (where ${assigneeId} = ${self}::uuid))::int as mine,
          (count(*) filter (where ${assigneeId} is null))::int as nobodys
        from ${persAlerts} where ${deskStatus} = 'snoozed' and ${snoozedUntil} > now()
      ), overdue as (
        select from ${persAlerts} where ${deskStatus} <> 'closed' and ${dueAt} < now()
        order by ${levelRank}, ${dueAt} limit ${mostCounted + 1}
      )
      select ${all} as all, ${mine} - asleep.mine as mine, ${nobodys} - asleep.nobodys as nobodys, asleep.all as snoozed,
        (select count(*)::int from overdue) as overdue
      from asleep`);
    if (!row) throw new AppError("internal");
    return row;
  };
  const found = await ask(
    kept((key) => sql`${key} <> 'closed'`),
    kept((key) => sql`${key} = ${self}`),
    kept((key) => sql`${key} = 'nobody'`),
  );
  if (found.all !== null) return { ...found, all: found.all };
  const rows = await ask(
    counted(sql`true`),
    counted(sql`${assigneeId} = ${self}::uuid`),
    counted(sql`${assigneeId} is null`),
  );
  return { ...rows, all: rows.all ?? 0 };
}
