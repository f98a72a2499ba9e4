import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { Audited } from "@/server/overview/audit/audit.rules";
import type { Permission } from "@/server/permissions";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import type { Screen } from "./screen";

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

/** The routers that have a list, by their name in `server/root.ts`: "modelPers", "pers", … */
export type ListName = {
  [K in keyof Outputs]: Outputs[K] extends { rows: { items: unknown[] } } ? K : never;
}[keyof Outputs];
/** Those whose records can also be read one by one. */
export type RecordName = {
  [K in ListName]: Outputs[K] extends { get: { id: string } } ? K : never;
}[ListName];
export type RowOf<N extends ListName> = Outputs[N] extends { rows: { items: (infer R)[] } } ? R : never;
export type RecordOf<N extends RecordName> = Outputs[N] extends { get: infer R } ? R : never;
/** What the rows of a list may be asked for, filters included. */
type RowsInput<N extends ListName> = Inputs[N] extends { rows: infer I } ? I : never;

/** The filters of a list, by the names that the wire and the URL give them. */
export type FilterName<N extends ListName> = Exclude<
  keyof RowsInput<N>,
  "limit" | "page" | "sortBy" | "knownTotal" | "offset" | "isGetAll"
> &
  string;
export type Filters<N extends ListName> = Partial<Pick<RowsInput<N>, FilterName<N>>>;
type TextFilter<N extends ListName> = {
  [K in FilterName<N>]: NonNullable<RowsInput<N>[K]> extends string ? K : never;
}[FilterName<N>];

type Plain = string | number | boolean | null | undefined;
/** The dot paths of what a row holds: "label", "modelPers.label", and of each in a list: "translations.value". */
export type PathOf<Row> = {
  [K in keyof Row & string]: NonNullable<Row[K]> extends Plain | readonly Plain[]
    ? K
    : NonNullable<Row[K]> extends readonly (infer Item)[]
      ? K | `${K}.${keyof Item & string}`
      : K | `${K}.${keyof NonNullable<Row[K]> & string}`;
}[keyof Row & string];

type Read<N extends ListName> = RowOf<N> | (N extends RecordName ? RecordOf<N> : never);
type InputOf<N extends ListName, P extends string> = Inputs[N] extends Record<P, infer I> ? I : never;
type KeyOf<T> = T extends unknown ? keyof T & string : never;
/** What can be written of a record: the fields of its create and its update. */
type Written<N extends ListName> = Exclude<KeyOf<InputOf<N, "create"> | InputOf<N, "update">>, "id" | "ifMatch">;
/** What can be seen of it: the paths of a row and of a record, and the names of filters. */
type Seen<N extends ListName> = PathOf<RowOf<N>> | (N extends RecordName ? PathOf<RecordOf<N>> : never) | FilterName<N>;

/**
 * What people call a field; for one that holds the id of another record, also what that is a record of, and for one of a
 * few codes, what each is called.
 */
export type Word =
  | string
  | readonly [title: string, of: Resource<RecordName>]
  | { title: string; values: Readonly<Record<string, string>> };
export type Words = Readonly<Record<string, Word>>;

/** A field that many records can be given at once; one of a few codes or of a record is known by its word. */
export interface BulkField {
  name: string;
  kind: "word" | "boolean" | "text" | "number";
}

interface About<N extends ListName> extends Pick<Screen, "icon" | "at"> {
  /** what people call one of them within a sentence, such as "PERS model" */
  one: string;
  /** and many, such as "PERS models" */
  many: string;
  /** the title of the list where that is not the plural, such as "Switch to a member" */
  heading?: string;
  may: { read: Permission; write?: Permission };
  /** its name in the audit trail; without it there is no history */
  audited?: Audited;
  /** the kind of sheet that notes are kept under; without it there are none */
  notes?: "pers" | "pers-alert" | "user";
  /** what people call a record */
  title(record: Read<N>): string;
  /** the text filter by which a record is found */
  search: TextFilter<N>;
  /** the fields that can be written: what forms and the history call them, and what a change can be reverted of */
  words: Partial<Record<Written<N>, Word>>;
  /** the fields that many of them can be given at once: a choice or a record by its word, else by its kind */
  bulk?: Partial<Record<Written<N>, BulkField["kind"]>>;
  /** what they are called for that, where it is not their name in the audit trail */
  bulkAs?: string;
  /** what else is shown or filtered by */
  shown?: Partial<Record<Seen<N>, Word>>;
  /** fields that only the history names, because an action of their own writes them */
  recorded?: Record<string, Word>;
  /** what actions of its own did, for the history, such as {"new-pin": "made a new PIN for this"} */
  verbs?: Record<string, string>;
  /** what the way to a new one is called where that is not "Create " and its name; `false` where there is no such page */
  create?: string | false;
}

