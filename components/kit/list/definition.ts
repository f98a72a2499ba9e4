import type { ReactNode } from "react";
import type { ListName, RowOf, RowsInput } from "../resource";

type Plain = string | number | boolean | null | undefined;
/** The dot paths of what a row holds: "label", "modelPers.label". */
export type PathOf<Row> = {
  [K in keyof Row & string]: NonNullable<Row[K]> extends Plain | readonly unknown[]
    ? K
    : K | `${K}.${keyof NonNullable<Row[K]> & string}`;
}[keyof Row & string];

export interface Column<Row> {
  /** the value's dot path on the wire: what is shown where there is no `cell`, and what an export writes */
  key: PathOf<Row>;
  title: string;
  cell?: (row: Row) => ReactNode;
  /** sortable under this field of the list's allow-list; `true` where it is the key itself */
  sort?: true | string;
  /** what an export writes where it is not the key; `false` keeps the column out of exports */
  export?: PathOf<Row> | false;
  align?: "right";
  /** CSS width, such as "180px"; the rest is shared out */
  width?: string;
  /** not shown until somebody chooses it */
  hidden?: true;
}

export interface Option {
  value: string | number;
  label: string;
}

/** Where records to choose from come from: a list's router, the field to show, and the filter to search by. */
export interface RecordSource {
  of: ListName;
  show: string;
  search: string;
}

/** One filter; `name` is the wire's, and the URL's. */
export type Filter<Name extends string = string> =
  | { kind: "text"; name: Name; title: string }
  | { kind: "select"; name: Name; title: string; options: readonly Option[] }
  | { kind: "record"; name: Name; title: string; source: RecordSource }
  | { kind: "boolean"; name: Name; title: string; yes?: string; no?: string }
  /** `name` takes the first day, `until` the last */
  | { kind: "dates"; name: Name; until: Name; title: string };

type FilterName<N extends ListName> = Exclude<keyof RowsInput<N>, "limit" | "page" | "sortBy" | "knownTotal"> & string;

/** A list as both the server (which loads its first page) and the screen know it. */
export interface ListDefinition<N extends ListName = ListName> {
  /** the router's name */
  name: N;
  columns: Column<RowOf<N>>[];
  filters: Filter<FilterName<N>>[];
  /** the text filter that has the search box; also one of `filters` */
  search?: FilterName<N>;
}

/** A row as the kit's own code sees it, whatever its router is. */
export type AnyRow = { id: string } & Record<string, unknown>;

/** A list as the kit's own code sees it. */
export interface AnyList {
  name: ListName;
  columns: (Omit<Column<AnyRow>, "key" | "export"> & { key: string; export?: string | false })[];
  filters: Filter[];
  search?: string;
}

/** A definition without its types: its columns are only ever given rows of its own router. */
export const anyList = <N extends ListName>(list: ListDefinition<N>) => list as unknown as AnyList;

/** Says what a list shows and filters by, checked against its router. */
export const defineList = <N extends ListName>(list: ListDefinition<N>) => list;
