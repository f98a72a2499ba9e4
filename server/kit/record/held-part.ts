import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/server/kit/call/context";

/** One kind of what is held of a person: how many rows, and any of them. */
export interface HeldPart {
  key: string;
  title: string;
  count: () => Promise<number>;
  /** the newest first; the order is total, so that pages fit together */
  rows: (take: number, skip: number) => Promise<object[]>;
}

/** A query in its order, before it is cut into pages. */
interface Query {
  getSQL: () => SQL;
  limit: (take: number) => { offset: (skip: number) => PromiseLike<object[]> };
}

/**
 * A part that is read by one query.
 * @param query makes the query again, because a builder that was cut once stays cut
 */
export const heldPart = (ctx: Ctx, key: string, title: string, query: () => Query): HeldPart => ({
  key,
  title,
  async count() {
    const [found] = await ctx.db.execute<{ count: number }>(
      sql`select count(*)::int as count from (${query().getSQL()}) held`,
    );
    return found?.count ?? 0;
  },
  rows: async (take, skip) => query().limit(take).offset(skip),
});
