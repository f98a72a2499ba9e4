"use client";

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type ChangeEvent, type DragEvent, type KeyboardEvent, type PointerEvent, useRef } from "react";
import { t } from "@/texts/t";
import { within } from "./columns.rules";
import type { AnyColumn, AnyRow } from "./definition";
import { Row } from "./row";
import { useRowClicks } from "./row-clicks";
import type { Selection } from "./selection";
import styles from "./table.module.css";
import { type ListState, type SortTerm, sortFieldOf } from "./url";

interface Props {
  title: string;
  /** the same array as long as they are the same columns: rows are drawn again for another one */
  columns: readonly AnyColumn[];
  rows: AnyRow[] | undefined;
  state: Pick<ListState, "density" | "widths"> & { sort: readonly SortTerm[] };
  isStale: boolean;
  /** when the rows came, as `Date.now` has it */
  rowsAt?: number;
  href?: (row: AnyRow) => string | undefined;
  selection?: Selection;
  isFresh?: (row: AnyRow) => boolean;
  /** without it no column is sorted by */
  onSort?: (field: string, also: boolean) => void;
  /** is told of it while the head is pressed */
  onSortAhead?: (field: string, also: boolean) => void;
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

interface HeadProps extends Pick<Props, "onSort" | "onSortAhead" | "arrange"> {
  column: AnyColumn;
  sort: readonly SortTerm[];
  /** px, where somebody gave it one */
  width: number | undefined;
}

function Head({ column, sort, width, onSort, onSortAhead, arrange }: HeadProps) {
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
          onPointerDown={(event) => onSortAhead?.(field, event.shiftKey)}
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

/** A row's tick was set or taken away; with Shift, those between as well. */
function tick({ target, nativeEvent }: ChangeEvent<Element>, selection: Selection) {
  const id = target.matches("[data-tick]") && target.closest<HTMLElement>("tr[data-id]")?.dataset.id;
  if (id) selection.toggle(id, (nativeEvent as MouseEvent).shiftKey);
}

/** The rows: a table, and two lines a row on a phone. */
export function ListTable(props: Props) {
  const { title, columns, rows, state, isStale, rowsAt, href, selection, isFresh, onSort, onSortAhead, arrange } =
    props;
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
                  aria-disabled={isStale || undefined}
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
                onSortAhead={onSortAhead}
                arrange={arrange}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onChange={selection && ((event) => tick(event, selection))}>
          {!rows && <Skeleton columns={columns} ticks={Boolean(selection)} />}
          {rows?.map((row) => (
            <Row
              key={row.id}
              row={row}
              columns={columns}
              widths={state.widths}
              href={href?.(row)}
              isChosen={selection?.has(row.id)}
              isFresh={isFresh?.(row)}
              at={rowsAt}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
