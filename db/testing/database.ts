import { afterAll, beforeAll, inject } from "vitest";
import { closeDatabase, type Database, database } from "@/db/client";
import { env } from "@/env/env";
import { cloneDatabase } from "./clone";

/**
 * Gives a test file a database of its own, migrated and otherwise empty: call it at the top of the file, or of a `describe`.
 * @returns `db()`, the client that the application's code uses too, and its `url`
 */
export function useDatabase(): { db: () => Database; url: string } {
  const { server, template } = inject("testDatabase");
  beforeAll(async () => {
    await cloneDatabase(server, template, new URL(env.DATABASE_URL).pathname.slice(1));
  });
  afterAll(closeDatabase);
  return { db: database, url: env.DATABASE_URL };
}
