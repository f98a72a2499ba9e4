import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Permission } from "@/server/permissions";

/** A place on a time line: what comes after it is older. Of one instant, the greater id is newer. */
export interface Place {
  at: string;
  id: string;
}

/** What happened to a thing, from whichever table. `what` is a code that the screen has words for. */
export interface Happening extends Place {
  kind: string;
  what: string;
  /** the record that it was about beside the thing itself, such as the vehicle a device was put on */
  about: { id: string; label: string } | null;
  facts: Record<string, string | number | boolean | null>;
}

/** Where things that happened to an object are kept. */
export interface TimeLineSource {
  kind: string;
  /** the right to read it beside that to read the object; none where the object's page says it anyway */
  may?: Permission;
  /** the newest `limit` that are older than the place, newest first */
  load: (ctx: KnownCtx, objectId: string, before: Place | undefined, limit: number) => Promise<Happening[]>;
}

/** A kind of change that the audit trail tells of: one of these actions, or of one of these fields. */
export interface ChangeKind {
  kind: string;
  actions?: string[];
  fields?: string[];
}

/** What the time line of one kind of object is made of, beside its other changes and its notes. */
export interface TimeLine {
  changes: ChangeKind[];
  sources: TimeLineSource[];
}

/** Whether something that happened at `at` is older than the place; ids are compared byte by byte, as `isNewer` does. */
export const olderThan = (before: Place | undefined, at: SQLWrapper, id: SQLWrapper): SQL | undefined =>
  before && sql`(${at}, (${id})::text collate "C") < (${before.at}::timestamptz, ${before.id}::text collate "C")`;

/** The order of `olderThan`, newest first. */
export const newestFirst = (at: SQLWrapper, id: SQLWrapper): SQL => sql`${at} desc, (${id})::text collate "C" desc`;

const order = (a: Place, b: Place) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1);

/** The newest `limit` of what several sources know, and whether there is more; each was asked for one more than that. */
export function merged<E extends Place>(sources: E[][], limit: number): { items: E[]; hasMore: boolean } {
  const all = sources.flat().sort(order);
  return { items: all.slice(0, limit), hasMore: all.length > limit };
}
