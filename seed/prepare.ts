import { drizzle } from "drizzle-orm/postgres-js";
import { connect } from "@/db/connect.mjs";
import { migrateDatabase } from "@/db/migrate";
import * as schema from "@/db/schema";
import { sessionSettings } from "@/db/session";
import { seedBase } from "./base";

/** Migrates, and writes what every installation begins with: languages, countries, the permission catalogue, the system roles. */
export async function prepareDatabase(url: string, folder?: string) {
  await migrateDatabase(url, folder);
  const client = connect(url, { max: 1, onnotice: () => undefined, connection: sessionSettings });
  try {
    await seedBase(drizzle({ client, schema, casing: "snake_case" }));
  } finally {
    await client.end();
  }
}

export { settleRole } from "@/db/pooler";
