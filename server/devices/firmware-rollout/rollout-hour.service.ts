import { type SQL, sql } from "drizzle-orm";
import { type firmwareRolloutDevices, firmwareRolloutHours as hours, modelPers } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";

// What ended when, by model and reason. Figures are moved with devices, behind the lock of their rollout, so that nobody waits
// for an hour that would not wait for the rollout.

type Ended = Pick<typeof firmwareRolloutDevices.$inferSelect, "status" | "reason" | "endedAt" | "modelPersId">;

/** The hour that a device ended in, of its kind; undefined for one that has not. */
const hourOf = ({ status, reason, endedAt, modelPersId }: Ended) =>
  (status === "installed" || status === "failed") && endedAt !== null
    ? JSON.stringify({ hour: `${endedAt.slice(0, 13)}:00:00.000Z`, model: modelPersId, status, reason })
    : undefined;

/** Takes devices out of the hours that they ended in before, and adds those that they end in now; undefined where none moves. */
export function keepingHours(rolloutId: string, before: Ended[], after: Ended[]): SQL | undefined {
  const moved = new Map<string, number>();
  const add = (rows: Ended[], by: number) => {
    for (const row of rows) {
      const key = hourOf(row);
      if (key) moved.set(key, (moved.get(key) ?? 0) + by);
    }
  };
  add(before, -1);
  add(after, 1);
  const rows = [...moved].flatMap(([key, devices]) => (devices === 0 ? [] : [{ ...JSON.parse(key), devices }]));
  if (rows.length === 0) return undefined;
  return sql`
    insert into ${hours} (id, rollout_id, hour, model_pers_id, status, reason, devices)
    select gen_random_uuid(), ${rolloutId}, x.hour, x.model, x.status, x.reason, x.devices
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as x(hour timestamptz, model uuid, status text, reason text, devices int)
    on conflict (rollout_id, hour, model_pers_id, status, reason)
      do update set devices = ${hours}.devices + excluded.devices`;
}

const sumOf = (status: string) =>
  sql`coalesce(sum(${hours.devices}) filter (where ${hours.status} = ${status}), 0)::int`;
const figures = sql`${sumOf("installed")} as installed, ${sumOf("failed")} as failed`;
/** Hours and kinds that all were taken back from say nothing. */
const some = sql`having sum(${hours.devices}) > 0`;

/**
 * What ended of a rollout, by the hour or the day (UTC); why devices failed, and of which models.
 * @param step what a point of the curve is
 */
export async function hoursOf(ctx: Ctx, rolloutId: string, step: "hour" | "day") {
  const ofRollout = sql`${hours.rolloutId} = ${rolloutId}`;
  const begin = sql`date_trunc(${sql.raw(`'${step}'`)}, ${hours.hour}, 'UTC')`;
  const [points, failures, models] = await Promise.all([
    ctx.db.execute<{ at: string; installed: number; failed: number }>(sql`
      select to_char(${begin} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, ${figures}
      from ${hours} where ${ofRollout} group by ${begin} ${some} order by ${begin}`),
    ctx.db.execute<{ reason: string; devices: number }>(sql`
      select coalesce(${hours.reason}, 'reported') as reason, sum(${hours.devices})::int as devices
      from ${hours} where ${ofRollout} and ${hours.status} = 'failed' group by 1 ${some} order by 2 desc, 1 limit 20`),
    ctx.db.execute<{ id: string; label: string; installed: number; failed: number }>(sql`
      select m.id, m.label, ${figures} from ${hours} join ${modelPers} m on m.id = ${hours.modelPersId}
      where ${ofRollout} group by m.id, m.label ${some} order by m.label, m.id limit 50`),
  ]);
  return { points: [...points], failures: [...failures], models: [...models] };
}
