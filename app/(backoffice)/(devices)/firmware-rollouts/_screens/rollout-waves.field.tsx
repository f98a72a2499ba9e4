"use client";

import { ActionIcon, Button, Slider } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { PlannedWave } from "@/db/schema/firmware-rollout";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import styles from "./firmware-rollout.module.css";

interface Props {
  waves: PlannedWave[];
  onChange: (waves: PlannedWave[]) => void;
}

const most = 20;

/** The waves as shares that add up: each slider goes as far as the others leave room, and the last wave takes the rest. */
export function RolloutWavesField({ waves, onChange }: Props) {
  const shares = waves.slice(0, -1).map(({ percent = 0 }) => percent);
  const rest = Math.max(0, 100 - shares.reduce((sum, one) => sum + one, 0));
  const set = (index: number, percent: number) => {
    const room = rest + (shares[index] ?? 0);
    onChange(waves.map((wave, at) => (at === index ? { percent: Math.min(Math.max(percent, 1), room) } : wave)));
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t("Waves")}</legend>
      <ul className={styles.waves}>
        {shares.map((percent, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a wave is its place
          <li key={index}>
            <div className={styles.waveHead}>
              <b>{t("Wave {number}", { number: index + 1 })}</b>
              <span className={styles.figure}>{formatted(percent, 1)} %</span>
              <ActionIcon
                size="sm"
                aria-label={t("Remove wave {number}", { number: index + 1 })}
                onClick={() => onChange(waves.filter((_, at) => at !== index))}
              >
                <IconX size={14} />
              </ActionIcon>
            </div>
            <Slider
              thumbLabel={t("Share of wave {number} in percent", { number: index + 1 })}
              min={0}
              max={100}
              label={null}
              value={percent}
              onChange={(next) => set(index, next)}
            />
          </li>
        ))}
        <li className={styles.waveHead}>
          <b>{t("Wave {number}", { number: waves.length })}</b>
          <span>{t("takes what is left")}</span>
          <span className={styles.figure}>{formatted(rest, 1)} %</span>
        </li>
      </ul>
      {waves.length < most && rest > 1 && (
        <Button
          mt={8}
          size="compact-sm"
          variant="default"
          onClick={() => onChange([...waves.slice(0, -1), { percent: Math.max(1, Math.floor(rest / 2)) }, {}])}
        >
          {t("Add a wave")}
        </Button>
      )}
    </fieldset>
  );
}
