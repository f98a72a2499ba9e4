import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";

/**
 * Takes the indexes, foreign keys and exclusion constraints off these tables, lets `load` fill them, and puts everything back: rows then cost
 * a tenth, and each index is built once, sorted. Call it in a transaction, so that a failure leaves them as they were.
 */
export async function withoutIndexes<T>(sql: postgres.Sql, tables: PgTable[], load: () => Promise<T>) {
  const names = tables.map((table) => {
    const { schema, name } = getTableConfig(table);
    return `${schema}.${name}`;
  });
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c where c.contype in ('f', 'x') and c.conrelid = any(${names}::text[]::regclass[])
    order by c.conname`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = any(${names}::text[]::regclass[])
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
    order by 1`;
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  const result = await load();
  await sql`set local maintenance_work_mem = '512MB'`;
  await sql`set local max_parallel_maintenance_workers = 2`;
  for (const { definition } of indexes) await sql.unsafe(definition);
  for (const { table, name, definition } of keys)
    await sql.unsafe(`alter table ${table} add constraint "${name}" ${definition}`);
  return result;
}
