import type { ReactNode } from "react";
import styles from "./plain-table.module.css";

interface Props {
  /** one a column: its title, or its cell where it has more to say */
  heads: ReactNode[];
  className?: string;
  /** the rows */
  children: ReactNode;
}

/** A table that stands on a page among other things; a list of records is a `ListView`. */
export const PlainTable = ({ heads, className = "", children }: Props) => (
  <div className={styles.scroll}>
    <table className={`${styles.table} ${className}`}>
      <thead>
        <tr>{heads.map((head) => (typeof head === "string" ? <Head key={head}>{head}</Head> : head))}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

const Head = ({ children }: { children: string }) => <th scope="col">{children}</th>;

/** A head over figures, which stand at the right. */
export const NumberHead = ({ children }: { children: string }) => (
  <th scope="col" className={styles.number}>
    {children}
  </th>
);

/** Classes for cells: `number` stands at the right, `mono` is for addresses. */
export const cell = styles;
