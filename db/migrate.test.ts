import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { connect } from "./connect.mjs";
import { migrateDatabase } from "./migrate";
import { useDatabase } from "./testing/database";

const { db, url } = useDatabase();

/** The migrations and one more, in a folder of their own. */
function withOneMore(tag: string, statements: string) {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  cpSync("db/migrations", folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8")) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  const last = journal.entries.at(-1);
  if (!last) throw new Error("there are migrations");
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, `${tag}.sql`), statements);
  return folder;
}

it("lets go of what somebody beside it waits for, so that no request is the victim of a deadlock", async () => {
  const folder = withOneMore(
    "9999_busy",
    "alter table backoffice.countries add tried text;--> statement-breakpoint\nselect pg_sleep(0.8);--> statement-breakpoint\nalter table backoffice.languages add tried text;",
  );
  const beside = connect(url, { max: 1, onnotice: () => undefined });
  let migrated: Promise<void> | undefined;
  try {
    await beside.begin(async (tx) => {
      await tx`lock table backoffice.languages in row exclusive mode`;
      migrated = migrateDatabase(url, folder);
      const holds = async () =>
        (
          await db().execute(sql`
            select 1 from pg_locks where granted and mode = 'AccessExclusiveLock' and relation = 'backoffice.countries'::regclass`)
        ).length;
      await expect.poll(holds, { interval: 10 }).toBe(1);
      // It holds this one already and waits for the other, or will: each would wait for the other for ever.
      await tx`lock table backoffice.countries in row exclusive mode`;
    });
    await migrated;
    const [row] = await db().execute<{ n: number }>(
      sql`select count(*)::int as n from information_schema.columns where column_name = 'tried'`,
    );
    expect(row?.n).toBe(2);
  } finally {
    await beside.end();
    rmSync(folder, { recursive: true });
  }
});

it("refuses a database that a newer version or another program migrated", async () => {
  const [last] = await db().execute<{ at: string }>(
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  );
  await db().execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', ${Number(last?.at) + 1})`,
  );
  await expect(migrateDatabase(url)).rejects.toThrow(/holds a migration that this version of Persdesk does not know/);
});
