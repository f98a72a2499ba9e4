import { deepOffset } from "@/server/kit/list/list.rules";
import type { AnyColumn, AnyList, Filter, Operator } from "./definition";

export interface SortTerm {
  field: string;
  direction: "asc" | "desc";
}
type Single = string | number | boolean;
export type FilterValue = Single | readonly Single[];

/** Everything a list's URL says, defaults filled in. */
export interface ListState {
  page: number;
  limit: number;
  sort: SortTerm[];
  filters: Record<string, FilterValue>;
  /** the keys of the columns shown, in order */
  columns: string[];
  /** px, of those columns that somebody has made narrower or wider */
  widths: Readonly<Record<string, number>>;
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

const wholeNumber = (text: string) => positive(text.trim());
const isTime = (text: string) => !Number.isNaN(Date.parse(text));
const yesOrNo = (text: string) => (text === "true" ? true : text === "false" ? false : undefined);
const decimal = (text: string) => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined);
const plain = (text: string) => text.trim() || undefined;

type Read = (text: string) => FilterValue | undefined;

/** How the filter's own parameter is read: a value as the wire wants it; undefined where the URL's text cannot be one. */
function readerOf(filter: Filter): (text: string) => Single | undefined {
  if (filter.kind === "boolean") return yesOrNo;
  if (filter.kind === "days") return wholeNumber;
  if (filter.kind === "select") return (text) => filter.options.find((option) => String(option.value) === text)?.value;
  return plain;
}

/** Several values, comma-separated, each as the filter takes one. */
const severalOf =
  (read: (text: string) => Single | undefined): Read =>
  (text) => {
    const values = text
      .split(",")
      .filter((part) => part.trim())
      .map((part) => read(part.trim()));
    const known = values.filter((value) => value !== undefined);
    return known.length > 0 && known.length === values.length ? known : undefined;
  };

export const paramOf = (filter: Pick<Filter, "name">, operator: Operator) =>
  `${filter.name}${operator.charAt(0).toUpperCase()}${operator.slice(1)}`;
export const rangeOf = (filter: Pick<Filter, "name">) => ({
  below: `${filter.name}Below`,
  atLeast: `${filter.name}AtLeast`,
});

/** The parameters of a filter by their names on the wire and in the URL, and how each is read. */
function readersOf(filter: Filter): Record<string, Read> {
  if (filter.kind === "number" || filter.kind === "version") {
    const { below, atLeast } = rangeOf(filter);
    const read = filter.kind === "number" ? decimal : plain;
    return { [atLeast]: read, [below]: read };
  }
  const read = readerOf(filter);
  if ("until" in filter) {
    const time: Read = (text) => (isTime(text) ? plain(text) : undefined);
    return { [filter.name]: time, [filter.until]: time, ...(filter.days && { [filter.days]: wholeNumber }) };
  }
  const readers: Record<string, Read> = { [filter.name]: read };
  for (const operator of ("can" in filter ? filter.can : undefined) ?? [])
    readers[paramOf(filter, operator)] = operator === "isEmpty" ? yesOrNo : severalOf(read);
  return readers;
}

export const namesOf = (filter: Filter) => Object.keys(readersOf(filter));

/** All parameters of a filter, without a value: what is put before the one that is chosen. */
export const nothingOf = (filter: Filter): Record<string, undefined> =>
  Object.fromEntries(namesOf(filter).map((name) => [name, undefined]));

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

export const narrowest = 48;
export const widest = 900;

/** The widths that an address names, such as "status:140,label:220". */
function widthsOf(text: string, known: readonly string[]): Record<string, number> {
  const pairs = text.split(",").map((part) => {
    const [key = "", width] = part.split(":");
    return [key, positive(width ?? null) ?? 0] as const;
  });
  return Object.fromEntries(
    pairs.filter(([key, width]) => known.includes(key) && width >= narrowest && width <= widest),
  );
}

/** Reads a list's URL. What it does not understand it leaves out: a broken link shows a list, never an error. */
export function readUrl(list: AnyList, params: URLSearchParams): ListState {
  const sortable = list.columns.map(sortFieldOf);
  const filters: ListState["filters"] = {};
  for (const filter of list.filters)
    for (const [name, read] of Object.entries(readersOf(filter))) {
      const value = read(params.get(name) ?? "");
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
    widths: widthsOf(params.get("widths") ?? "", known),
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

export type ChangeState = (change: ListChange | ((now: ListState) => ListChange), replace?: boolean) => void;

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
  if (change.widths)
    set(
      "widths",
      Object.entries(change.widths)
        .map(([key, width]) => `${key}:${width}`)
        .join(","),
    );
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
