import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { arrayOf } from "./array.rules";
import type { Ctx } from "./context";

interface Statement<Row, Values> {
  execute(values?: Values): Promise<Row[]>;
}

/** A drizzle query that can be built ahead. */
export interface Buildable<Row, Values = Record<string, unknown>> {
  prepare(name: string): Statement<Row, Values>;
}

type ByName = Map<string, Statement<never, never>>;
const built = new WeakMap<Database, WeakMap<object, ByName>>();

/**
 * A statement that many requests run. Building its SQL costs as much as running it, so it is built once per pool, and
 * again in each transaction.
 * @param of whose statement it is; for one owner a name always means the same statement
 */
export function builtOnce<Row, Values>(
  db: Database,
  of: object,
  name: string,
  build: () => Buildable<Row, Values>,
): Statement<Row, Values> {
  const ofPool = built.get(db) ?? new WeakMap<object, ByName>();
  built.set(db, ofPool);
  const byName: ByName = ofPool.get(of) ?? new Map();
  ofPool.set(of, byName);
  const known = byName.get(name) as Statement<Row, Values> | undefined; // the owner's statement of that name, as built below
  const statement = known ?? build().prepare(name);
  byName.set(name, statement as Statement<never, never>);
  return statement;
}

/**
 * A read of records by their ids, as every list and sheet makes it.
 * @param build gets the database and the ids as one array, for `column = any(ids)`
 */
export function readByIds<Row>(build: (db: Database, ids: SQL) => Buildable<Row>) {
  const owner = {};
  return (ctx: Ctx, ids: string[]): Promise<Row[]> =>
    builtOnce(ctx.db, owner, "by ids", () => build(ctx.db, sql`any(${sql.placeholder("ids")}::uuid[])`)).execute({
      ids: arrayOf(ids),
    });
}
