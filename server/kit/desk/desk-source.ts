import type { SQL, SQLWrapper } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Changes } from "@/server/kit/audit";
import { type Actor, type KnownCtx, mayDo } from "@/server/kit/context";
import { notFound } from "@/server/kit/errors";
import type { RecordTable } from "@/server/kit/record-rows";
import type { TranslationTable } from "@/server/kit/translations";
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

/** What a resource says beside its translations, so that the translation desk reaches them (ADR 52). */
export interface DeskSource {
  /** the kind of record, as the audit trail calls it: "label" */
  name: string;
  /** what people call many of them */
  title: string;
  may: { read: Permission; write: Permission };
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
  fields: Record<string, Field>;
  /** one translation as the resource's own doors take it: it cleans, and says what is wrong (400) */
  schema: z.ZodObject;
  /**
   * why texts that are good by the schema would not work where they stand, such as those of a mail with a token that nobody
   * fills: what `set` refuses (422) is said by the plan of an import already
   */
  fault?: (place: string | null, texts: Texts) => { path: string; message: string } | undefined;
  /** its record service: a confirmation goes through it */
  record: Changing;
  /** sets the texts of one language, as the resource's own screens do it */
  set: (ctx: KnownCtx, id: string, languageId: string, texts: never) => Promise<unknown>;
  /** the same for many texts of one language, where the resource has a way that is faster than one by one */
  setMany?: (ctx: KnownCtx, languageId: string, cells: DeskChange[]) => Promise<unknown>;
  /** takes one translation away */
  remove: (ctx: KnownCtx, id: string, translation: { id: string; languageId: string }) => Promise<unknown>;
}

const joined = new Map<string, DeskSource>();

/** Makes a resource's texts reachable from the translation desk. */
export function joinDesk(source: DeskSource): void {
  joined.set(source.name, source);
}

/** All of them, for the test that walks them. */
export const deskSources = (): DeskSource[] => [...joined.values()];

/** The resources whose texts the caller may read, by what people call them. */
export const sourcesFor = (actor: Actor): DeskSource[] =>
  deskSources()
    .filter(({ may }) => mayDo(actor, may.read))
    .sort((one, other) => one.title.localeCompare(other.title, "en"));

/** One of those. @throws AppError 404 for one that there is not, or that the caller may not read */
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
