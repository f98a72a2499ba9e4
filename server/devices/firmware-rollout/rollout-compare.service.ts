import { type SQL, sql } from "drizzle-orm";
import { firmwareRolloutDevices as devices } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { isWorse, percentOf } from "./firmware-rollout.rules";
import { pauseRollout } from "./rollout-gate.service";
import { noteRollout, type RolloutRow } from "./rollout-row.service";

// Once an hour: do devices that got the version fall silent, or raise alerts, more than others? A report says that it went
// well; what they do afterwards says whether it did.

const mostCompared = 2000;
/** With fewer others, devices are compared with what they did themselves before. */
const enoughOthers = 100;
const lookBack = sql.raw("interval '30 days'");

interface Hits {
  of: number;
  silent: number;
  alerts: number;
}

/**
 * How long a device may say nothing: three times its usual gap, which its last twenty messages before a moment have between
 * them, and six hours at least.
 */
const patience = (before: SQL) => sql`
  left join lateral (
    select greatest(interval '6 hours', 3 * (max(m.received_at) - min(m.received_at)) / greatest(count(*) - 1, 1)) as patience,
      max(m.received_at) as heard
    from (select received_at from backoffice.iot_messages where pers_serial_number = d.serial_number
      and received_at > ${before} - ${lookBack} and received_at <= ${before} order by received_at desc limit 20) m) usual on true`;

const raised = (from: SQL, to: SQL) =>
  sql`exists (select from backoffice.pers_alerts a where a.pers_id = d.pers_id and a.started_at > ${from} and a.started_at <= ${to})`;

const count = (from: SQL, silent: SQL, alerts: SQL) => sql`
  select count(*)::int as of, count(*) filter (where ${silent})::int as silent, count(*) filter (where ${alerts})::int as alerts
  from ${from}`;

/** Devices that installed an hour ago or more: now, and as they were before. */
async function installedOf(ctx: Ctx, row: RolloutRow): Promise<{ now: Hits; before: Hits } | undefined> {
  const some = sql`(select * from ${devices} i where i.rollout_id = ${row.id} and i.status = 'installed'
    and i.ended_at < now() - interval '1 hour' order by i.ended_at desc limit ${mostCompared}) d
    left join backoffice.pers_current_data c on c.pers_id = d.pers_id ${patience(sql`d.ended_at`)}`;
  // Who never said anything is not silent by an update.
  const known = sql`usual.heard is not null`;
  const [now] = await ctx.db.execute<Hits & Record<string, unknown>>(
    count(
      some,
      sql`${known} and greatest(c.last_message_at, d.ended_at) < now() - usual.patience`,
      raised(sql`d.ended_at`, sql`now()`),
    ),
  );
  const [before] = await ctx.db.execute<Hits & Record<string, unknown>>(
    count(
      some,
      sql`${known} and usual.heard < d.ended_at - usual.patience`,
      raised(sql`d.ended_at - (now() - d.ended_at)`, sql`d.ended_at`),
    ),
  );
  return now && before && { now, before };
}

/** Devices of the rollout that were offered nothing yet. */
async function othersOf(ctx: Ctx, row: RolloutRow): Promise<Hits> {
  const begun = sql`${row.startedAt}::timestamptz`;
  const [hits] = await ctx.db.execute<Hits & Record<string, unknown>>(
    count(
      sql`(select * from ${devices} o where o.rollout_id = ${row.id} and o.status in ('waiting', 'silent') and o.offer_id is null
        order by o.place limit ${mostCompared}) d
        left join backoffice.pers_current_data c on c.pers_id = d.pers_id ${patience(begun)}`,
      sql`usual.heard is not null and greatest(c.last_message_at, ${begun}) < now() - usual.patience`,
      raised(begun, sql`now()`),
    ),
  );
  return hits ?? { of: 0, silent: 0, alerts: 0 };
}

/** Compares devices of a locked rollout that is running, and pauses it where those that installed do worse. */
export async function compare(ctx: KnownCtx, row: RolloutRow): Promise<RolloutRow> {
  if (row.comparedAt !== null && Date.now() - Date.parse(row.comparedAt) < 3_600_000) return row;
  await noteRollout(ctx, row.id, { comparedAt: new Date().toISOString() });
  const installed = await installedOf(ctx, row);
  if (!installed) return row;
  const apart = await othersOf(ctx, row);
  const others = apart.of < enoughOthers ? installed.before : apart;
  for (const [code, hit] of [
    ["silence", "silent"],
    ["alerts", "alerts"],
  ] as const) {
    const one = { hit: installed.now[hit], of: installed.now.of };
    const other = { hit: others[hit], of: others.of };
    if (isWorse(one, other)) {
      const figures = {
        percent: percentOf(one.hit, one.of),
        devices: one.hit,
        installed: one.of,
        otherPercent: percentOf(other.hit, other.of),
        others: other.of,
      };
      return pauseRollout(ctx, row, code, { figures });
    }
  }
  return row;
}
