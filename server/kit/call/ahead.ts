import { type Database, database } from "@/db/client";
import type { Pipeline } from "@/db/pipeline";
import { unreadableMet } from "@/db/schema/moment";
import { manner } from "@/texts/speech";
import type { Ahead, Ctx } from "./context";

/** A read of one record by its id alone: what it answers depends on no caller. @returns nothing where there is no such record */
type ReadOne<Row> = (db: Database, id: string) => Promise<Row[]>;

const reads = new WeakMap<object, ReadOne<unknown>>();

/** Says what a service's `get` may have asked ahead; it takes it with `takeAhead`. */
export const mayAskAhead = <Row>(get: object, read: ReadOne<Row>) => reads.set(get, read);

/** Sends the read of a record behind the statement of the session. Its failure is silent: the record is asked for again. */
export type AskAhead = (pipeline: Pipeline, id: string) => Ahead;

/** What asks ahead for a service's `get`; undefined where that says nothing. */
export function askAheadOf(get: object): AskAhead | undefined {
  const read = reads.get(get);
  if (!read) return undefined;
  const ask = async (pipeline: Pipeline, id: string) => {
    const before = unreadableMet();
    try {
      const found = await pipeline.ask(read(pipeline.db, id));
      // What cannot be read is noticed by the call that meets it (`sift`), so it has to meet it itself.
      return unreadableMet() === before ? found : undefined;
    } catch {
      return undefined;
    }
  };
  return (pipeline, id) => ({ get, id, language: manner().language, rows: ask(pipeline, id) });
}

/**
 * What was asked ahead for this call, if it was asked for this record and in this language. In a transaction, and in another
 * database, it is not what would be read.
 */
export async function takeAhead<Row>({ ahead, db, inTransaction }: Ctx, get: object, id: string) {
  if (!ahead || ahead.get !== get || ahead.id !== id || ahead.language !== manner().language) return undefined;
  if (inTransaction || db !== database()) return undefined;
  return (await ahead.rows) as Row[] | undefined; // of the `get` that it was asked for
}
