import { t } from "@/texts/t";
import type { AnyList } from "./definition";
import { type Fixed, type ListState, rowsInput } from "./url";

/** CSV and XLSX say what the list says, in words; raw is JSON with the values as they are on the wire. */
export type FileFormat = "csv" | "xlsx" | "raw";

/** The address of the file that holds the list's columns (the shown ones or all), its filters and order, all pages. */
export function exportUrl(list: AnyList, state: ListState, format: FileFormat, isAll: boolean, fixed?: Fixed) {
  const { limit, page, ...request } = rowsInput(state, fixed);
  const keys = isAll ? list.columns.map(({ key }) => key) : state.columns;
  const columns = keys
    .map((key) => list.columns.find((column) => column.key === key))
    .filter((column) => column?.title) // a column of buttons has none
    .filter((column) => column !== undefined)
    .map(({ key, title, ...column }) => {
      const paths = [column.export ?? key].flat();
      return `${paths.map(encodeURIComponent).join(" ")}=${encodeURIComponent(t(title))}`;
    });
  const params = new URLSearchParams({ format, columns: columns.join(",") });
  for (const [name, value] of Object.entries(request)) params.set(name, String(value));
  return `/api/export/${list.name}?${params}`;
}
