import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { migrateDatabase } from "./migrate";
import { useDatabase } from "./testing/database";

const { db, url } = useDatabase();

it("refuses a database that a newer version or another program migrated", async () => {
  const [last] = await db().execute<{ at: string }>(
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  );
  await db().execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', ${Number(last?.at) + 1})`,
  );
  await expect(migrateDatabase(url)).rejects.toThrow(/holds a migration that this version of Persdesk does not know/);
});
