import { useState } from "react";

/** The ids between two rows of a page, both included. */
export function idsBetween(ids: string[], one: string, other: string) {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b);
  return from === undefined || from < 0 ? [other] : ids.slice(from, (to ?? from) + 1);
}

/**
 * The rows chosen in a list. They are forgotten when `scope` changes, so that nothing is done to what is not seen.
 * @param ids the ids on the page, in order; none while the rows that show answer an earlier question, for they are not to be chosen
 * @param scope what the list shows, such as its filters
 */
export function useSelection(ids: string[], scope: string) {
  const [held, setHeld] = useState({ scope, chosen: new Set<string>(), isAll: false, last: "" });
  const current = held.scope === scope ? held : { scope, chosen: new Set<string>(), isAll: false, last: "" };
  const set = (chosen: Iterable<string>, last = current.last, isAll = false) =>
    setHeld({ scope, chosen: new Set(chosen), isAll, last });
  const { chosen } = current;
  const isPageChosen = ids.length > 0 && ids.every((id) => chosen.has(id));

  return {
    ids: [...chosen],
    has: (id: string) => chosen.has(id),
    /** all rows that match, on all pages */
    isAll: current.isAll,
    isPageChosen,
    isSomeChosen: chosen.size > 0,
    /** with `range` (shift), all rows from the last one touched to this */
    toggle: (id: string, range = false) => {
      if (!ids.includes(id)) return;
      const touched = range && current.last ? idsBetween(ids, current.last, id) : [id];
      const next = new Set(chosen);
      for (const one of touched)
        if (chosen.has(id)) next.delete(one);
        else next.add(one);
      set(next, id);
    },
    togglePage: () => set(isPageChosen ? [] : [...chosen, ...ids]),
    chooseAll: () => set(chosen, current.last, true),
    clear: () => set([], ""),
  };
}

export type Selection = ReturnType<typeof useSelection>;
