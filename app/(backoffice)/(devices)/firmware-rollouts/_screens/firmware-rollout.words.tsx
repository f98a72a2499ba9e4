import type { RecordOf } from "@/components/kit/resource";
import { Status, type Tone } from "@/components/ui/value";
import { exclusionWords, pauseWords, percentOf } from "@/server/devices/firmware-rollout/firmware-rollout.rules";
import { rolloutStatusWords } from "@/server/devices/firmware-rollout/rollout-status.rules";
import { deviceStatusWords } from "@/server/devices/pers/rollout-status.rules";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";

export type Rollout = RecordOf<"firmwareRollouts">;
export type Wave = Rollout["waves"][number];
type DeviceState = keyof typeof deviceStatusWords;

const tones: Partial<Record<Rollout["status"], Tone>> = {
  preparing: "info",
  awaiting_approval: "warn",
  scheduled: "info",
  running: "info",
  paused: "bad",
  done: "ok",
};

export const statusOptions = Object.entries(rolloutStatusWords).map(([value, label]) => ({ value, label }));
export const RolloutStatusMark = ({ status }: { status: Rollout["status"] }) => (
  <Status tone={tones[status]}>{t(rolloutStatusWords[status])}</Status>
);

const deviceTones: Partial<Record<DeviceState, Tone>> = {
  offered: "info",
  downloading: "info",
  installed: "ok",
  failed: "bad",
  silent: "warn",
};
export const deviceStatusOptions = Object.entries(deviceStatusWords).map(([value, label]) => ({ value, label }));
export const DeviceStatusMark = ({ status }: { status: DeviceState }) => (
  <Status tone={deviceTones[status]}>{t(deviceStatusWords[status])}</Status>
);

/** A reason of the rollout's own in words; what a device said stays as it is. */
export function reasonWord(reason: string) {
  const known: Record<string, string> = {
    ...exclusionWords,
    no_answer: "No answer",
    reverted: "Went back to another version",
    reported: "Reported without a code",
  };
  const word = known[reason];
  return word === undefined ? reason : t(word);
}

/** Why a device of a rollout is offered nothing now. */
export function waitSentence(waits: string, status: Rollout["status"]): string {
  const known: Record<string, string> = {
    wave: t("It waits for its wave to begin."),
    battery: t("It waits for a charge of at least 30 %."),
    moving: t("It waits until it stands still."),
    room: t("It waits until others of its wave have ended."),
    rate: t("It waits for the next hour: this one's offers are made."),
    silent: t("It was not heard of for long. It is offered the version when it asks."),
    ask: t("It is offered the version when it asks next."),
    rollout: t("The rollout offers nothing now: {status}.", { status: t(rolloutStatusWords[status]) }),
  };
  return known[waits] ?? t("It will be left out: {reason}.", { reason: reasonWord(waits) });
}

export const waveName = ({ index, label, isOfJoiners }: Pick<Wave, "index" | "label" | "isOfJoiners">) =>
  label ?? (isOfJoiners ? t("Devices that joined") : t("Wave {number}", { number: index + 1 }));

/** Why a rollout stands still, in one sentence with its figures. */
export function pauseSentence({ pauseReason, waves }: Rollout): string {
  if (!pauseReason) return "";
  const { code, text, figures = {}, wave } = pauseReason;
  const word = t(pauseWords[code as keyof typeof pauseWords] ?? "Cancelled");
  const of = waves.find(({ index }) => index === wave);
  const {
    percent = 0,
    failed = 0,
    ended = 0,
    limit = 0,
    devices = 0,
    installed = 0,
    otherPercent = 0,
    others = 0,
  } = figures;
  const why: Record<string, () => string> = {
    error_percent: () =>
      t("{failed} of {ended} that ended failed: {percent} %, it pauses at {limit} %.", {
        failed: formatted(failed),
        ended: formatted(ended),
        percent: formatted(percent, 1),
        limit: formatted(limit, 1),
      }),
    error_count: () =>
      t("{failed} failed, it pauses at {limit}.", { failed: formatted(failed), limit: formatted(limit) }),
    silence: () => compared(devices, installed, percent, otherPercent, others),
    alerts: () => compared(devices, installed, percent, otherPercent, others),
  };
  const told = why[code]?.() ?? text ?? "";
  return [`${word}${of ? ` (${waveName(of)})` : ""}.`, told].filter(Boolean).join(" ");
}

const compared = (devices: number, installed: number, percent: number, otherPercent: number, others: number) =>
  t("{devices} of {installed} updated devices: {percent} %, beside {otherPercent} % of {others} others.", {
    devices: formatted(devices),
    installed: formatted(installed),
    percent: formatted(percent, 1),
    otherPercent: formatted(otherPercent, 1),
    others: formatted(others),
  });

/** The gates as sentences, each with the figure that it has now in the wave under way. */
export function gateSentences({
  gates,
  waves,
}: Pick<Rollout, "gates" | "waves">): [rule: string, now: string | null][] {
  const wave = waves.findLast(({ status }) => status === "running" || status === "watching");
  const { installed = 0, failed = 0 } = wave?.counts ?? {};
  const ended = installed + failed;
  const open = wave ? wave.counts.waiting + wave.counts.offered + wave.counts.downloading : 0;
  const share = percentOf(installed, ended + open);
  return [
    [
      t("Pauses when {percent} % of those that ended failed, from {ended} ended and {failed} failed on.", {
        percent: formatted(gates.errorPercent, 1),
        ended: formatted(gates.minEnded),
        failed: formatted(gates.minFailed),
      }),
      wave
        ? t("{percent} % of {ended} failed", {
            percent: formatted(percentOf(failed, ended), 1),
            ended: formatted(ended),
          })
        : null,
    ],
    ...(gates.errorCount === null
      ? []
      : [
          [
            t("Pauses when {count} of a wave failed.", { count: formatted(gates.errorCount) }),
            wave ? t("{count} failed", { count: formatted(failed) }) : null,
          ] as [string, string | null],
        ]),
    [
      t("A wave is over when {percent} % run the version, and {hours} hours were watched after that.", {
        percent: formatted(gates.successPercent, 1),
        hours: formatted(gates.watchHours, 1),
      }),
      wave ? t("{percent} % run it", { percent: formatted(share, 1) }) : null,
    ],
    [t("A download that says nothing for {hours} hours has failed.", { hours: formatted(gates.answerHours, 1) }), null],
    [t("Pauses when a wave takes longer than {days} days.", { days: formatted(gates.maxDays, 1) }), null],
    [t("Pauses when updated devices fall silent or raise alerts clearly more often than others."), null],
    ...(gates.pauseAfterWave ? [[t("Pauses after each wave."), null] as [string, string | null]] : []),
  ];
}
