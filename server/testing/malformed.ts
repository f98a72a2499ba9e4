import postgres from "postgres";
import { z } from "zod";
import type { Database } from "@/db/client";
import { errorCodes } from "@/server/kit/error-codes";
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

/** A few ids of every table, as they are now. */
export async function knownIds(url: string): Promise<Map<string, string[]>> {
  const sql = postgres(url, { max: 1 });
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.columns
    where table_schema in ('backoffice', 'notification', 'platform') and column_name = 'id' and data_type = 'uuid'`;
  const found = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const rows = await sql<{ id: string }[]>`select id from ${sql(schema)}.${sql(name)} order by id limit 5`;
      return [name, rows.map(({ id }) => id)] as const;
    }),
  );
  await sql.end();
  return new Map(found);
}

/** Somebody who may do everything, in a session of their own: operations end sessions and delete roles. */
export const administrator = async (db: Database) => credentialsOf(db, await makePerson(db, {}, permissionCodes));
