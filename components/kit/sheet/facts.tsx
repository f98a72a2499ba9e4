import type { ReactNode } from "react";
import { t } from "@/texts/t";
import besideStyles from "./beside.module.css";
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

interface BesideProps {
  facts: ReactNode;
  story: ReactNode;
  /** what stands above the other on a narrow window */
  first: "facts" | "story";
}

/** What a record is, at the left, beside what happens to it; one above the other where the window is narrow. */
export const Beside = ({ facts, story, first }: BesideProps) => (
  <div className={besideStyles.beside}>
    {first === "facts" && <div className={besideStyles.facts}>{facts}</div>}
    <div className={besideStyles.story}>{story}</div>
    {first === "story" && <div className={besideStyles.facts}>{facts}</div>}
  </div>
);

/** A text with its own line breaks. */
export const Lines = ({ children }: { children: ReactNode }) => <span className={styles.text}>{children}</span>;
