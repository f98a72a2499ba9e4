import { setTimeout as sleep } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { runMigrations } from "graphile-worker";
import type postgres from "postgres";
import { connect } from "@/db/connect.mjs";
import { jobPool } from "./job-pool";
import { sessionSettings } from "./session";

// Any number will do, as long as every node asks for the same one.
const migrationLock = 7_270_421;

/** A migration may take any time, also beyond the role's limits. */
const unlimited = { ...sessionSettings, lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

/**
 * How long a migration may take to get all its tables: less than PostgreSQL waits before it looks for a deadlock (a second),
 * so that it is the migration that lets go and begins again, and never the request of somebody who works beside it.
 */
const lockMs = 700;
const pauseMs = 300;
const mostTries = 600;

/** What a migration says of the rows that it changed (`raise info`); what PostgreSQL says by itself is left out. */
function say({ severity, message }: postgres.Notice) {
  if (severity === "INFO") console.log(message);
}

/**
 * Brings a database to the newest schema: an empty one, or that of a released version. Nodes that start together take turns,
 * and the later ones find nothing to do.
 * @param url the database, as a role that may create schemas and extensions
 * @param folder where the migrations are, from the working directory
 * @throws Error where the database holds a migration that is not in the folder
 */
export async function migrateDatabase(url: string, folder = "db/migrations") {
  // One connection: an advisory lock belongs to the session that took it, and goes with it if this process dies.
  const client = connect(url, { max: 1, onnotice: say, connection: unlimited });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    await assertOurs(client, folder);
    for (const migration of await missing(client, folder)) await apply(client, migration);
    // The job queue too, so that a mail can be queued before the first worker starts.
    const pgPool = jobPool(url, 1, unlimited);
    await runMigrations({ pgPool }).finally(() => pgPool.end());
  } finally {
    await client.end();
  }
}

/** The migrations that a database lacks, in drizzle's own records. */
async function missing(client: postgres.Sql, folder: string) {
  await client`create schema if not exists drizzle`;
  await client`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  const [last] = await client`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`;
  const all = readMigrationFiles({ migrationsFolder: folder });
  return all.filter(({ folderMillis }) => last?.at === null || folderMillis > last?.at);
}

/** The tables that there are of those that a migration names. */
async function tablesIn(tx: postgres.TransactionSql, statements: string[]) {
  const names = [...statements.join("\n").matchAll(/"?\b([a-z_]\w*)"?\."?([a-z_]\w*)"?/g)].map(
    ([, schema, name]) => `"${schema}"."${name}"`,
  );
  const tables = await tx<{ name: string }[]>`
    select distinct c.oid::regclass::text as name from unnest(${[...new Set(names)]}::text[]) named
    join pg_class c on c.oid = to_regclass(named) where c.relkind in ('r', 'p') and c.relnamespace <> 'pg_catalog'::regnamespace
    order by 1`;
  return tables.map(({ name }) => name);
}

/** Applies a migration whole or not at all, and again where others held what it changes. */
async function apply(client: postgres.Sql, { sql: statements, hash, folderMillis }: MigrationMeta) {
  for (let tries = 1; ; tries++) {
    try {
      await client.begin(async (tx) => {
        const tables = await tablesIn(tx, statements);
        await tx.unsafe(`set local statement_timeout = ${lockMs}`);
        if (tables.length > 0) await tx.unsafe(`lock table ${tables.join(", ")} in access exclusive mode`);
        await tx.unsafe(`set local statement_timeout = 0; set local lock_timeout = ${lockMs}`);
        for (const statement of statements) await tx.unsafe(statement);
        await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
      });
      return;
    } catch (error) {
      const isBusy = ["55P03", "40P01", "57014"].includes((error as { code?: string }).code ?? "");
      if (!isBusy || tries === mostTries) throw error;
      await sleep(pauseMs * (1 + Math.random()));
    }
  }
}

/**
 * A database of any released version is carried over, for migrations are only added (ADR 64). One that has a migration which
 * this version lacks is a newer version's or another program's, and what is missing here would be applied on top of it.
 */
async function assertOurs(client: postgres.Sql, folder: string) {
  const [row] = await client`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`;
  if (!row?.migrated) return;
  const ours = readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash);
  const [other] = await client`select hash from drizzle.__drizzle_migrations where hash <> all(${ours})`;
  if (other)
    throw new Error(
      "This database holds a migration that this version of Persdesk does not know: a newer version or another program made it. Use that version, or give another database.",
    );
}
