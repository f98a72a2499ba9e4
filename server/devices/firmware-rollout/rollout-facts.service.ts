import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import {
  firmwareRolloutDevices as devices,
  firmwareRollouts,
  firmwareRolloutWaves,
  firmwareVersions,
  pers,
  persCurrentData,
} from "@/db/schema";
import { persService } from "@/server/devices/pers/pers.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { roomLeft } from "./firmware-rollout.rules";
import { judged } from "./rollout-choice.service";
import { unfit } from "./rollout-offer.service";
import { type RolloutRow, rolloutRow, wavesOf } from "./rollout-row.service";
import type { RolloutStatus } from "./states";

// What other screens say of rollouts. Nothing here writes.

type Device = typeof devices.$inferSelect;
const mostEarlier = 50;
const mostUnderWay = 6;

/** What of the rollout stands in the way: its state, its wave, its rooms. */
async function hurdleOf(ctx: Ctx, row: RolloutRow, { wave: index }: Device): Promise<string | null> {
  if (row.status !== "running") return "rollout";
  const wave = (await wavesOf(ctx, [row.id])).get(row.id)?.find((one) => one.index === index);
  if (!wave || wave.status === "waiting") return "wave";
  if (roomLeft(wave, row.gates) === 0) return "room";
  const isOfThisHour = row.hourStart !== null && Date.now() - Date.parse(row.hourStart) < 3_600_000;
  return row.maxPerHour !== null && isOfThisHour && row.hourTaken >= row.maxPerHour ? "rate" : null;
}

/** Why it would be left out when it asks; null for what may have it. */
async function exclusionOf(ctx: KnownCtx, row: RolloutRow, persId: string): Promise<string | null> {
  const query = await judged(ctx, { ...row, filters: {}, rollsBackId: null }, eq(pers.id, persId));
  const [found] = await ctx.db.execute<{ reason: string | null }>(sql`select j.reason from (${query}) j`);
  return found ? found.reason : "not_active";
}

/** What its last readings say against an update now. */
async function unfitNow(ctx: Ctx, persId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ readings: persCurrentData.readings })
    .from(persCurrentData)
    .where(eq(persCurrentData.persId, persId));
  return row && unfit(row.readings);
}

/** Why a device of a rollout is offered nothing now, as an ask would find it; null for one that has its offer or has ended. */
async function waitsOf(ctx: KnownCtx, device: Device): Promise<string | null> {
  if (device.status !== "waiting" && device.status !== "silent") return null;
  const row = await rolloutRow(ctx, device.rolloutId);
  const hurdle = await hurdleOf(ctx, row, device);
  if (hurdle === "rollout" || hurdle === "wave") return hurdle;
  return (
    (await exclusionOf(ctx, row, device.persId)) ??
    (await unfitNow(ctx, device.persId)) ??
    hurdle ??
    (device.status === "silent" ? "silent" : "ask")
  );
}

const ofDevice = (ctx: Ctx, persId: string, condition: SQL | undefined) =>
  ctx.db
    .select({
      row: devices,
      rollout: { id: firmwareRollouts.id, name: firmwareRollouts.name, status: firmwareRollouts.status },
      firmwareVersion: {
        id: firmwareVersions.id,
        firmwareVersion: firmwareVersions.firmwareVersion,
        firmwareType: firmwareVersions.firmwareType,
      },
    })
    .from(devices)
    .innerJoin(firmwareRollouts, eq(firmwareRollouts.id, devices.rolloutId))
    .innerJoin(firmwareVersions, eq(firmwareVersions.id, firmwareRollouts.firmwareVersionId))
    .where(and(eq(devices.persId, persId), condition))
    .orderBy(desc(firmwareRollouts.createdAt), desc(devices.id))
    .limit(mostEarlier);

export const rolloutFactsService = {
  /** @throws AppError 404 for a device that is not there */
  async ofPers(ctx: KnownCtx, id: string) {
    await persService.get(ctx, id);
    return rolloutFactsService.ofKnown(ctx, id);
  },

  /** The same of a device that the caller was found to reach; only what the condition holds for. */
  async ofKnown(ctx: KnownCtx, id: string, condition?: SQL) {
    const [held, earlier] = [
      await ofDevice(ctx, id, and(eq(devices.isHeld, true), condition)),
      await ofDevice(ctx, id, and(eq(devices.isHeld, false), condition)),
    ];
    const shown = ({ row, ...about }: (typeof held)[number]) => ({ ...row, ...about });
    return {
      held: await Promise.all(held.map(async (one) => ({ ...shown(one), waits: await waitsOf(ctx, one.row) }))),
      earlier: earlier.map(shown),
    };
  },

  /** Rollouts that are not over: paused ones first, then those that wait for approval. */
  async underWay(ctx: KnownCtx) {
    const rows = await ctx.db.execute<{
      id: string;
      name: string;
      status: RolloutStatus;
      pauseCode: string | null;
      installed: number;
      failed: number;
      devices: number;
    }>(sql`
      select r.id, r.name, r.status, r.pause_reason->>'code' as "pauseCode", w.installed, w.failed, w.devices
      from ${firmwareRollouts} r cross join lateral (
        select coalesce(sum(installed), 0)::int as installed, coalesce(sum(failed), 0)::int as failed,
          coalesce(sum(devices - excluded), 0)::int as devices
        from ${firmwareRolloutWaves} where rollout_id = r.id) w
      where r.status in ('paused', 'awaiting_approval', 'running', 'scheduled', 'preparing')
      order by array_position(array['paused', 'awaiting_approval', 'running', 'scheduled', 'preparing'], r.status),
        r.created_at desc, r.id limit ${mostUnderWay + 1}`);
    return { items: rows.slice(0, mostUnderWay), hasMore: rows.length > mostUnderWay };
  },
};
