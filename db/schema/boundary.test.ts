import { sql } from "drizzle-orm";
import { getTableConfig, text, uuid } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { backoffice, notification, platform } from "./pg-schema";
import { translationTable } from "./translation";

const { db } = useDatabase();

const crossings = () =>
  db().execute(sql`
    select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as refers
    from pg_constraint join pg_class one on one.oid = conrelid join pg_class other on other.oid = confrelid
    where contype = 'f' and one.relnamespace <> other.relnamespace order by 1`);

test("no foreign key crosses the line between two schemas", async () => {
  expect(await crossings()).toEqual([]);

  // and the question finds one that does
  await db().execute(sql`create table platform.trap (user_id uuid constraint trap_user references backoffice.users)`);
  expect(await crossings()).toEqual([{ name: "trap_user", table: "platform.trap", refers: "backoffice.users" }]);
  await db().execute(sql`drop table platform.trap`);
});

test("every table stands in one of the three schemas, and the kit's own in platform", async () => {
  const rows = await db().execute<{ schema: string; tables: string[] }>(sql`
    select schemaname as schema, array_agg(tablename::text order by tablename) as tables from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'drizzle', 'graphile_worker') group by 1 order by 1`);
  expect(rows.map(({ schema }) => schema)).toEqual(
    [backoffice, notification, platform].map(({ schemaName }) => schemaName),
  );
  expect(rows.find(({ schema }) => schema === "platform")?.tables).toEqual([
    "audit_log",
    "bulk_change_parts",
    "bulk_changes",
    "demo_marks",
    "erasures",
    "files",
    "idempotency_keys",
    "idempotent_calls",
    "import_parts",
    "imports",
    "last_backups",
    "list_views",
    "login_attempts",
    "mail_links",
    "mail_log",
    "person_settings",
    "rate_limits",
    "removals",
    "retentions",
    "row_counts",
    "view_mails",
  ]);
});

test("translations in the second context keep their language as a plain id", () => {
  const contents = notification.table("contents", { id: uuid().primaryKey() });
  const fields = { title: text().notNull() };
  const of = { name: "content_translations", parent: () => contents.id, fields };
  const referred = (schema: typeof backoffice | typeof notification) =>
    getTableConfig(translationTable<string, typeof fields>({ ...of, schema })).foreignKeys.map(
      (key) => getTableConfig(key.reference().foreignTable).name,
    );
  expect(referred(notification)).toEqual(["contents"]);
  expect(referred(backoffice).sort()).toEqual(["contents", "languages"]);
});
