// @ts-check
/** @import { Invariant, Sql } from "../invariants.mjs" */

/** Every table that has all of these columns; of a partitioned one the whole. */
const tablesWith = `
  select table_schema || '.' || table_name as name from information_schema.columns
  where table_schema in ('backoffice', 'platform', 'notification') and column_name = any($1)
    and table_name !~ '_[0-9]{4}_[0-9]{2}$|_other$'
  group by 1 having count(*) = cardinality($1::text[]) order by 1`;

/** The rows of each table with these columns that `query` finds in `{table}`. */
const inEach = (/** @type {string[]} */ columns, /** @type {string} */ query) => async (/** @type {Sql} */ sql) => {
  const tables = await sql.unsafe(tablesWith, [columns]);
  const parts = tables.map(
    ({ name }) => `select '${name}' as in_table, row from (${query.replaceAll("{table}", name)}) as found(row)`,
  );
  return parts.join(" union all ");
};

const parts =
  "(counts ->> 'new')::int + (counts ->> 'changed')::int + (counts ->> 'same')::int + (counts ->> 'error')::int";

/** The tables whose rows are counted as they are written, each with what it is counted by (ADR 143). */
const countedTables = `select n.nspname || '.' || c.relname as name,
    coalesce(nullif(rtrim(encode(t.tgargs, 'escape'), '\\0'), ''), 'null::text') as key
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where t.tgname = 'count_new_rows' order by 1`;

