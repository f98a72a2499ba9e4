import type { AnyList } from "./definition";
import { type Fixed, type ListState, rowsInput } from "./url";

/** The address of the file that holds exactly the shown columns, filters and order, all pages. */
export function exportUrl(list: AnyList, state: ListState, format: "csv" | "xlsx", fixed?: Fixed) {
  const { limit, page, ...request } = rowsInput(state, fixed);
  const columns = state.columns
    .map((key) => list.columns.find((column) => column.key === key))
    .filter((column) => column !== undefined)
    .filter((column) => column.export !== false)
    .map((column) => `${encodeURIComponent(column.export || column.key)}=${encodeURIComponent(column.title)}`);
  const params = new URLSearchParams({ format, columns: columns.join(",") });
  for (const [name, value] of Object.entries(request)) params.set(name, String(value));
  return `/api/export/${list.name}?${params}`;
}
