import { useSyncExternalStore } from "react";

export interface Notice {
  id: number;
  text: string;
  tone: "ok" | "warn" | "bad";
  /** such as Undo */
  action?: { title: string; run: () => void | Promise<void> };
}

let notices: Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Notice[]) {
  notices = next;
  for (const listener of listeners) listener();
}

export const dismiss = (id: number) => set(notices.filter((notice) => notice.id !== id));

/** Says for a few seconds, at the page's foot, what was done or what went wrong. */
export function notify(text: string, options: { tone?: Notice["tone"]; action?: Notice["action"] } = {}) {
  const id = ++lastId;
  set([...notices.slice(-2), { id, text, tone: options.tone ?? "ok", action: options.action }]);
  setTimeout(() => dismiss(id), options.action || (options.tone ?? "ok") !== "ok" ? 10_000 : 5_000);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none: Notice[] = [];

export const useNotices = () =>
  useSyncExternalStore(
    subscribe,
    () => notices,
    () => none,
  );
