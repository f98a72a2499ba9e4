import { and, desc, eq, ne, type SQL } from "drizzle-orm";
import { auditLog, imports, sessions, users } from "@/db/schema";
import type { CompanyCtx, KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { newestFirst, olderThan, type Place } from "@/server/kit/record/time-line";
import { hasHistory, isImport, isPersonal, mayReadHistory } from "./audit.rules";

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

/** The changes of one record, newest first. */
export const changesOf = (ctx: KnownCtx, { objectType, objectId, before, limit, kind, where }: Of) =>
  ctx.db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      kind,
      actorLabel: auditLog.actorLabel,
      action: auditLog.action,
      changes: auditLog.changes,
      door: auditLog.door,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.objectType, objectType),
        eq(auditLog.objectId, objectId),
        olderThan(before, auditLog.at, auditLog.id),
        where,
      ),
    )
    .orderBy(newestFirst(auditLog.at, auditLog.id))
    .limit(limit);

/** How many of the newest rows are looked at for those that the caller may read. */
const lookedAt = 100;

const newest = (ctx: KnownCtx, where: SQL | undefined, ...order: SQL[]) => {
  const { id, at, actorLabel, objectType, objectId, objectLabel, action } = auditLog;
  return ctx.db
    .select({ id, at, actorLabel, objectType, objectId, objectLabel, action })
    .from(auditLog)
    .where(where)
    .orderBy(...order)
    .limit(lookedAt);
};

/** The first ten whose history the caller may read. */
const readable = <R extends { objectType: string }>(ctx: KnownCtx, rows: R[]) =>
  rows.filter(({ objectType }) => hasHistory(objectType) && mayReadHistory(ctx.actor, objectType, {})).slice(0, 10);

/**
 * The ten last changes of a company and of what belongs to it, newest first. What the caller may not read the history of
 * is left out; people show to who may read people of every kind.
 */
export async function latestOf(ctx: CompanyCtx) {
  const { objectType, objectId, companyId } = auditLog;
  // Two questions, because each has an index of its own.
  const inside = await newest(ctx, eq(companyId, ctx.company.id), desc(auditLog.id));
  const own = await newest(ctx, and(eq(objectType, "company"), eq(objectId, ctx.company.id)), desc(auditLog.id));
  return {
    items: readable(
      ctx,
      [...inside, ...own].sort((a, b) => (a.id < b.id ? 1 : -1)),
    ),
  };
}

/** The ten last changes that people and keys made anywhere, newest first, of what the caller may read the history of. */
export async function latest(ctx: KnownCtx) {
  const { actorType, at, id } = auditLog;
  return { items: readable(ctx, await newest(ctx, ne(actorType, "system"), desc(at), desc(id))) };
}
