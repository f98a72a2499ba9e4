import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { companies } from "@/db/schema";
import { momentOf } from "@/db/schema/moment";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import type { ListTable } from "@/server/kit/list/list-source";
import { inTheWay, type Period, periodFault } from "./link-period.rules";

/** A table of links that last for a time: [startDate, endDate), without an end where that is null. */
type PeriodTable = ListTable & { companyId: AnyPgColumn; startDate: AnyPgColumn; endDate: AnyPgColumn };

/** Links that count at this moment. */
export const isCurrent = ({ startDate, endDate }: Pick<PeriodTable, "startDate" | "endDate">): SQL =>
  sql`(${startDate} <= now() and (${endDate} is null or ${endDate} > now()))`;

/**
 * Locks what is to be linked, always in one order, so that links to one thing are made one after the other.
 * @returns what people call each of them, by id; what does not exist is missing
 */
export async function lockLinked(ctx: Ctx, table: ListTable, label: AnyPgColumn, ids: string[]) {
  const rows = await ctx.db
    .select({ id: table.id, label })
    .from(table as PgTable)
    .where(oneOf(table.id, ids))
    .orderBy(table.id)
    .for("no key update");
  return new Map(rows.map((row) => [row.id as string, row.label as string])); // both are columns of texts
}

/**
 * Call it with what is linked locked.
 * @param links the links that the period may not overlap, of one table
 * @param except the link that gets this period
 * @returns of each linked thing with a link in that period the first one, in words
 * @throws AppError 422 for a period that does not end after its start
 */
export async function overlaps(
  ctx: Ctx,
  {
    table,
    linked,
    where,
    except,
  }: { table: PeriodTable; linked: AnyPgColumn; where: SQL | undefined; except?: string },
  { startDate, endDate }: Period,
) {
  const fault = periodFault({ startDate, endDate });
  if (fault) throw broken("endDate", fault);
  const period = sql`tstzrange(${startDate}::timestamptz, ${endDate}::timestamptz)`;
  const rows = await ctx.db
    .selectDistinctOn([linked], {
      linkedId: linked,
      company: companies.name,
      startDate: table.startDate,
      endDate: table.endDate,
    })
    .from(table as PgTable)
    .innerJoin(companies, eq(companies.id, table.companyId))
    .where(
      and(
        where,
        except === undefined ? undefined : ne(table.id, except),
        sql`tstzrange(${table.startDate}, ${table.endDate}) && ${period}`,
      ),
    )
    .orderBy(linked, table.startDate);
  return new Map(rows.map((row) => [row.linkedId as string, inTheWay(row as Period & { company: string })])); // columns of that table
}

/**
 * What time it is, by the database's clock, at which periods begin and end. Ask once what is linked is locked: the clocks of
 * two nodes differ, and the start of a transaction lies before its wait for a lock (ADR 84).
 * @returns ISO 8601; never later than the next answer of the same database
 */
export async function momentNow(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.execute<{ now: string }>(sql`select clock_timestamp() as now`);
  if (!row) throw new Error("the database did not say what time it is");
  return momentOf(row.now);
}

interface Ending {
  lock: (ctx: KnownCtx, id: string, ifMatch?: string) => Promise<Period>;
  remove: (ctx: KnownCtx, id: string) => Promise<void>;
  update: (
    ctx: KnownCtx,
    id: string,
    values: { endDate: string },
    ifMatch: undefined,
    action: "end",
  ) => Promise<unknown>;
}

/** What a DELETE of such a link does: one that never began is removed, any other ends, unless it has ended already. */
export const endLink = (record: Ending, ctx: KnownCtx, id: string, ifMatch?: string) =>
  inTransaction(ctx, async (ctx) => {
    const { startDate, endDate } = await record.lock(ctx, id, ifMatch);
    const now = await momentNow(ctx);
    if (startDate >= now) await record.remove(ctx, id);
    else if (endDate === null || endDate > now) await record.update(ctx, id, { endDate: now }, undefined, "end");
  });

interface EndingAll {
  table: PeriodTable;
  /** which of its links */
  where: SQL | undefined;
  updateMany: (ctx: KnownCtx, edits: { id: string; values: { endDate: string }; action: string }[]) => Promise<unknown>;
  removeMany: (ctx: KnownCtx, targets: { id: string }[]) => Promise<unknown>;
}

/** Ends all these links now; those that have not begun are removed, and those that have ended stay as they are. */
export const endAll = (ctx: KnownCtx, { table, where, updateMany, removeMany }: EndingAll) =>
  inTransaction(ctx, async (ctx) => {
    const now = await momentNow(ctx);
    const rows = (await ctx.db
      .select({ id: table.id, startDate: table.startDate })
      .from(table as PgTable)
      .where(and(where, sql`(${table.endDate} is null or ${table.endDate} > ${now}::timestamptz)`))
      .orderBy(table.id)) as { id: string; startDate: string }[]; // columns of that table
    const begun = rows.filter(({ startDate }) => startDate <= now);
    await updateMany(
      ctx,
      begun.map(({ id }) => ({ id, values: { endDate: now }, action: "end" })),
    );
    const toCome = rows.filter(({ startDate }) => startDate > now);
    await removeMany(
      ctx,
      toCome.map(({ id }) => ({ id })),
    );
  });
