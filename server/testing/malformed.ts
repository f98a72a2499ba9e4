import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { errorCodes } from "@/server/kit/call/error-codes";
import { permissionCodes } from "@/server/permissions";
import { credentialsOf, makePerson } from "./callers";

/** What every refusal of the API is. */
export const Problem = z.strictObject({
  type: z.string().min(1),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  instance: z.string(),
  code: z.enum(Object.keys(errorCodes)),
  requestId: z.string().min(1),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
});

const tablesWithIds = sql`
  select table_schema as schema, table_name as name from information_schema.columns
  where table_schema in ('backoffice', 'notification', 'platform') and column_name = 'id' and data_type = 'uuid'
  order by 1, 2`;

/** A few ids of every table, as they are now. */
export async function knownIds(db: Database): Promise<Map<string, string[]>> {
  const tables = await db.execute<{ schema: string; name: string }>(tablesWithIds);
  const parts = tables.map(
    ({ schema, name }) => sql`
      select ${name}::text as name, array(select id::text from ${sql.identifier(schema)}.${sql.identifier(name)}
        order by id limit 5) as ids`,
  );
  const found = await db.execute<{ name: string; ids: string[] }>(sql.join(parts, sql` union all `));
  return new Map(found.map(({ name, ids }) => [name, ids]));
}

/** Somebody who may do everything, in a session of their own: operations end sessions and delete roles. */
export const administrator = async (db: Database) => credentialsOf(db, await makePerson(db, {}, permissionCodes));
