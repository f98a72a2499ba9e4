import { eq, sql } from "drizzle-orm";
import { firmwareRolloutDevices as devices, pers } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { ListRolloutDevices } from "./firmware-rollout.schema";
import { hoursOf } from "./rollout-hour.service";
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
    return hoursOf(ctx, id, isLong ? "day" : "hour");
  },
};
