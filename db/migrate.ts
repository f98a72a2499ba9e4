import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

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
  } finally {
    await client.end();
  }
}
