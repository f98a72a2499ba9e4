"use client";

import { Loader } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconPencil } from "@tabler/icons-react";
import Link from "next/link";
import type { KeyboardEvent } from "react";
import type { RowOf } from "@/components/kit/resource";
import { labels } from "../label.resource";
import styles from "./label.grid.module.css";
import { type CellState, useCell, valueIn } from "./use-cell";

interface Props {
  row: RowOf<"labels">;
  sourceId: string;
  languageId: string;
  /** the target language's code, for the browser's spelling check */
  lang: string | undefined;
  sourceLang: string | undefined;
  mayWrite: boolean;
  isChosen: boolean;
  onChoose: (range: boolean) => void;
  /** moves to another cell once this one is saved, or on its way */
  onMove: (from: HTMLElement, to: "next" | "previous" | "missing", saved: Promise<boolean>) => void;
}

const isAtEdge = ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement, up: boolean) =>
  up ? !value.slice(0, selectionStart).includes("\n") : !value.slice(selectionEnd).includes("\n");

/** One label: what it is, the source, and the translation, which is always open to be typed in. */
export function LabelRow({ row, sourceId, languageId, lang, sourceLang, mayWrite, isChosen, onChoose, onMove }: Props) {
  const { text, isDirty, state, type, save, cancel, takeTheirs, keepMine } = useCell(row, languageId);
  const source = valueIn(row, sourceId);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const cell = event.currentTarget;
    const move = (to: "next" | "previous" | "missing") => {
      event.preventDefault();
      onMove(cell, to, save());
    };
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) move("missing");
    else if (event.key === "Enter" && !event.shiftKey && !event.altKey) move("next");
    else if (event.key === "Tab") move(event.shiftKey ? "previous" : "next");
    else if (event.key === "ArrowDown" && !event.shiftKey && isAtEdge(cell, false)) move("next");
    else if (event.key === "ArrowUp" && !event.shiftKey && isAtEdge(cell, true)) move("previous");
    else if (event.key === "Escape") {
      event.preventDefault();
      if (isDirty) cancel();
      else cell.closest("tr")?.querySelector("a")?.focus();
    }
  };

  return (
    <tr data-id={row.id} data-chosen={isChosen || undefined}>
      {mayWrite && (
        <td className={styles.tick}>
          <input
            type="checkbox"
            aria-label={`Choose ${row.name}`}
            checked={isChosen}
            onChange={(event) => onChoose((event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      )}
      <td className={styles.label}>
        <Link href={labels.record(row.id)} prefetch={false}>
          {row.name}
        </Link>
        <div className={styles.place}>{[row.module.label, row.labelInterfacePage].filter(Boolean).join(" · ")}</div>
        {row.description && <div className={styles.about}>{row.description}</div>}
      </td>
      <td className={styles.source} lang={sourceLang}>
        {source || <span className={styles.none}>No source text</span>}
      </td>
      <td className={styles.target} data-state={state.kind} data-dirty={isDirty || undefined}>
        <textarea
          data-cell
          lang={lang}
          rows={Math.min(8, text.split("\n").length)}
          aria-label={`Translation of ${row.name}`}
          aria-invalid={state.kind === "failed" || state.kind === "conflict"}
          placeholder={mayWrite ? "Not translated yet" : "–"}
          readOnly={!mayWrite}
          spellCheck
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={onKeyDown}
        />
        <StateMark state={state} isDirty={isDirty} />
        {state.kind === "failed" && (
          <div className={styles.trouble} role="alert">
            {state.message}
            <button type="button" onClick={() => save()}>
              Save again
            </button>
            <button type="button" onClick={cancel}>
              Discard
            </button>
          </div>
        )}
        {state.kind === "conflict" && (
          <div className={styles.trouble} role="alert">
            Somebody else wrote “{state.theirs || "nothing"}” here meanwhile.
            <button type="button" onClick={() => keepMine(state.theirs)}>
              Keep mine
            </button>
            <button type="button" onClick={() => takeTheirs(state.theirs)}>
              Take theirs
            </button>
          </div>
        )}
      </td>
    </tr>
  );
}

function StateMark({ state, isDirty }: { state: CellState; isDirty: boolean }) {
  const [icon, word] =
    state.kind === "saving"
      ? [<Loader key="i" size={12} />, "Saving"]
      : state.kind === "failed" || state.kind === "conflict"
        ? [<IconAlertTriangle key="i" size={14} />, "Not saved"]
        : isDirty
          ? [<IconPencil key="i" size={14} />, "Not saved yet"]
          : state.kind === "saved"
            ? [<IconCheck key="i" size={14} />, "Saved"]
            : [null, ""];
  return (
    <span className={styles.mark} role="status">
      {icon}
      {word}
    </span>
  );
}
