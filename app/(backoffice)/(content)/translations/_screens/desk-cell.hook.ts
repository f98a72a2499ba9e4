"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { messageOf, problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { type Draft, keepDraft, readDraft } from "./desk-draft.rules";
import { type DeskResource, isBlank, isSame, keyOf, lackingOf, type Row, type Texts } from "./desk-row.rules";

export type CellState =
  | { kind: "idle" | "saving" | "saved" }
  /** a text is missing without which the rest is not stored */
  | { kind: "partial"; message: string }
  | { kind: "failed"; message: string }
  /** somebody else wrote `theirs` here meanwhile */
  | { kind: "conflict"; theirs: Texts };

/** Puts a row into every list that shows it, so that no row jumps while somebody works. */
export function useShowRow(languageId: string) {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  return (row: Row) => {
    client.setQueriesData<{ items: Row[]; hasMore: boolean }>(
      {
        queryKey: [["desk", "list"]],
        predicate: ({ queryKey }) => Object(Object(queryKey[1]).input).languageId === languageId,
      },
      (page) =>
        page && {
          ...page,
          items: page.items.map((one) => (one.id === row.id && one.resource === row.resource ? row : one)),
        },
    );
    void utils.desk.overview.invalidate();
    void utils.desk.history.invalidate();
  };
}

/**
 * One text in one language as it is typed and saved. What is typed stays: on the screen and in the browser's storage,
 * until the server has it. A text that somebody else changed meanwhile is shown, never overwritten.
 */
export function useDeskCell(row: Row, of: DeskResource, languageId: string, sourceId: string) {
  const { fields } = of;
  const cell = keyOf(row, languageId);
  const stored = row.target;
  const [texts, setTexts] = useState(stored);
  const [base, setBase] = useState(stored);
  const [state, setState] = useState<CellState>({ kind: "idle" });
  const latest = useRef({ texts, base, isSaving: false });
  const { client } = trpc.useUtils();
  const show = useShowRow(languageId);
  const same = (one: Texts, other: Texts) => isSame(fields, one, other);

  const set = (next: { texts?: Texts; base?: Texts }) => {
    Object.assign(latest.current, next);
    setTexts(latest.current.texts);
    setBase(latest.current.base);
  };
  // Somebody else's change, or our own from another window, shows as soon as it is heard of, unless it is being edited.
  useEffect(() => {
    const { texts, base, isSaving } = latest.current;
    if (same(texts, base) && !isSaving && !same(stored, base)) set({ texts: stored, base: stored });
  });
  const takeDraft = useEffectEvent((draft: Draft | undefined) => {
    if (!draft || same(draft.texts, latest.current.base)) return;
    set(draft);
    setState({ kind: "failed", message: "You entered this earlier. It is not saved yet." });
  });
  useEffect(() => takeDraft(readDraft(cell)), [cell]);

  /** @returns whether the server has what is on the screen */
  const save = async (over = latest.current.base): Promise<boolean> => {
    const { texts, isSaving } = latest.current;
    if (isSaving) return false;
    if (same(texts, over)) {
      keepDraft(cell, undefined);
      setState((now) => (now.kind === "saved" ? now : { kind: "idle" }));
      return true;
    }
    const lacking = lackingOf(fields, texts);
    if (lacking.length > 0) {
      const titles = lacking.map(({ title }) => within(t(title))).join(", ");
      setState({ kind: "partial", message: t("Not saved yet: {field} is missing.", { field: titles }) });
      return false;
    }
    latest.current.isSaving = true;
    setState({ kind: "saving" });
    const at = { resource: row.resource, id: row.id, languageId };
    try {
      const isGone = fields.every(({ name }) => isBlank(texts[name]));
      await client.desk.set.mutate({ cells: [{ ...at, texts: isGone ? null : texts, expected: over }] });
      const saved = await client.desk.get.query({ ...at, sourceId });
      latest.current.isSaving = false;
      const isStill = same(latest.current.texts, texts);
      set({ base: saved.target, ...(isStill && { texts: saved.target }) });
      show(saved);
      if (!isStill) return save();
      keepDraft(cell, undefined);
      setState({ kind: "saved" });
      return true;
    } catch (error) {
      latest.current.isSaving = false;
      if (problemOf(error)?.code === "version_mismatch") {
        const theirs = await client.desk.get.query({ ...at, sourceId }).catch(() => undefined);
        if (theirs) {
          setState({ kind: "conflict", theirs: theirs.target });
          return false;
        }
      }
      setState({ kind: "failed", message: messageOf(error) });
      return false;
    }
  };

  const type = (field: string, text: string) => {
    const next = { ...latest.current.texts, [field]: text };
    set({ texts: next });
    keepDraft(cell, same(next, latest.current.base) ? undefined : { texts: next, base: latest.current.base });
    if (state.kind !== "conflict") setState({ kind: "idle" });
  };
  const take = (theirs: Texts) => {
    set({ texts: theirs, base: theirs });
    keepDraft(cell, undefined);
    setState({ kind: "idle" });
  };
  return {
    texts,
    isDirty: !same(texts, base),
    state,
    type,
    save,
    cancel: () => take(latest.current.base),
    takeTheirs: take,
    keepMine: (theirs: Texts) => {
      set({ base: theirs });
      return save(theirs);
    },
  };
}

export type DeskCell = ReturnType<typeof useDeskCell>;
