import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { firmwareRolloutDevices, firmwareRollouts, firmwareRolloutWaves } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { keepHours } from "./rollout-hour.service";
import type { RolloutRow } from "./rollout-row.service";
import { type DeviceStatus, deviceStates, deviceStatuses, isGone } from "./states";

export type DeviceRow = typeof firmwareRolloutDevices.$inferSelect;
const devices = firmwareRolloutDevices;

/**
 * These rollouts, locked in one order: whoever moves devices has theirs first, so that figures, rooms and gates are of one
 * moment.
 */
export const lockRollouts = (ctx: Ctx, ids: string[]): Promise<RolloutRow[]> =>
  ctx.db
    .select()
    .from(firmwareRollouts)
    .where(oneOf(firmwareRollouts.id, ids))
    .orderBy(asc(firmwareRollouts.id))
    .for("update");

/** Devices for which the condition holds, locked; behind the locks of their rollouts. */
export const lockDevices = (ctx: Ctx, where: SQL | undefined, limit = 10_000): Promise<DeviceRow[]> =>
  ctx.db.select().from(devices).where(where).orderBy(asc(devices.id)).limit(limit).for("update");

/** Adds to the figures of waves: by wave, and by state. */
async function count(ctx: Ctx, rolloutId: string, deltas: Map<number, Partial<Record<DeviceStatus, number>>>) {
  for (const [index, delta] of deltas) {
    const moved = deviceStatuses.filter((status) => delta[status]);
    if (moved.length === 0) continue;
    await ctx.db
      .update(firmwareRolloutWaves)
      .set(Object.fromEntries(moved.map((key) => [key, sql`${firmwareRolloutWaves[key]} + ${delta[key]}::int`])))
      .where(and(eq(firmwareRolloutWaves.rolloutId, rolloutId), eq(firmwareRolloutWaves.index, index)));
  }
}

/** One device more in a state of its wave, and one less in another. */
function shift(
  deltas: Map<number, Partial<Record<DeviceStatus, number>>>,
  { wave, status }: Pick<DeviceRow, "wave" | "status">,
  to: DeviceStatus,
) {
  if (status === to) return;
  const delta = deltas.get(wave) ?? {};
  delta[status] = (delta[status] ?? 0) - 1;
  delta[to] = (delta[to] ?? 0) + 1;
  deltas.set(wave, delta);
}

/** What moves of a device: its column, and that column's type as JSON is read into it. */
const moving = {
  status: ["status", "text"],
  reason: ["reason", "text"],
  attempt: ["attempt", "int"],
  offerId: ["offer_id", "uuid"],
  formerOfferIds: ["former_offer_ids", "json"],
  offeredAt: ["offered_at", "timestamptz"],
  startedAt: ["started_at", "timestamptz"],
  heardAt: ["heard_at", "timestamptz"],
  endedAt: ["ended_at", "timestamptz"],
  isHeld: ["is_held", "boolean"],
} as const satisfies Partial<Record<keyof DeviceRow, [column: string, type: string]>>;
type Moving = keyof typeof moving;
const movingKeys = Object.keys(moving) as Moving[];

type Changed = Partial<Pick<DeviceRow, Exclude<Moving, "isHeld">>>;
export interface Move {
  before: DeviceRow;
  values: Changed;
}

/** Who keeps a device: its rollout until that is over, and a download until it ends. */
const holds = ({ status: rollout }: Pick<RolloutRow, "status">, status: DeviceStatus) => {
  if (isGone(status)) return false;
  const isOver = rollout === "done" || rollout === "cancelled";
  return !isOver || status === "downloading";
};

/** Writes what changes of devices, by one statement. */
async function write(ctx: Ctx, rows: DeviceRow[], keys: Moving[]) {
  const taken = (key: Moving, column: string) =>
    key === "formerOfferIds"
      ? `(select array_agg(v::uuid) from json_array_elements_text(x.${column}) v)`
      : `x.${column}`;
  const columns = keys.map((key) => [key, ...moving[key]] as const);
  const set = columns.map(([key, column]) => `${column} = ${taken(key, column)}`).join(", ");
  const types = columns.map(([, column, type]) => `, ${column} ${type}`).join("");
  const values = rows.map((row) => ({
    id: row.id,
    ...Object.fromEntries(columns.map(([key, column]) => [column, row[key]])),
  }));
  await ctx.db.execute(sql`
    update ${devices} d set ${sql.raw(set)}
    from json_to_recordset(${JSON.stringify(values)}::json) as x(id uuid ${sql.raw(types)}) where d.id = x.id`);
}

