import { sql } from "drizzle-orm";
import type { Database } from "./client";

/** Whether this database was restored and nobody has said since that mails, pushes and jobs may go out (`npm run db:resume`). */
export async function isPaused(db: Database): Promise<boolean> {
  const [row] = await db.execute<{ paused: boolean }>(sql`
    select exists (
      select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where d.datname = current_database() and s.setrole = 0 and 'persdesk.paused=on' = any (s.setconfig)
    ) as paused`);
  return row?.paused === true;
}
