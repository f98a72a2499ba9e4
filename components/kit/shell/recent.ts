"use client";

import { useEffect, useSyncExternalStore } from "react";
import { useViewer } from "../viewer";

/** A record that was opened lately. */
export interface Recent {
  href: string;
  title: string;
  /** what people call one of its kind */
  one: string;
}

const most = 8;
const none: Recent[] = [];
const listeners = new Set<() => void>();
let known: { key: string; text: string; items: Recent[] } | undefined;

const keyOf = (viewerId: string) => `persdesk.recent.${viewerId}`;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What this browser keeps for the person; the same list as long as nothing was added. */
function read(key: string): Recent[] {
  const text = window.localStorage.getItem(key) ?? "[]";
  if (known?.key !== key || known.text !== text) known = { key, text, items: itemsOf(text) };
  return known.items;
}

function itemsOf(text: string): Recent[] {
  try {
    return JSON.parse(text);
  } catch {
    return none; // somebody else wrote it
  }
}

/** The records that the person opened last with this browser, the newest first; none while the server draws. */
export function useRecents(): Recent[] {
  const key = keyOf(useViewer().id);
  return useSyncExternalStore(
    subscribe,
    () => read(key),
    () => none,
  );
}

/** Remembers that the person opened a record. */
export function useRemembered(recent: Recent | undefined) {
  const { id, isActing } = useViewer();
  const { href, title, one } = recent ?? {};
  useEffect(() => {
    if (href === undefined || title === undefined || one === undefined || isActing) return;
    const key = keyOf(id);
    const others = read(key).filter((other) => other.href !== href);
    window.localStorage.setItem(key, JSON.stringify([{ href, title, one }, ...others].slice(0, most)));
    for (const listener of listeners) listener();
  }, [id, isActing, href, title, one]);
}
