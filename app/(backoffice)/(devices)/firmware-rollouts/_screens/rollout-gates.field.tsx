"use client";

import { Checkbox } from "@mantine/core";
import { NumberInput } from "@/components/ui/number-input";
import type { RolloutGates } from "@/db/schema/firmware-rollout";
import { t } from "@/texts/t";
import styles from "./firmware-rollout.module.css";

interface Props {
  gates: RolloutGates;
  onChange: (gates: RolloutGates) => void;
}

type Figure = Exclude<keyof RolloutGates, "pauseAfterWave" | "errorCount">;

/** The gates as sentences, with a field where a sentence has a figure. */
export function RolloutGatesField({ gates, onChange }: Props) {
  const field = (name: Figure, label: string, least: number, most: number) => (
    <NumberInput
      className={styles.number}
      size="xs"
      aria-label={label}
      min={least}
      max={most}
      clampBehavior="blur"
      value={gates[name]}
      onChange={(value) => value !== "" && onChange({ ...gates, [name]: Number(value) })}
    />
  );
  return (
    <fieldset className={styles.group}>
      <legend>{t("It pauses by itself")}</legend>
      <div className={styles.sentence}>
        {t("when")} {field("errorPercent", t("Percent that failed"), 0, 100)} {t("% of those that ended failed, and")}{" "}
        {field("minFailed", t("Least number that failed"), 1, 1_000_000)} {t("devices at least.")}
      </div>
      <div className={styles.sentence}>
        {t("or when")}{" "}
        <NumberInput
          className={styles.number}
          size="xs"
          aria-label={t("Number of failures that pauses it")}
          min={1}
          max={10_000_000}
          clampBehavior="blur"
          allowDecimal={false}
          placeholder="–"
          value={gates.errorCount ?? ""}
          onChange={(value) => onChange({ ...gates, errorCount: value === "" ? null : Number(value) })}
        />{" "}
        {t("devices of a wave failed, whatever their share. Empty: no such limit.")}
      </div>
      <div className={styles.sentence}>
        {t("A wave is over when")} {field("successPercent", t("Percent that run the version"), 0, 100)}{" "}
        {t("% run the version, and after")} {field("watchHours", t("Hours that a wave is watched"), 0, 720)}{" "}
        {t("hours of watching.")}
      </div>
      <div className={styles.sentence}>
        {t("A download fails that says nothing for")} {field("answerHours", t("Hours without an answer"), 0, 720)}{" "}
        {t("hours.")}
      </div>
      <Checkbox
        mt={8}
        label={t("Pause after each wave")}
        checked={gates.pauseAfterWave}
        onChange={(event) => onChange({ ...gates, pauseAfterWave: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
