import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useDemo } from "@/db/testing/demo";
import { scaled } from "@/db/testing/scale";
import { brokenInvariants, type Invariant, invariants, offenders, searchPath } from "./invariants.mjs";

const { url } = useDemo(scaled(60, 2_000), "2026-11-01T12:00:00Z");
let sql: postgres.Sql;
let brokenInDemo: unknown[];

// Rows that break a rule are planted where nothing keeps them out: constraints, keys and triggers are off until the end.
const unguarded = `
  begin;
  do $$ declare one record; begin
    for one in select oid::regclass as name from pg_class
      where relkind in ('r', 'p') and relhastriggers and relnamespace::regnamespace::text in ('backoffice', 'platform', 'notification')
    loop
      execute format('alter table %s disable trigger user', one.name);
    end loop;
    for one in select conrelid::regclass as owner, conname as name from pg_constraint
      where contype in ('c', 'x', 'u', 'f') and conparentid = 0 and connamespace::regnamespace::text in ('backoffice', 'platform', 'notification')
    loop
      execute format('alter table %s drop constraint if exists %I cascade', one.owner, one.name);
    end loop;
    for one in select indexrelid::regclass as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where indisunique and not indisprimary and c.relnamespace::regnamespace::text in ('backoffice', 'platform', 'notification')
    loop
      execute format('drop index %s', one.name);
    end loop;
  end $$;`;

beforeAll(async () => {
  brokenInDemo = await brokenInvariants(url);
  sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: searchPath } });
  await sql.unsafe(unguarded);
});
afterAll(async () => {
  await sql.unsafe("rollback");
  await sql.end();
});

/** What stands in a column that must not be empty, if the row does not say it. */
const anyValue: Record<string, string> = {
  uuid: "gen_random_uuid()",
  text: "'any'",
  boolean: "false",
  jsonb: "'{}'",
  ARRAY: "'{}'",
  bytea: "''",
  "timestamp with time zone": "now()",
};

async function plant(step: Invariant["plant"][number]) {
  if (typeof step === "string") return sql.unsafe(step);
  const { into, values } = step;
  const needed = await sql`
    select quote_ident(column_name) as name, data_type as type from information_schema.columns
    where (table_schema || '.' || table_name = ${into} or table_schema <> 'notification' and table_name = ${into})
      and is_nullable = 'NO' and column_default is null`;
  const filled = new Map(needed.map(({ name, type }) => [name, anyValue[type] ?? "1"]));
  for (const [name, value] of Object.entries(values)) filled.set(name, value);
  return sql.unsafe(`insert into ${into} (${[...filled.keys()]}) values (${[...filled.values()]})`);
}

test("each has a name of its own", () => {
  expect(new Set(invariants.map(({ name }) => name)).size).toBe(invariants.length);
  expect(invariants.length).toBeGreaterThan(120);
});

test("the demo keeps all of them", () => {
  expect(brokenInDemo).toEqual([]);
});

test.each(invariants)("sees when it is not so that $name", async (invariant) => {
  await sql.unsafe("savepoint before");
  try {
    expect(await offenders(sql, invariant)).toEqual([]);
    for (const step of invariant.plant) await plant(step);
    expect(await offenders(sql, invariant)).not.toEqual([]);
  } finally {
    await sql.unsafe("rollback to savepoint before");
  }
});

test("every kind of record that a mutation audits is known", async () => {
  const written = readFileSync("server/released/writes.txt", "utf8").matchAll(/"object_type":"([a-z-]+)"/g);
  const kinds = [...new Set(Array.from(written, ([, kind = ""]) => kind))];
  expect(kinds.length).toBeGreaterThan(60);
  await sql.unsafe("savepoint before");
  try {
    for (const kind of kinds)
      await plant({ into: "audit_log", values: { object_type: `'${kind}'`, action: "'update'" } });
    const [named] = invariants.filter(({ name }) => name === "the trail names kinds of record that there are");
    expect(named && (await offenders(sql, named))).toEqual([]);
  } finally {
    await sql.unsafe("rollback to savepoint before");
  }
});
