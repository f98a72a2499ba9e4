"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

/** Whether keys are letters here: the focus is in a field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** A key of a screen. */
export interface Key {
  /** as the browser calls it; of two, such as "g d", the second follows the first */
  key: string | readonly string[];
  /** as people read it, where that is not the key itself */
  shown?: string;
  /** what it does, in the reader's language; without it the dialog of keys does not name it */
  does?: string;
  /** without it, it is heard elsewhere, such as by a field while somebody types */
  run?: () => void;
}

interface Group {
  /** where they work, in the reader's language */
  where: string;
  keys: () => readonly Key[];
  within?: RefObject<HTMLElement | null>;
}

/** What works on the screen as it stands: of a key that two parts give, the part that came first is meant. */
const groups = new Set<Group>();

/** The keys that work here and now, by place. */
export function keysHere(): Map<string, Key[]> {
  const found = new Map<string, Key[]>();
  for (const { where, keys } of groups) {
    const known = found.get(where) ?? [];
    const more = keys().filter(({ does }) => does !== undefined && !known.some((one) => one.does === does));
    if (known.length + more.length > 0) found.set(where, [...known, ...more]);
  }
  return found;
}

const setting = "persdesk.keys";
/** Whether letters alone do something: who speaks to the machine, or types by accident, may switch that off (WCAG 2.1.4). */
export const areLettersOn = () => window.localStorage.getItem(setting) !== "off";
export const setLetters = (isOn: boolean) =>
  isOn ? window.localStorage.removeItem(setting) : window.localStorage.setItem(setting, "off");

/** How long the second key of two may take, in ms. */
const patience = 1_500;
let first: { key: string; at: number } | undefined;

const isFirst = (key: string) =>
  [...groups].some(({ keys }) => keys().some((one) => [one.key].flat().some((name) => name.startsWith(`${key} `))));

/** What does something of its own with the space bar. */
// not a text
const own = "button, input, select, textarea, summary, [role]";

function listen(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open], [role='dialog']")) return;
  const target = event.target as Element;
  const isCheckbox = target instanceof HTMLInputElement && target.type === "checkbox";
  if (isTyping(target) && !isCheckbox) return;
  if (event.key === " " && target.closest(own)) return;
  if (event.key.length === 1 && event.key !== " " && !areLettersOn()) return;
  const pressedNow = first && event.timeStamp - first.at < patience ? `${first.key} ${event.key}` : event.key;
  first = isFirst(pressedNow) ? { key: event.key, at: event.timeStamp } : undefined;
  for (const { keys, within } of groups) {
    if (within && !within.current?.contains(target)) continue;
    const run = keys().find(({ key, run }) => run && [key].flat().includes(pressedNow))?.run;
    if (!run) continue;
    event.preventDefault();
    return run();
  }
}

/**
 * Keys that work while this part of a screen is there, and that the dialog of keys names. They are none while somebody
 * types or a dialog is open.
 * @param where where they work, in the reader's language, such as "In a list"
 * @param within where the focus must be for them; a list that is the page hears them from anywhere
 */
export function useKeys(where: string, keys: readonly (Key | undefined | false)[], within?: Group["within"]) {
  const current = useEffectEvent(() => keys.filter((key) => key !== undefined && key !== false));
  useEffect(() => {
    const group: Group = { where, keys: () => current(), within };
    if (groups.size === 0) document.addEventListener("keydown", listen);
    groups.add(group);
    return () => {
      groups.delete(group);
      if (groups.size === 0) document.removeEventListener("keydown", listen);
    };
  }, [where, within]);
}
