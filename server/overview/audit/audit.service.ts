import { and, desc, eq, ne, type SQL } from "drizzle-orm";
import { auditLog, imports, sessions, users } from "@/db/schema";
import type { CompanyCtx, KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { sourcesFor } from "@/server/kit/desk/desk-source";
import { oneOf } from "@/server/kit/list/list-filters";
import { merged, newestFirst, olderThan, type Place } from "@/server/kit/record/time-line";
import { hasHistory, isImport, isPersonal, mayReadHistory, readableKinds } from "./audit.rules";

/** The type of the person whom this record is about; undefined where it is not known any more. */
async function personOf(ctx: KnownCtx, objectType: string, objectId: string) {
  const isIt = objectType === "user" ? eq(users.id, objectId) : eq(sessions.id, objectId);
  const [person] = await ctx.db
    .select({ type: users.type })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(isIt)
    .limit(1);
  return person?.type;
}

async function importerOf(ctx: KnownCtx, id: string) {
  const [row] = await ctx.db.select({ importer: imports.importer }).from(imports).where(eq(imports.id, id));
  return row?.importer;
}

/**
 * @throws AppError `rule_broken` for a kind of record that has no history, `forbidden` for a caller who may not read
 * the record
 */
export async function assertMayRead(ctx: KnownCtx, objectType: string, objectId: string) {
  if (!hasHistory(objectType)) throw broken("objectType", "There is no such kind of record.");
  const person = isPersonal(objectType) ? await personOf(ctx, objectType, objectId) : undefined;
  const imported = isImport(objectType) ? await importerOf(ctx, objectId) : undefined;
  if (!mayReadHistory(ctx.actor, objectType, { person, imported }))
    throw new AppError("forbidden", "A history needs the right to see its record.");
}

interface Of {
  objectType: string;
  objectId: string;
  before: Place | undefined;
  limit: number;
  /** what kind of change each of them is */
  kind: SQL<string>;
  where: SQL | undefined;
}

const { id, at, actorLabel, objectType, objectId, objectLabel, companyId, action, changes, door, requestId } = auditLog;
const told = { id, at, actorLabel, action, changes, door, requestId };
const about = { objectType, objectId, objectLabel };

/** The changes of one record, newest first. */
export const changesOf = (ctx: KnownCtx, { before, limit, kind, where, ...of }: Of) =>
  ctx.db
    .select({ ...told, kind })
    .from(auditLog)
    .where(and(eq(objectType, of.objectType), eq(objectId, of.objectId), olderThan(before, at, id), where))
    .orderBy(newestFirst(at, id))
    .limit(limit);

/** Of many records, the newest changes first. */
const newest = (ctx: KnownCtx, where: SQL | undefined, limit: number) =>
  ctx.db
    .select({ ...told, ...about })
    .from(auditLog)
    .where(where)
    .orderBy(newestFirst(at, id))
    .limit(limit);

/** The changes of what belongs to a company, newest first, of what the caller may read the history of. */
export const changesInside = (ctx: KnownCtx, company: string, { before, limit }: Pick<Of, "before" | "limit">) => {
  const isReadable = oneOf(objectType, readableKinds(ctx.actor), "text");
  return newest(ctx, and(eq(companyId, company), isReadable, olderThan(before, at, id)), limit);
};

/** How many changes are shown where only the latest are. */
const few = 10;
/** How many of the newest changes anywhere are looked at for those that the caller may read. */
const lookedAt = 1000;

/**
 * The ten last changes of a company and of what belongs to it, newest first. What the caller may not read the history of
 * is left out; people show to who may read people of every kind.
 */
export async function latestOf(ctx: CompanyCtx) {
  // Two questions, because each has an index of its own.
  const inside = await changesInside(ctx, ctx.company.id, { before: undefined, limit: few });
  const isOwn = and(eq(objectType, "company"), eq(objectId, ctx.company.id));
  const own = mayReadHistory(ctx.actor, "company", {}) ? await newest(ctx, isOwn, few) : [];
  return { items: merged([inside, own], few).items };
}

/** The ten last changes of texts that are at the translation desk, of what the caller may read. */
export const latestOfTexts = (ctx: KnownCtx) => {
  const readable = readableKinds(ctx.actor);
  return latest(
    ctx,
    sourcesFor(ctx.actor).flatMap(({ name }) => (readable.includes(name) ? name : [])),
  );
};

/**
 * The ten last changes that people and keys made anywhere, newest first.
 * @param kinds of records; where not said, those that the caller may read the history of
 */
export async function latest(ctx: KnownCtx, kinds = readableKinds(ctx.actor)) {
  // By the columns of the index, so that no other order is made of the whole trail.
  const looked = ctx.db
    .select({ ...told, ...about })
    .from(auditLog)
    .where(and(ne(auditLog.actorType, "system"), ne(objectType, "session")))
    .orderBy(desc(at), desc(id))
    .limit(lookedAt)
    .as("looked");
  const isReadable = oneOf(looked.objectType, kinds, "text");
  return {
    items: await ctx.db.select().from(looked).where(isReadable).orderBy(desc(looked.at), desc(looked.id)).limit(few),
  };
}
