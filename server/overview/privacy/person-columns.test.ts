import { expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { systemCtx } from "@/server/kit/call/context";
import { columnTypes } from "./erase-sweep.service";
import { columnsOf, personColumns } from "./person-columns.rules";
import { retentionKinds } from "./retention.rules";

const { db } = useDatabase();

const declared = Object.entries(personColumns).flatMap(([table, kinds]) =>
  Object.values(kinds).flatMap((list: string) => columnsOf(list).map((column) => `${table}.${column}`)),
);

// A new column that can hold a text or JSON gets its place in person-columns.rules.ts: does it say something of a person?
test("every text and JSON column is on the list of what may hold a person, once", async () => {
  const types = await columnTypes({ ...systemCtx("test"), db: db() }, true);
  const there = [...types].flatMap(([table, columns]) => [...columns.keys()].map((column) => `${table}.${column}`));
  expect(there.length).toBeGreaterThan(200);
  expect(there.filter((column) => !declared.includes(column))).toEqual([]);
  expect(declared.filter((column) => !there.includes(column))).toEqual([]);
  expect(new Set(declared).size).toBe(declared.length);
});

test("every kind of retention is a table with that age", async () => {
  for (const { table, at, unless = "true" } of retentionKinds) {
    const types = `pg_typeof(${at})::text as at, pg_typeof(${unless})::text as unless`;
    const [found] = await db().execute(`select ${types} from (select) one left join ${table} on true limit 1`);
    expect([table, found]).toEqual([table, { at: "timestamp with time zone", unless: "boolean" }]);
  }
});
