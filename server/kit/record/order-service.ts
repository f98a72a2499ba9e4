import { asc } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { manyOf } from "./many-service";
import type { RecordSource, RecordTable } from "./record-rows";

/** A record with a place among its like. */
type RankedTable = RecordTable & { rank: AnyPgColumn };

/** @throws AppError 412 where an order does not hold exactly the present rows */
export function assertSameSet(present: string[], given: string[]) {
  const all = new Set(given);
  if (given.length !== present.length || all.size !== given.length || !present.every((id) => all.has(id)))
    throw new AppError("version_mismatch", "One was added or deleted after you loaded the list. Nothing was saved.");
}

/** The order of all records of a kind, lowest rank first, saved at once. Those that move are audited, each on its own. */
export function orderOf(record: { of: RecordSource<RankedTable>; name: string }) {
  const { table } = record.of;
  const many = manyOf(record);

  return {
    /**
     * Gives all records their places. @returns how many moved
     * @param ids all of them, in their new order
     * @param seen the order that the caller saw and now changes
     * @throws AppError 412 where somebody made, removed or moved one meanwhile
     */
    saveOrder: (ctx: KnownCtx, ids: string[], seen: string[]) =>
      inTransaction(ctx, async (ctx) => {
        await lockName(ctx, `order of ${record.name}`);
        const rows = (await ctx.db
          .select({ id: table.id })
          .from(table as PgTable)
          .where(record.of.reach(ctx))
          .orderBy(asc(table.rank), asc(table.id))) as { id: string }[]; // the id of a `RecordTable`
        const present = rows.map(({ id }) => id);
        assertSameSet(present, ids);
        if (!present.every((id, place) => seen[place] === id))
          throw new AppError("version_mismatch", "Somebody changed the order after you loaded it. Nothing was saved.");
        const edits = ids.map((id, index) => ({ id, values: { rank: index + 1 }, action: "reorder" }));
        return { moved: (await many.updateMany(ctx, edits)).length };
      }),
  };
}
