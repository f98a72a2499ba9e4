import type { inferRouterOutputs } from "@trpc/server";
import type { ReactNode } from "react";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import styles from "./sheet.module.css";
import type { TimeLineEvent } from "./time-line";

type Entry = inferRouterOutputs<AppRouter>["timeLine"]["of"]["items"][number];
export type Happened = Extract<Entry, { type: "event" }>;

/** How a screen tells what happened: what each kind is called, and what each event is, by the codes of the server. */
export interface EventWords {
  kinds: Readonly<Record<string, string>>;
  events: Readonly<
    Record<string, { what: string; tone?: TimeLineEvent["tone"]; show?: (event: Happened) => ReactNode }>
  >;
}

/** For a resource that nothing is known of beside its changes and notes. */
export const noEvents: EventWords = { kinds: {}, events: {} };

/** An event as the time line shows it; a code without words stays as it is. */
export function happened(event: Happened, { events }: EventWords): TimeLineEvent {
  const { id, at, what } = event;
  const words = events[what];
  return { id, at, what: words ? t(words.what) : what, tone: words?.tone, children: words?.show?.(event) };
}

/** What belongs to an event, each with its name. */
export const EventFacts = ({ facts }: { facts: [label: string, value: ReactNode][] }) => (
  <ul className={styles.diff}>
    {facts.map(([label, value]) => (
      <li key={label}>
        <span>{t(label)}</span>
        <b>{value}</b>
      </li>
    ))}
  </ul>
);