/** @type {Invariant[]} */
export const records = [
  {
    name: "the kept totals of large tables are the numbers of their rows",
    rows: async (sql) => {
      const tables = await sql.unsafe(countedTables);
      const parts = tables.map(
        ({ name, key }) => `select '${name}' as in_table, key from (
          select ${key} as key, 1 as n from ${name} r
          union all select key, -delta from platform.row_counts where table_name = '${name}') as both_of
        where exists (select from platform.row_counts where table_name = '${name}' and is_base)
        group by key having sum(n) <> 0`,
      );
      return parts.join(" union all ");
    },
    plant: ["update platform.row_counts set delta = delta + 1 where not is_base"],
  },
  {
    name: "versions begin at 1",
    rows: inEach(["id", "version"], "select id::text from {table} where version < 1"),
    plant: ["update pers set version = 0"],
  },
  {
    name: "a row was changed after it was made",
    rows: inEach(
      ["id", "created_at", "updated_at"],
      "select id::text from {table} where updated_at < created_at - interval '1 minute'",
    ),
    plant: ["update pers set updated_at = '2001-01-01'"],
  },
  {
    name: "no row was made in the future",
    rows: inEach(["id", "created_at"], "select id::text from {table} where created_at > now() + interval '1 minute'"),
    plant: ["update pers set created_at = now() + interval '1 day'"],
  },
  {
    name: "an id is a UUID of version 7",
    rows: inEach(["id", "version"], "select id::text from {table} where substr(id::text, 15, 1) <> '7'"),
    plant: ["update faqs set id = gen_random_uuid()"],
  },
  {
    name: "a translation is in a language that there is",
    rows: inEach(
      ["parent_id", "language_id"],
      "select t.id::text from {table} t left join languages l on l.id = t.language_id where l.id is null",
    ),
    plant: ["update label_translations set language_id = gen_random_uuid()"],
  },
  {
    name: "a record has one translation in a language",
    rows: inEach(
      ["parent_id", "language_id"],
      "select parent_id::text from {table} group by parent_id, language_id having count(*) > 1",
    ),
    plant: ["update label_translations set language_id = (select id from languages limit 1)"],
  },
  {
    name: "a change in the trail has a before and an after that differ",
    rows: `select a.id from audit_log a, jsonb_each(a.changes) c where a.action = 'update' and c.value -> 0 = c.value -> 1`,
    plant: [`update audit_log set action = 'update', changes = '{"a": [1, 1]}'`],
  },
  {
    name: "who changed something is named, but for the system",
    rows: "select id from audit_log where actor_type <> 'system' and actor_id is null or actor_label = ''",
    plant: ["update audit_log set actor_type = 'user', actor_id = null"],
  },
  {
    name: "who acts for another one is somebody else",
    rows: "select id from audit_log where acting_for_id = actor_id",
    plant: ["update audit_log set acting_for_id = actor_id, actor_type = 'user'"],
  },
  {
    name: "the rows of an import are the sum of what they do",
    rows: `select id from imports where (counts ->> 'total')::int <> ${parts}`,
    plant: [{ into: "imports", values: { counts: `'{"total": 2, "new": 1, "changed": 0, "same": 0, "error": 0}'` } }],
  },
  {
    name: "an import that is done wrote what it was to write",
    rows: `select id from imports where status = 'done' and written <> (counts ->> 'new')::int + (counts ->> 'changed')::int`,
    plant: [{ into: "imports", values: { status: "'done'", written: "2", counts: `'{"new": 1, "changed": 0}'` } }],
  },
  {
    name: "an import says when it began and ended, and when it was undone",
    rows: `select id from imports where status in ('done', 'undone') and num_nulls(started_at, ended_at) > 0
      or (status = 'undone') <> (undone_at is not null) or ended_at < started_at`,
    plant: [{ into: "imports", values: { status: "'undone'" } }],
  },
  {
    name: "a routine that runs has not ended, and one that ended says when",
    rows: "select id from routine_log where (status = 'running') <> (ended_at is null) or ended_at < started_at",
    plant: ["update routine_log set status = 'done', ended_at = null"],
  },
  {
    name: "an erasure is confirmed by somebody else than who asked for it",
    rows: "select id from erasures where confirmed_by_id = requested_by_id",
    plant: [
      {
        into: "erasures",
        values: {
          requested_by_id: "'00000000-0000-7000-8000-000000000001'",
          confirmed_by_id: "'00000000-0000-7000-8000-000000000001'",
        },
      },
    ],
  },
  {
    name: "an erasure that is done keeps no address, and one that is not has done nothing",
    rows: "select id from erasures where (status = 'done') <> (done_at is not null) or status = 'done' and email is not null",
    plant: [{ into: "erasures", values: { status: "'done'" } }],
  },
  {
    name: "a message to a webhook that arrived was answered with success",
    rows: "select id from webhook_deliveries where status = 'done' and (response_status not between 200 and 299 or sent_at is null)",
    plant: [{ into: "webhook_deliveries", values: { status: "'done'", response_status: "500" } }],
  },
  {
    name: "a webhook is told of an event once",
    rows: "select webhook_id from webhook_deliveries group by 1, event_id having count(*) > 1",
    plant: [
      {
        into: "webhook_deliveries",
        values: {
          webhook_id: "'00000000-0000-7000-8000-000000000001'",
          event_id: "'00000000-0000-7000-8000-000000000001'",
        },
      },
      {
        into: "webhook_deliveries",
        values: {
          webhook_id: "'00000000-0000-7000-8000-000000000001'",
          event_id: "'00000000-0000-7000-8000-000000000001'",
        },
      },
    ],
  },
  {
    name: "a former secret of a webhook has its end",
    rows: "select id from webhooks where (former_secret_sealed is null) <> (former_until is null)",
    plant: [{ into: "webhooks", values: { former_secret_sealed: "'x'" } }],
  },
  {
    name: "an anonymised contact log has its values sealed, and a readable one open",
    rows: `select id from platform_contact_logs where is_anonymized <> (personal_sealed is not null)
      or is_anonymized and num_nonnulls(email, first_name, last_name, content) > 0`,
    plant: ["update platform_contact_logs set is_anonymized = not is_anonymized"],
  },
  {
    name: "logs are kept for a number of days",
    rows: "select id from retentions where days < 1 union all select max(id::text)::uuid from retentions group by kind having count(*) > 1",
    plant: [{ into: "retentions", values: { days: "0" } }],
  },
];
