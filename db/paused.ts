import { sql } from "drizzle-orm";
import { env } from "@/env/env";
import type { Database } from "./client";

/**
 * Whether this database was restored and nobody has said since that mails, pushes and jobs may go out (`npm run db:resume`):
 * scripts/pause.mjs writes the marker. A setting of the database is how versions up to 32d0e228 said it.
 */
export async function isPaused(db: Database): Promise<boolean> {
  const [row] = await db.execute<{ paused: boolean }>(sql`
    select coalesce(shobj_description(d.oid, 'pg_database'), '') like 'persdesk: paused%'
      or exists (
        select from pg_db_role_setting s
        where s.setdatabase = d.oid and s.setrole = 0 and 'persdesk.paused=on' = any (s.setconfig)
      ) as paused
    from pg_database d where d.datname = current_database()`);
  return row?.paused === true;
}

/** Why workers with this process's settings send nothing and start no job; undefined where they work. */
export async function whyPaused(db: Database): Promise<"WORKER_PAUSED" | "db:resume" | undefined> {
  if (env.WORKER_PAUSED) return "WORKER_PAUSED";
  return (await isPaused(db)) ? "db:resume" : undefined;
}
