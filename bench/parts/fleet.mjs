// @ts-check
// Devices in any number, written by SELECTs with indexes and triggers off; and the same rows by COPY, with nothing around it.
import { rmSync, statfsSync } from "node:fs";
import { say } from "./say.mjs";

/** @typedef {import("postgres").Sql} Sql */

const stamps = "at, at";
const id = (/** @type {string} */ kind) => `('${kind}0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const kit = `case when n % 10 = 0 then
  jsonb_build_object('version', 1, 'handlebar', 'swept', 'mount', 'stem', 'display', (array['round', 'wide', 'none'])[1 + n % 3],
    'battery', '500 Wh', 'wheelSizeInches', 28, 'sensors', jsonb_build_array('speed', 'gps')) end`;
const serial = (/** @type {string} */ kind) =>
  `'${kind}' || lpad((1 + n / 1000000)::text, 2, '0') || '-' || lpad(n::text, 8, '0')`;
const version = "(select ids[1 + (n % 97) % 12] from versions)";
// Of a hundred devices four are in stock, four in maintenance and four retired.
const status = "case n % 25 when 0 then 'stock' when 1 then 'maintenance' when 2 then 'retired' else 'active' end";
const versions =
  "versions as (select array_agg(id order by firmware_version) as ids from backoffice.firmware_versions)";

/** Each table with the columns that are written, and their values for the n-th device, of those that have a row. */
const parts = [
  {
    name: "pers",
    columns:
      "id, nu_serial_pers_number, model_pers_id, firmware_version_id, erp_pers_id, initial_kit_configuration, current_kit_configuration, status, created_at, updated_at",
    values: `${id("a")}, ${serial("PC1-24")}, (select id from backoffice.model_pers limit 1), ${version}, 'ERP-' || (300000 + n * 3), ${kit}, ${kit}, ${status}, ${stamps}`,
    those: "true",
  },
  {
    name: "pers_current_data",
    columns: "pers_id, readings, last_message_at, battery_level, is_in_use",
    values: `${id("a")}, jsonb_build_object('batteryLevel', jsonb_build_object('value', n % 101)),
      case when n % 50 > 0 then now() - n % 5000 * interval '1 minute' end, n % 101, ${status} = 'active'`,
    those: "true",
  },
  {
    name: "pers_firmware",
    columns: "pers_id, firmware_type, firmware_version_id, said_at, by",
    values: `${id("a")}, 1, ${version}, at, 'device'`,
    those: "true",
  },
  {
    name: "vehicles",
    columns:
      "id, vehicle_model_id, vehicle_serial_number, vehicle_registration_number, name_vehicle, pers_id, pers_distance, created_at, updated_at",
    values: `${id("b")}, (select id from backoffice.vehicle_models limit 1), ${serial("VEL24")},
      case when n % 3 = 0 then 'BC ' || upper(left(md5('r' || n), 4)) || lpad((n % 10000)::text, 4, '0') end,
      'Bike ' || left(md5('v' || n), 8), ${id("a")}, n % 20000, ${stamps}`,
    those: "n % 10 > 0",
  },
  {
    name: "pers_alerts",
    columns:
      "id, pers_id, alert_id, started_at, ended_at, desk_status, closed_at, level_rank, due_at, created_at, updated_at",
    values: `${id("c")}, ${id("a")}, (select id from backoffice.alerts where code = 'BENCH'), raised,
      case when n % 100 > 0 then raised + interval '1 hour' end, case when n % 100 > 0 then 'closed' else 'new' end,
      case when n % 100 > 0 then raised + interval '2 hours' end, 1, case when n % 100 = 0 then raised + interval '15 minutes' end, raised, raised`,
    those: "n % 10 = 0",
  },
];
export const tableNames = parts.map(({ name }) => name);

/** What devices refer to. */
export async function begin(/** @type {Sql} */ sql) {
  for (const statement of [
    `insert into backoffice.model_pers (id, label, created_at, updated_at) values (gen_random_uuid(), 'Bench', now(), now())`,
    `with c as (insert into backoffice.firmware_categories (id, label, created_at, updated_at)
        values (gen_random_uuid(), 'Bench', now(), now()) returning id)
      insert into backoffice.firmware_versions (id, firmware_version, category_id, update_id, firmware_type, uuid, is_activated, created_at, updated_at)
      select gen_random_uuid(), '1.' || n || '.0', id, 'bench-' || n, 1, gen_random_uuid(), true, now(), now() from c, generate_series(1, 12) n`,
    `with b as (insert into backoffice.vehicle_brands (id, name, created_at, updated_at)
        values (gen_random_uuid(), 'Bench', now(), now()) returning id)
      insert into backoffice.vehicle_models (id, vehicle_brand_id, name_vehicle_model, vehicle_type, created_at, updated_at)
      select gen_random_uuid(), id, 'Bench', 'Bike', now(), now() from b`,
    `with l as (insert into backoffice.level_alerts (id, label, color, rank, created_at, updated_at)
        values (gen_random_uuid(), 'Bench', '#aa0000', 1, now(), now()) returning id)
      insert into backoffice.alerts (id, alert_label, code, topic_alert, group_alert, level_alert_id, created_at, updated_at)
      select gen_random_uuid(), 'Bench', 'BENCH', 'T', 'G', id, now(), now() from l`,
  ])
    await sql.unsafe(statement);
}

/**
 * Writes the devices behind `from` up to `to` with all that stands beside them. With triggers off, so it ends as
 * `npm run totals:rebuild` does.
 * @param {Sql} sql
 * @param {any} ours
 * @param {number} from
 * @param {number} to
 */
export async function fill(sql, { tables, withoutIndexes }, from, to) {
  const { pers, persCurrentData, persFirmware, vehicles, persAlerts } = tables;
  const toggle = async (/** @type {"enable" | "disable"} */ how) => {
    for (const name of tableNames) await sql.unsafe(`alter table backoffice.${name} ${how} trigger user`);
  };
  await sql`begin`;
  await toggle("disable");
  await withoutIndexes(sql, [pers, persCurrentData, persFirmware, vehicles, persAlerts], async () => {
    for (const { name, columns, values, those } of parts) {
      const begun = performance.now();
      await sql.unsafe(`with ${versions} insert into backoffice.${name} (${columns})
        select ${values} from generate_series(${from + 1}, ${to}) n
        cross join lateral (select timestamptz '2026-01-01' - interval '1 s' * ((${1e8} - n) % 94608000) as at,
          now() - interval '1 s' * (n::bigint * 7919 % 31536000) as raised) moments
        where ${those}`);
      say(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    }
  });
  await toggle("enable");
  await sql`commit`;
  await sql`select platform.mend_row_counts()`;
}

/**
 * The rows of these tables by COPY, from files beside the server's data, into tables without indexes, which are then built.
 * @param {Sql} sql as the administrative role
 * @returns {Promise<number>} the ms of COPY and indexes
 */
export async function bareCopy(sql) {
  let spent = 0;
  await sql`create schema bare`;
  const [place] = await sql`select current_setting('data_directory') || '/bench.copy' as file`;
  for (const { name, columns } of parts) {
    await sql.unsafe(`copy backoffice.${name} (${columns}) to '${place?.file}'`);
    await sql.unsafe(`create table bare.${name} (like backoffice.${name} including defaults including generated)`);
    const indexes = await sql`
      select replace(pg_get_indexdef(indexrelid), ' ON backoffice.', ' ON bare.') as definition from pg_index
      where indrelid = ${`backoffice.${name}`}::text::regclass`;
    const begun = performance.now();
    await sql`begin`;
    await sql`set local maintenance_work_mem = '512MB'`;
    await sql`set local max_parallel_maintenance_workers = 2`;
    await sql.unsafe(`copy bare.${name} (${columns}) from '${place?.file}'`);
    for (const { definition } of indexes) await sql.unsafe(definition);
    await sql`commit`;
    spent += performance.now() - begun;
    await sql.unsafe(`drop table bare.${name}`);
  }
  rmSync(place?.file);
  await sql`drop schema bare`;
  return spent;
}

/** Bytes that are free where a folder is. */
export function freeBytes(/** @type {string} */ folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
