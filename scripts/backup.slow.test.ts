import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPaused } from "@/db/paused";
import * as schema from "@/db/schema";
import { prepareDatabase } from "@/seed/prepare";
import { runNode } from "./command.mjs";
import { startPostgres } from "./postgres.mjs";
import { findPostgres15 } from "./postgres-15.mjs";

const home = mkdtempSync(join(tmpdir(), "persdesk-backup-"));
const at = (name: string) => join(home, name);
const servers: Awaited<ReturnType<typeof startPostgres>>[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(home, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startPostgres>[0]) {
  const server = await startPostgres(options);
  servers.push(server);
  return server;
}

async function using<T>(url: string, work: (sql: postgres.Sql) => Promise<T>) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  return work(sql).finally(() => sql.end());
}

/** Every table with its number of rows and a sum over all of them. */
const contentOf = (url: string) =>
  using(url, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
        and relname <> 'last_backups' order by 1`; // a backup is noted when it is over
    const sums: Record<string, unknown> = {};
    for (const { name } of tables) {
      if (name === "platform.last_backups") continue; // written when a backup has ended, so that it does not hold it
      const [sum] = await sql.unsafe(
        `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`,
      );
      sums[name] = sum;
    }
    return sums;
  });

const paused = (url: string) => using(url, (sql) => isPaused(drizzle({ client: sql, schema, casing: "snake_case" })));

const key = at("backup.key");
let recipient = "";
/** Runs a command of package.json as an operator does. */
async function command(name: string, args: string[], env: Record<string, string>) {
  const { DATABASE_URL: _, ...rest } = process.env;
  return runNode([`scripts/${name}.mjs`, ...args], { env: { ...rest, BACKUP_RECIPIENT: recipient, ...env } });
}

it("makes a key pair, once, whose public half is what the server gets", async () => {
  const made = await command("backup", ["--new-key", key], {});
  recipient = /^BACKUP_RECIPIENT=(age1\S+)$/m.exec(made.output)?.[1] ?? "";
  expect(made.code).toBe(0);
  expect(made.output).not.toContain("AGE-SECRET-KEY");
  expect(await command("backup", ["--new-key", key], {})).toMatchObject({ code: 1 });
  expect(
    await command("backup", ["--to", at("x.age")], {
      BACKUP_RECIPIENT: "",
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    }),
  ).toMatchObject({
    code: 1,
    output: expect.stringContaining("BACKUP_RECIPIENT is missing"),
  });
});

describe("the embedded server", () => {
  const picture = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251));
  let content: Record<string, unknown> = {};
  let before = 0;
  let acknowledged = 0;

  it("is copied while it is written to", async () => {
    const dataDir = at("one");
    const server = await start({ dir: join(dataDir, "postgres") });
    await prepareDatabase(server.url);
    mkdirSync(join(dataDir, "files"));
    writeFileSync(join(dataDir, "files", "picture.webp"), picture);
    writeFileSync(join(dataDir, "files", "empty.pdf"), "");
    await using(server.url, (sql) => sql`create table steps (n int primary key)`);

    // Somebody goes on writing: what was acknowledged before the backup began is in it, and a beginning of what came after.
    let writing = true;
    const writer = using(server.url, async (sql) => {
      for (; writing; acknowledged++) await sql`insert into steps values (${acknowledged})`;
    });
    while (acknowledged < 50) await new Promise((resolve) => setTimeout(resolve, 5));
    before = acknowledged;
    const made = await command("backup", ["--to", at("one.age")], { DATA_DIR: dataDir });
    writing = false;
    await writer;
    expect(made).toEqual({ code: 0, output: expect.stringContaining("holds the database and 2 files") });
    const { steps, ...others } = await contentOf(server.url);
    expect(steps).toMatchObject({ rows: acknowledged });
    content = others;
    expect(Object.keys(content).length).toBeGreaterThan(50);
    expect(await paused(server.url)).toBe(false);
    expect(await using(server.url, (sql) => sql`select kind from platform.last_backups`)).toEqual([
      { kind: "cluster" },
    ]);
  });

  const again = { DATA_DIR: at("two") };

  it("comes back in a new place as it was, with its files and its workers paused", async () => {
    expect(await command("restore", ["--from", at("one.age"), "--key", key], again)).toEqual({
      code: 0,
      output: expect.stringContaining("the database and 2 files are restored"),
    });
    const restored = await start({ dir: join(at("two"), "postgres") });
    const { steps: copied, ...same } = await contentOf(restored.url);
    expect(same).toEqual(content);
    const rows = (copied as { rows: number }).rows;
    expect(rows).toBeGreaterThanOrEqual(before);
    expect(rows).toBeLessThanOrEqual(acknowledged);
    expect(await using(restored.url, (sql) => sql`select max(n)::int as last from steps`)).toEqual([
      { last: rows - 1 },
    ]);
    expect(readdirSync(join(at("two"), "files")).sort()).toEqual(["empty.pdf", "picture.webp"]);
    expect(readFileSync(join(at("two"), "files", "picture.webp"))).toEqual(picture);

    expect(await paused(restored.url)).toBe(true);
    expect(await command("database", ["resume"], again)).toMatchObject({ code: 0 });
    expect(await paused(restored.url)).toBe(false);
    expect(await command("restore", ["--from", at("one.age"), "--key", key], again)).toMatchObject({
      code: 1,
      output: expect.stringContaining("exists already"),
    });
  });

  it("comes back whole or not at all: by no other key, and from no shortened file", async () => {
    const other = at("other.key");
    await command("backup", ["--new-key", other], {});
    const place = { DATA_DIR: at("three") };
    const wrong = await command("restore", ["--from", at("one.age"), "--key", other], place);
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("another key encrypted it") });
    const bytes = readFileSync(at("one.age"));
    writeFileSync(at("short.age"), bytes);
    truncateSync(at("short.age"), bytes.length - 10_000);
    const short = await command("restore", ["--from", at("short.age"), "--key", key], place);
    expect(short).toMatchObject({ code: 1, output: expect.stringContaining("incomplete or was changed") });
    expect(readdirSync(at("three"))).toEqual([]);
  });
});

const bin = findPostgres15();

describe.skipIf(!bin)("a database that is named, by a role that owns it and nothing more", () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let env: Record<string, string>;
  const empty = async (name: string) => {
    await using(server.admin, (sql) => sql`create database ${sql(name)} owner persdesk`);
    return server.url.replace(/[^/]*$/, name);
  };
  const restore = (url: string, more: Record<string, string> = {}) =>
    command("restore", ["--from", at("four.age"), "--key", key], { ...env, DATABASE_URL: url, ...more });
  const commentOf = (url: string) =>
    using(url, async (sql) => {
      const [row] = await sql`
        select shobj_description(oid, 'pg_database') as text from pg_database where datname = current_database()`;
      return row?.text;
    });

  beforeAll(async () => {
    server = await start({ dir: at("fifteen"), throwaway: true, bin });
    await prepareDatabase(server.url);
    env = { DATA_DIR: at("four"), DATABASE_URL: server.url, PG_BIN: bin ?? "" };
  });

  it("is dumped, and comes back in an empty one only, its workers paused", async () => {
    expect(await command("backup", ["--to", at("four.age")], env)).toMatchObject({ code: 0 });
    const second = await empty("second");
    expect(await restore(server.url)).toMatchObject({ code: 1, output: expect.stringContaining("not empty") });
    expect(await paused(server.url)).toBe(false);
    await using(second, async (sql) => {
      await sql`comment on database second is ${sql.unsafe("'It''s the \\ second'")}`;
      expect(await restore(second)).toMatchObject({ code: 1, output: expect.stringContaining("Something uses") });
    });
    expect(await restore(second)).toMatchObject({ code: 0 });
    expect(await contentOf(second)).toEqual(await contentOf(server.url));
    expect([await paused(server.url), await paused(second)]).toEqual([false, true]);
    expect(await command("database", ["resume"], { ...env, DATABASE_URL: second })).toMatchObject({ code: 0 });
    expect([await paused(second), await commentOf(second)]).toEqual([false, "It's the \\ second"]);
    const place = { DATA_DIR: at("five") };
    expect(await command("restore", ["--from", at("four.age"), "--key", key], place)).toMatchObject({
      code: 1,
      output: expect.stringContaining("name an empty one"),
    });
  });

  it("a restore that fails says why, and leaves an empty database that cannot be resumed", async () => {
    const third = await empty("third");
    const stranger = third.replace("//persdesk:", "//stranger:");
    await using(server.admin, (sql) =>
      sql.unsafe(
        `create role stranger login password '${new URL(third).password}'; grant all on database third to stranger`,
      ),
    );
    const line = (text: string) => ({ code: 1, output: `persdesk: ${text}\n` });
    expect(await restore(stranger)).toEqual(
      line("Only the owner of the database may pause its workers. Name that role in DATABASE_URL."),
    );
    expect(await restore(third, { PG_BIN: at("nowhere") })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^persdesk: pg_restore 15 or newer is needed \(none is installed\)/),
    });
    await using(third, (sql) => sql`create schema backoffice`);
    expect(await restore(third)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^persdesk: pg_restore: error: .*schema "backoffice" already exists\n$/),
    });
    expect(await command("database", ["resume"], { ...env, DATABASE_URL: third })).toEqual(
      line("This database is empty: nothing was restored into it, and no worker works on it."),
    );
    await using(third, (sql) => sql`drop schema backoffice`);
    expect(await restore(third)).toMatchObject({ code: 0 });
  });

  it("is paused as well by the setting that earlier versions made, which only a superuser takes away", async () => {
    await using(server.admin, (sql) => sql.unsafe("alter database persdesk set persdesk.paused = 'on'"));
    expect(await paused(server.url)).toBe(true);
    const resume = (url: string) => command("database", ["resume"], { ...env, DATABASE_URL: url });
    expect(await resume(server.url)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/only a superuser removes: alter database persdesk reset persdesk.paused\n$/),
    });
    expect(await resume(server.admin)).toMatchObject({ code: 0 });
    expect(await paused(server.url)).toBe(false);
  });

  it("a backup without PostgreSQL's programs says so in one line, and leaves no file", async () => {
    const made = await command("backup", ["--to", at("none.age")], { ...env, PG_BIN: at("nowhere") });
    expect(made).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^persdesk: pg_dump 15 or newer is needed .*\n$/),
    });
    expect(readdirSync(home).filter((name) => name.startsWith("none"))).toEqual([]);
  });
});
