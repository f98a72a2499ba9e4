import { asc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { firmwareRolloutDevices as devices, firmwareRolloutWaves, firmwareVersions, pers } from "@/db/schema";
import { inTransaction, type KnownCtx, systemCtx } from "@/server/kit/call/context";
import { waveSizes } from "./firmware-rollout.rules";
import { hashOf, isApprovalNeeded } from "./rollout-approval.service";
import { countChosen, judgedAlone } from "./rollout-choice.service";
import { pauseRollout } from "./rollout-gate.service";
import { lockRollouts, takeLong } from "./rollout-move.service";
import { tellRollout } from "./rollout-notice.service";
import { moveRollout, noteRollout, type RolloutRow } from "./rollout-row.service";

// A rollout is prepared in steps: each is a transaction that looks at the next devices by their ids, and says how far it came.
// Whoever goes on after a worker died goes on behind the last step.

/** The job that prepares a rollout. */
export const prepareTask = "prepare-firmware-rollout";
const atOnce = 20_000;
const mostTries = 10;

/** Has a worker prepare it, in the caller's transaction. */
export const queuePreparing = (ctx: KnownCtx, id: string) =>
  ctx.db.execute(sql`select graphile_worker.add_job(${prepareTask}, ${JSON.stringify({ id })}::json,
    job_key => ${`${prepareTask} ${id}`}, max_attempts => ${mostTries}::int)`);

/** Places are whole numbers of 64 bits, from the least one on. */
const [leastPlace, places] = [-(2n ** 63n), 2n ** 64n];

/** The places at which the later waves are likely to begin, so that few devices change theirs once all are known. */
function likelyBounds({ waves, toPrepare }: RolloutRow): string {
  let before = 0;
  const bounds = waveSizes(waves, toPrepare)
    .slice(0, -1)
    .map((size) => {
      before += size;
      const place = leastPlace + (places * BigInt(before)) / BigInt(Math.max(1, toPrepare));
      return place > -leastPlace - 1n ? -leastPlace - 1n : place;
    });
  return `{${bounds.join()}}`;
}

/** Takes the next devices in. @returns whether there may be more */
async function takeIn(ctx: KnownCtx, row: RolloutRow): Promise<boolean> {
  const ids = await ctx.db
    .select({ id: pers.id })
    .from(pers)
    .where(row.preparedTo ? gt(pers.id, row.preparedTo) : undefined)
    .orderBy(asc(pers.id))
    .limit(atOnce);
  const last = ids.at(-1)?.id;
  if (!last) return false;
  const first = row.preparedTo ?? "00000000-0000-0000-0000-000000000000";
  const some = sql`${pers.id} > ${first} and ${pers.id} <= ${last}`;
  // The place is by chance, and the same however often it is asked for. Who is in another rollout is found by being held there.
  const [found] = await ctx.db.execute<{ found: number }>(sql`
    with found as materialized (${await judgedAlone(ctx, row, some)}),
    fit as (select *, hashtextextended(pers_id::text, hashtextextended(${row.id}, 0)) as place from found where reason is null),
    taken as (
      insert into ${devices} (id, rollout_id, pers_id, serial_number, model_pers_id, firmware_type, is_held, wave, place, status,
        from_version_id, from_version)
      select gen_random_uuid(), ${row.id}, pers_id, serial, model_pers_id, ${row.firmwareType}::int, true,
        width_bucket(place, ${likelyBounds(row)}::bigint[]), place, 'waiting', from_version_id, from_version
      from fit order by pers_id
      on conflict (pers_id, firmware_type) where is_held do nothing returning pers_id),
    lost as (
      insert into ${devices} (id, rollout_id, pers_id, serial_number, model_pers_id, firmware_type, is_held, wave, place, status, reason,
        from_version_id, from_version, ended_at)
      select gen_random_uuid(), ${row.id}, pers_id, serial, model_pers_id, ${row.firmwareType}::int, false, 0, 0,
        'excluded', 'in_another_rollout', from_version_id, from_version, now()
      from fit where pers_id not in (select pers_id from taken) returning pers_id)
    select count(*)::int as found from found`);
  const prepared = row.prepared + (found?.found ?? 0);
  await noteRollout(ctx, row.id, { prepared, preparedTo: last });
  return ids.length === atOnce;
}

/** Puts the devices into waves, in their order by chance. @returns how many there are */
async function makeWaves(ctx: KnownCtx, row: RolloutRow): Promise<number> {
  await takeLong(ctx);
  const waiting = sql`${devices.rolloutId} = ${row.id} and ${devices.status} = 'waiting'`;
  const total = await ctx.db.$count(devices, waiting);
  const excluded = await ctx.db.$count(
    devices,
    sql`${devices.rolloutId} = ${row.id} and ${devices.status} = 'excluded'`,
  );
  const sizes = waveSizes(row.waves, total);
  let before = 0;
  const bounds = sizes.map((size, index) => {
    before += size;
    return { index, from: before - size, upTo: before };
  });
  if (sizes.length > 1)
    await ctx.db.execute(sql`
      update ${devices} d set wave = b.index
      from (select id, wave, row_number() over (order by place, pers_id) as n from ${devices} where ${waiting}) n
      join json_to_recordset(${JSON.stringify(bounds)}::json) as b(index int, "from" int, "upTo" int)
        on n.n > b."from" and n.n <= b."upTo" and n.wave <> b.index
      where d.id = n.id`);
  await ctx.db.insert(firmwareRolloutWaves).values(
    sizes.map((size, index) => ({
      rolloutId: row.id,
      index,
      label: row.waves[index]?.label ?? null,
      devices: size,
      waiting: size,
      excluded: index === 0 ? excluded : 0,
    })),
  );
  return total;
}

/** Lets a rollout run: its first wave begins. With a version that was withdrawn meanwhile it pauses at once. */
export async function runRollout(ctx: KnownCtx, row: RolloutRow, action: string): Promise<RolloutRow> {
  const startedAt = row.startedAt ?? new Date().toISOString();
  const joinedAt = row.joinedAt ?? row.updatedAt;
  const running = await moveRollout(ctx, row, { status: "running", startedAt, joinedAt }, action);
  await ctx.db
    .update(firmwareRolloutWaves)
    .set({ status: "running", startedAt })
    .where(sql`${firmwareRolloutWaves.rolloutId} = ${row.id} and ${firmwareRolloutWaves.index} = 0
      and ${firmwareRolloutWaves.status} = 'waiting'`);
  await tellRollout(ctx, running, "started");
  // Locked, so that who withdraws the version comes before this or finds it running.
  const [version] = await ctx.db
    .select({ isActivated: firmwareVersions.isActivated })
    .from(firmwareVersions)
    .where(eq(firmwareVersions.id, row.firmwareVersionId))
    .for("share");
  return version?.isActivated ? running : pauseRollout(ctx, running, "version_withdrawn");
}

/** Whether it begins only later. */
export const isLater = ({ startAt }: RolloutRow) => startAt !== null && Date.parse(startAt) > Date.now();

/** What follows once all devices are known: an approval, its time, or its first wave. */
async function finish(ctx: KnownCtx, row: RolloutRow) {
  const total = await makeWaves(ctx, row);
  const needed = await isApprovalNeeded(ctx, row, total);
  const values = {
    isApprovalNeeded: needed,
    approvalHash: await hashOf(ctx, row),
    approvalAskedAt: new Date().toISOString(),
  };
  const ready: RolloutRow = { ...row, ...values };
  await noteRollout(ctx, row.id, values);
  if (!needed && !isLater(row)) await runRollout(ctx, ready, "run");
  else {
    const status = needed ? "awaiting_approval" : "scheduled";
    await moveRollout(ctx, ready, { status }, needed ? "ask-approval" : "schedule");
  }
}

/** One step. @returns whether there is more to do */
const step = (ctx: KnownCtx, id: string) =>
  inTransaction(ctx, async (ctx) => {
    const [row] = await lockRollouts(ctx, [id]);
    if (row?.status !== "preparing") return false;
    const toPrepare = row.toPrepare || (await countChosen(ctx, row));
    if (row.toPrepare === 0) await noteRollout(ctx, id, { toPrepare });
    if (await takeIn(ctx, { ...row, toPrepare })) return true;
    const [after] = await lockRollouts(ctx, [id]);
    if (after) await finish(ctx, after);
    return false;
  });

/** Prepares a rollout, from wherever it stands. */
export async function prepareRollout(ctx: KnownCtx, id: string): Promise<void> {
  while (await step(ctx, id));
}

const Payload = z.object({ id: z.uuid() });

/** The job. */
export const goOnPreparing = (payload: unknown) => prepareRollout(systemCtx("worker"), Payload.parse(payload).id);
