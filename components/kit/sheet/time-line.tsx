import type { ReactNode } from "react";
import { When } from "@/components/ui/value";
import styles from "./sheet.module.css";

export interface TimeLineEvent {
  id: string;
  at: string;
  who?: string;
  /** what happened, after the name: "changed this" */
  what: ReactNode;
  children?: ReactNode;
  tone?: "accent" | "bad" | "note";
}

/** What happened to a thing, newest first: changes, notes and events in one line. */
export const TimeLine = ({ events }: { events: TimeLineEvent[] }) => (
  <ol className={styles.line}>
    {events.map(({ id, at, who, what, children, tone }) => (
      <li key={id} className={styles.event} data-tone={tone}>
        <div className={styles.what}>
          {who && <b>{who}</b>}
          <span>{what}</span>
          <When at={at} />
        </div>
        {children}
      </li>
    ))}
  </ol>
);
