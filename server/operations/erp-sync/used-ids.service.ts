import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";

/**
 * Of these records those that any other row refers to, by whichever foreign key: a table that comes later is asked too.
 * @param table a table of the backoffice, such as "pers"
 * @param except tables whose rows come into being with the record
 */
export async function usedIds(
  ctx: Ctx,
  table: "pers" | "companies",
  ids: string[],
  except: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const references = await ctx.db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, quote_ident(a.attname) as column
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conparentid = 0 and c.confrelid = ${`backoffice.${table}`}::regclass
      and t.relname <> all(${arrayOf(except)}::text[])`);
  const used = new Set<string>();
  for (const { table, column } of references) {
    const rows = await ctx.db.execute<{ id: string }>(sql`
      select distinct ${sql.raw(column)} as id from ${sql.raw(table)} where ${sql.raw(column)} = any(${arrayOf(ids)}::uuid[])`);
    for (const { id } of rows) used.add(id);
  }
  return used;
}
