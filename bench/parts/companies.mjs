// @ts-check
// Many companies with PERS devices, vehicles and people; a large one and a small one are compared.
import postgres from "postgres";

/** @typedef {{ companies: number, pers: number, large: number, small: number }} Counts */

/** An id that follows from a number, as a UUID v7 is written. */
const idOf = (/** @type {string} */ what, /** @type {string} */ n) =>
  `overlay(overlay(md5('bench ${what} ' || ${n}) placing '7' from 13) placing '8' from 17)::uuid`;

/** Takes indexes, foreign keys and exclusion constraints off these tables while `load` fills them: each is then built once, sorted. */
async function withoutIndexes(
  /** @type {postgres.Sql} */ sql,
  /** @type {string[]} */ tables,
  /** @type {() => Promise<unknown>} */ load,
) {
  const keys = await sql`
    select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c where c.contype in ('f', 'x') and c.conrelid = any(${tables}::text[]::regclass[])`;
  const indexes = await sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = any(${tables}::text[]::regclass[])
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`;
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await load();
  await sql`set local maintenance_work_mem = '256MB'`;
  for (const { definition } of indexes) await sql.unsafe(definition);
  for (const { table, name, definition } of keys)
    await sql.unsafe(`alter table ${table} add constraint "${name}" ${definition}`);
}

/**
 * Companies 1 (large) and 2 (small) and all others share the devices: each is linked to one company as its manufacturer. All
 * those of the two, and a quarter of the others, stand on a vehicle of that company. The two have a hundredth as many people
 * as devices.
 */
export async function fillCompanies(
  /** @type {string} */ url,
  /** @type {Counts} */ { companies, pers, large, small },
) {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  const company = (/** @type {string} */ n) => `
    ${idOf("company", `case when ${n} <= ${large} then 1 when ${n} <= ${large + small} then 2 else 3 + ${n} % ${companies - 2} end`)}`;
  const at = (/** @type {string} */ n) => `timestamptz '2026-01-01' - ${n} * interval '97 seconds'`;
  const all = `generate_series(1, ${pers}) n`;
  const onVehicles = `${all} where n <= ${large + small} or n % 4 = 0`;
  const tables = ["pers", "vehicles", "company_pers_links", "company_vehicle_links"].map(
    (name) => `backoffice.${name}`,
  );
  await client.begin(async (tx) => {
    const sql = /** @type {postgres.Sql} */ (/** @type {unknown} */ (tx)); // a transaction takes the same statements
    await sql.unsafe(`
      insert into backoffice.companies (id, name, register_number, company_category_id, created_at, updated_at)
      select ${idOf("company", "n")}, case n when 1 then 'Large Works' when 2 then 'Small Works' else 'Works ' || n end, 'BENCH-' || n,
        (select id from backoffice.company_categories where code = 'MANUFACTURER'), ${at("n")}, ${at("n")}
      from generate_series(1, ${companies}) n`);
    await withoutIndexes(sql, tables, async () => {
      await sql.unsafe(`
        insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, status, created_at, updated_at)
        select ${idOf("pers", "n")}, 'BP-' || lpad((n * 7919::bigint % 10000019)::text, 8, '0'),
          (select id from backoffice.model_pers order by id limit 1), 'active', ${at("n")}, ${at("n")} from ${all}`);
      await sql.unsafe(`
        insert into backoffice.vehicles (id, vehicle_model_id, vehicle_serial_number, name_vehicle, pers_id, created_at, updated_at)
        select ${idOf("vehicle", "n")}, (select id from backoffice.vehicle_models order by id limit 1),
          'BV-' || lpad((n * 7919::bigint % 10000019)::text, 8, '0'), 'Vehicle ' || n, ${idOf("pers", "n")}, ${at("n")}, ${at("n")} from ${onVehicles}`);
      await sql.unsafe(`
        insert into backoffice.company_pers_links (id, pers_id, company_id, link_type, start_date, created_at, updated_at)
        select ${idOf("pers link", "n")}, ${idOf("pers", "n")}, ${company("n")}, 1, ${at("n")}, ${at("n")}, ${at("n")} from ${all}`);
      await sql.unsafe(`
        insert into backoffice.company_vehicle_links (id, vehicle_id, company_id, start_date, created_at, updated_at)
        select ${idOf("vehicle link", "n")}, ${idOf("vehicle", "n")}, ${company("n")}, ${at("n")}, ${at("n")}, ${at("n")} from ${onVehicles}`);
    });
    const people = Math.ceil((large + small) / 100);
    await sql.unsafe(`
      insert into backoffice.users (id, email, first_name, last_name, type, status, created_at, updated_at)
      select ${idOf("user", "n")}, 'bench' || n || '@works.demo', 'First ' || n, 'Last ' || (n * 7919 % 100003), 'Pro Center Member',
        'active', ${at("n")}, ${at("n")} from generate_series(1, ${people}) n`);
    await sql.unsafe(`
      insert into backoffice.user_companies (id, user_id, company_id, status, invitation_date, entry_date, created_at, updated_at)
      select ${idOf("membership", "n")}, ${idOf("user", "n")}, ${company("n * 100")}, 'active', ${at("n")}, ${at("n")}, ${at("n")}, ${at("n")}
      from generate_series(1, ${people}) n`);
  });
  await client.unsafe("vacuum analyze");
  await client.end();
}

/** The ids of the two companies that are compared. */
export async function comparedCompanies(/** @type {string} */ url) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const rows =
    await sql`select id, name from backoffice.companies where name in ('Large Works', 'Small Works') order by name`;
  await sql.end();
  return rows.map(({ id }) => String(id));
}
