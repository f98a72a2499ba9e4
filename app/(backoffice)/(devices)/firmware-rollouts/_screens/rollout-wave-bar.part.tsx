import type { RecordOf } from "@/components/kit/resource";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import styles from "./firmware-rollout.module.css";
import type { Wave } from "./firmware-rollout.words";

const parts = [
  ["installed", "ok"],
  ["downloading", "info"],
  ["offered", "soft"],
  ["failed", "bad"],
  ["silent", "warn"],
] as const;

const stateWord = (status: (typeof parts)[number][0]) =>
  ({
    installed: t("installed"),
    downloading: t("downloading"),
    offered: t("offered"),
    failed: t("failed|devices"),
    silent: t("silent"),
  })[status];

/** How a wave stands, in one word. */
export const waveWord = (status: Wave["status"]) =>
  ({
    waiting: t("waiting|wave"),
    running: t("running|wave"),
    watching: t("watched|wave"),
    done: t("over|wave"),
  })[status];

interface Props {
  title: string;
  note?: string;
  counts: RecordOf<"fleetRollouts">["counts"];
  devices: number;
}

/** Devices as a bar: how many of them are in which state. */
export function WaveBar({ title, note, counts, devices }: Props) {
  const shown = parts.filter(([key]) => counts[key] > 0);
  return (
    <li className={styles.wave}>
      <div className={styles.waveHead}>
        <b>{title}</b>
        {note && <span>{note}</span>}
        <span className={styles.figure}>
          {t("{installed} of {devices} installed", {
            installed: formatted(counts.installed),
            devices: formatted(devices),
          })}
        </span>
      </div>
      <div className={styles.bar} aria-hidden>
        {shown.map(([key, tone]) => (
          <i key={key} data-tone={tone} style={{ width: `${(counts[key] * 100) / Math.max(devices, 1)}%` }} />
        ))}
      </div>
      <div className={styles.legend}>
        {shown.map(([key, tone]) => (
          <span key={key}>
            <i data-tone={tone} aria-hidden />
            {formatted(counts[key])} {stateWord(key)}
          </span>
        ))}
        {counts.waiting > 0 && <span>{t("{count} waiting", { count: formatted(counts.waiting) })}</span>}
      </div>
    </li>
  );
}
