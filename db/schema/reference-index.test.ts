import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";

const { db } = useDatabase();

/** Tables of a few rows, which people hardly ever delete from. */
const small = "countries groups languages mail_templates model_pers modules platform_techs portals roles".split(" ");

// PostgreSQL looks for what refers to a row when that is deleted: without an index it reads the whole table, row by row.
test("every reference to a table that grows has an index", async () => {
  const rows = await db().execute<{ column: string; to: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as column, t.relname as to
    from pg_constraint c join pg_class t on t.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ to }) => !small.includes(to)).map(({ column }) => column)).toEqual([]);
});
