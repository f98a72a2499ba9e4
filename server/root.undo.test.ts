import { sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { registry } from "@/server/kit/list/registry";
import "./root";

const { db } = useDatabase();

/** Columns that are emptied with what they refer to; their services refuse the removal while they are set. */
const refusedWhileSet = ["vehicles_pers_id_pers_id_fk"];

const nameOf = (table: PgTable) => {
  const { schema, name } = getTableConfig(table);
  return `${schema}.${name}`;
};

it("whatever goes with a record comes back with it", async () => {
  const keys = await db().execute<{ name: string; from: string; to: string }>(sql`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and confdeltype in ('c', 'n', 'd')`);
  expect(keys.length).toBeGreaterThan(15);
  const lost: string[] = [];
  for (const { of } of registry.records) {
    const parts = new Set(of.parts.map(({ table }) => nameOf(table)));
    const gone = [nameOf(of.table)];
    for (let index = 0; index < gone.length; index++)
      for (const { name, from } of keys.filter(({ to }) => to === gone[index])) {
        if (refusedWhileSet.includes(name) || gone.includes(from)) continue;
        gone.push(from);
        if (!parts.has(from)) lost.push(`${of.name}: ${from}`);
      }
  }
  expect(lost).toEqual([]);
});
