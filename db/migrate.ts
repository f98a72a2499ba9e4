import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { runMigrations } from "graphile-worker";
import postgres from "postgres";
import * as schema from "./schema";
import { seedBase } from "./seed/base";

// Any number will do, as long as every node asks for the same one.
const migrationLock = 7_270_421;

/**
 * Brings a database to the newest schema. Nodes that start together take turns, and the later ones find nothing to do.
 * @param url the database, as a role that may create schemas and extensions
 * @param folder where the migrations are, from the working directory
 */
export async function migrateDatabase(url: string, folder = "db/migrations") {
  // One connection: an advisory lock belongs to the session that took it, and goes with it if this process dies.
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle({ client }), { migrationsFolder: folder, migrationsSchema: "drizzle" });
    // The job queue too, so that a mail can be queued before the first worker starts.
    await runMigrations({ connectionString: url });
  } finally {
    await client.end();
  }
}

/** Migrates, and writes what every installation begins with: languages, countries, the permission catalogue, the system roles. */
export async function prepareDatabase(url: string, folder?: string) {
  await migrateDatabase(url, folder);
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await seedBase(drizzle({ client, schema, casing: "snake_case" }));
  } finally {
    await client.end();
  }
}
