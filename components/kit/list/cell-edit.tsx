"use client";

import { IconPencil } from "@tabler/icons-react";
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import { useBase } from "../base";
import { messageOf, problemOf } from "../problem";
import type { ListName } from "../resource";
import { type AnyRecord, hooksOf } from "../resource-hooks";
import { valueAt } from "./cell";
import styles from "./cell-edit.module.css";
import type { AnyColumn, AnyRow } from "./definition";

/** Where a value is changed: the cell, the record and the column. */
interface Place {
  cell: HTMLElement;
  row: AnyRow & AnyRecord;
  column: AnyColumn;
}

interface Props {
  root: RefObject<HTMLElement | null>;
  router: ListName;
  rows: readonly AnyRow[];
  columns: readonly AnyColumn[];
  /** the id of the row that `e` was pressed on, until it is taken */
  edited: string | undefined;
  onTaken: () => void;
}

const cellsIn = (row: Element | null | undefined) => [...(row?.querySelectorAll<HTMLElement>("td[data-edit]") ?? [])];
const focusRow = (cell: HTMLElement) => cell.closest("tr")?.querySelector<HTMLElement>("a[data-primary]")?.focus();

interface Choice {
  value: string | number | boolean;
  label: string;
}

/** The values that are chosen from; undefined for what is typed. */
function choicesOf({ edit }: AnyColumn): readonly Choice[] | undefined {
  if (edit === "switch") return [true, false].map((value) => ({ value, label: t(value ? "On" : "Off") }));
  return Array.isArray(edit) ? edit : undefined;
}

function wordOf(column: AnyColumn, value: unknown): string {
  if (value === null || value === undefined || value === "") return t("nothing");
  return choicesOf(column)?.find((one) => one.value === value)?.label ?? String(value);
}

/** What was typed or chosen, as the record holds it; a number that is none is left to the server to refuse. */
function typedValue(column: AnyColumn, typed: string): unknown {
  const text = typed.trim();
  if (text === "") return null;
  if (column.edit === "number") return Number.isNaN(Number(text)) ? text : Number(text);
  return choicesOf(column)?.find(({ value }) => String(value) === text)?.value ?? text;
}

/** The field in a cell: Enter, Tab and leaving it save, Escape does not. What the server refuses stays in it. */
function CellField({ place, router, onEnd }: { place: Place; router: ListName; onEnd: (by?: number) => void }) {
  const { row, column } = place;
  const { where } = useBase();
  const update = hooksOf(router).update.useMutation();
  const before = valueAt(row, column.key) ?? null;
  const [text, setText] = useState(String(before ?? ""));
  const [isRefused, setIsRefused] = useState(false);
  const write = (value: unknown, on: AnyRecord) =>
    update.mutateAsync({ ...where, id: row.id, [column.key]: value, ifMatch: etagOf(on) });

  const save = async (by?: number) => {
    if (update.isPending) return;
    const value = typedValue(column, text);
    if (value === before) return onEnd(by);
    try {
      const saved = await write(value, row);
      const said = { field: column.title, before: wordOf(column, before), after: wordOf(column, value) };
      notify(t("{field}: {before} is {after} now", said), {
        action: { title: t("Undo"), run: () => void attempt(() => write(before, saved)) },
      });
      onEnd(by);
    } catch (error) {
      setIsRefused(true);
      const isOther = problemOf(error)?.code === "version_mismatch";
      notify(isOther ? t("Somebody changed this record meanwhile. Press Enter to save yours.") : messageOf(error), {
        tone: "bad",
      });
    }
  };

  const press = (event: KeyboardEvent) => {
    // not a text
    if (!["Enter", "Escape", "Tab"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return onEnd();
    void save(event.key === "Enter" ? undefined : event.shiftKey ? -1 : 1);
  };
  const shared = {
    className: styles.field,
    value: text,
    "aria-label": column.title,
    "aria-invalid": isRefused || undefined,
    disabled: update.isPending,
    autoFocus: true,
    onKeyDown: press,
    onBlur: () => (isRefused ? undefined : void save()),
  };
  const choices = choicesOf(column);
  const inputMode = column.edit === "number" ? "decimal" : undefined;
  if (!choices) return <input {...shared} inputMode={inputMode} onChange={(event) => setText(event.target.value)} />;
  return (
    <select {...shared} onChange={(event) => setText(event.target.value)}>
      {choices.map(({ value, label }) => (
        <option key={String(value)} value={String(value)}>
          {label}
        </option>
      ))}
    </select>
  );
}

/**
 * Values that are changed in the list: a pencil in the cell that the mouse is over, `e` for the row that has the focus. It
 * draws into cells of the table, so that a list that nobody changes costs no more for it.
 */
export function CellEditing({ root, router, rows, columns, edited, onTaken }: Props) {
  const [over, setOver] = useState<HTMLElement>();
  const [place, setPlace] = useState<Place>();

  /** What a cell holds; undefined where that is none of the values that are chosen here. */
  const placeOf = (cell: HTMLElement | undefined): Place | undefined => {
    const row = rows.find(({ id }) => id === cell?.closest("tr")?.dataset.id);
    const column = columns.find(({ key }) => key === cell?.dataset.edit);
    if (!cell?.isConnected || !row || !column) return undefined;
    const choices = choicesOf(column);
    const isOther = choices !== undefined && !choices.some(({ value }) => value === valueAt(row, column.key));
    return isOther ? undefined : { cell, row: row as Place["row"], column }; // rows of a list that is changed are records
  };
  const begin = (cell: HTMLElement | undefined) => setPlace(placeOf(cell));
  const end = (by?: number) => {
    if (!place) return;
    const cells = cellsIn(place.cell.closest("tr"));
    const next = by ? cells[cells.indexOf(place.cell) + by] : undefined;
    begin(next);
    if (!next) focusRow(place.cell);
  };

  useEffect(() => {
    const list = root.current;
    if (!list) return;
    const follow = ({ target }: PointerEvent) =>
      setOver((target as Element).closest<HTMLElement>("td[data-edit]") ?? undefined);
    const leave = () => setOver(undefined);
    list.addEventListener("pointerover", follow);
    list.addEventListener("pointerleave", leave);
    return () => {
      list.removeEventListener("pointerover", follow);
      list.removeEventListener("pointerleave", leave);
    };
  }, [root]);
  // The mouse may rest on a cell before this part has come, or before its rows have.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells are those of the rows
  useEffect(() => {
    setOver(root.current?.querySelector<HTMLElement>("td[data-edit]:hover") ?? undefined);
  }, [root, rows]);
  const take = useEffectEvent(() => {
    begin(cellsIn(root.current?.querySelector(`tr[data-id="${edited}"]`))[0]);
    onTaken();
  });
  useEffect(() => {
    if (edited) take();
  }, [edited]);

  const current = place && rows.find(({ id }) => id === place.row.id);
  const pointed = over === place?.cell ? undefined : placeOf(over);
  return (
    <>
      {pointed &&
        createPortal(
          <button
            type="button"
            className={styles.pencil}
            aria-label={t("Change {field}", { field: pointed.column.title })}
            onClick={() => begin(over)}
          >
            <IconPencil size={14} stroke={1.7} aria-hidden />
          </button>,
          pointed.cell,
        )}
      {place &&
        current &&
        createPortal(
          <CellField
            key={`${place.row.id} ${place.column.key}`}
            place={{ ...place, row: current as Place["row"] }}
            router={router}
            onEnd={end}
          />,
          place.cell,
        )}
    </>
  );
}
