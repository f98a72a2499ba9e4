import type { SQL, SQLWrapper } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { type Actor, type Ctx, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import type { TranslationTable } from "@/server/kit/language/translations";
import type { Changes } from "@/server/kit/record/audit";
import type { RecordTable } from "@/server/kit/record/record-rows";
import type { Permission } from "@/server/permissions";

/** One of the texts that a translation has. */
interface Field {
  title: string;
  /** several lines */
  long?: true;
  /** clean HTML */
  html?: true;
  /** a translation may be without it */
  optional?: true;
  /** what is translated where the default language has no translation of its own, such as a record's name */
  source?: AnyPgColumn;
}

/** The texts of one translation, by field; "" for none. */
export type Texts = Record<string, string>;

/** What is written over `expected`; null takes the translation away. */
export interface DeskChange {
  id: string;
  texts: Texts | null;
  expected: Texts;
}

interface Changing {
  change: <R>(
    ctx: KnownCtx,
    id: string,
    ifMatch: string | undefined,
    action: string,
    work: (ctx: KnownCtx) => Promise<{ changes: Changes; result: R }>,
  ) => Promise<R>;
}

/** Which texts are asked for; what is not said leaves none out. */
export interface DeskAsked {
  ids?: string[];
  /** the translation that `show` is about */
  languageId?: string;
  show?: "all" | "missing" | "review" | "outdated" | "warned";
  moduleId?: string;
  modulePage?: string;
  /** those that are assigned in that language to a person, or to nobody (null) */
  assigneeId?: string | null;
  /** those in which something was found in that language; told to adapters only, which do not see the findings */
  found?: string[];
  /** all but these */
  without?: string[];
  /** a part of a name, or of a text in any language */
  keyword?: string;
  /** a part of a text, in one language or in any */
  holding?: { text: string; matchCase: boolean; languageId?: string };
}

/** A text that was found: whose, and what it is called. */
export interface FoundText {
  resource: string;
  id: string;
  recordId: string;
  name: string;
  place: string | null;
  /** the tokens that it may hold, where it may not hold any */
  tokens?: string[];
}

/** A translation as it is stored, with the columns of its table. */
export interface Stored {
  id: string;
  parentId: string;
  languageId: string;
  outdatedFrom: Record<string, string> | null;
}

/** A text in a language. */
export interface DeskPlace {
  id: string;
  languageId: string;
}

/** How many texts there are, and how many translations of each language. */
export interface TextCount {
  total: number;
  /** by language */
  translated: Map<string, number>;
}

/** How the desk reaches texts that are records of their own, in tables that it does not know (ADR 76). */
export interface DeskAdapter {
  /** the table of the translations, whose writers call `textsWritten` */
  table: PgTable;
  /** the first texts that are asked for, by name */
  find: (ctx: KnownCtx, asked: DeskAsked, take: number) => Promise<Omit<FoundText, "resource">[]>;
  /** their translations in all languages; locked until the transaction ends where the caller writes next */
  read: (ctx: Ctx, ids: string[], isWritten?: boolean) => Promise<Stored[]>;
  /** @param found the translations that need a review though their source did not change */
  count: (ctx: Ctx, found: DeskPlace[]) => Promise<TextCount & { review: Map<string, number> }>;
  /** writes one translation, takes it away (null), or only says what it is outdated from (null: it is right) */
  write: (
    ctx: KnownCtx,
    at: { id: string; languageId: string },
    change: { texts: Texts | null } | { outdatedFrom: Stored["outdatedFrom"] },
  ) => Promise<unknown>;
}

interface Named {
  /** the kind of record, as the audit trail calls it: "label" */
  name: string;
  /** what people call many of them */
  title: string;
  may: { read: Permission; write: Permission };
  fields: Record<string, Field>;
  /** one translation as the resource's own doors take it: it cleans, and says what is wrong (400) */
  schema: z.ZodObject;
  /**
   * why texts that are good by the schema would not work where they stand, such as those of a mail with a token that nobody
   * fills: what is refused when they are written (422) is said by the plan of an import already
   */
  fault?: (found: FoundText, texts: Texts) => { path: string; message: string } | undefined;
}

/** Texts that are records of their own. Each translation is one, so that its own history is the text's. */
export interface AdaptedSource extends Named {
  adapter: DeskAdapter;
}

/** What a resource says beside its translations, so that the translation desk reaches them (ADR 52). */
export interface TableSource extends Named {
  adapter?: undefined;
  /** whose translations they are: the records, or their contents */
  table: RecordTable;
  texts: TranslationTable;
  /** of contents: the column that names their record, and what the trail calls one */
  contents?: { parent: AnyPgColumn; one: string };
  /** what people call one, over `table` and the joins */
  label: SQLWrapper;
  /** where it stands, such as module and page */
  place?: SQL;
  joins?: { table: PgTable; on: SQL }[];
  /** where in the apps it is shown, by which texts can be chosen */
  within?: { moduleId: AnyPgColumn; page?: AnyPgColumn };
  /** its record service: a confirmation goes through it */
  record: Changing;
  /** sets the texts of one language, as the resource's own screens do it */
  set(ctx: KnownCtx, id: string, languageId: string, texts: object): Promise<unknown>;
  /** the same for many texts of one language, where the resource has a way that is faster than one by one */
  setMany?: (ctx: KnownCtx, languageId: string, cells: DeskChange[]) => Promise<unknown>;
  /** takes one translation away */
  remove: (ctx: KnownCtx, id: string, translation: { id: string; languageId: string }) => Promise<unknown>;
}

export type DeskSource = TableSource | AdaptedSource;

const joined = new Map<string, DeskSource>();

/** Call `joinDesk`, which also looks at what is written. */
export function addSource(source: DeskSource): void {
  joined.set(source.name, source);
}

/** For tests that bring a resource of their own, whose tables others do not have. */
export const leaveDesk = (name: string) => joined.delete(name);

/** All of them, for the test that walks them. */
export const deskSources = (): DeskSource[] => [...joined.values()];

/** Those with tables of translations. */
export const tableSources = (sources: DeskSource[]): TableSource[] =>
  sources.flatMap((source) => (source.adapter ? [] : [source]));

/** The resources whose texts the caller may read, by what people call them. */
export const sourcesFor = (actor: Actor): DeskSource[] =>
  deskSources()
    .filter(({ may }) => mayDo(actor, may.read))
    .sort((one, other) => one.title.localeCompare(other.title, "en"));

/** One of those. @throws AppError 404 for an unknown one, or one that the caller may not read */
export function sourceOf(actor: Actor, name: string): DeskSource {
  const found = sourcesFor(actor).find((source) => source.name === name);
  if (!found) throw notFound();
  return found;
}

/** The one of that name. */
export function deskSourceNamed(name: string): DeskSource {
  const source = joined.get(name);
  if (!source) throw new Error(`no resource ${name} joined the translation desk`);
  return source;
}
