import { Loader } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconPencil } from "@tabler/icons-react";
import styles from "./label.module.css";

export type CellState =
  | { kind: "idle" | "saving" | "saved" }
  | { kind: "failed"; message: string }
  /** somebody else wrote `theirs` here meanwhile */
  | { kind: "conflict"; theirs: string };

interface MarkProps {
  state: CellState;
  isDirty: boolean;
  isFaulty: boolean;
}

/** How far a cell is with saving; a tick only where nothing is the matter with what was saved. */
export function StateMark({ state, isDirty, isFaulty }: MarkProps) {
  const [icon, word] =
    state.kind === "saving"
      ? [<Loader key="i" size={12} />, "Saving"]
      : state.kind === "failed" || state.kind === "conflict"
        ? [<IconAlertTriangle key="i" size={14} />, "Not saved"]
        : isDirty
          ? [<IconPencil key="i" size={14} />, "Not saved yet"]
          : state.kind === "saved"
            ? [isFaulty ? <IconAlertTriangle key="i" size={14} /> : <IconCheck key="i" size={14} />, "Saved"]
            : [null, ""];
  return (
    <span className={styles.mark} role="status">
      {icon}
      {word}
    </span>
  );
}
