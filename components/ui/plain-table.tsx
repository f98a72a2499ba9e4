import type { ReactNode } from "react";
import styles from "./plain-table.module.css";

interface Props {
  /** one a column: its title, or its cell where it has more to say */
  heads: ReactNode[];
  /** how a phone shows it: cells below each other, each after its `data-title`, or as it is, to be scrolled */
  narrow?: "stacked" | "scrolled";
  className?: string;
  /** the rows */
  children: ReactNode;
}

/** A table that stands on a page among other things; a list of records is a `ResourceList`. */
export const PlainTable = ({ heads, narrow = "scrolled", className = "", children }: Props) => (
  <div className={styles.scroll}>
    <table className={`${styles.table} ${className}`} data-narrow={narrow}>
      <thead>
        <tr>{heads.map((head) => (typeof head === "string" ? <Head key={head}>{head}</Head> : head))}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

const Head = ({ children }: { children: string }) => <th scope="col">{children}</th>;

/** A head that is as narrow as its column, or as far to the right. */
export const NarrowHead = ({ children }: { children: string }) => (
  <th scope="col" className={styles.narrow}>
    {children}
  </th>
);

export const NumberHead = ({ children }: { children: string }) => (
  <th scope="col" className={styles.number}>
    {children}
  </th>
);

/** Classes for cells: `narrow` never breaks, `number` stands at the right, `mono` is for addresses. */
export const cell = styles;
