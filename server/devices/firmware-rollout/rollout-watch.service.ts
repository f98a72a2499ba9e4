import { and, eq, inArray, or, sql } from "drizzle-orm";
import {
  firmwareRolloutDevices as devices,
  firmwareRollouts,
  firmwareRolloutWaves,
  firmwareVersions,
  pers,
} from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { approvalHours, offerHours } from "./firmware-rollout.rules";
import { backToDraft } from "./rollout-act.service";
import { judged } from "./rollout-choice.service";
import { compare } from "./rollout-compare.service";
import { judge } from "./rollout-gate.service";
import { devicesWhere, lockRollouts, moveAll, moveDevices, takeLong } from "./rollout-move.service";
import { runRollout } from "./rollout-prepare.service";
import { noteRollout, type RolloutRow, wavesOf } from "./rollout-row.service";

// What time does to rollouts: every minute a worker looks at each of them, in a transaction of its own.

/** The job that looks after rollouts every minute. */
export const watchTask = "watch-firmware-rollouts";
const hourMs = 3_600_000;
/** How often it looks for devices that joined, fell silent, came back or went. */
const lookEveryMs = 10 * 60_000;

const current = sql.raw("backoffice.pers_current_data");
const lastMessage = sql`(select c.last_message_at from ${current} c where c.pers_id = ${devices.persId})`;

/** A rollout whose time has come begins; one whose approval is too old by then goes back to a draft. */
async function begin(ctx: KnownCtx, row: RolloutRow) {
  if (row.startAt !== null && Date.parse(row.startAt) > Date.now()) return;
  const isStale = row.approvedAt !== null && Date.now() - Date.parse(row.approvedAt) > approvalHours * hourMs;
  const [version] = await ctx.db
    .select({ isActivated: firmwareVersions.isActivated })
    .from(firmwareVersions)
    .where(eq(firmwareVersions.id, row.firmwareVersionId));
  if (isStale) await backToDraft(ctx, row, "Its approval was more than 72 hours old when it was to start.", "lapse");
  else if (!version?.isActivated)
    await backToDraft(ctx, row, "Its version was not active when it was to start.", "lapse");
  else await runRollout(ctx, row, "run");
}

/** Downloads that neither a report nor a message was heard of for too long have failed. @returns whether there are any */
async function giveUp(ctx: KnownCtx, row: RolloutRow): Promise<boolean> {
  const hours = row.gates.answerHours;
  const mute = sql`greatest(${devices.heardAt}, ${devices.startedAt}, ${lastMessage}) < now() - ${hours}::float * interval '1 hour'`;
  const some = await devicesWhere(
    ctx,
    and(eq(devices.rolloutId, row.id), eq(devices.status, "downloading"), mute),
    5000,
  );
  const endedAt = new Date().toISOString();
  await moveDevices(
    ctx,
    row,
    some.map((before) => ({ before, values: { status: "failed", reason: "no_answer", endedAt } })),
  );
  return some.length > 0;
}

/** Offers that nobody took up give their room back. */
const lapse = (ctx: Ctx, row: RolloutRow) =>
  moveAll(ctx, row, ["offered"], "waiting", {
    where: sql`${devices.offeredAt} < now() - ${offerHours}::int * interval '1 hour'`,
  });

/** Devices that are gone are out; those not heard of are silent, and wait again once they are. */
async function look(ctx: Ctx, row: RolloutRow) {
  const isGone = sql`not exists (select from ${pers} where ${pers.id} = ${devices.persId} and ${pers.status} <> 'retired')`;
  const endedAt = new Date().toISOString();
  await moveAll(ctx, row, ["waiting", "offered", "downloading", "silent"], "excluded", {
    set: { reason: "not_active", endedAt },
    where: isGone,
  });
  const since = sql`now() - ${row.gates.silentDays}::float * interval '1 day'`;
  const begun = sql`${devices.wave} in (select w.index from ${firmwareRolloutWaves} w
    where w.rollout_id = ${row.id} and w.status <> 'waiting')`;
  const isHeard = sql`coalesce(${lastMessage} >= ${since}, false)`;
  await moveAll(ctx, row, ["waiting"], "silent", { where: sql`${begun} and not ${isHeard}` });
  await moveAll(ctx, row, ["silent"], "waiting", { where: isHeard });
}

