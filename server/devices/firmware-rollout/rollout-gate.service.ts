import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { firmwareRolloutDevices as devices, firmwareRolloutWaves, type PauseReason } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { errorGate, gatePauses, lastJudged, type PauseCode, percentOf, shareOf } from "./firmware-rollout.rules";
import { moveAll, release } from "./rollout-move.service";
import { tellRollout } from "./rollout-notice.service";
import { moveRollout, type RolloutRow, type WaveRow } from "./rollout-row.service";

// What a rollout does by itself: it pauses, goes on to its next wave, and ends. Everything here is done to a locked rollout, in the
// transaction that moved its devices.

const now = () => new Date().toISOString();

const wavesNow = (ctx: Ctx, rolloutId: string): Promise<WaveRow[]> =>
  ctx.db
    .select()
    .from(firmwareRolloutWaves)
    .where(eq(firmwareRolloutWaves.rolloutId, rolloutId))
    .orderBy(asc(firmwareRolloutWaves.index));

export const setWave = (ctx: Ctx, { id }: WaveRow, values: Partial<WaveRow>) =>
  ctx.db
    .update(firmwareRolloutWaves)
    .set(values)
    .where(and(eq(firmwareRolloutWaves.id, id), isNull(firmwareRolloutWaves.endedAt)));

interface Why {
  wave?: number;
  text?: string;
  figures?: Record<string, number>;
}

/** Pauses a running rollout: its offers are withdrawn, and people and webhooks hear why. */
export async function pauseRollout(
  ctx: KnownCtx,
  row: RolloutRow,
  code: PauseCode,
  why: Why = {},
): Promise<RolloutRow> {
  const pauseReason: PauseReason = { code, at: now(), ...why };
  const paused = await moveRollout(ctx, row, { status: "paused", pauseReason }, "pause");
  await moveAll(ctx, paused, ["offered"], "waiting");
  await tellRollout(ctx, paused, "paused");
  return paused;
}

/** Ends a rollout with everything that it was for. */
export async function endRollout(ctx: KnownCtx, row: RolloutRow, action = "done"): Promise<RolloutRow> {
  const done = await moveRollout(ctx, row, { status: "done", endedAt: now(), pauseReason: null }, action);
  await release(ctx, done);
  await tellRollout(ctx, done, "done");
  return done;
}

/** Begins the next wave. @returns which one; undefined where the last one is over */
export async function beginNext(ctx: KnownCtx, row: RolloutRow): Promise<number | undefined> {
  const next = (await wavesNow(ctx, row.id)).find(({ status }) => status === "waiting");
  if (next) await setWave(ctx, next, { status: "running", startedAt: now() });
  return next?.index;
}

/** What of a wave its gates judge: what ended since it was resumed, of joiners the last ones. */
async function judgedOf(ctx: Ctx, wave: WaveRow) {
  if (!wave.isOfJoiners)
    return {
      installed: Math.max(0, wave.installed - wave.judgedInstalled),
      failed: Math.max(0, wave.failed - wave.judgedFailed),
    };
  const [row] = await ctx.db.execute<{ installed: number; failed: number }>(sql`
    select count(*) filter (where status = 'installed')::int as installed, count(*) filter (where status = 'failed')::int as failed
    from (select d.status from ${devices} d where d.rollout_id = ${wave.rolloutId} and d.wave = ${wave.index}
      and d.status in ('installed', 'failed') and d.ended_at > ${wave.judgedSince ?? "-infinity"}::timestamptz
      order by d.ended_at desc limit ${lastJudged}) last`);
  return row ?? { installed: 0, failed: 0 };
}

/** A wave is over: the next one begins, or the rollout ends with its last one. */
async function leaveWave(ctx: KnownCtx, row: RolloutRow, wave: WaveRow): Promise<RolloutRow> {
  await setWave(ctx, wave, { status: "done", endedAt: now() });
  const next = await beginNext(ctx, row);
  return next === undefined && !row.isDynamic ? endRollout(ctx, row) : row;
}

/** What follows a wave that ended by itself: a pause where it is wanted between waves. */
async function afterWave(ctx: KnownCtx, row: RolloutRow, wave: WaveRow): Promise<RolloutRow> {
  const isLast = !(await wavesNow(ctx, row.id)).some(({ status }) => status === "waiting");
  if (isLast || !row.gates.pauseAfterWave) return leaveWave(ctx, row, wave);
  await setWave(ctx, wave, { status: "done", endedAt: now() });
  return pauseRollout(ctx, row, "wave_done", { wave: wave.index });
}

/**
 * Somebody goes on although a wave missed its share: it is over as it is. With devices of it that are tried again it goes on.
 * @returns the rollout as it is then
 */
