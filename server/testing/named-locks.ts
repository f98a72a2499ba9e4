import { PostgresJsPreparedQuery } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll } from "vitest";

/** The driver's class as far as it is replaced here. */
interface Query {
  execute: (values?: Record<string, unknown>) => Promise<unknown>;
  queryString: string;
  params: unknown[];
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Notes which names this process locks (`lockName`, `shareName`): call it at the top of the file.
 * @returns those since it was asked last, each once and without ids
 */
export function useNamedLocks(): () => string[] {
  const query = PostgresJsPreparedQuery.prototype as unknown as Query; // its fields are private
  const { execute } = query;
  const names = new Set<string>();
  beforeAll(() => {
    query.execute = function (this: Query, values) {
      const lock = /\bpg_advisory_xact_lock(_shared)?\(/.exec(this.queryString);
      if (lock) names.add(`${String(this.params[0]).replace(uuid, "…")}${lock[1] ? " (shared)" : ""}`);
      return execute.call(this, values);
    };
  });
  afterAll(() => {
    query.execute = execute;
  });
  return () => {
    const all = [...names].sort();
    names.clear();
    return all;
  };
}
