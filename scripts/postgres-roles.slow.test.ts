import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { migrateDatabase } from "@/db/migrate";
import { onServer } from "@/db/testing/clone";
import { restoreReleased } from "@/db/testing/released";
import { freePort } from "./port.mjs";
import { startPostgres } from "./postgres.mjs";
import { findBinary } from "./postgres-binary.mjs";

const home = mkdtempSync(join(tmpdir(), "persdesk-roles-"));
const servers: Awaited<ReturnType<typeof startPostgres>>[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(home, { recursive: true, force: true });
});

async function start(name: string) {
  const server = await startPostgres({ dir: join(home, name), throwaway: true });
  servers.push(server);
  return server;
}
const accessOf = (name: string) => JSON.parse(readFileSync(join(home, name, "access.json"), "utf8"));

/** A server as versions up to 32d0e228 made one: its only role administers it and owns everything. */
async function makeWithOneRole(name: string) {
  const dir = join(home, name);
  mkdirSync(dir, { mode: 0o755 });
  const binary = findBinary(dir, undefined);
  const password = "of-the-one-role";
  writeFileSync(join(dir, "password"), password, { mode: 0o644 });
  mkdirSync(join(dir, "data"), { mode: 0o700 });
  if (binary.owner) spawnSync("chown", [`${binary.owner.uid}:${binary.owner.gid}`, join(dir, "data")]);
  const code = await binary.run(
    "initdb",
    [
      "-D",
      join(dir, "data"),
      "--username=persdesk",
      `--pwfile=${join(dir, "password")}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--no-locale",
      "--no-sync",
    ],
    join(dir, "init.log"),
  );
  expect(code).toBe(0);
  const port = await freePort(0, "127.0.0.1");
  writeFileSync(join(dir, "access.json"), JSON.stringify({ password, port }));
  const flags = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200`;
  const run = (...args: string[]) =>
    binary.run("pg_ctl", [...args, "-D", join(dir, "data"), "-w"], join(dir, "init.log"));
  expect(await run("start", "-o", flags)).toBe(0);
  const url = `postgres://persdesk:${password}@127.0.0.1:${port}/persdesk`;
  await onServer(url.replace(/persdesk$/, "postgres"), (sql) => sql`create database persdesk`);
  return { url, stop: () => run("stop", "-m", "fast") };
}

const rights = (url: string) =>
  onServer(
    url,
    (sql) => sql`select current_user::text as name, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
      (select datdba::regrole::text from pg_database where datname = current_database()) as owner
      from pg_roles where rolname = current_user`,
  );
const nothingMore = {
  name: "persdesk",
  rolsuper: false,
  rolcreatedb: false,
  rolcreaterole: false,
  rolreplication: false,
  rolbypassrls: false,
  owner: "persdesk",
};

/** What others than the owner have in a database, of any kind, by the catalogues themselves. */
const others = (admin: string) =>
  onServer(admin, async (sql) => {
    const owned = await sql`
      select c.oid::regclass::text as catalogue, a.attname as owner from pg_class c join pg_attribute a on attrelid = c.oid
      where c.relnamespace = 'pg_catalog'::regnamespace and c.relkind = 'r' and not c.relisshared
        and attname ~ 'owner$' and atttypid = 'oid'::regtype and c.relname <> 'pg_extension' order by 1`;
    expect(owned.length).toBeGreaterThan(12);
    const found = [];
    for (const { catalogue, owner } of owned)
      found.push(
        ...(await sql.unsafe(`
          select '${catalogue}' as catalogue, i.identity from ${catalogue} t
          cross join lateral pg_identify_object('${catalogue}'::regclass, t.oid, 0) i
          where t.oid >= 16384 and ${owner} <> 'persdesk'::regrole and coalesce(i.schema, i.identity) !~ '^pg_(temp|toast)'
            and not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = t.oid and d.deptype = 'e')`)),
      );
    return found;
  });

/** One of each kind that a role may own, beside what our migrations make. */
const ofEachKind = `
  create schema more;
  create type more.colour as enum ('red');
  create type more.pair as (a int, b int);
  create type more.span as range (subtype = float8);
  create domain more.positive as int check (value > 0);
  create function more."add one"(a int) returns int language sql as 'select a + 1';
  create procedure more.nothing() language sql as '';
  create aggregate more.total(int) (sfunc = int4pl, stype = int);
  create table more."a table" (id int generated always as identity, n serial, c more.colour);
  create table more.parts (id int) partition by range (id);
  create table more.part partition of more.parts for values from (0) to (9);
  create view more.seen as select 1 as one;
  create materialized view more.kept as select 1 as one;
  create sequence more.counter;
  create statistics more.both on id, n from more."a table";
  create collation more.plain from "C";
  create operator more.=== (function = int4eq, leftarg = int, rightarg = int);
  create operator class more.ints for type int using btree as operator 3 = (int, int), function 1 btint4cmp(int, int);
  create text search dictionary more.simple (template = simple);
  create text search configuration more.words (copy = simple);
  create conversion more.turn for 'LATIN1' to 'UTF8' from iso8859_1_to_utf8;
  create publication told for table more."a table";
  select lo_create(0);`;

it("a new server has a role that owns its database and nothing more", async () => {
  const server = await start("new");
  expect(await rights(server.url)).toEqual([nothingMore]);
  expect(await onServer(server.admin, (sql) => sql`select current_user::text as name`)).toEqual([
    { name: "persdesk_admin" },
  ]);
  await migrateDatabase(server.url);
  expect(await others(server.admin)).toEqual([]);
  for (const beyond of [
    "create role another",
    "create database another",
    "alter system set jit = on",
    "copy (select 1) to program 'true'",
  ])
    await expect(onServer(server.url, (sql) => sql.unsafe(beyond))).rejects.toMatchObject({ code: "42501" });
  const again = await start("new");
  expect([again.adopted, again.url, again.admin]).toEqual([true, server.url, server.admin]);
});

it("a server with one role is left alone while it runs, and gets its owner at its next start, with all that is in it", async () => {
  const before = await makeWithOneRole("old");
  await restoreReleased(before.url, "db/released/32d0e228.br");
  await onServer(before.url, (sql) => sql.unsafe(ofEachKind));
  const running = await startPostgres({ dir: join(home, "old"), throwaway: true });
  expect([running.adopted, running.url, running.admin]).toEqual([true, before.url, before.url]);
  await before.stop();

  const server = await start("old");
  expect(server.url).not.toBe(before.url);
  expect(await rights(server.url)).toEqual([nothingMore]);
  expect(await others(server.admin)).toEqual([]);
  await migrateDatabase(server.url);
  const [kept] = await onServer(
    server.url,
    (sql) => sql`select more."add one"(1) as two, count(*)::int as n from backoffice.pers`,
  );
  expect(kept).toMatchObject({ two: 2, n: expect.any(Number) });
  await expect(onServer(before.url, (sql) => sql`select 1`)).rejects.toMatchObject({ code: "28P01" });
});

it("goes on where a start was killed between any two steps", async () => {
  const before = await makeWithOneRole("killed");
  await onServer(before.url, (sql) => sql`create table public.kept as select 1 as one`);
  await before.stop();
  const { password, port } = accessOf("killed");
  const place = join(home, "killed", "access.json");
  const settled = async () => {
    const server = await startPostgres({ dir: join(home, "killed"), throwaway: true });
    expect(await rights(server.url)).toEqual([nothingMore]);
    expect(await others(server.admin)).toEqual([]);
    expect(await onServer(server.url, (sql) => sql`select one from kept`)).toEqual([{ one: 1 }]);
    return server;
  };
  // The passwords were written, and nothing was done yet.
  writeFileSync(place, JSON.stringify({ port, adminPassword: password, password: "of-the-owner" }));
  const server = await settled();
  servers.push(server);
  // Renamed, and the helper is still there; then no owner yet; then its database not yet given to it.
  await onServer(server.admin, (sql) => sql`create role persdesk_renamer superuser`);
  await settled();
  expect(await onServer(server.admin, (sql) => sql`select from pg_roles where rolname = 'persdesk_renamer'`)).toEqual(
    [],
  );
  await onServer(server.admin, (sql) =>
    sql.unsafe("reassign owned by persdesk to persdesk_admin; drop owned by persdesk; drop role persdesk"),
  );
  await settled();
  await onServer(server.admin, (sql) => sql`alter database persdesk owner to persdesk_admin`);
  await settled();
});
