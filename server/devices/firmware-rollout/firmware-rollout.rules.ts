import type { PlannedWave, RolloutGates } from "@/db/schema";

// What a rollout decides by figures alone: its waves, its gates, its rooms. Nothing here asks a database.

export const defaultGates: RolloutGates = {
  errorPercent: 5,
  errorCount: null,
  minEnded: 10,
  minFailed: 5,
  maxInFlightPercent: 10,
  answerHours: 12,
  successPercent: 90,
  watchHours: 24,
  silentDays: 14,
  maxDays: 30,
  pauseAfterWave: false,
};

export const offerHours = 72;
/** Afterwards an approval that was not used is none. */
export const approvalHours = 72;
/** A wave has room for so many at once, once enough of it ended. */
const leastRoom = 100;
/** A wave of joiners is judged over so many that ended last. */
export const lastJudged = 200;
export const mostWaves = 20;

/** Why a device is left out, in the order in which it is found out. */
export const exclusionWords = {
  incompatible_model: "Model not compatible",
  incompatible_version: "Present version not compatible",
  no_known_version: "Present version not known",
  has_it_already: "Runs it already",
  has_newer: "Runs a newer version",
  not_active: "Not active",
  in_another_rollout: "In another rollout",
} as const;
export type Exclusion = keyof typeof exclusionWords;

export const pauseWords = {
  person: "Paused by a person",
  error_percent: "Too many failed, in percent",
  error_count: "Too many failed",
  silence: "Devices fall silent after the update",
  alerts: "Devices raise alerts after the update",
  wave_done: "A wave is over",
  share_missed: "A wave missed its share of success",
  max_days: "A wave takes too long",
  version_withdrawn: "The version was withdrawn",
  image_changed: "The image is not the one it started with",
} as const;
export type PauseCode = keyof typeof pauseWords;
/** Pauses that a gate made: going on after one is decided again. */
export const gatePauses: readonly string[] = [
  "error_percent",
  "error_count",
  "silence",
  "alerts",
  "share_missed",
  "max_days",
];

/** The fault of planned waves; undefined where there is none. The last wave takes what is left, and says nothing. */
export function waveFault(waves: PlannedWave[]): { at: number; message: string } | undefined {
  let sum = 0;
  for (const [at, { percent, count }] of waves.entries()) {
    const isLast = at === waves.length - 1;
    if (percent !== undefined && count !== undefined) return { at, message: "Give a share or a number, not both." };
    if (!isLast && percent === undefined && count === undefined)
      return { at, message: "Give a share or a number of devices. Only the last wave takes what is left." };
    if (isLast) continue;
    sum += percent ?? 0;
    if (sum > 100) return { at, message: "The waves before the last one are more than 100 %." };
  }
  return undefined;
}

/** How many devices each wave gets of so many; they add up to all. */
export function waveSizes(waves: PlannedWave[], devices: number): number[] {
  let left = devices;
  return waves.map(({ percent, count }, at) => {
    const isLast = at === waves.length - 1;
    const wanted = isLast ? left : (count ?? Math.max(1, Math.round(((percent ?? 0) * devices) / 100)));
    const size = Math.min(left, wanted);
    left -= size;
    return size;
  });
}

/** The figures of a wave that gates and rooms read. */
export interface WaveFigures {
  devices: number;
  waiting: number;
  offered: number;
  downloading: number;
  installed: number;
  failed: number;
}

/** How many devices of a wave may be offered or downloading at once. */
export function roomOf(wave: Pick<WaveFigures, "devices" | "installed" | "failed">, gates: RolloutGates): number {
  if (wave.installed + wave.failed < gates.minEnded) return 5 * gates.minEnded;
  return Math.max(leastRoom, Math.ceil((wave.devices * gates.maxInFlightPercent) / 100));
}

/** How many more may be offered now. */
export const roomLeft = (wave: WaveFigures, gates: RolloutGates) =>
  Math.max(0, roomOf(wave, gates) - wave.offered - wave.downloading);

/** Percent, to one place. */
export const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10);

