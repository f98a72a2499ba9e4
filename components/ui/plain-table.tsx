"use client";

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

/** Keys reach a box while it has more than it shows. */
function reachable(box: HTMLElement | null) {
  if (!box) return;
  const watch = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  });
  for (const one of [box, ...box.children]) watch.observe(one);
  return () => watch.disconnect();
}

/** A table that compares things side by side; rows that are a list stand in a `ListView` or a `RowList`. */
export const PlainTable = ({ heads, className = "", children }: Props) => (
  <div ref={reachable} className={styles.scroll}>
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
