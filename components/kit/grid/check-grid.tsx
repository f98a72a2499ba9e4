"use client";

import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Mark } from "@/components/ui/value";
import { t } from "@/texts/t";
import styles from "./check-grid.module.css";
import { keyOf, moved, withEdit } from "./check-grid.rules";

interface Line {
  id: string;
  /** what people call it */
  title: string;
  /** in place of the title, such as a link */
  content?: ReactNode;
  /** the title is what somebody called a record, and so in no language of the product */
  isName?: boolean;
}

interface Props {
  /** what the grid says, for screen readers */
  label: string;
  corner: ReactNode;
  rows: Line[];
  columns: Line[];
  /** the keys of the cells that are ticked in the database; `keyOf` makes them */
  stored: ReadonlySet<string>;
  edits: ReadonlyMap<string, boolean>;
  onEdit: (edits: ReadonlyMap<string, boolean>) => void;
  /** the question that a cell answers, such as "Managers may grant Riders" */
  labelOf: (row: Line, column: Line) => string;
  /** why a cell cannot be changed; undefined where it can */
  fixed?: (row: Line, column: Line) => string | undefined;
  isDisabled: boolean;
  /** for who may not change it: marks in place of check boxes */
  isReadOnly: boolean;
  /** a column before the others that is only to be read */
  lead?: { title: string; cell: (row: Line) => ReactNode };
}

/** Rows and columns with a check mark in each cell, walked with the arrow keys. What was edited is kept by the caller. */
export function CheckGrid(props: Props) {
  const { label, corner, rows, columns, stored, edits, onEdit, labelOf, fixed, isDisabled, isReadOnly, lead } = props;
  const [at, setAt] = useState<readonly [number, number]>([0, 0]);
  const table = useRef<HTMLTableElement>(null);

  function move(event: KeyboardEvent) {
    const next = moved(event.key, at, [rows.length, columns.length]);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.join(" ")}"]`)?.focus();
  }

  return (
    <div className={styles.scroll}>
      <table ref={table} className={styles.table} aria-label={t(label)}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {typeof corner === "string" ? t(corner) : corner}
            </th>
            {lead && (
              <th scope="col" className={styles.column}>
                <span>{t(lead.title)}</span>
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={styles.column}
                title={column.title}
                translate={column.isName ? "no" : undefined}
              >
                <span>{column.content ?? column.title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {rows.map((row, y) => (
            <tr key={row.id}>
              <th scope="row" className={styles.row} title={row.title} translate={row.isName ? "no" : undefined}>
                {row.content ?? row.title}
              </th>
              {lead && <td className={styles.lead}>{lead.cell(row)}</td>}
              {columns.map((column, x) => {
                const key = keyOf(row.id, column.id);
                const was = stored.has(key);
                const why = fixed?.(row, column);
                if (isReadOnly)
                  return (
                    <td key={column.id}>
                      <Mark value={was} title={labelOf(row, column)} />
                    </td>
                  );
                return (
                  <td key={column.id} data-edited={edits.has(key) || undefined} data-fixed={!!why || undefined}>
                    <label title={why && t(why)}>
                      <input
                        type="checkbox"
                        data-cell={`${y} ${x}`}
                        aria-label={why ? `${labelOf(row, column)}. ${t(why)}` : labelOf(row, column)}
                        tabIndex={at[0] === y && at[1] === x ? 0 : -1}
                        checked={edits.get(key) ?? was}
                        aria-disabled={!!why}
                        disabled={isDisabled}
                        onFocus={() => setAt([y, x])}
                        onChange={(event) => {
                          if (!why) onEdit(withEdit(edits, key, event.currentTarget.checked, was));
                        }}
                      />
                    </label>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
