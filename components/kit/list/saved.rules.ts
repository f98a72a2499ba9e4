import type { Resource } from "../resource";
import { wordOf } from "../resource";
import type { AnyList } from "./definition";
import { namesOf } from "./url";

/** What an address or a view says of a list, by the names of the address. */
export type Query = Readonly<Record<string, string>>;

/** What is remembered of a list where no view says it. */
export const layoutNames = ["columns", "widths", "density", "limit"] as const;

/** The whole list, where it opens on a view. */
export const wholeList = "all";

const places = ["view", "page"];
const isSaid = (name: string) => !places.includes(name);

/** A view as far as an address needs to know it. */
interface Known {
  id: string;
  query: Query;
}
export interface Saved {
  views: readonly Known[];
  opensOn: string | null;
  layout: Query;
}

/** What an address begins from: a view, or the list with the columns that the person had last. */
export interface Base {
  /** as the address names it, also where there is no such view any more */
  viewId?: string;
  /** the address names a view that there is not, or that the reader does not see */
  isGone?: true;
  query: Query;
}

/**
 * The view that an address is about. An address that says nothing opens where the person wants the list to; one that
 * filters and names no view, such as that of a figure, is about the whole list.
 */
export function baseOf({ views, opensOn, layout }: Saved, params: URLSearchParams): Base {
  const named = params.get("view");
  const says = [...params.keys()].some((name) => name !== "view");
  const opened = views.some(({ id }) => id === opensOn) ? opensOn : null;
  const viewId = named ?? (says ? null : opened);
  if (!viewId || viewId === wholeList) return { query: layout };
  const view = views.find(({ id }) => id === viewId);
  return view ? { viewId, query: view.query } : { viewId, isGone: true, query: {} };
}

/** The address with what its view says filled in; an empty value in it takes away what the view says. */
export function effective({ query }: Base, params: URLSearchParams): URLSearchParams {
  const all = new URLSearchParams({ ...query, ...Object.fromEntries(params) });
  for (const [name, value] of [...all]) if (value === "") all.delete(name);
  return all;
}

/** What differs from the view, as the address says it: a copied link shows the same to whoever sees the view. */
export function addressOf({ viewId, query }: Base, { opensOn }: Pick<Saved, "opensOn">, all: URLSearchParams) {
  const address = new URLSearchParams();
  if (viewId) address.set("view", viewId);
  else if (opensOn) address.set("view", wholeList);
  for (const [name, value] of all) if (name !== "view" && query[name] !== value) address.set(name, value);
  for (const name of Object.keys(query)) if (!all.has(name)) address.set(name, "");
  return address.toString();
}

/** What a view of this list would keep. */
export function toSave(list: AnyList, all: URLSearchParams): Query {
  const known = new Set(["sortBy", ...layoutNames, ...list.filters.flatMap(namesOf)]);
  return Object.fromEntries([...all].filter(([name]) => known.has(name)));
}

/** Whether the list is another than its view says. */
export const isChanged = ({ query }: Base, params: URLSearchParams) =>
  [...params].some(([name, value]) => isSaid(name) && (query[name] ?? "") !== value);

const operators = /(AnyOf|NoneOf|IsEmpty|AtLeast|Below|InLastDays)$/;

/**
 * What of a view the reader may not use, by the names of its address: filters and orders by records of a kind that they do
 * not read.
 */
export function barred(of: Resource, query: Query, may: (resource: Resource["may"]["read"]) => boolean): string[] {
  const isBarred = (field: string) => {
    const plain = field.replace(operators, "");
    const about = wordOf(of, plain).of ?? wordOf(of, `${plain.split(".")[0]}Id`).of;
    return about !== undefined && !may(about.may.read);
  };
  return Object.entries(query).flatMap(([name, value]) => {
    if (name !== "sortBy") return isSaid(name) && isBarred(name) ? [name] : [];
    return value.split(",").some((term) => isBarred(term.split(":")[0] ?? "")) ? ["sortBy"] : [];
  });
}

/** How many tabs stand above a list beside the whole of it. */
const mostTabs = 5;

interface Tabs<V> {
  views: readonly V[];
  settings: { opensOn: string | null; pinned: readonly string[]; opened: readonly string[] };
}

/**
 * The views that stand in tabs: where the list opens, what the person pinned, then those that they opened most of late, in
 * the order of all; and the open one in any case.
 */
export function tabsOf<V extends { id: string }>(
  { views, settings: { opensOn, pinned, opened } }: Tabs<V>,
  open: V | undefined,
) {
  const first = [opensOn, ...pinned].flatMap((id) => views.find((view) => view.id === id) ?? []);
  const uses = ({ id }: V) => opened.filter((one) => one === id).length;
  const most = [...new Set([...first, ...views.toSorted((one, other) => uses(other) - uses(one))])];
  const tabs = new Set(most.slice(0, Math.max(mostTabs, new Set(first).size)));
  const shown = [...new Set([...first, ...views])].filter((view) => tabs.has(view));
  return open && !shown.includes(open) ? [...shown, open] : shown;
}
