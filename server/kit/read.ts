import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Ctx } from "./context";

interface Prepared<Row> {
  execute(values: { ids: string }): Promise<Row[]>;
}

/** A drizzle query that can be built ahead. */
export interface Buildable<Row> {
  prepare(name: string): Prepared<Row>;
}

/**
 * A read of records by their ids that every list and sheet makes. Building its SQL costs as much as running it, so it is
 * built once a pool (and anew in each transaction).
 * @param build gets the database and the ids as one array, for `column = any(ids)`
 */
export function readByIds<Row>(build: (db: Database, ids: SQL) => Buildable<Row>) {
  const built = new WeakMap<Database, Prepared<Row>>();
  return (ctx: Ctx, ids: string[]): Promise<Row[]> => {
    let read = built.get(ctx.db);
    if (!read) {
      read = build(ctx.db, sql`any(${sql.placeholder("ids")}::uuid[])`).prepare("by ids");
      built.set(ctx.db, read);
    }
    return read.execute({ ids: `{${ids.join(",")}}` });
  };
}