/** Devices that fit a dynamic rollout since it last looked join it, in a wave of their own. */
async function join(ctx: KnownCtx, row: RolloutRow) {
  const since = row.joinedAt ?? row.startedAt ?? row.updatedAt;
  const changed = sql`${pers.updatedAt} > ${since}::timestamptz - interval '1 minute'
    and ${pers.id} not in (select d.pers_id from ${devices} d where d.rollout_id = ${row.id})`;
  const waves = (await wavesOf(ctx, [row.id])).get(row.id) ?? [];
  const own = waves.find(({ isOfJoiners }) => isOfJoiners);
  const index = own?.index ?? waves.length;
  const joined = await ctx.db.execute<{ id: string }>(sql`
    with found as materialized (${await judged(ctx, row, changed)})
    insert into ${devices} (id, rollout_id, pers_id, serial_number, model_pers_id, firmware_type, is_held, wave, place, status,
      from_version_id, from_version)
    select gen_random_uuid(), ${row.id}, pers_id, serial, model_pers_id, ${row.firmwareType}::int, true, ${index}::int, 0, 'waiting',
      from_version_id, from_version
    from found where reason is null order by pers_id limit 10000
    on conflict do nothing returning id`);
  const size = joined.length;
  if (size === 0) return;
  if (!own)
    await ctx.db.insert(firmwareRolloutWaves).values({
      rolloutId: row.id,
      index,
      isOfJoiners: true,
      status: "running",
      startedAt: new Date().toISOString(),
      devices: size,
      waiting: size,
    });
  else
    await ctx.db
      .update(firmwareRolloutWaves)
      .set({
        devices: sql`${firmwareRolloutWaves.devices} + ${size}::int`,
        waiting: sql`${firmwareRolloutWaves.waiting} + ${size}::int`,
      })
      .where(eq(firmwareRolloutWaves.id, own.id));
}

/** What time does to one rollout. */
const watchOne = (ctx: KnownCtx, id: string) =>
  inTransaction(ctx, async (ctx) => {
    const [row] = await lockRollouts(ctx, [id]);
    if (!row) return;
    await takeLong(ctx);
    if (row.status === "scheduled") return begin(ctx, row);
    await giveUp(ctx, row);
    if (row.status !== "running" && row.status !== "paused") return;
    await lapse(ctx, row);
    const at = new Date().toISOString();
    if (row.joinedAt === null || Date.now() - Date.parse(row.joinedAt) >= lookEveryMs) {
      await look(ctx, row);
      if (row.isDynamic && row.status === "running") await join(ctx, row);
      await noteRollout(ctx, id, { joinedAt: at });
    }
    if (row.status !== "running") return;
    const after = await judge(ctx, row);
    if (after.status === "running") await compare(ctx, after);
  });

/** Looks after all rollouts that time does something to. @returns how many it looked at; @throws the first fault, behind the others */
export async function watchRollouts(ctx: KnownCtx): Promise<number> {
  const downloads = sql`${firmwareRollouts.id} in (select d.rollout_id from ${devices} d where d.is_held and d.status = 'downloading')`;
  const rows = await ctx.db
    .select({ id: firmwareRollouts.id })
    .from(firmwareRollouts)
    .where(
      or(
        inArray(firmwareRollouts.status, ["scheduled", "running", "paused"]),
        and(inArray(firmwareRollouts.status, ["done", "cancelled"]), downloads),
      ),
    );
  // What is wrong with one of them leaves the others watched.
  const faults: unknown[] = [];
  for (const { id } of rows) await watchOne(ctx, id).catch((fault) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
  return rows.length;
}
