import type postgres from "postgres";

/** Counters, which a refused call may change, each with the reason. */
const counters: Record<string, string> = {
  "platform.rate_limits": "calls are counted whatever becomes of them",
  "platform.login_attempts": "so are tries of passwords",
  "backoffice.sign_in_events": "refusals are noted, and who asks for a reset",
};

const ours = "n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'test')";
const tables = `
  select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted, c.relkind as kind,
    c.relispartition as "isPartition"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and ${ours} order by 1`;

interface Table {
  name: string;
  quoted: string;
  kind: "r" | "p";
  isPartition: boolean;
}

// A row of `kept` is committed with the write that it notes, or undone with it. Of a code that came by mail, the count of
// its tries alone may change, and of a key, when it was used last, which is written once a minute.
const noting = `
  create schema test;
  create table test.kept (name text not null);
  create function test.note_kept() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and tg_table_name = 'user_codes' and to_jsonb(old) - 'tries' = to_jsonb(new) - 'tries' then
      return null;
    end if;
    if tg_op = 'UPDATE' and tg_table_name = 'api_keys'
      and to_jsonb(old) - 'last_used_at' = to_jsonb(new) - 'last_used_at' then
      return null;
    end if;
    insert into test.kept values (tg_table_schema || '.' || tg_table_name);
    return null;
  end $$;`;

/**
 * Notes which tables of the test's own database have committed writes, except counters; those of the queue of jobs too.
 * @returns the names of those that were written since it was asked last
 */
export async function noteKept(sql: postgres.Sql): Promise<() => Promise<string[]>> {
  const found = await sql.unsafe<Table[]>(tables);
  const triggers = found
    .filter(({ name, isPartition }) => !isPartition && !(name in counters))
    .map(
      ({ quoted }) => `create trigger test_kept after insert or update or delete on ${quoted}
      for each row execute function test.note_kept();`,
    );
  await sql.unsafe(noting + triggers.join("\n"));
  return async () => {
    const rows = await sql<{ name: string }[]>`delete from test.kept returning name`;
    return [...new Set(rows.map(({ name }) => name))].sort();
  };
}

/** The count of a table's rows, and a digest that changes with each row that is written, even with the values it had. */
export type Digests = Map<string, string>;

/** What has columns that a refused call may change; the triggers look at its others. */
const changing = ["backoffice.user_codes", "backoffice.api_keys"];

/** Counts and digests of all tables but these and counters. */
export async function digestsOf(sql: postgres.Sql): Promise<Digests> {
  const found = await sql.unsafe<Table[]>(tables);
  const parts = found
    .filter(({ name, kind }) => kind === "r" && !(name in counters) && !changing.includes(name))
    .map(({ name, quoted }) => {
      const digest = "coalesce(sum(hashtextextended(xmin::text || ctid::text, 0)), 0)";
      return `select '${name}' as name, count(*) || ' ' || ${digest} as digest from ${quoted}`;
    });
  const rows = await sql.unsafe<{ name: string; digest: string }[]>(parts.join(" union all "));
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}
