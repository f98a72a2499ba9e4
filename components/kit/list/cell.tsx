import type { ReactNode } from "react";
import { None } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import type { AnyColumn, AnyRow } from "./definition";

/** The value at a dot path of a row. */
export const valueAt = (row: AnyRow, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row);

/** What a column shows of a row: its own cell, or the value in words or as text, or a dash. */
export function cellOf(column: AnyColumn, row: AnyRow): ReactNode {
  if (column.cell) return column.cell(row);
  const value = valueAt(row, column.key);
  if (value === null || value === undefined || value === "") return <None />;
  const word = column.values?.[String(value)];
  if (word !== undefined) return word;
  return typeof value === "number" ? formatted(value) : String(value);
}
