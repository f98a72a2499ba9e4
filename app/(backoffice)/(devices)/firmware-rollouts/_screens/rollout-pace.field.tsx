"use client";

import { TextInput } from "@mantine/core";
import { NumberInput } from "@/components/ui/number-input";
import { byClock, onClock } from "@/texts/clock";
import { t } from "@/texts/t";
import styles from "./firmware-rollout.module.css";

/** When a rollout begins, and how fast it goes; null for at once, and for no limit. */
export interface Pace {
  startAt: string | null;
  maxPerHour: number | null;
}

interface Props {
  pace: Pace;
  onChange: (pace: Pace) => void;
}

interface RateProps {
  description: string;
  value: number | null;
  onChange: (maxPerHour: number | null) => void;
}

/** How many offers are made in an hour at the most. */
export const RolloutRateField = ({ description, value, onChange }: RateProps) => (
  <NumberInput
    label={t("Offers per hour")}
    description={description}
    min={1}
    max={1_000_000}
    clampBehavior="blur"
    allowDecimal={false}
    value={value ?? ""}
    onChange={(value) => onChange(value === "" ? null : Number(value))}
  />
);

/** When it begins and how fast it goes. */
export const RolloutPaceField = ({ pace, onChange }: Props) => (
  <fieldset className={styles.group}>
    <legend>{t("Start and pace")}</legend>
    <div className={styles.pace}>
      <TextInput
        label={t("Not before")}
        description={t(
          "Empty: as soon as it is prepared and approved. An approval older than 72 hours by then does not count.",
        )}
        type="datetime-local"
        value={pace.startAt === null ? "" : onClock(pace.startAt).slice(0, 16)}
        onChange={(event) =>
          onChange({ ...pace, startAt: event.currentTarget.value ? byClock(event.currentTarget.value) : null })
        }
      />
      <RolloutRateField
        description={t("So that not too many devices load it at once. Empty: no limit beside that of the wave.")}
        value={pace.maxPerHour}
        onChange={(maxPerHour) => onChange({ ...pace, maxPerHour })}
      />
    </div>
  </fieldset>
);
