"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { messageOf, problemOf } from "@/components/kit/problem";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { tokenFault } from "@/server/kit/text/tokens.rules";
import styles from "./label.module.css";
import { type CellState, StateMark } from "./label-cell-mark.field";
import { type Draft, keepDraft, readDraft } from "./label-draft.rules";

type Row = RowOf<"labels">;

export const textIn = (row: Row, languageId: string) =>
  row.translations.find((translation) => translation.languageId === languageId)?.value ?? "";

/** Puts a saved label into every list that shows it, so that no row jumps while somebody works. */
function useShowSaved() {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  return (label: Row) => {
    client.setQueriesData<{ items: Row[]; hasMore: boolean }>(
      { queryKey: [["labels", "rows"]] },
      (page) =>
        page && {
          ...page,
          items: page.items.map((row) => (row.id === label.id ? { ...label, value: row.value } : row)),
        },
    );
    utils.labels.get.setData({ id: label.id }, label);
    utils.labels.completeness.invalidate();
  };
}

/**
 * One translation as it is typed and saved. What is typed stays: on the screen and in the browser's storage, until the
 * server has it. A value that somebody else changed meanwhile is shown, never overwritten.
 */
function useCell(row: Row, languageId: string) {
  const cell = `${row.id}.${languageId}`;
  const stored = textIn(row, languageId);
  const [text, setText] = useState(stored);
  const [base, setBase] = useState(stored);
  const [state, setState] = useState<CellState>({ kind: "idle" });
  const latest = useRef({ text, base, isSaving: false });
  const { client, labels } = trpc.useUtils();
  const showSaved = useShowSaved();

  const set = (next: { text?: string; base?: string }) => {
    Object.assign(latest.current, next);
    setText(latest.current.text);
    setBase(latest.current.base);
  };
  // Somebody else's change, or our own from another window, shows as soon as it is heard of, unless it is being edited.
  useEffect(() => {
    const { text, base, isSaving } = latest.current;
    if (text === base && !isSaving && stored !== base) set({ text: stored, base: stored });
  });
  const takeDraft = useEffectEvent((draft: Draft | undefined) => {
    if (!draft || draft.text === latest.current.base) return;
    set(draft);
    setState({ kind: "failed", message: "You typed this earlier; it is not saved yet." });
  });
  useEffect(() => takeDraft(readDraft(cell)), [cell]);

  /** @returns whether the server has what is on the screen */
  const save = async (over = latest.current.base): Promise<boolean> => {
    const { text, isSaving } = latest.current;
    if (isSaving) return false;
    if (text === over) {
      keepDraft(cell, undefined);
      setState((now) => (now.kind === "failed" ? { kind: "idle" } : now));
      return true;
    }
    latest.current.isSaving = true;
    keepDraft(cell, { text, base: over });
    setState({ kind: "saving" });
    try {
      const value = text.trim() === "" ? null : text;
      const label = await client.labels.setValue.mutate({ id: row.id, languageId, value, expected: over || null });
      latest.current.isSaving = false;
      const saved = textIn(label, languageId);
      set({ base: saved, ...(latest.current.text === text && { text: saved }) });
      showSaved(label);
      if (latest.current.text !== saved) return save();
      keepDraft(cell, undefined);
      setState({ kind: "saved" });
      return true;
    } catch (error) {
      latest.current.isSaving = false;
      if (problemOf(error)?.code === "version_mismatch") {
        const label = await labels.get.fetch({ id: row.id }, { staleTime: 0 }).catch(() => undefined);
        if (label) {
          setState({ kind: "conflict", theirs: textIn(label, languageId) });
          return false;
        }
      }
      setState({ kind: "failed", message: messageOf(error) });
      return false;
    }
  };

  const type = (next: string) => {
    set({ text: next });
    keepDraft(cell, next === latest.current.base ? undefined : { text: next, base: latest.current.base });
    if (state.kind !== "conflict") setState({ kind: "idle" });
  };
  const cancel = () => {
    set({ text: latest.current.base });
    keepDraft(cell, undefined);
    setState({ kind: "idle" });
  };
  const takeTheirs = (theirs: string) => {
    set({ text: theirs, base: theirs });
    keepDraft(cell, undefined);
    setState({ kind: "idle" });
  };
  const keepMine = (theirs: string) => {
    set({ base: theirs });
    return save(theirs);
  };

  const failed = state.kind === "failed";
  const again = useEffectEvent(() => void save());
  useEffect(() => {
    if (!failed) return;
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [failed]);

  return { text, isDirty: text !== base, state, type, save, cancel, takeTheirs, keepMine };
}

export type Move = "next" | "previous" | "missing";

interface Props {
  row: Row;
  languageId: string;
  /** the text in the default language, whose {tokens} a translation should have; none for that language itself */
  source: string | undefined;
  /** the language's code, for the browser's spelling check */
  lang: string | undefined;
  mayWrite: boolean;
  /** moves to another cell once this one is saved, or on its way */
  onMove: (from: HTMLElement, to: Move, saved: Promise<boolean>) => void;
}

const isAtEdge = ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement, up: boolean) =>
  up ? !value.slice(0, selectionStart).includes("\n") : !value.slice(selectionEnd).includes("\n");

/** The translation of a label, which is always open to be typed in. */
export function LabelCell({ row, languageId, source, lang, mayWrite, onMove }: Props) {
  const { text, isDirty, state, type, save, cancel, takeTheirs, keepMine } = useCell(row, languageId);

  const fault = source && text.trim() ? tokenFault(source, text) : undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const cell = event.currentTarget;
    const move = (to: Move) => {
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
    <div className={styles.target} data-state={state.kind} data-dirty={isDirty || undefined} data-fault={fault && ""}>
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
      <StateMark state={state} isDirty={isDirty} isFaulty={fault !== undefined} />
      {fault && (
        <div className={styles.fault} role="status">
          {fault}
        </div>
      )}
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
    </div>
  );
}
