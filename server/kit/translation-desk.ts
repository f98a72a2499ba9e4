import type { Permission } from "@/server/permissions";
import { assertMay } from "./admission";
import { type Actor, type KnownCtx, mayDo } from "./context";
import { notFound } from "./errors";

/** One translatable text in all languages that it has. */
export interface DeskText {
  /** unique in its resource, which alone knows what it is made of */
  id: string;
  /** what people call it: a key, or its record's title and the field */
  name: string;
  /** where it stands, from the whole to the part, such as module and page */
  place: string[];
  /** what translators should know */
  note: string | null;
  values: { languageId: string; value: string }[];
}

export interface DeskRequest {
  /** the language that `searchIn` refers to */
  languageId?: string;
  /** texts that have a value in that language, that have none, or both */
  searchIn?: "translated" | "not_translated" | "both";
  /** in name, note and values */
  keyword?: string;
  limit?: number;
  page?: number;
}

export interface DeskCell {
  id: string;
  languageId: string;
  /** null takes the translation away */
  value: string | null;
  /** what the translator saw there; where that has changed, the answer is 412 */
  expected?: string | null;
}

/** One change of a text in one language. */
export interface DeskChange {
  /** ISO 8601, UTC */
  at: string;
  by: string;
  before: string | null;
  after: string | null;
}

/** What a resource whose texts are records of their own gives to the translation desk (ADR 27). */
export interface DeskAdapter {
  /** the kind of record, as the audit trail calls it: "label" */
  name: string;
  /** the resource's own rights; a text is neither found nor changed without them */
  may: { read: Permission; write: Permission };
  /** one page of texts by their names */
  list: (ctx: KnownCtx, request: DeskRequest) => Promise<{ items: DeskText[]; hasMore: boolean }>;
  /** @throws AppError 404 */
  get: (ctx: KnownCtx, id: string) => Promise<DeskText>;
  /**
   * Sets one value, versioned and audited as the resource's own screens do it.
   * @throws AppError 400 for a value that the resource does not take, 412 for a stale `expected`, 422 for an unknown id
   */
  set: (ctx: KnownCtx, cell: DeskCell) => Promise<DeskText>;
  /** the changes of a text in one language, newest first, at most a hundred */
  history: (ctx: KnownCtx, id: string, languageId: string) => Promise<DeskChange[]>;
}

const joined = new Map<string, DeskAdapter>();

/**
 * Makes a resource's texts reachable from the translation desk. From here on each function checks the resource's right
 * itself, for a procedure of the desk cannot name it: 403 without it.
 */
export function joinDesk(adapter: DeskAdapter): DeskAdapter {
  const { may } = adapter;
  const guarded: DeskAdapter = {
    ...adapter,
    async list(ctx, request) {
      assertMay(ctx, { permission: may.read });
      return adapter.list(ctx, request);
    },
    async get(ctx, id) {
      assertMay(ctx, { permission: may.read });
      return adapter.get(ctx, id);
    },
    async set(ctx, cell) {
      assertMay(ctx, { permission: may.write });
      return adapter.set(ctx, cell);
    },
    async history(ctx, id, languageId) {
      assertMay(ctx, { permission: may.read });
      return adapter.history(ctx, id, languageId);
    },
  };
  joined.set(adapter.name, guarded);
  return guarded;
}

/** The resources whose texts the caller may read. */
export const desksFor = (actor: Actor): DeskAdapter[] =>
  [...joined.values()].filter(({ may }) => mayDo(actor, may.read));

/** One of those. @throws AppError 404 for one that there is not, or that the caller may not read */
export function deskOf(actor: Actor, name: string): DeskAdapter {
  const found = desksFor(actor).find((desk) => desk.name === name);
  if (!found) throw notFound();
  return found;
}
