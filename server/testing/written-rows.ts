import type postgres from "postgres";

/** A row that a call inserted, changed or deleted, as it was and as it is. */
export interface WrittenRow {
  table: string;
  old: Record<string, unknown> | null;
  new: Record<string, unknown> | null;
}

const noting = `
  create schema if not exists test;
  create table test.written (n bigserial, name text not null, old jsonb, new jsonb);
  create function test.note_written() returns trigger language plpgsql as $$ begin
    insert into test.written (name, old, new) values (
      tg_table_schema || '.' || tg_table_name,
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
    return null;
  end $$;
  do $$ declare place regclass; begin
    for place in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'test')
        and c.oid <> 'platform.row_counts'::regclass loop
      execute format(
        'create trigger test_written after insert or update or delete on %s for each row execute function test.note_written()', place);
    end loop;
  end $$;`;

/**
 * Notes each row that is written in the test's own database, in every table but that of kept totals: these follow from the
 * other rows, and are added up by chance (ADR 143).
 * @returns those that were written and committed since it was asked last, in their order
 */
export async function noteWritten(sql: postgres.Sql): Promise<() => Promise<WrittenRow[]>> {
  await sql.unsafe(noting);
  return async () => {
    const rows = await sql<(Omit<WrittenRow, "table"> & { n: string; name: string })[]>`
      delete from test.written returning n, name, old, new`;
    return rows
      .toSorted((one, other) => Number(one.n) - Number(other.n))
      .map(({ name, old, new: now }) => ({ table: name, old, new: now }));
  };
}

/** Every row of the test's own database, as JSON. */
export async function everyRow(sql: postgres.Sql): Promise<Iterable<postgres.Row>> {
  const [{ text = "" } = {}] = await sql<{ text: string }[]>`
    select string_agg(format('select to_jsonb(t) as row from %s t', c.oid::regclass), ' union all ') as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('backoffice', 'notification', 'platform')`;
  return sql.unsafe(text);
}
