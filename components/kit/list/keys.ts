import { type RefObject, useEffect, useEffectEvent } from "react";

interface Actions {
  search: () => void;
  create?: () => void;
  /** moves the focus by that many rows */
  move: (by: number) => void;
  /** chooses the row that has the focus */
  choose: () => void;
  clear: () => void;
  /** looks at the row that has the focus, beside the list */
  peek?: () => void;
}

/** Whether keys are letters here: the focus is in a field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** What does something of its own with the space bar. */
// not a text
const pressed = "button, input, select, textarea, summary, [role]";

/**
 * A list's keys: `/` search, `n` new, j k and arrows move, x chooses, space looks, Escape clears; Enter is the focused
 * link's own.
 * @param within where the focus must be for them; a list that is the page hears them from anywhere
 */
export function useListKeys(actions: Actions, within?: RefObject<HTMLElement | null>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (within && !within.current?.contains(event.target as Node)) return;
    const isCheckbox = event.target instanceof HTMLInputElement && event.target.type === "checkbox";
    if ((isTyping(event.target) && !isCheckbox) || document.querySelector("dialog[open], [role='dialog']")) return;
    const { search, create, move, choose, clear, peek } = actions;
    if (event.key === " " && (event.target as Element).closest(pressed)) return;
    const byKey: Record<string, (() => void) | undefined> = {
      "/": search,
      n: create,
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      x: choose,
      Escape: clear,
      " ": peek,
    };
    const act = byKey[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
