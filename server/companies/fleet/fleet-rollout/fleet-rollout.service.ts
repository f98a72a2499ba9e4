import { and, ne, type SQL, sql } from "drizzle-orm";
import { firmwareRolloutDevices as devices, firmwareRollouts, firmwareRolloutWaves } from "@/db/schema";
import { fleetPersService } from "@/server/companies/fleet/fleet-pers/fleet-pers.service";
import { loadRolloutDevices } from "@/server/devices/firmware-rollout/rollout-device.service";
import { rolloutFactsService } from "@/server/devices/firmware-rollout/rollout-facts.service";
import { countsOf, versionsOfRollouts } from "@/server/devices/firmware-rollout/rollout-row.service";
import type { DeviceStatus } from "@/server/devices/firmware-rollout/states";
import { persFirmwareService } from "@/server/devices/pers/pers-firmware.service";
import { waysOf } from "@/server/devices/reach/fleet-reach.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { groupBy } from "@/server/kit/value/group.rules";
import { ListFleetRolloutDevices, ListFleetRollouts } from "./fleet-rollout.schema";

// A company's part of rollouts: the devices that it reaches now. Those that are left out are nobody's here.

type Reader = Pick<Ctx, "company">;

/** Devices of rollouts within the company's reach; staff and jobs outside of a company reach all. */
const reachedDevices = ({ company }: Reader): SQL =>
  sql`(${ne(devices.status, "excluded")} and ${
    company ? sql`${devices.persId} in (select way.pers_id from (${waysOf(company.id).pers}) as way)` : sql`true`
  })`;

/** Rollouts with such a device. */
const reachedRollouts = (reader: Reader): SQL =>
  sql`${firmwareRollouts.id} in (select ${devices.rolloutId} from ${devices} where ${reachedDevices(reader)})`;

interface WaveCount extends Record<string, unknown> {
  rolloutId: string;
  index: number;
  status: "waiting" | "running" | "watching" | "done";
  deviceStatus: DeviceStatus;
  count: number;
}

/** The company's devices of these rollouts, counted by wave and state. */
const wavesOf = (ctx: Ctx, ids: string[]) =>
  ctx.db.execute<WaveCount>(sql`
    select ${devices.rolloutId} as "rolloutId", ${devices.wave} as index,
      coalesce((select w.status from ${firmwareRolloutWaves} w
        where w.rollout_id = ${devices.rolloutId} and w.index = ${devices.wave}), 'waiting') as status,
      ${devices.status} as "deviceStatus", count(*)::int as count
    from ${devices} where ${and(oneOf(devices.rolloutId, ids), reachedDevices(ctx))}
    group by 1, 2, 4 order by 1, 2`);

const figuresOf = (rows: WaveCount[]) => {
  const { excluded: _, ...counts } = countsOf(rows.map(({ deviceStatus, count }) => ({ [deviceStatus]: count })));
  return { devices: rows.reduce((sum, { count }) => sum + count, 0), counts };
};

/** Nothing of how it is planned, nor of people. */
const shown = {
  id: firmwareRollouts.id,
  name: firmwareRollouts.name,
  status: firmwareRollouts.status,
  pauseReason: firmwareRollouts.pauseReason,
  startAt: firmwareRollouts.startAt,
  startedAt: firmwareRollouts.startedAt,
  endedAt: firmwareRollouts.endedAt,
  createdAt: firmwareRollouts.createdAt,
  updatedAt: firmwareRollouts.updatedAt,
  version: firmwareRollouts.version,
};

async function load(ctx: Ctx, ids: string[]) {
  const [rows, versions, waves] = await Promise.all([
    ctx.db.select(shown).from(firmwareRollouts).where(oneOf(firmwareRollouts.id, ids)),
    versionsOfRollouts(ctx, ids),
    wavesOf(ctx, ids),
  ]);
  const byRollout = groupBy([...waves], ({ rolloutId }) => rolloutId);
  return rows.flatMap((row) => {
    const firmwareVersion = versions.get(row.id);
    const own = byRollout.get(row.id) ?? [];
    if (!firmwareVersion) return [];
    const { pauseReason: why } = row;
    return {
      ...row,
      firmwareVersion,
      pauseReason: why && { code: why.code, at: why.at },
      ...figuresOf(own),
      waves: [...groupBy(own, ({ index }) => index)].map(([index, rows]) => ({
        index,
        status: rows[0]?.status ?? "waiting",
        ...figuresOf(rows),
      })),
    };
  });
}

/** The rollouts that bring firmware to devices which the company reaches now, with its own figures only (ADR 142). */
export const fleetRolloutService = listService({
  table: firmwareRollouts,
  scope: reachedRollouts,
  input: ListFleetRollouts,
  load,
  sort: {
    createdAt: firmwareRollouts.createdAt,
    startedAt: firmwareRollouts.startedAt,
    name: firmwareRollouts.name,
  },
  filters: {
    status: equals(firmwareRollouts.status),
    firmwareVersionId: equals(firmwareRollouts.firmwareVersionId),
    search: contains(firmwareRollouts.name),
  },
});

const deviceList = listService({
  table: devices,
  scope: reachedDevices,
  input: ListFleetRolloutDevices,
  load: loadRolloutDevices,
  sort: { wave: devices.wave, endedAt: devices.endedAt, offeredAt: devices.offeredAt },
  filters: {
    rolloutId: equals(devices.rolloutId),
    wave: equals(devices.wave),
    status: equals(devices.status),
    persId: equals(devices.persId),
    search: contains(devices.serialNumber),
  },
});

/** The company's devices of one rollout. */
export const fleetRolloutDeviceService = {
  ...deviceList,

  /** What a device runs, what it is to be updated with and why it waits, and its updates before. @throws AppError 404 */
  async ofPers(ctx: KnownCtx, persId: string) {
    await fleetPersService.get(ctx, persId);
    const runs = await persFirmwareService.ofKnown(ctx, persId);
    return { runs, ...(await rolloutFactsService.ofKnown(ctx, persId, ne(devices.status, "excluded"))) };
  },

  /** @throws AppError 404 for a rollout without a device that the company reaches */
  async list(ctx: KnownCtx, request: ListRequest & { rolloutId?: string }) {
    if (request.rolloutId !== undefined) await fleetRolloutService.get(ctx, request.rolloutId);
    return deviceList.list(ctx, request);
  },
};
