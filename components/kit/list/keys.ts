import { useEffect, useRef } from "react";

interface Actions {
  search: () => void;
  create?: () => void;
  /** moves the focus by that many rows */
  move: (by: number) => void;
  /** chooses the row that has the focus */
  choose: () => void;
  clear: () => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** A list's keys: `/` search, `n` new, j k and arrows move, x chooses, Escape clears; Enter is the focused link's own. */
export function useListKeys(actions: Actions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const isCheckbox = event.target instanceof HTMLInputElement && event.target.type === "checkbox";
      if ((isTyping(event.target) && !isCheckbox) || document.querySelector("dialog[open], [role='dialog']")) return;
      const { search, create, move, choose, clear } = latest.current;
      const byKey: Record<string, (() => void) | undefined> = {
        "/": search,
        n: create,
        j: () => move(1),
        k: () => move(-1),
        ArrowDown: () => move(1),
        ArrowUp: () => move(-1),
        x: choose,
        Escape: clear,
      };
      const act = byKey[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
