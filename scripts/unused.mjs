// @ts-check
import { Plain } from "./plain.mjs";

/** Refuses a database that somebody uses. */
export async function assertUnused(/** @type {import("postgres").Sql} */ sql) {
  const others = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`;
  if (others.length > 0)
    throw new Plain("Something uses this database. Stop the servers and workers first, and start them after.");
}
