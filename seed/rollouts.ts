import { createHash } from "node:crypto";
import type postgres from "postgres";
import { defaultGates } from "@/server/devices/firmware-rollout/firmware-rollout.rules";
import { fixedId } from "@/server/kit/record/fixed-id";
import { day, hour, iso } from "./time";

interface Story {
  code: string;
  name: string;
  version: string;
  category: string;
  status: "done" | "running" | "paused";
  /** days ago */
  began: number;
  /** how many devices of which kind: they run the version, or still what they ran before */
  installed: number;
  failed: number;
  offered: number;
  waiting: number;
  /** share of each wave but the last, in percent */
  shares: number[];
}

const errors = ["E_FLASH_VERIFY", "E_FLASH_VERIFY", "E_LOW_SPACE", "no_answer"];

/** The versions of the main line that are active, the newest first, with how many devices run each. */
const versionsOf = (sql: postgres.Sql) => sql<{ id: string; version: string; category: string }[]>`
  select v.id, v.firmware_version as version, c.label as category from backoffice.firmware_versions v
  join backoffice.firmware_categories c on c.id = v.category_id
  where v.firmware_type = 1 and v.is_activated and v.firmware_version not like '%-%'
    and (select count(*) from backoffice.pers p where p.firmware_version_id = v.id and p.status = 'active') >= 1
  order by v.created_at desc`;

async function imageOf(sql: postgres.Sql, versionId: string) {
  const rows = await sql<{ index: number; start: string; length: string; crc32: string; data: Buffer }[]>`
    select index, start_address::text as start, length::text as length, crc32, data from backoffice.firmware_segments
    where firmware_version_id = ${versionId} order by index`;
  const hash = createHash("sha256");
  for (const { data } of rows) hash.update(data);
  const segments = rows.map(({ index, start, length, crc32 }) => ({
    index,
    startAddress: Number(start),
    length: Number(length),
    crc32,
  }));
  const sizeBytes = segments.reduce((sum, { length }) => sum + length, 0);
  return { sha256: hash.digest("hex"), sizeBytes, segments };
}

