import { asc, desc, eq, sql } from "drizzle-orm";
import { firmwareRolloutDevices as devices, pers } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { ListRolloutDevices } from "./firmware-rollout.schema";
import { rolloutRecord, rolloutRow } from "./rollout-row.service";

/** These devices of rollouts, with what they are called now. */
export async function loadRolloutDevices(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db
    .select({ row: devices, serial: pers.nuSerialPersNumber })
    .from(devices)
    .leftJoin(pers, eq(pers.id, devices.persId))
    .where(oneOf(devices.id, ids));
  return rows.map(({ row, serial }) => ({
    ...row,
    pers: { id: row.persId, nuSerialPersNumber: serial ?? row.serialNumber },
  }));
}

const list = listService({
  table: devices,
  scope: "global",
  load: loadRolloutDevices,
  input: ListRolloutDevices,
  large: "firmware-rollout-devices",
  sort: { wave: devices.wave, endedAt: devices.endedAt, offeredAt: devices.offeredAt },
  filters: {
    rolloutId: equals(devices.rolloutId),
    wave: equals(devices.wave),
    status: equals(devices.status),
    reason: equals(devices.reason),
    modelPERSId: (id) => sql`${devices.persId} in (select ${pers.id} from ${pers} where ${pers.modelPERSId} = ${id})`,
    search: contains(devices.serialNumber),
  },
});

/** The devices of a rollout, and what is drawn of them. */
export const rolloutDeviceService = {
  ...list,

  /** @throws AppError 404 for a rollout that is not there */
  async list(ctx: KnownCtx, request: ListRequest & { rolloutId?: string }) {
    if (request.rolloutId !== undefined) await rolloutRow(ctx, request.rolloutId);
    return list.list(ctx, request);
  },

  /** The curve of what ended, by the hour or the day; why devices failed, and of which models. @throws AppError 404 */
  async picture(ctx: KnownCtx, id: string) {
    const { startedAt, endedAt } = await rolloutRecord.get(ctx, id);
    const from = startedAt ? Date.parse(startedAt) : Date.now();
    const isLong = (endedAt ? Date.parse(endedAt) : Date.now()) - from > 4 * 86_400_000;
    const step = sql.raw(isLong ? "'day'" : "'hour'");
    const points = await ctx.db.execute<{ at: string; installed: number; failed: number }>(sql`
      select to_char(date_trunc(${step}, ended_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
        count(*) filter (where status = 'installed')::int as installed, count(*) filter (where status = 'failed')::int as failed
      from ${devices} where rollout_id = ${id} and status in ('installed', 'failed') group by date_trunc(${step}, ended_at)
      order by date_trunc(${step}, ended_at)`);
    const failures = await ctx.db
      .select({ reason: sql<string>`coalesce(${devices.reason}, 'reported')`, devices: sql<number>`count(*)::int` })
      .from(devices)
      .where(sql`${devices.rolloutId} = ${id} and ${devices.status} = 'failed'`)
      .groupBy(sql`1`)
      .orderBy(desc(sql`2`), asc(sql`1`))
      .limit(20);
    const models = await ctx.db.execute<{ id: string; label: string; installed: number; failed: number }>(sql`
      select m.id, m.label, count(*) filter (where d.status = 'installed')::int as installed,
        count(*) filter (where d.status = 'failed')::int as failed
      from ${devices} d join ${pers} on ${pers.id} = d.pers_id join backoffice.model_pers m on m.id = ${pers.modelPERSId}
      where d.rollout_id = ${id} and d.status in ('installed', 'failed') group by m.id, m.label order by m.label limit 50`);
    return { points: [...points], failures, models: [...models] };
  },
};
