"use client";

import type { ReactNode } from "react";
import { None } from "@/components/ui/value";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import styles from "./sentence.module.css";

export type Tone = "ok" | "warn" | "bad" | "quiet";

interface Props {
  tone: Tone;
  /** what is said, in this order; the first one begins with a capital */
  clauses: ReactNode[];
}

/** Clauses one after the other, as the reader's language separates them. */
function Clauses({ of: [clause, ...others] }: { of: ReactNode[] }): ReactNode {
  if (others.length === 0) return clause;
  return <Rich text="<clause/>; <others/>" parts={{ clause: () => clause, others: () => <Clauses of={others} /> }} />;
}

/** The sentence that a sheet begins with: what matters of the record now, made from facts. */
export const Sentence = ({ tone, clauses }: Props) => (
  // The server's "5 seconds" may be the browser's "6 seconds": no reason to draw it again.
  <p className={styles.sentence} data-tone={tone} suppressHydrationWarning>
    <Clauses of={clauses} />.
  </p>
);

/** Who belongs to a record and what it belongs to, at the top of its sheet. */
export const Related = ({ items }: { items: [label: string, value: ReactNode][] }) => (
  <dl className={styles.related}>
    {items.map(([label, value]) => (
      <div key={label}>
        <dt>{t(label)}</dt>
        <dd>{value ?? <None />}</dd>
      </div>
    ))}
  </dl>
);

/** What is done next with a record, what is proposed first. */
export const Steps = ({ children }: { children: ReactNode }) => (
  <div className={styles.steps} data-actions="">
    {children}
  </div>
);
