"use client";

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import Link from "next/link";
import { type DragEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { t } from "@/texts/t";
import { cellOf } from "./cell";
import { within } from "./columns.rules";
import type { AnyColumn, AnyRow } from "./definition";
import { useRowClicks } from "./row-clicks";
import type { Selection } from "./selection";
import styles from "./table.module.css";
import { type ListState, type SortTerm, sortFieldOf } from "./url";

interface Props {
  title: string;
  columns: AnyColumn[];
  rows: AnyRow[] | undefined;
  state: Pick<ListState, "density" | "widths"> & { sort: readonly SortTerm[] };
  isStale: boolean;
  href?: (row: AnyRow) => string | undefined;
  selection?: Selection;
  isFresh?: (row: AnyRow) => boolean;
  /** without it no column is sorted by */
  onSort?: (field: string, also: boolean) => void;
  /** without it columns stay where they are, and as wide */
  arrange?: Arrange;
}

/** What is done with columns by mouse and keys. */
export interface Arrange {
  move: (key: string, by: number) => void;
  moveTo: (key: string, target: string) => void;
  resize: (key: string, width: number) => void;
}

/** The edge of a head: pulled, the column gets another width. */
function Edge({ column, resize }: { column: AnyColumn; resize: Arrange["resize"] }) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    const head = event.currentTarget.closest("th");
    if (!head) return;
    event.preventDefault();
    const edge = event.currentTarget;
    const [from, first] = [event.clientX, head.offsetWidth];
    edge.setPointerCapture(event.pointerId);
    const widthAt = (x: number) => within(first + x - from);
    const pull = ({ clientX }: globalThis.PointerEvent) => {
      head.style.width = `${widthAt(clientX)}px`;
      head.style.minWidth = head.style.width;
    };
    const end = ({ clientX }: globalThis.PointerEvent) => {
      edge.removeEventListener("pointermove", pull);
      if (clientX !== from) resize(column.key, widthAt(clientX));
    };
    edge.addEventListener("pointermove", pull);
    edge.addEventListener("pointerup", end, { once: true });
  };
  return <span className={styles.edge} onPointerDown={begin} data-edge={column.key} aria-hidden />;
}

/** A column that is held with the mouse, over the heads of others. */
const dragged = "application/x-persdesk-column";

const dropOf = (column: AnyColumn, arrange: Arrange | undefined) =>
  arrange && {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      // At its edge a head is pulled wider, not away.
      if ((event.target as Element).closest("[data-edge]")) return event.preventDefault();
      event.dataTransfer.setData(dragged, column.key);
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(dragged) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const key = event.dataTransfer.getData(dragged);
      if (!key) return;
      event.preventDefault();
      arrange.moveTo(key, column.key);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.shiftKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
      event.preventDefault();
      arrange.move(column.key, event.key === "ArrowLeft" ? -1 : 1);
    },
  };

interface HeadProps extends Pick<Props, "onSort" | "arrange"> {
  column: AnyColumn;
  sort: readonly SortTerm[];
  /** px, where somebody gave it one */
  width: number | undefined;
}

function Head({ column, sort, width, onSort, arrange }: HeadProps) {
  const field = onSort && sortFieldOf(column);
  const at = sort.findIndex((term) => term.field === field);
  const direction = sort[at]?.direction;
  const Arrow = direction === "desc" ? IconArrowDown : IconArrowUp;
  // A column of buttons has no name, and a head without words is none.
  if (!column.title) return <td style={{ width: column.width }} />;
  return (
    <th
      scope="col"
      data-align={column.align}
      style={width ? { width, minWidth: width, maxWidth: width } : { width: column.width }}
      {...dropOf(column, arrange)}
      aria-sort={direction && (direction === "asc" ? "ascending" : "descending")}
    >
      {field ? (
        <button
          type="button"
          className={styles.sort}
          data-on={direction ? "" : undefined}
          title={t("Sort. Hold Shift to sort by several columns.")}
          onClick={(event) => onSort?.(field, event.shiftKey)}
        >
          {column.title}
          {direction && <Arrow size={13} aria-hidden />}
          {direction && sort.length > 1 && at + 1}
        </button>
      ) : (
        column.title
      )}
      {arrange && <Edge column={column} resize={arrange.resize} />}
    </th>
  );
}

const bones = Array.from({ length: 12 }, (_, index) => `${35 + ((index * 37) % 45)}%`);

const Skeleton = ({ columns, ticks }: { columns: Props["columns"]; ticks: boolean }) =>
  bones.map((width) => (
    <tr key={width} aria-hidden>
      {ticks && <td className={styles.tick} />}
      {columns.map((column, index) => (
        <td key={column.key} className={index === 0 ? styles.first : undefined} data-late={index > 3 || undefined}>
          <span className={styles.bone} style={{ width }} />
        </td>
      ))}
    </tr>
  ));

/** The first cell of a row is the way to its page, where it has one. */
const First = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href ? (
    <Link href={href} className={styles.primary} prefetch={false} data-primary>
      {children}
    </Link>
  ) : (
    children
  );

/** Text alone would be written over what is drawn into its cell, such as a field to change it. */
const Cell = ({ column, row }: { column: AnyColumn; row: AnyRow }) =>
  column.edit ? <span>{cellOf(column, row)}</span> : cellOf(column, row);

/** The rows: a table, and two lines a row on a phone. */
export function ListTable({ title, columns, rows, state, isStale, href, selection, isFresh, onSort, arrange }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowClicks(body);
  return (
    <div className={styles.scroll} data-list-scroll>
      <table
        className={styles.table}
        aria-label={title}
        aria-busy={isStale || !rows}
        data-stale={(rows && isStale) || undefined}
        data-picked={columns.some(({ onPhone }) => onPhone) || undefined}
        style={{ "--row-height": state.density === "comfortable" ? "44px" : "36px" } as React.CSSProperties}
      >
        <thead>
          <tr>
            {selection && (
              <th className={styles.tick} scope="col">
                <input
                  type="checkbox"
                  aria-label={t("Select all rows on this page")}
                  checked={selection.isPageChosen}
                  onChange={selection.togglePage}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                sort={state.sort}
                width={state.widths[column.key]}
                onSort={onSort}
                arrange={arrange}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {!rows && <Skeleton columns={columns} ticks={Boolean(selection)} />}
          {rows?.map((row) => (
            <tr
              key={row.id}
              data-id={row.id}
              data-chosen={selection?.has(row.id) || undefined}
              data-fresh={isFresh?.(row) || undefined}
              data-tickable={selection ? "" : undefined}
              data-leads={href?.(row) ? "" : undefined}
            >
              {selection && (
                <td className={styles.tick}>
                  <input
                    type="checkbox"
                    aria-label={t("Select this row")}
                    checked={selection.has(row.id)}
                    onChange={(event) => selection.toggle(row.id, (event.nativeEvent as MouseEvent).shiftKey)}
                  />
                </td>
              )}
              {columns.map((column, index) => (
                <td
                  key={column.key}
                  style={state.widths[column.key] ? { maxWidth: state.widths[column.key] } : undefined}
                  data-align={column.align}
                  className={index === 0 ? styles.first : undefined}
                  data-late={index > 3 || undefined}
                  data-long={column.isLong}
                  data-phone={column.onPhone}
                  data-edit={column.edit && column.key}
                  data-title={column.align === "right" ? column.title : undefined}
                >
                  {index === 0 ? (
                    <First href={href?.(row)}>
                      <Cell column={column} row={row} />
                    </First>
                  ) : (
                    <Cell column={column} row={row} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
