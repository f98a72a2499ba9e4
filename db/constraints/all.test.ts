import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "../testing/database";
import { constraints } from "./all";

const { db } = useDatabase();

interface Found extends Record<string, unknown> {
  name: string;
  kind: string;
  /** of a foreign key: what happens to the rows that refer to a record that goes */
  onDelete: string;
}
let found: Found[];

// Partitions repeat the constraints of their parent; a plain primary key is an id that the server makes.
beforeAll(async () => {
  found = await db().execute<Found>(sql`
    select c.conname as name, c.contype::text as kind, c.confdeltype::text as "onDelete"
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'drizzle', 'graphile_worker')
      and not t.relispartition and c.contype in ('u', 'f', 'c', 'x', 'p') and c.conname not like '%\_pkey'
    union all
    select i.relname, 'index', '' from pg_index x
      join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace::regnamespace::text not in ('pg_catalog', 'pg_toast', 'information_schema', 'drizzle', 'graphile_worker')
      and not t.relispartition and x.indisunique and not exists (select from pg_constraint c where c.conindid = x.indexrelid)`);
});

describe("what people are told of a broken constraint", () => {
  it("finds constraints of every kind", () => {
    for (const kind of ["u", "f", "c", "x", "p", "index"]) expect(found.map((one) => one.kind)).toContain(kind);
  });

  it("every constraint of the database has its sentence: add a line to db/constraints for each of these", () => {
    expect(found.map(({ name }) => name).filter((name) => !constraints.has(name))).toEqual([]);
  });

  it("every sentence has its constraint: remove these from db/constraints", () => {
    const names = new Set(found.map(({ name }) => name));
    expect([...constraints.keys()].filter((name) => !names.has(name))).toEqual([]);
  });

  it("a foreign key that keeps a record from being deleted says what refers to it, and no other does", () => {
    const stays = found.filter(({ kind, onDelete }) => kind === "f" && onDelete === "a");
    expect(stays.length).toBeGreaterThan(20);
    const silent = stays.filter(({ name }) => !constraints.get(name)?.users);
    expect(silent.map(({ name }) => name)).toEqual([]);
    const speaking = new Set(stays.map(({ name }) => name));
    const wrong = [...constraints].filter(([name, { users }]) => users && !speaking.has(name));
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it("sentences are sentences", () => {
    for (const { says } of constraints.values()) expect(says).toMatch(/^[A-Z][^_]+\.$/);
  });
});
