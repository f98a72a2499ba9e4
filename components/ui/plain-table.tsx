import type { ReactNode } from "react";
import { t } from "@/texts/t";
import styles from "./plain-table.module.css";

interface Props {
  /** one a column */
  heads: string[];
  className?: string;
  /** the rows */
  children: ReactNode;
}

/** A table that compares things side by side; rows that are a list stand in a `ListView` or a `RowList`. */
export const PlainTable = ({ heads, className = "", children }: Props) => (
  <div className={styles.scroll}>
    <table className={`${styles.table} ${className}`}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
