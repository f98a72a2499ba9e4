import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { runMigrations } from "graphile-worker";
import type postgres from "postgres";
import { connect } from "@/db/connect.mjs";
import { sessionSettings, withSession } from "./session";

// Any number will do, as long as every node asks for the same one.
const migrationLock = 7_270_421;

/** A migration takes as long as it takes, whatever the role is set to. */
const unlimited = { ...sessionSettings, lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

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
    await migrate(drizzle({ client }), { migrationsFolder: folder, migrationsSchema: "drizzle" });
    // The job queue too, so that a mail can be queued before the first worker starts.
    await runMigrations({ connectionString: withSession(url, unlimited) });
  } finally {
    await client.end();
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
