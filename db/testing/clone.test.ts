import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { migrateDatabase } from "@/db/migrate";
import { useDatabase } from "./database";

const { db, url } = useDatabase();

describe("a test file's database", () => {
  test("is a migrated clone that the application's own client talks to", async () => {
    const [row] = await db().execute(
      sql`select current_database() as name, to_regclass('backoffice.users')::text as users`,
    );
    expect(row).toEqual({ name: new URL(url).pathname.slice(1), users: "backoffice.users" });
  });

  test("sorts by code point and speaks UTC, as production does", async () => {
    const [row] = await db().execute(
      sql`select pg_encoding_to_char(encoding) as encoding, current_setting('timezone') as zone, lower('É') as lower
        from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({ encoding: "UTF8", zone: "UTC", lower: "é" });
    const sorted = await db().execute(sql`select v from unnest(array['é', 'b', 'a', 'B', 'z']) as t(v) order by v`);
    expect(sorted.map(({ v }) => v)).toEqual(["B", "a", "b", "z", "é"]);
  });

  test("is migrated once, by however many nodes that start together", async () => {
    const applied = async () => {
      const [row] = await db().execute(sql`select count(*)::int as n from drizzle.__drizzle_migrations`);
      return row?.n;
    };
    const before = await applied();
    await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url)));
    expect(await applied()).toBe(before);
    expect(before).toBeGreaterThan(0);
  });
});
