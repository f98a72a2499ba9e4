import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { firmwareRolloutDevices, firmwareRollouts, firmwareRolloutWaves } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { keepingHours } from "./rollout-hour.service";
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

/** Devices for which the condition holds; behind the locks of their rollouts, without which nobody moves them. */
export const devicesWhere = (ctx: Ctx, where: SQL | undefined, limit = 10_000): Promise<DeviceRow[]> =>
  ctx.db.select().from(devices).where(where).orderBy(asc(devices.id)).limit(limit);

type Deltas = Map<number, Partial<Record<DeviceStatus, number>>>;

/** Adds to the figures of waves: by wave, and by state. */
function counting(rolloutId: string, deltas: Deltas): SQL {
  const waves = [...deltas].map(([index, delta]) => ({ index, ...delta }));
  const set = deviceStatuses.map((status) => `${status} = w.${status} + coalesce(x.${status}, 0)`).join();
  const columns = deviceStatuses.map((status) => `${status} int`).join();
  return sql`update ${firmwareRolloutWaves} w set ${sql.raw(set)}
    from json_to_recordset(${JSON.stringify(waves)}::json) as x(index int, ${sql.raw(columns)})
    where w.rollout_id = ${rolloutId} and w.index = x.index`;
}

/** One device more in a state of its wave, and one less in another. */
function shift(deltas: Deltas, { wave, status }: Pick<DeviceRow, "wave" | "status">, to: DeviceStatus) {
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

/** Writes what changes of devices. */
function writing(rows: DeviceRow[], keys: Moving[]): SQL {
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
  return sql`update ${devices} d set ${sql.raw(set)}
    from json_to_recordset(${JSON.stringify(values)}::json) as x(id uuid ${sql.raw(types)}) where d.id = x.id`;
}

/** Moves devices of a locked rollout, with its figures. @throws StateError */
export async function moveDevices(ctx: Ctx, rollout: RolloutRow, moves: Move[]) {
  if (moves.length === 0) return;
  const deltas: Deltas = new Map();
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
  const before = moves.map(({ before }) => before);
  const hours = keepingHours(rollout.id, before, rows);
  // One statement for all three: a question less of the database for each.
  await ctx.db.execute(sql`
    with counted as (${counting(rollout.id, deltas)}) ${hours ? sql`, kept as (${hours})` : sql``}
    ${writing(rows, movingKeys.filter(isChanged))}`);
}

/**
 * Offers devices of a locked rollout its version, with its figures: an offer of before makes this another attempt.
 * @returns the new offers by device
 */
export async function offerDevices(
  ctx: Ctx,
  rollout: RolloutRow,
  rows: Pick<DeviceRow, "id" | "wave" | "status">[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  for (const { status } of rows) deviceStates.assert("status", status, "offered");
  const ids = rows.map(({ id }) => id);
  const deltas: Deltas = new Map();
  for (const row of rows) shift(deltas, row, "offered");
  const made = await ctx.db.execute<{ id: string; offerId: string }>(sql`
    with counted as (${counting(rollout.id, deltas)})
    update ${devices} d set status = 'offered', attempt = attempt + (offer_id is not null)::int, offer_id = gen_random_uuid(),
      former_offer_ids = case when offer_id is null then former_offer_ids else array_append(former_offer_ids, offer_id) end,
      offered_at = ${new Date().toISOString()}::timestamptz, started_at = null, heard_at = null
    where ${oneOf(sql`d.id`, ids)} returning d.id, d.offer_id as "offerId"`);
  return new Map(made.map(({ id, offerId }) => [id, offerId]));
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
    if (deltas.size > 0) await ctx.db.execute(counting(rollout.id, deltas));
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