/** Writes one rollout with its devices and waves; figures of waves are those of its devices. */
async function write(sql: postgres.Sql, now: number, versionId: string, story: Story) {
  const id = fixedId("rollout", story.code);
  const startedAt = iso(now - story.began * day);
  const isDone = story.status === "done";
  const endedAt = isDone ? iso(now - (story.began - 9) * day) : null;
  const image = await imageOf(sql, versionId);
  const gates = { ...defaultGates, watchHours: 24 };
  const waves = [...story.shares.map((percent) => ({ percent })), {}];
  const [made] = await sql<{ id: string }[]>`select id from backoffice.users where email = 'admin@persdesk.demo'`;
  const [second] = await sql<{ id: string }[]>`
    select u.id from backoffice.users u where u.type = 'Staff' and u.status = 'active' and u.email <> 'admin@persdesk.demo'
    order by u.email limit 1`;
  const people = { by: made?.id ?? null, second: second?.id ?? null };
  await sql`
    insert into backoffice.firmware_rollouts (id, name, firmware_version_id, firmware_type, status, pause_reason, filters, waves,
      gates, image, created_by_id, started_by_id, approved_by_id, approved_at, is_approval_needed, started_at, ended_at,
      compared_at, joined_at, created_at, updated_at, version)
    values (${id}, ${story.name}, ${versionId}, 1, ${story.status}, null,
      ${JSON.stringify({ status: "active" })}::text::jsonb, ${JSON.stringify(waves)}::text::jsonb, ${JSON.stringify(gates)}::text::jsonb, ${JSON.stringify(image)}::text::jsonb,
      ${people.by}, ${people.by}, ${people.second}, ${startedAt}, true, ${startedAt}, ${endedAt},
      ${iso(now)}, ${iso(now)}, ${startedAt}, ${startedAt}, 4)`;
  const total = story.installed + story.failed + story.offered + story.waiting;
  const bounds = story.shares.map((_, at) =>
    Math.ceil((total * story.shares.slice(0, at + 1).reduce((sum, one) => sum + one, 0)) / 100),
  );
  await sql`
    with target as (select * from backoffice.firmware_versions where id = ${versionId}),
    others as (
      select p.id, p.nu_serial_pers_number as serial, p.model_pers_id as model, p.firmware_version_id = t.id as has, v.id as from_id, v.firmware_version as from_version,
        row_number() over (partition by p.firmware_version_id = t.id order by md5(p.id::text || ${story.code})) as n
      from backoffice.pers p cross join target t
      join backoffice.firmware_compatibilities f on f.firmware_version_id = t.id and f.model_pers_id = p.model_pers_id
      join lateral (
        select o.* from backoffice.firmware_versions o where o.category_id = t.category_id and o.firmware_type = 1
          and case when p.firmware_version_id = t.id then o.firmware_version_sort collate "C" < t.firmware_version_sort collate "C"
            else o.id = p.firmware_version_id and o.firmware_version_sort collate "C" < t.firmware_version_sort collate "C" end
        order by o.firmware_version_sort collate "C" desc limit 1) v on true
      where p.status = 'active' and not exists (
        select from backoffice.firmware_rollout_devices d where d.pers_id = p.id and (d.is_held or d.rollout_id = ${id}))),
    chosen as (
      select *, case when has then 'installed' when n <= ${story.failed} then 'failed'
          when n <= ${story.failed + story.offered} then 'offered' else 'waiting' end as status
      from others where (has and n <= ${story.installed}) or (not has and n <= ${total - story.installed})),
    placed as (
      select *, row_number() over (order by status = 'waiting', status = 'offered', status = 'failed', md5(id::text)) as place from chosen)
    insert into backoffice.firmware_rollout_devices (id, rollout_id, pers_id, serial_number, model_pers_id, firmware_type, is_held, wave, place, status,
      reason, offer_id, from_version_id, from_version, offered_at, started_at, ended_at)
    select overlay(overlay(md5(id::text || ${id}::text) placing '7' from 13) placing '8' from 17)::uuid, ${id}, id, serial, model, 1, ${!isDone},
      (select count(*) from unnest(${bounds}::int[]) b where b < place), place, status,
      case when status = 'failed' then (${errors}::text[])[1 + place % ${errors.length}] end,
      case when status <> 'waiting' then overlay(overlay(md5('offer' || id::text || ${id}::text) placing '7' from 13) placing '8' from 17)::uuid end, from_id, from_version,
      case when status <> 'waiting' then ended.at - interval '40 minutes' end,
      case when status in ('installed', 'failed') then ended.at - interval '10 minutes' end,
      case when status in ('installed', 'failed') then ended.at end
    from placed cross join lateral (select case when status = 'offered' then ${iso(now - hour)}::timestamptz
      else ${startedAt}::timestamptz + interval '1 hour' * (1 + place * ${isDone ? 1.2 : 0.7}::float) end as at) ended
    where ended.at < ${iso(now)}::timestamptz`;
  await sql`
    insert into backoffice.firmware_rollout_waves (id, rollout_id, index, status, devices, waiting, offered, installed, failed, started_at,
      reached_at, ended_at)
    select overlay(overlay(md5(${id}::text || w.index) placing '7' from 13) placing '8' from 17)::uuid, ${id}, w.index,
      case when ${isDone} or w.index < first.open then 'done' when w.index = first.open then 'running' else 'waiting' end,
      w.devices, w.waiting, w.offered, w.installed, w.failed,
      case when ${isDone} or w.index <= first.open then ${startedAt}::timestamptz + interval '12 hours' * w.index end,
      case when ${isDone} or w.index < first.open then ${startedAt}::timestamptz + interval '12 hours' * (w.index + 1) end,
      case when ${isDone} or w.index < first.open then ${startedAt}::timestamptz + interval '12 hours' * (w.index + 1) end
    from (select wave as index, count(*) as devices, count(*) filter (where status = 'waiting') as waiting,
        count(*) filter (where status = 'offered') as offered, count(*) filter (where status = 'installed') as installed,
        count(*) filter (where status = 'failed') as failed
      from backoffice.firmware_rollout_devices where rollout_id = ${id} group by wave) w
    cross join (select coalesce(min(wave), 99) as open from backoffice.firmware_rollout_devices
      where rollout_id = ${id} and status in ('waiting', 'offered')) first`;
  await sql`
    insert into backoffice.firmware_rollout_hours (id, rollout_id, hour, model_pers_id, status, reason, devices)
    select gen_random_uuid(), rollout_id, date_trunc('hour', ended_at, 'UTC'), model_pers_id, status, reason, count(*)
    from backoffice.firmware_rollout_devices where rollout_id = ${id} and status in ('installed', 'failed')
    group by rollout_id, date_trunc('hour', ended_at, 'UTC'), model_pers_id, status, reason`;
  if (story.status === "paused")
    await sql`
    update backoffice.firmware_rollouts r set pause_reason = jsonb_build_object('code', 'error_percent', 'at', ${iso(now - 3 * hour)}::text,
      'wave', w.index, 'figures', jsonb_build_object('failed', w.failed, 'ended', w.failed + w.installed, 'limit', 5,
        'percent', round(100.0 * w.failed / (w.failed + w.installed), 1)))
    from backoffice.firmware_rollout_waves w where r.id = ${id} and w.rollout_id = r.id and w.status = 'running'`;
}

/** Three rollouts: one that is done, one under way, and one that its gate has paused. */
export async function seedRollouts(sql: postgres.Sql, now: number) {
  const versions = await versionsOf(sql);
  const categories = [...new Set(versions.map(({ category }) => category))];
  const newest = categories.flatMap((category) => versions.find((one) => one.category === category) ?? []);
  const [first, other = first] = newest;
  if (!first || !other) return;
  const older = versions.find((one) => one.category === first.category && one.id !== first.id) ?? first;
  const at = { began: 2, shares: [10, 30] };
  await write(sql, now, older.id, {
    ...at,
    code: "done",
    name: `${older.category} ${older.version}`,
    version: older.version,
    category: older.category,
    status: "done",
    began: 40,
    installed: 58,
    failed: 2,
    offered: 0,
    waiting: 0,
  });
  await write(sql, now, first.id, {
    ...at,
    code: "running",
    name: `${first.category} ${first.version}`,
    version: first.version,
    category: first.category,
    status: "running",
    installed: 24,
    failed: 1,
    offered: 6,
    waiting: 90,
  });
  await write(sql, now, other.id, {
    ...at,
    code: "paused",
    name: `${other.category} ${other.version}`,
    version: other.version,
    category: other.category,
    status: "paused",
    installed: 16,
    failed: 7,
    offered: 0,
    waiting: 60,
  });
}
