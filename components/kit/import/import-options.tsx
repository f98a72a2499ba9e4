"use client";

import { NativeSelect } from "@mantine/core";
import { t } from "@/texts/t";
import styles from "./import.module.css";
import type { Chosen, ImportOption } from "./import-hooks";

interface Props {
  options: ImportOption[];
  chosen: Chosen;
  /** option → how many rows are errors only because it was left open; nothing of a file is known yet without it */
  asks?: Record<string, number>;
  isDisabled?: boolean;
  onChange: (chosen: Chosen) => void;
}

/** What is chosen beside the file; an option that only matters to some files is asked once a file needs it. */
export function ImportOptions({ options, chosen, asks = {}, isDisabled, onChange }: Props) {
  const shown = options.filter(({ name, ask }) => !ask || asks[name] || chosen[name]);
  if (shown.length === 0) return null;
  return (
    <div className={styles.options}>
      {shown.map(({ name, label, choices, ask }) => {
        const rows = asks[name];
        return (
          <NativeSelect
            key={name}
            className={styles.option}
            label={ask && rows ? ask.label(rows) : t(label)}
            value={chosen[name] ?? ""}
            disabled={isDisabled}
            onChange={(event) => onChange({ ...chosen, [name]: event.currentTarget.value || undefined })}
            data={ask ? [{ value: "", label: t(ask.open) }, ...choices] : choices}
          />
        );
      })}
    </div>
  );
}
