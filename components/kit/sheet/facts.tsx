import type { ReactNode } from "react";
import { t } from "@/texts/t";
import styles from "./sheet.module.css";

/** Facts in two columns: what it is called, and what it is. */
export const Facts = ({ facts }: { facts: [label: string, value: ReactNode][] }) => (
  <dl className={styles.facts}>
    {facts.map(([label, value]) => (
      <div key={label} className={styles.fact}>
        <dt>{t(label)}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** A part of a sheet under its own heading. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{t(title)}</h2>
    {children}
  </section>
);

/** A text with its own line breaks. */
export const Lines = ({ children }: { children: ReactNode }) => <span className={styles.text}>{children}</span>;