/** Moves locked devices of a locked rollout, with its figures. @throws StateError */
export async function moveDevices(ctx: Ctx, rollout: RolloutRow, moves: Move[]) {
  if (moves.length === 0) return;
  const deltas = new Map<number, Partial<Record<DeviceStatus, number>>>();
  const rows = moves.map(({ before, values }) => {
    const after = { ...before, ...values };
    deviceStates.assert("status", before.status, after.status);
    shift(deltas, before, after.status);
    return { ...after, isHeld: before.isHeld && holds(rollout, after.status) };
  });
  const isChanged = (key: Moving) =>
    key === "isHeld"
      ? moves.some(({ before }, n) => before.isHeld !== rows[n]?.isHeld)
      : moves.some(({ values }) => key in values);
  await write(ctx, rows, movingKeys.filter(isChanged));
  await count(ctx, rollout.id, deltas);
  await keepHours(
    ctx,
    rollout.id,
    moves.map(({ before }) => before),
    rows,
  );
}

/**
 * Offers locked devices of a locked rollout its version, with its figures: an offer of before makes this another attempt.
 * @returns the new offers by device
 */
export async function offerDevices(ctx: Ctx, rollout: RolloutRow, rows: DeviceRow[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  for (const { status } of rows) deviceStates.assert("status", status, "offered");
  const ids = rows.map(({ id }) => id);
  const made = await ctx.db
    .update(devices)
    .set({
      status: "offered",
      attempt: sql`${devices.attempt} + (${devices.offerId} is not null)::int`,
      offerId: sql`gen_random_uuid()`,
      formerOfferIds: sql`case when ${devices.offerId} is null then ${devices.formerOfferIds}
        else array_append(${devices.formerOfferIds}, ${devices.offerId}) end`,
      offeredAt: new Date().toISOString(),
      startedAt: null,
      heardAt: null,
    })
    .where(oneOf(devices.id, ids))
    .returning({ id: devices.id, offerId: devices.offerId });
  const deltas = new Map<number, Partial<Record<DeviceStatus, number>>>();
  for (const row of rows) shift(deltas, row, "offered");
  await count(ctx, rollout.id, deltas);
  return new Map(made.flatMap(({ id, offerId }) => (offerId ? [[id, offerId] as const] : [])));
}

/** Moves all devices of a locked rollout that stand in one of these states, with its figures. @returns how many */
export async function moveAll(
  ctx: Ctx,
  rollout: RolloutRow,
  from: DeviceStatus[],
  to: DeviceStatus,
  how: { set?: Partial<DeviceRow>; where?: SQL } = {},
): Promise<number> {
  let moved = 0;
  for (const status of from) {
    deviceStates.assert("status", status, to);
    const update = ctx.db
      .update(devices)
      .set({ status: to, ...(!holds(rollout, to) && { isHeld: false }), ...how.set })
      .where(and(eq(devices.rolloutId, rollout.id), eq(devices.status, status), how.where))
      .returning({ wave: devices.wave });
    const rows = await ctx.db.execute<{ wave: number; count: number }>(
      sql`with moved as (${update.getSQL()}) select wave, count(*)::int as count from moved group by wave`,
    );
    const deltas = new Map(rows.map(({ wave, count }) => [wave, { [status]: -count, [to]: count }]));
    await count(ctx, rollout.id, deltas);
    moved += rows.reduce((sum, { count }) => sum + count, 0);
  }
  return moved;
}

/** What moves all devices of a rollout may take longer than a statement may otherwise: a million takes half a minute. */
export const takeLong = (ctx: Ctx) => ctx.db.execute(sql`set local statement_timeout = '10min'`);

/** Lets every device go that is not downloading: the rollout is over. */
export async function release(ctx: Ctx, rollout: RolloutRow) {
  await takeLong(ctx);
  const endedAt = new Date().toISOString();
  await moveAll(ctx, rollout, ["waiting", "offered", "silent"], "cancelled", { set: { endedAt } });
  await ctx.db
    .update(devices)
    .set({ isHeld: false })
    .where(
      and(
        eq(devices.rolloutId, rollout.id),
        eq(devices.isHeld, true),
        inArray(devices.status, ["installed", "failed"]),
      ),
    );
}

/** Forgets the devices and waves of a rollout that goes back to a draft. */
export async function forget(ctx: KnownCtx, rolloutId: string) {
  await takeLong(ctx);
  await ctx.db.delete(devices).where(eq(devices.rolloutId, rolloutId));
  await ctx.db.delete(firmwareRolloutWaves).where(eq(firmwareRolloutWaves.rolloutId, rolloutId));
}
