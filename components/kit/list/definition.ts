import type { ReactNode } from "react";
import { t } from "@/texts/t";
import {
  type FilterName,
  knownWordOf,
  type ListName,
  type PathOf,
  type RecordName,
  type Resource,
  type RowOf,
} from "../resource";

export interface Column<Row> {
  /** the value's dot path on the wire: what is shown where there is no `cell`, and what an export writes */
  key: PathOf<Row>;
  /** where the resource's own word for it is not the title */
  title?: string;
  /** a method, so that columns of any rows can stand where columns can: they are only ever given rows of their own list */
  cell?(row: Row): ReactNode;
  /** sortable under this field of the list's allow-list; `true` where it is the key itself */
  sort?: true | string;
  /** what an export writes where it is not the key; of several values the texts beside each other */
  export?: PathOf<Row> | readonly PathOf<Row>[];
  align?: "right";
  /** CSS width, such as "180px"; the rest is shared out */
  width?: string;
  /** shown on as many lines as it takes */
  isLong?: true;
  /** its own `cell` is never wider than 300 px, such as a status or an instant: nothing of it is ever cut off */
  isShort?: true;
  /** on a phone a row shows its first column and these; without any, those that come first */
  onPhone?: true;
  /** not shown until somebody chooses it */
  hidden?: true;
  /** who may write changes it in the list: a text, a number, on or off, or one of these; its key is a field of the update */
  edit?: true | "number" | "switch" | readonly Option[];
}

export interface Option {
  value: string | number;
  label: string;
}

/** What else a filter can be asked for, where its list declares it: by `setOf` and `emptyOf` of list-operators.schema.ts. */
export type Operator = "anyOf" | "noneOf" | "isEmpty";

/** The field that `rangeOf` has made two filters of. */
type RangeName<Name extends string> = string extends Name ? string : Name extends `${infer Field}Below` ? Field : never;

/** One filter; `name` is the wire's, and the URL's. */
export type Filter<Name extends string = string, Can = Operator> =
  /** a choice hides no rows, such as the language that they are shown in: it stays where filters are cleared */
  | { kind: "text"; name: Name; title: string; isChoice?: true; can?: readonly Can[] }
  | { kind: "select"; name: Name; title: string; options: readonly Option[]; can?: readonly Can[] }
  | { kind: "record"; name: Name; title: string; of: Resource<RecordName>; can?: readonly Can[] }
  | { kind: "boolean"; name: Name; title: string; yes?: string; no?: string }
  /** days, or instants to the minute; `name` takes the first, `until` the last, and `days` the last so many days */
  | { kind: "dates" | "times"; name: Name; until: Name; days?: Name; title: string }
  /** the last so many days */
  | { kind: "days"; name: Name; title: string }
  /** from one value to below another, as `rangeOf` declares them; a number, such as 20 "%", or a version, such as 3.1.0 */
  | { kind: "number" | "version"; name: RangeName<Name>; title: string; unit?: string };

type Untitled<F> = F extends { title: string } ? Omit<F, "title"> & { title?: string } : never;

/** The operators that a list declares for its filter. */
type CanOf<N extends ListName, Name extends string> = {
  [O in Operator]: `${Name}${Capitalize<O>}` extends FilterName<N> ? O : never;
}[Operator];
type SpecOf<N extends ListName> = {
  [Name in FilterName<N>]:
    | Untitled<Exclude<Filter<Name, CanOf<N, Name>>, { until: unknown } | { kind: "number" | "version" }>>
    | { name: Name; title?: string; can: readonly CanOf<N, Name>[]; kind?: undefined };
}[FilterName<N>];

/** A column by its key, or with more to say. */
export type ColumnSpec<N extends ListName> = PathOf<RowOf<N>> | Column<RowOf<N>>;
/** A filter by its name, a text or, where the resource's word says of what, a record; or with more to say. */
export type FilterSpec<N extends ListName> =
  | FilterName<N>
  | SpecOf<N>
  | Untitled<Extract<Filter<FilterName<N>>, { until: unknown } | { kind: "number" | "version" }>>;

/** What a list shows and filters by. */
export interface Shows<N extends ListName> {
  columns: readonly ColumnSpec<N>[];
  filters: readonly FilterSpec<N>[];
}

/** A row of any router, as the kit's own code sees it. */
export type AnyRow = { id: string } & Record<string, unknown>;
export type AnyColumn = Omit<Column<AnyRow>, "key" | "export" | "title"> & {
  key: string;
  title: string;
  export?: string | readonly string[];
  /** what each of a few codes is called */
  values?: Readonly<Record<string, string>>;
};

/** A list as the kit's own code sees it. */
export interface AnyList {
  /** the router's name */
  name: ListName;
  columns: AnyColumn[];
  filters: Filter[];
  /** the text filter that has the search box; also one of `filters` */
  search?: string;
}

function columnOf(of: Resource, spec: string | (Omit<AnyColumn, "title"> & { title?: string })): AnyColumn {
  const column = typeof spec === "string" ? { key: spec } : spec;
  const edit = Array.isArray(column.edit) ? column.edit.map((one) => ({ ...one, label: t(one.label) })) : column.edit;
  if (column.title !== undefined) return { ...column, edit, title: t(column.title) };
  const { title, values } = knownWordOf(of, column.key);
  return { ...column, edit, title, values };
}

type AnySpec = string | Untitled<Filter> | { name: string; title?: string; can: readonly Operator[]; kind?: undefined };

/** The words of a filter's choices in the reader's language. */
function inWords(filter: Filter): Filter {
  if (filter.kind === "boolean") return { ...filter, yes: t(filter.yes ?? "yes"), no: t(filter.no ?? "no") };
  if (filter.kind !== "select") return filter;
  return { ...filter, options: filter.options.map((option) => ({ ...option, label: t(option.label) })) };
}

function filterOf(of: Resource, spec: AnySpec): Filter {
  const { name, title, ...rest } = typeof spec === "string" ? { name: spec, title: undefined } : spec;
  if ("kind" in rest && rest.kind !== undefined) {
    return inWords({ ...rest, name, title: title === undefined ? knownWordOf(of, name).title : t(title) });
  }
  const word = knownWordOf(of, name);
  const own = { name, title: title === undefined ? word.title : t(title), can: "can" in rest ? rest.can : undefined };
  return word.of ? { ...own, kind: "record", of: word.of } : { ...own, kind: "text" };
}

/** Columns of a resource's rows, with its words for titles. Its columns are only ever given rows of its own router. */
export const columnsOf = <N extends ListName>(of: Resource<N>, columns: readonly ColumnSpec<N>[]): AnyColumn[] =>
  (columns as readonly Parameters<typeof columnOf>[1][]).map((spec) => columnOf(of, spec));

/** A list of a resource, checked against its router, in the reader's language; titles are the resource's words. */
export function listOf<N extends ListName>(of: Resource<N>, { columns, filters }: Shows<N>): AnyList {
  const all = (filters as readonly AnySpec[]).map((spec) => filterOf(of, spec));
  return {
    name: of.router,
    columns: columnsOf(of, columns),
    filters: all,
    search: all.find(({ kind, name }) => kind === "text" && name === of.search)?.name,
  };
}
