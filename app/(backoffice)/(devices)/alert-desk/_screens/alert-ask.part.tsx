"use client";

import { Button, Textarea } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { Answer } from "@/components/kit/answer";
import { isTyping } from "@/components/kit/keys";
import { Dialog } from "@/components/ui/dialog";
import { plannedTime } from "@/components/ui/time";
import { type CloseReason, closeReasonWords } from "@/server/devices/alert-desk/alert-desk.rules";
import { beginningOf, dayOnClock, iso } from "@/texts/clock";
import { t } from "@/texts/t";
import type { Deed } from "./alert-action.words";
import styles from "./alert-desk.module.css";
import { useDesk } from "./alert-place.part";

interface Choice {
  label: string;
  deed: Deed;
}

/** Choices that a click or their number takes. */
function Choices({ choices, onDone }: { choices: readonly Choice[]; onDone: (deed: Deed) => void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const choice = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined;
    if (!choice) return;
    event.preventDefault();
    onDone(choice.deed);
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <ol className={styles.choices}>
      {choices.map(({ label, deed }, index) => (
        <li key={label}>
          <Button variant="default" fullWidth justify="flex-start" onClick={() => onDone(deed)}>
            <kbd aria-hidden>{index + 1}</kbd>
            {label}
          </Button>
        </li>
      ))}
    </ol>
  );
}

interface AskProps {
  onDone: (deed: Deed) => void;
  onClose: () => void;
}

const hour = 3_600_000;

/** Until when an alert sleeps: in hours, or in the morning of a day by the reader's clock. */
export function SnoozeDialog({ onDone, onClose }: AskProps) {
  const [now] = useState(Date.now);
  const morning = (days: number) => iso(Date.parse(beginningOf(dayOnClock(now + days * 24 * hour))) + 8 * hour);
  const times = [iso(now + hour), iso(now + 4 * hour), morning(1), morning(3), morning(7)];
  return (
    <Dialog title="Snooze until" onClose={onClose}>
      <Choices
        choices={times.map((until) => ({ label: plannedTime(until), deed: { action: "snooze", until } }))}
        onDone={onDone}
      />
    </Dialog>
  );
}

/** Why an alert is done with; a note is up to the person. */
export function CloseDialog({ onDone, onClose }: AskProps) {
  const [note, setNote] = useState("");
  const reasons = Object.entries(closeReasonWords) as [CloseReason, string][];
  return (
    <Dialog title="Close with a reason" onClose={onClose}>
      <Choices
        choices={reasons.map(([reason, word]) => ({
          label: t(word),
          deed: { action: "close", reason, note: note.trim() || undefined },
        }))}
        onDone={onDone}
      />
      <Textarea
        label={t("Note (optional)")}
        autosize
        minRows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Dialog>
  );
}

/** Who has it from now on: a colleague who may work on alerts, or nobody. */
export function AssignDialog({ onDone, onClose }: AskProps) {
  const { api, where } = useDesk();
  const query = api.colleagues.useQuery({ ...where });
  return (
    <Dialog title="Assign to" onClose={onClose}>
      <Answer of={query}>
        {({ items }) => (
          <Choices
            choices={[
              { label: t("Nobody"), deed: { action: "assign", userId: null } },
              ...items.map(({ id, name }): Choice => ({ label: name, deed: { action: "assign", userId: id } })),
            ]}
            onDone={onDone}
          />
        )}
      </Answer>
    </Dialog>
  );
}