export async function acceptMissed(ctx: KnownCtx, row: RolloutRow): Promise<RolloutRow> {
  const missed = (await wavesNow(ctx, row.id)).find(
    (wave) =>
      (wave.status === "running" || wave.status === "watching") &&
      !wave.isOfJoiners &&
      shareOf(wave, row.gates) === "missed",
  );
  return missed ? leaveWave(ctx, row, missed) : row;
}

const since = (moment: string | null) => (moment === null ? 0 : Date.now() - Date.parse(moment));
const hour = 3_600_000;

/** A wave under way: whether it is over, can be over, or takes too long. @returns the rollout, with `isOver` where the wave is */
async function progress(ctx: KnownCtx, row: RolloutRow, wave: WaveRow): Promise<{ row: RolloutRow; isOver: boolean }> {
  const stays = { row, isOver: false };
  const { gates } = row;
  const share = shareOf(wave, gates);
  if (share === "empty" && !wave.isOfJoiners) return { row: await afterWave(ctx, row, wave), isOver: true };
  if (wave.isOfJoiners) return stays;
  if (share === "reached") {
    const reachedAt = wave.reachedAt ?? now();
    if (wave.status === "running") await setWave(ctx, wave, { status: "watching", reachedAt });
    if (since(reachedAt) < gates.watchHours * hour) return stays;
    return { row: await afterWave(ctx, row, wave), isOver: true };
  }
  if (wave.status === "watching") await setWave(ctx, wave, { status: "running", reachedAt: null });
  const open = wave.waiting + wave.offered + wave.downloading;
  const figures = { installed: wave.installed, failed: wave.failed, open, limit: gates.successPercent };
  const why = { wave: wave.index, figures };
  if (share === "missed") return { row: await pauseRollout(ctx, row, "share_missed", why), isOver: false };
  const begun =
    [wave.startedAt, wave.judgedSince]
      .filter((one) => one !== null)
      .sort()
      .at(-1) ?? null;
  if (since(begun) > gates.maxDays * 24 * hour)
    return {
      row: await pauseRollout(ctx, row, "max_days", { ...why, figures: { ...figures, limit: gates.maxDays } }),
      isOver: false,
    };
  return stays;
}

/** Judges the waves of a running rollout, after devices of it moved and as time goes on. @returns it as it is then */
export async function judge(ctx: KnownCtx, rollout: RolloutRow): Promise<RolloutRow> {
  let row = rollout;
  for (let again = true; again && row.status === "running"; ) {
    again = false;
    const waves = (await wavesNow(ctx, row.id)).filter(({ status }) => status !== "waiting");
    for (const wave of waves) {
      const figures = await judgedOf(ctx, wave);
      const code = errorGate(figures, row.gates);
      if (code) {
        const ended = figures.installed + figures.failed;
        const limit = code === "error_count" ? (row.gates.errorCount ?? 0) : row.gates.errorPercent;
        const percent = percentOf(figures.failed, ended);
        return pauseRollout(ctx, row, code, {
          wave: wave.index,
          figures: { percent, failed: figures.failed, ended, limit },
        });
      }
    }
    for (const wave of waves.filter(({ status }) => status !== "done")) {
      const after = await progress(ctx, row, wave);
      row = after.row;
      again = after.isOver;
      if (again || row.status !== "running") break;
    }
  }
  return row;
}

/** From now on gates judge what ends from now on: somebody saw what stopped it, and goes on. */
export const judgeAnew = (ctx: Ctx, rolloutId: string) =>
  ctx.db
    .update(firmwareRolloutWaves)
    .set({
      judgedInstalled: sql`${firmwareRolloutWaves.installed}`,
      judgedFailed: sql`${firmwareRolloutWaves.failed}`,
      judgedSince: now(),
    })
    .where(
      and(
        eq(firmwareRolloutWaves.rolloutId, rolloutId),
        inArray(firmwareRolloutWaves.status, ["running", "watching", "done"]),
      ),
    );

/** Waves under way take their days anew, and are judged as they were. */
export const waitAnew = (ctx: Ctx, rolloutId: string) =>
  ctx.db
    .update(firmwareRolloutWaves)
    .set({ judgedSince: now() })
    .where(
      and(
        eq(firmwareRolloutWaves.rolloutId, rolloutId),
        eq(firmwareRolloutWaves.isOfJoiners, false),
        inArray(firmwareRolloutWaves.status, ["running", "watching"]),
      ),
    );

/** Whether a gate stopped it. */
export const isStoppedByGate = ({ pauseReason }: RolloutRow) =>
  pauseReason !== null && gatePauses.includes(pauseReason.code);
