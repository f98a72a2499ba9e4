import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Ctx } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";
import { manner } from "@/texts/speech";

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
 * A statement that many requests run. Building its SQL costs as much as running it, so it is built once per pool and
 * language, for it may hold the reader's, and again in each transaction.
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
  const key = `${manner().language} ${name}`;
  const known = byName.get(key) as Statement<Row, Values> | undefined; // the owner's statement of that name, as built below
  const statement = known ?? build().prepare(name);
  byName.set(key, statement as Statement<never, never>);
  return statement;
}

const ofIdsAlone = new WeakSet<object>();

/** A read of records that needs nothing but a database: the rows of the same ids are the same for everybody. */
type ByIds<Row> = (of: Pick<Ctx, "db">, ids: string[]) => Promise<Row[]>;

/** Says of a read of records that it depends on ids and language alone, so that it may be sent before the caller is known (ADR 5). */
export function byIdsAlone<Row>(read: ByIds<Row>): ByIds<Row> {
  ofIdsAlone.add(read);
  return read;
}

/** Whether a read was said to depend on ids and language alone. */
export const readsByIdsAlone = (read: object) => ofIdsAlone.has(read);

/**
 * A read of records by their ids, as every list and sheet makes it. One id has a statement of its own: PostgreSQL expects
 * ten ids of any array, so a plan that it could keep looks dearer for one than a new plan at each read.
 * @param build gets the database and what an id equals
 */
export function readByIds<Row>(build: (db: Database, ids: SQL) => Buildable<Row>) {
  const owner = {};
  return byIdsAlone(({ db }, ids): Promise<Row[]> => {
    const [id] = ids;
    return ids.length === 1
      ? builtOnce(db, owner, "by id", () => build(db, sql`${sql.placeholder("id")}::uuid`)).execute({ id })
      : builtOnce(db, owner, "by ids", () => build(db, sql`any(${sql.placeholder("ids")}::uuid[])`)).execute({
          ids: arrayOf(ids),
        });
  });
}
