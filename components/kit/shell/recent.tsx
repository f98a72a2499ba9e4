"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { screenHeaders } from "../trpc";
import { useViewer } from "../viewer";

/** A record that was opened lately. */
export interface Recent {
  /** the address of its page */
  at: string;
  title: string;
  /** what people call one of its kind */
  one: string;
}

interface Recents {
  recents: readonly Recent[];
  note: (recent: Recent) => void;
}

const RecentContext = createContext<Recents>({ recents: [], note: () => {} });

/** For so long a record is looked at before the server hears of it, unless the page is left: not a request for each look. */
const afterMs = 3000;
const most = 8;
/** Characters of a title that are kept. */
const longest = 200;

/** Tells the server, also while the page goes; nobody waits for it, and a record that is missing in the list is no loss. */
function send(recent: Recent) {
  void fetch("/api/trpc/listViews.noteRecent", {
    method: "POST",
    keepalive: true,
    headers: { ...screenHeaders(), "content-type": "application/json" },
    body: JSON.stringify(recent),
  }).catch(() => {});
}

interface Props {
  /** those that the server remembers */
  initial: readonly Recent[];
  children: ReactNode;
}

/** Keeps which records the person opened last; the server remembers them, wherever they sign in. */
export function RecentProvider({ initial, children }: Props) {
  const [recents, setRecents] = useState(initial);
  const { id, isActing } = useViewer();
  const waiting = useRef<Recent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    for (const recent of waiting.current.splice(0)) send(recent);
  }, []);
  useEffect(() => {
    window.localStorage.removeItem(`persdesk.recent.${id}`); // earlier releases kept them here
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [id, flush]);
  const value = useMemo(
    () => ({
      recents,
      note({ title, ...of }: Recent) {
        if (isActing) return; // they are the person's own
        const recent = { ...of, title: title.slice(0, longest) };
        const others = (list: readonly Recent[]) => list.filter(({ at }) => at !== recent.at);
        setRecents((old) => [recent, ...others(old)].slice(0, most));
        waiting.current = [...others(waiting.current), recent].slice(-most);
        clearTimeout(timer.current);
        timer.current = setTimeout(flush, afterMs);
      },
    }),
    [recents, isActing, flush],
  );
  return <RecentContext value={value}>{children}</RecentContext>;
}

/** The records that the person opened last, the newest first. */
export const useRecents = () => useContext(RecentContext).recents;

/** Remembers that the person opened a record. */
export function useRemembered(recent: Recent | undefined) {
  const { recents, note } = useContext(RecentContext);
  const { at, title, one } = recent ?? {};
  const [first] = recents;
  const isFirst = first?.at === at && first?.title === title;
  useEffect(() => {
    if (at === undefined || title === undefined || one === undefined || isFirst) return;
    note({ at, title, one });
  }, [at, title, one, isFirst, note]);
}
