"use client";

import { memo, type ReactNode } from "react";
import { t } from "@/texts/t";
import { cellOf } from "./cell";
import { mayBeCut } from "./cut";
import type { AnyColumn, AnyRow } from "./definition";
import styles from "./table.module.css";

interface Props {
  row: AnyRow;
  columns: readonly AnyColumn[];
  /** px by a column's key, where somebody gave it one */
  widths: Readonly<Record<string, number>>;
  /** the row's own page */
  href: string | undefined;
  /** undefined where rows cannot be chosen */
  isChosen: boolean | undefined;
  isFresh: boolean | undefined;
  /** when the rows came, as `Date.now` has it: what says how long ago something was is then drawn again */
  at: number | undefined;
}

/** The first cell of a row is the way to its page, where it has one; `useRowClicks` opens it without a new load. */
const first = (href: string | undefined, shown: ReactNode) =>
  href ? (
    <a href={href} className={styles.primary} data-primary>
      {shown}
    </a>
  ) : (
    shown
  );

/** Text alone would be written over what is drawn into its cell, such as a field to change it. */
const inCell = (column: AnyColumn, shown: ReactNode) => (column.edit ? <span>{shown}</span> : shown);

/** The body of the table hears it, so that rows stay as they are when what is chosen changes. */
const heardAbove = () => undefined;

/** A row of a list. It is only drawn again where something of its own changed, and not with every change of the list. */
export const Row = memo(function Row({ row, columns, widths, href, isChosen, isFresh }: Props) {
  const hasTick = isChosen !== undefined;
  return (
    <tr
      data-id={row.id}
      data-chosen={isChosen || undefined}
      data-fresh={isFresh || undefined}
      data-tickable={hasTick ? "" : undefined}
      data-leads={href ? "" : undefined}
    >
      {hasTick && (
        <td className={styles.tick}>
          <input type="checkbox" aria-label={t("Select this row")} checked={isChosen} onChange={heardAbove} data-tick />
        </td>
      )}
      {columns.map((column, index) => {
        const shown = cellOf(column, row);
        const width = widths[column.key];
        return (
          <td
            key={column.key}
            style={width ? { maxWidth: width } : undefined}
            data-align={column.align}
            className={index === 0 ? styles.first : undefined}
            data-late={index > 3 || undefined}
            data-long={column.isLong}
            data-cut={mayBeCut(shown, column, width) || undefined}
            data-phone={column.onPhone}
            data-edit={column.edit && column.key}
            data-title={column.align === "right" ? column.title : undefined}
          >
            {index === 0 ? first(href, inCell(column, shown)) : inCell(column, shown)}
          </td>
        );
      })}
    </tr>
  );
});
