"use client";

import { ActionIcon, Button, SegmentedControl, Slider, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { NumberInput } from "@/components/ui/number-input";
import type { PlannedWave } from "@/db/schema/firmware-rollout";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import styles from "./firmware-rollout.module.css";

interface Props {
  waves: PlannedWave[];
  onChange: (waves: PlannedWave[]) => void;
}

const most = 20;

interface WaveProps {
  wave: PlannedWave;
  number: number;
  onChange: (wave: PlannedWave) => void;
}

/** What a wave is called, where its number does not say enough. */
const Label = ({ wave, number, onChange }: WaveProps) => (
  <TextInput
    className={styles.waveLabel}
    size="xs"
    aria-label={t("Label of wave {number}", { number })}
    placeholder={t("Wave {number}", { number })}
    maxLength={60}
    value={wave.label ?? ""}
    onChange={(event) => onChange({ ...wave, label: event.currentTarget.value || undefined })}
  />
);

/** A wave but the last one: a share of all devices, or a number of them. */
function Wave({ wave, number, room, onChange, onRemove }: WaveProps & { room: number; onRemove: () => void }) {
  const { label, percent, count } = wave;
  return (
    <li>
      <div className={styles.waveHead}>
        <Label wave={wave} number={number} onChange={onChange} />
        <SegmentedControl
          size="xs"
          aria-label={t("How wave {number} is measured", { number })}
          data={[
            { value: "percent", label: t("Share") },
            { value: "count", label: t("Number") },
          ]}
          value={count === undefined ? "percent" : "count"}
          onChange={(how) => onChange(how === "count" ? { label, count: 10 } : { label, percent: Math.min(5, room) })}
        />
        <span className={styles.figure}>{count === undefined ? `${formatted(percent ?? 0, 1)} %` : null}</span>
        <ActionIcon size="sm" aria-label={t("Remove wave {number}", { number })} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      {count === undefined ? (
        <Slider
          thumbLabel={t("Share of wave {number} in percent", { number })}
          min={0}
          max={100}
          label={null}
          value={percent ?? 0}
          onChange={(next) => onChange({ label, percent: Math.min(Math.max(next, 1), room) })}
        />
      ) : (
        <NumberInput
          className={styles.number}
          size="xs"
          aria-label={t("Devices of wave {number}", { number })}
          min={1}
          max={10_000_000}
          clampBehavior="blur"
          allowDecimal={false}
          value={count}
          onChange={(next) => next !== "" && onChange({ label, count: Number(next) })}
        />
      )}
    </li>
  );
}

/** The waves: each slider goes as far as the other shares leave room, and the last wave takes the rest. */
export function RolloutWavesField({ waves, onChange }: Props) {
  const before = waves.slice(0, -1);
  const last = waves.at(-1) ?? {};
  const rest = Math.max(0, 100 - before.reduce((sum, { percent = 0 }) => sum + percent, 0));
  const isShared = before.every(({ count }) => count === undefined);
  const set = (index: number, wave: PlannedWave) => onChange(waves.map((one, at) => (at === index ? wave : one)));
  return (
    <fieldset className={styles.group}>
      <legend>{t("Waves")}</legend>
      <p className={styles.lead}>
        {t("Each wave begins when the one before it is over. A label such as “Own vehicles” says whom it is for.")}
      </p>
      <ul className={styles.waves}>
        {before.map((wave, index) => (
          <Wave
            // biome-ignore lint/suspicious/noArrayIndexKey: a wave is its place
            key={index}
            wave={wave}
            number={index + 1}
            room={Math.max(1, rest + (wave.percent ?? 0))}
            onChange={(next) => set(index, next)}
            onRemove={() => onChange(waves.filter((_, at) => at !== index))}
          />
        ))}
        <li className={styles.waveHead}>
          <Label wave={last} number={waves.length} onChange={(next) => set(waves.length - 1, next)} />
          <span>{t("takes what is left")}</span>
          {isShared && <span className={styles.figure}>{formatted(rest, 1)} %</span>}
        </li>
      </ul>
      {waves.length < most && rest > 1 && (
        <Button
          mt={8}
          size="compact-sm"
          variant="default"
          onClick={() => onChange([...before, { percent: Math.max(1, Math.floor(rest / 2)) }, last])}
        >
          {t("Add a wave")}
        </Button>
      )}
    </fieldset>
  );
}
