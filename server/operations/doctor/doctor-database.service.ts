import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { connect } from "@/db/connect.mjs";
import { backoffice, notification, platform } from "@/db/schema";
import type { Settings } from "@/env/env";
import { workerLife } from "../routine/worker-life.service";
import { type Finding, fault, reasonOf, warn, well } from "./finding.rules";

const oldest = 15;
const newest = 18;
const extensions = ["pg_trgm", "btree_gist", "unaccent"];
const schemas = [backoffice, notification, platform].map(({ schemaName }) => schemaName);
const toleratedSeconds = 2;

/** A connection of its own to one address, which ends with the work. */
async function at<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, {
    max: 1,
    connect_timeout: 5,
    prepare: false,
    onnotice: () => undefined,
    connection: { application_name: "persdesk doctor" },
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** @param major such as 15 */
export function versionOf(major: number, hasIcu: boolean): Finding {
  const says = `PostgreSQL ${major} ${hasIcu ? "with" : "without"} ICU`;
  if (major >= oldest && major <= newest && hasIcu) return well("version", says);
  return fault("version", says, `use PostgreSQL ${oldest} to ${newest}, built with ICU`);
}

async function version(sql: postgres.Sql): Promise<Finding> {
  const [row] = await sql<{ major: number; icu: boolean }[]>`
    select current_setting('server_version_num')::int / 10000 as major,
      exists (select from pg_collation where collprovider = 'i') as icu`;
  return versionOf(row?.major ?? 0, row?.icu ?? false);
}

async function rights(sql: postgres.Sql): Promise<Finding> {
  const [row] = await sql<{ role: string; isSuper: boolean; owns: boolean; owner: string }[]>`
    select current_user as role, r.rolsuper as "isSuper", pg_has_role(current_user, d.datdba, 'member') as owns,
      pg_get_userbyid(d.datdba) as owner
    from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`;
  if (!row?.owns)
    return fault(
      "rights",
      `${row?.role} does not own the database, ${row?.owner} does`,
      "connect as the role that owns it",
    );
  const lacking = await sql<{ name: string; owner: string }[]>`
    select c.oid::regclass::text as name, pg_get_userbyid(c.relowner) as owner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${schemas}) and c.relkind in ('r', 'p') and not (
      pg_has_role(current_user, c.relowner, 'member') and has_schema_privilege(n.oid, 'usage')
      and has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
      and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
    order by 1`;
  const [first] = lacking;
  if (first)
    return fault(
      "rights",
      `${row.role} lacks rights to ${lacking.length} tables, such as ${first.name} of ${first.owner}`,
      `alter table … owner to ${row.role}, and grant all on it to ${row.role}`,
    );
  if (row.isSuper)
    return warn("rights", `${row.role} is a superuser`, "connect as a role that owns the database and no more");
  return well("rights", `${row.role} owns the database and its tables`);
}

async function extensionsOf(sql: postgres.Sql): Promise<Finding> {
  const rows = await sql<{ name: string; isThere: boolean }[]>`
    select name, installed_version is not null as "isThere" from pg_available_extensions where name = any (${extensions})`;
  const unavailable = extensions.filter((name) => !rows.some((row) => row.name === name));
  if (unavailable.length > 0)
    return fault("extensions", `the server lacks ${unavailable.join(", ")}`, "install postgresql-contrib on it");
  const missing = rows.filter(({ isThere }) => !isThere).map(({ name }) => name);
  if (missing.length > 0) return fault("extensions", `${missing.join(", ")} not created`, "npm run db:migrate");
  return well("extensions", extensions.join(", "));
}

async function migrations(sql: postgres.Sql): Promise<Finding> {
  const ours = readMigrationFiles({ migrationsFolder: "db/migrations" });
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`;
  const applied = table?.is_there ? await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations` : [];
  const known = new Set(ours.map(({ hash }) => hash));
  const others = applied.filter(({ hash }) => !known.has(hash)).length;
  if (others > 0)
    return fault("migrations", `${others} are not of this version`, "start the version that made them, or a newer one");
  const missing = ours.length - applied.length;
  if (missing > 0) return fault("migrations", `${missing} of ${ours.length} are missing`, "npm run db:migrate");
  return well("migrations", `all ${ours.length} are applied`);
}

async function clock(sql: postgres.Sql): Promise<Finding> {
  const begun = Date.now();
  const [row] = await sql<{ at: number }[]>`select extract(epoch from clock_timestamp())::float8 as at`;
  const ahead = (begun + Date.now()) / 2000 - (row?.at ?? 0);
  const says = `this machine is ${Math.abs(ahead).toFixed(1)} s ${ahead < 0 ? "behind" : "ahead of"} the database`;
  if (Math.abs(ahead) > toleratedSeconds) return warn("clock", says, "set the clock of whichever is wrong (NTP)");
  return well("clock", says);
}

/** @param used of all databases of the server; @param most that it gives to others than superusers */
export function connectionsOf(used: number, most: number, pool: number): Finding {
  const says = `${used} of ${most} in use; a web with these settings opens up to ${pool + 5}, a worker ${pool + 25}`;
  if (used > most * 0.8) return warn("connections", says, "raise max_connections, or lower DATABASE_POOL");
  return well("connections", says);
}

async function connections(sql: postgres.Sql, { DATABASE_POOL: pool }: Settings): Promise<Finding> {
  const [row] = await sql<{ used: number; most: number }[]>`
    select (select count(*)::int from pg_stat_activity where datid is not null) as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`;
  return connectionsOf(row?.used ?? 0, row?.most ?? 0, pool);
}

async function workers(sql: postgres.Sql): Promise<Finding> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = ${workerLife}`;
  if (!row?.n)
    return fault(
      "workers",
      "none is at work: no mail, notification or routine",
      "npm run worker; where one runs, see what its log says",
    );
  return well("workers", `${row.n} at work`);
}

const staleHours = 36;

async function backup(sql: postgres.Sql): Promise<Finding> {
  const remedy = "npm run db:backup -- --to <file>; after one by other means: npm run db:backup -- --made-elsewhere";
  const [row] = await sql<{ hours: number | null; at: string | null }[]>`
    select (extract(epoch from now() - max(finished_at)) / 3600)::float8 as hours,
      to_char(max(finished_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as at from platform.last_backups`;
  if (!row?.at || row.hours === null) return fault("backup", "none was ever made, as far as is known here", remedy);
  const says = `the last one is of ${row.at}`;
  return row.hours > staleHours ? fault("backup", says, remedy) : well("backup", says);
}

async function direct(sql: postgres.Sql): Promise<Finding> {
  const [row] = await sql<{ follows: boolean }[]>`select pg_is_in_recovery() as follows`;
  if (row?.follows) return fault("direct", "DATABASE_DIRECT_URL is a replica", "give the address of the primary");
  return well("direct", "DATABASE_DIRECT_URL answers and takes writes");
}

async function replica(sql: postgres.Sql): Promise<Finding> {
  const [row] = await sql<{ follows: boolean; late: number | null }[]>`
    select pg_is_in_recovery() as follows, case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8 as late`;
  if (!row?.follows)
    return warn("replica", "DATABASE_READ_URL is no replica (any more)", "give a replica's address, or none");
  const late = Math.round(row.late ?? 0);
  if (late > 60) return warn("replica", `${late} s late; the primary is read instead`, "look at the replica's log");
  return well("replica", `${late} s late`);
}

type Look = (sql: postgres.Sql, settings: Settings) => Promise<Finding>;

/** What is looked at once the database answers, and what to do where that cannot be seen. */
const looks: [string, Look, string][] = [
  ["version", version, "look at the server's log"],
  ["rights", rights, "connect as the role that owns the database"],
  ["extensions", extensionsOf, "npm run db:migrate"],
  ["migrations", migrations, "npm run db:migrate"],
  ["clock", clock, "look at the server's log"],
  ["connections", connections, "look at the server's log"],
  ["workers", workers, "look at the server's log"],
  ["backup", backup, "npm run db:migrate"],
];

/** Looks at the database, and at the other addresses that lead to it; one that does not answer is one fault. */
export async function databaseFindings(settings: Settings): Promise<Finding[]> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL } = settings;
  const findings: Finding[] = [];
  try {
    await at(DATABASE_URL, async (sql) => {
      await sql`select 1`;
      findings.push(well("database", "DATABASE_URL answers"));
      for (const [what, look, remedy] of looks)
        findings.push(await look(sql, settings).catch((error: unknown) => fault(what, reasonOf(error), remedy)));
    });
  } catch (error) {
    const remedy =
      "start PostgreSQL and what lies before it, or correct DATABASE_URL; nothing else of it can be looked at";
    findings.push(fault("database", reasonOf(error), remedy));
  }
  const others: [string, string | undefined, Look, string][] = [
    ["direct", DATABASE_DIRECT_URL, direct, "correct DATABASE_DIRECT_URL: workers need it"],
    [
      "replica",
      DATABASE_READ_URL,
      replica,
      "start the replica, or take DATABASE_READ_URL away: the primary is read meanwhile",
    ],
  ];
  for (const [what, url, look, remedy] of others)
    if (url)
      findings.push(
        await at(url, (sql) => look(sql, settings)).catch((error: unknown) => fault(what, reasonOf(error), remedy)),
      );
  return findings;
}