/** A resource's name: all that screens say of it, and the ways to its pages, below where the screen stands (`useLinks`). */
export interface Resource<N extends ListName = ListName> extends Screen {
  router: N;
  one: string;
  many: string;
  may: { read: Permission; write?: Permission };
  audited?: Audited;
  notes?: string;
  search: string;
  words: Words;
  /** all words: those of the fields that can be written, and all others */
  allWords: Words;
  verbs: Readonly<Record<string, string>>;
  /** the fields that many of them can be given at once */
  bulk: readonly BulkField[];
  /** what they are called for that */
  bulkAs: string;
  // Methods, so that a resource can stand where any resource can: it is only ever given records of its own.
  title(record: Read<N>): string;
  /** the page of a record, at one of its tabs where one is named */
  record(id: string, tab?: string): string;
  /** its list, as a link to those that match */
  list(filters?: Filters<N>): string;
}

/** The ways to a resource's pages. */
export type Links<N extends ListName = ListName> = Pick<Resource<N>, "record" | "list" | "create"> & { at: string };

/** The ways to a resource's pages where its addresses stand below `base`, such as "/portal/018b…"; "" leaves them as they are. */
export const linksBelow = <N extends ListName>(base: string, of: Pick<Resource<N>, keyof Links<N>>): Links<N> => ({
  at: base + of.at,
  record: (id, tab) => base + of.record(id, tab),
  list: (filters) => base + of.list(filters),
  create: of.create && { ...of.create, href: base + of.create.href },
});

const address = (at: string, params: object) => {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${at}?${query}` : at;
};

/**
 * Describes a resource once, for all screens: `router` is its name in `server/root.ts`, and fields, filters, permissions
 * and the name in the audit trail are checked against it by the compiler.
 */
export function resource<N extends ListName>(router: N, about: About<N>): Resource<N> {
  const { at, one, may, create, words, shown, recorded, bulk = {}, bulkAs, ...rest } = about;
  const { read, write } = may;
  return {
    heading: about.many,
    verbs: {},
    ...rest,
    router,
    at,
    one,
    may,
    needs: read,
    create: create !== false && write ? { one, title: create, href: `${at}/new`, needs: write } : undefined,
    words: words as Words,
    bulk: Object.entries(bulk).map(([name, kind]) => ({ name, kind: kind as BulkField["kind"] })), // of the record above
    bulkAs: bulkAs ?? rest.audited ?? router,
    allWords: { ...recorded, ...shown, ...words } as Words, // no key is there without its word
    record: (id, tab) => address(`${at}/${id}`, { tab }),
    list: (filters = {}) => address(at, filters),
  };
}

/** The word of a field or of a path; a part of a related record is called as the record is: `brand.name` as `brandId` or `brand`. */
function wordAt({ allWords }: Resource, path: string): Word | undefined {
  const [head = "", last] = path.split(".");
  return allWords[path] ?? (last ? (allWords[`${head}Id`] ?? allWords[head] ?? allWords[last]) : undefined);
}

interface FieldWord {
  title: string;
  of?: Resource<RecordName>;
  values?: Readonly<Record<string, string>>;
}

/** A field's name in the reader's language, its link and the names of its codes; the field itself where it has no name. */
export function wordOf(of: Resource, path: string): FieldWord {
  const word = wordAt(of, path) ?? path;
  if (typeof word === "string") return { title: t(word) };
  if (!("title" in word)) return { title: t(word[0]), of: word[1] };
  const values = Object.entries(word.values).map(([code, text]) => [code, t(text)]);
  return { title: t(word.title), values: Object.fromEntries(values) };
}

/** As `wordOf`, for what a developer names. @throws where there is no word for it, when the screen's code is loaded */
export function knownWordOf(of: Resource, path: string) {
  if (wordAt(of, path) === undefined) throw new Error(`${of.router} has no word for "${path}"`);
  return wordOf(of, path);
}