/** Whether so many failures among so many that ended stop the rollout, and by which gate. */
export function errorGate(
  { installed, failed }: Pick<WaveFigures, "installed" | "failed">,
  gates: RolloutGates,
): "error_percent" | "error_count" | undefined {
  const ended = installed + failed;
  if (gates.errorCount !== null && failed >= gates.errorCount) return "error_count";
  if (ended < gates.minEnded || failed < gates.minFailed) return undefined;
  return failed * 100 >= gates.errorPercent * ended ? "error_percent" : undefined;
}

/** How a wave stands: whether its share of success is reached, or cannot be any more, or there is nobody to judge. */
export function shareOf(wave: WaveFigures, gates: RolloutGates): "empty" | "reached" | "missed" | "open" {
  const open = wave.waiting + wave.offered + wave.downloading;
  const all = wave.installed + wave.failed + open;
  if (all === 0) return "empty";
  if (wave.installed * 100 >= gates.successPercent * all) return "reached";
  return open === 0 ? "missed" : "open";
}

const lnFactorials: number[] = [0];
function lnFactorial(n: number): number {
  for (let i = lnFactorials.length; i <= n; i++) lnFactorials[i] = (lnFactorials[i - 1] ?? 0) + Math.log(i);
  return lnFactorials[n] ?? 0;
}
const lnChoose = (n: number, k: number) => lnFactorial(n) - lnFactorial(k) - lnFactorial(n - k);

/**
 * Fisher's exact test, one-sided: how likely it is that chance alone gives the first group at least so many.
 * @param first how many of how many of the first group, and of the second
 */
export function fisher(first: { hit: number; of: number }, second: { hit: number; of: number }): number {
  const all = first.of + second.of;
  const hits = first.hit + second.hit;
  const base = lnChoose(all, hits);
  let p = 0;
  for (let hit = first.hit; hit <= Math.min(first.of, hits); hit++)
    if (hits - hit <= second.of) p += Math.exp(lnChoose(first.of, hit) + lnChoose(second.of, hits - hit) - base);
  return Math.min(1, p);
}

/** Whether devices that installed do so much worse than others that the rollout stops: 5 points, 5 devices, p below 0.001. */
export function isWorse(installed: { hit: number; of: number }, others: { hit: number; of: number }): boolean {
  if (installed.of === 0 || others.of === 0) return false;
  const excess = installed.hit / installed.of - others.hit / others.of;
  return excess >= 0.05 && excess * installed.of >= 5 && fisher(installed, others) < 0.001;
}

/**
 * Whether gates let through what they stopped before. Two figures may do so either way. With fewer `silentDays` a wave is over
 * by fewer devices, with more a missed share is noticed later. With fewer `minEnded` a wave gets its full room sooner, with more
 * its failures are judged later.
 */
export function isLooser(before: RolloutGates, after: RolloutGates): boolean {
  const more = ["errorPercent", "minFailed", "maxInFlightPercent", "answerHours", "maxDays"] as const;
  const either = ["minEnded", "silentDays"] as const;
  const less = ["successPercent", "watchHours"] as const;
  const count = (gates: RolloutGates) => gates.errorCount ?? Number.POSITIVE_INFINITY;
  return (
    more.some((key) => after[key] > before[key]) ||
    less.some((key) => after[key] < before[key]) ||
    either.some((key) => after[key] !== before[key]) ||
    count(after) > count(before) ||
    (before.pauseAfterWave && !after.pauseAfterWave)
  );
}

/** Whether more devices are let through in an hour. */
export const isFaster = (before: number | null, after: number | null) =>
  before !== null && (after === null || after > before);

/** Filters of the device itself: what devices that join a dynamic rollout are found by. */
export const ownFilters: readonly string[] = [
  "ids",
  "nuSerialPersNumber",
  "modelPERSId",
  "modelPERSIdAnyOf",
  "modelPERSIdNoneOf",
  "firmwareVersionId",
  "firmwareVersionIdAnyOf",
  "firmwareVersionIdNoneOf",
  "firmwareVersionIdIsEmpty",
  "firmwareVersionBelow",
  "firmwareVersionAtLeast",
  "erpPersId",
  "erpPersIdIsEmpty",
  "status",
  "statusAnyOf",
  "statusNoneOf",
];
