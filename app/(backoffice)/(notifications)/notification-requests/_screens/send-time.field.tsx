"use client";

import { TextInput } from "@mantine/core";
import { plannedTime } from "@/components/ui/time";
import { t } from "@/texts/t";
import { sendTimeOf } from "./send-time.rules";

interface Props {
  label: string;
  description: string;
  /** by the sender's clock, such as "2026-11-24T03:30"; empty where none is chosen */
  value: string;
  onChange: (next: string) => void;
}

const notes = {
  skipped: "Clocks are put forward over this time: it is sent on {when}.",
  twice: "Clocks show this time twice that day: it is sent the first time.",
} as const;

/** A day and a time by the sender's clock, with what a change of the clock makes of it. */
export function SendTimeField({ label, description, value, onChange }: Props) {
  const { at, note } = value ? sendTimeOf(value) : {};
  return (
    <TextInput
      label={t(label)}
      description={at && note ? t(notes[note], { when: plannedTime(at) }) : description}
      type="datetime-local"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
