import { deepOffset } from "@/server/kit/list.schema";
import type { AnyColumn, AnyList, Filter } from "./definition";

export interface SortTerm {
  field: string;
  direction: "asc" | "desc";
}
export type FilterValue = string | number | boolean;

/** Everything a list's URL says, defaults filled in. */
export interface ListState {
  page: number;
  limit: number;
  sort: SortTerm[];
  filters: Record<string, FilterValue>;
  /** the keys of the columns shown, in order */
  columns: string[];
  density: "compact" | "comfortable";
}

export const pageSizes = [25, 50, 100, 200];
const defaultLimit = 25;

/** What a list is asked for beside its state: filters that are not up to the person, and the order where they chose none. */
export interface Fixed {
  where?: Record<string, FilterValue>;
  /** such as "endedAt:desc,startedAt:desc" */
  sort?: string;
}

const positive = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

/** A filter's value as the wire wants it; undefined where the URL's text cannot be one. */
function readValue(filter: Filter, text: string): FilterValue | undefined {
  if (filter.kind === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  if (filter.kind === "select") return filter.options.find((option) => String(option.value) === text)?.value;
  if ("until" in filter && Number.isNaN(Date.parse(text))) return undefined;
  return text.trim() || undefined;
}

export const namesOf = (filter: Filter) => ("until" in filter ? [filter.name, filter.until] : [filter.name]);

export const sortFieldOf = (column: Pick<AnyColumn, "key" | "sort">) =>
  column.sort === true ? column.key : column.sort;

const defaultColumns = (list: AnyList) => list.columns.filter((column) => !column.hidden).map((column) => column.key);

/** The page that an address names, and how long a page is. */
export function placeOf(params: URLSearchParams) {
  const limit = positive(params.get("limit"));
  return { page: positive(params.get("page")) ?? 1, limit: limit && limit <= 1000 ? limit : defaultLimit };
}

/** The order that an address names, by those of its fields that `isSortable` knows. */
export const orderOf = (params: URLSearchParams, isSortable: (field: string) => boolean) =>
  (params.get("sortBy") ?? "")
    .split(",")
    .map((part) => part.split(":"))
    .filter(([field = ""]) => isSortable(field))
    .map(([field = "", direction]): SortTerm => ({ field, direction: direction === "desc" ? "desc" : "asc" }));

/** Reads a list's URL. What it does not understand it leaves out: a broken link shows a list, never an error. */
export function readUrl(list: AnyList, params: URLSearchParams): ListState {
  const sortable = list.columns.map(sortFieldOf);
  const filters: ListState["filters"] = {};
  for (const filter of list.filters)
    for (const name of namesOf(filter)) {
      const value = readValue(filter, params.get(name) ?? "");
      if (value !== undefined) filters[name] = value;
    }
  const known = list.columns.map((column) => column.key);
  const columns = params
    .get("columns")
    ?.split(",")
    .filter((key) => known.includes(key));
  return {
    ...placeOf(params),
    sort: orderOf(params, (field) => sortable.includes(field)),
    filters,
    columns: columns?.length ? columns : defaultColumns(list),
    density: params.get("density") === "comfortable" ? "comfortable" : "compact",
  };
}

const sortBy = (sort: SortTerm[]) => sort.map(({ field, direction }) => `${field}:${direction}`).join(",");

/** The input of the `rows` procedure for that state. */
export const rowsInput = (
  state: Pick<ListState, "limit" | "page" | "sort" | "filters">,
  { where, sort }: Fixed = {},
) => ({
  limit: state.limit,
  page: state.page,
  ...(state.sort.length > 0 ? { sortBy: sortBy(state.sort) } : sort && { sortBy: sort }),
  ...state.filters,
  ...where,
});

/** What a list that nobody touched yet asks first, for a page that loads it on the server. */
export const firstRows = <W extends Fixed["where"]>(where: W, sort?: string) => ({
  limit: defaultLimit,
  page: 1,
  ...(sort && { sortBy: sort }),
  ...where,
});

/** The input of the `count` procedure: what changes the total, and nothing else. */
export const countInput = (state: Pick<ListState, "filters">, { where }: Fixed = {}) => ({
  ...state.filters,
  ...where,
});

export const isDeep = (state: Pick<ListState, "limit" | "page">) => (state.page - 1) * state.limit > deepOffset;

export type ListChange = Partial<Omit<ListState, "filters">> & {
  /** `undefined` takes a filter away */
  filters?: Record<string, FilterValue | undefined>;
};

/** The query string after a change; what is at its default is not in it. A change of what is listed goes back to page 1. */
export function changedUrl(list: AnyList, params: URLSearchParams, change: ListChange): string {
  const next = new URLSearchParams(params);
  const set = (name: string, value: FilterValue | undefined) =>
    value === undefined || value === "" ? next.delete(name) : next.set(name, String(value));
  if (change.filters) for (const [name, value] of Object.entries(change.filters)) set(name, value);
  if (change.sort) set("sortBy", sortBy(change.sort));
  if (change.limit) set("limit", change.limit === defaultLimit ? undefined : change.limit);
  if (change.columns) {
    const columns = change.columns.join(",");
    set("columns", columns === defaultColumns(list).join(",") ? undefined : columns);
  }
  if (change.density) set("density", change.density === "compact" ? undefined : change.density);
  if (change.filters || change.sort || change.limit) next.delete("page");
  if (change.page) set("page", change.page === 1 ? undefined : change.page);
  return next.toString();
}

/**
 * The sort after a click on a column: ascending, descending, none; with `also` (shift) it joins the others.
 */
export function toggledSort(sort: SortTerm[], field: string, also: boolean): SortTerm[] {
  const old = sort.find((term) => term.field === field);
  const next: SortTerm[] = !old
    ? [{ field, direction: "asc" }]
    : old.direction === "asc"
      ? [{ field, direction: "desc" }]
      : [];
  if (!also) return next;
  if (!old) return [...sort, ...next];
  return sort.flatMap((term) => (term.field === field ? next : term));
}
