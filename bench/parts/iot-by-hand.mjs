// @ts-check
// Taking in a batch of device messages as one would write it by hand in SQL: the same tables with the same rows, and none of
// the product's checks of a message. Of each device it judges its newest message; a rollout of firmware takes no part.
import { createHash } from "node:crypto";
import { uuidv7 } from "uuidv7";

const isV7 = /^0[\da-f]{7}-[\da-f]{4}-7/;
const hashed = (/** @type {string} */ id) => {
  const hex = createHash("sha256").update(id).digest("hex");
  return `f${hex.slice(1, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
};

/**
 * @typedef {{ messageId: string, persSerialNumber: string | undefined, iotMessageType: string, payload: object, sentAt: string }} Message
 * @param {import("postgres").Sql} sql
 * @param {Message[]} messages
 */
export function ingestByHand(sql, messages) {
  const now = new Date().toISOString();
  const rows = messages.map(({ messageId, ...message }) => {
    const key = isV7.test(messageId) ? messageId : hashed(messageId);
    return { id: uuidv7(), key, messageId, at: now, ...message };
  });
  // The rows of the devices are locked in one order, so that batches about the same device come one after the other.
  return sql.begin((sql) => [
    sql`
      select from backoffice.pers_current_data where pers_id in (select p.id from backoffice.pers p
        where p.nu_serial_pers_number = any(${rows.map((row) => row.persSerialNumber ?? "")})) order by pers_id for update`,
    sql`
      with incoming as materialized (
        select m.*, p.id as pers_id, p.model_pers_id from jsonb_to_recordset(${sql.json(rows)}) as m(id uuid, key uuid, "messageId" text,
          at timestamptz, "persSerialNumber" text, "iotMessageType" text, payload jsonb, "sentAt" timestamptz)
        join backoffice.pers p on p.nu_serial_pers_number = m."persSerialNumber"),
      keys as (
        insert into backoffice.iot_message_keys (key, received_at) select key, at from incoming order by key
        on conflict do nothing returning key),
      fresh as materialized (select i.*, to_char(i."sentAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as stamp
        from incoming i join keys using (key)),
      stored as (
        insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
        select id, at, "sentAt", "messageId", "persSerialNumber", "iotMessageType", payload from fresh),
      newest as materialized (select distinct on (pers_id) * from fresh order by pers_id, stamp desc, key desc),
      -- what each device last said, field by field
      fields as (
        select distinct on (f.pers_id, f."iotMessageType", p.key) f.pers_id, f."iotMessageType" as type, p.key as field,
          jsonb_build_array(p.value, f.stamp, f.key) as reading, f.stamp || f.key as stamp
        from fresh f, jsonb_each(f.payload) p where jsonb_typeof(p.value) in ('number', 'boolean', 'string')
        order by f.pers_id, f."iotMessageType", p.key, f.stamp desc, f.key desc),
      types as (
        select x.pers_id, x.type, jsonb_object_agg(x.field, x.reading) as fields
        from fields x join backoffice.pers_current_data c on c.pers_id = x.pers_id
        where x.stamp > coalesce(c.readings -> x.type -> x.field ->> 1, '') || coalesce(c.readings -> x.type -> x.field ->> 2, '')
        group by x.pers_id, x.type),
      merged as (
        select c.pers_id, c.readings || jsonb_object_agg(t.type, coalesce(c.readings -> t.type, '{}') || t.fields) as readings
        from types t join backoffice.pers_current_data c on c.pers_id = t.pers_id group by c.pers_id),
      current as (
        update backoffice.pers_current_data c set readings = m.readings,
          last_message_at = greatest(c.last_message_at, n."sentAt"),
          battery_level = (select (t.value -> 'batteryLevel' ->> 0)::float8 from jsonb_each(m.readings) t
            where t.value ? 'batteryLevel' order by t.value -> 'batteryLevel' ->> 1 desc limit 1)
        from merged m join newest n on n.pers_id = m.pers_id where c.pers_id = m.pers_id),
      -- alerts that end, begin, and come back
      judged as materialized (
        select n.pers_id, n."sentAt" as at, n.payload -> (a.rule ->> 'field') as value, a.id as alert_id,
          a.minutes_to_reopen, a.level_alert_id, o.id as open_id,
          case a.rule ->> 'operator' when '<' then r.value < r.limit else r.value > r.limit end as is_on
        from newest n join backoffice.alerts a on a.is_activated and n.payload ? (a.rule ->> 'field')
        left join backoffice.pers_alerts o on o.pers_id = n.pers_id and o.alert_id = a.id and o.ended_at is null,
        lateral (select (n.payload ->> (a.rule ->> 'field'))::float8 as value,
          (case when o.id is null then a.rule ->> 'value' else coalesce(a.rule ->> 'endValue', a.rule ->> 'value') end)::float8 as limit) r),
      ended as (
        update backoffice.pers_alerts w set ended_at = greatest(j.at, w.started_at), updated_at = now(), version = w.version + 1
        from judged j where w.id = j.open_id and not j.is_on returning w.id, w.ended_at, w.occurrences),
      ended_again as (
        update backoffice.pers_alert_occurrences o set ended_at = e.ended_at from ended e
        where o.pers_alert_id = e.id and e.occurrences > 1 and o.ended_at is null),
      begun as materialized (
        select j.*, l.id as last_id, l.occurrences, l.started_at, l.ended_at, l.value as last_value,
          coalesce(j.at - l.ended_at <= j.minutes_to_reopen * interval '1 minute', false) as is_back
        from judged j left join lateral (select * from backoffice.pers_alerts p where p.pers_id = j.pers_id
          and p.alert_id = j.alert_id and p.ended_at is not null order by p.ended_at desc limit 1) l on true
        where j.open_id is null and j.is_on),
      firsts as (
        insert into backoffice.pers_alert_occurrences (id, pers_alert_id, started_at, ended_at, value)
        select gen_random_uuid(), last_id, started_at, ended_at, last_value from begun where is_back and occurrences = 1),
      again as (
        insert into backoffice.pers_alert_occurrences (id, pers_alert_id, started_at, ended_at, value)
        select gen_random_uuid(), last_id, greatest(at, ended_at), null, value from begun where is_back),
      back as (
        update backoffice.pers_alerts w set ended_at = null, occurrences = w.occurrences + 1, updated_at = now(), version = w.version + 1
        from begun b where b.is_back and w.id = b.last_id),
      raised as (
        insert into backoffice.pers_alerts (id, pers_id, alert_id, started_at, value, level_rank, due_at, created_at, updated_at)
        select gen_random_uuid(), b.pers_id, b.alert_id, b.at, b.value, l.rank,
          now() + l.minutes_to_acknowledge * interval '1 minute', now(), now()
        from begun b join backoffice.level_alerts l on l.id = b.level_alert_id where not b.is_back),
      -- what the devices say that they run
      runs as (
        insert into backoffice.pers_firmware as k (pers_id, firmware_type, firmware_version_id, said_at, by)
        select n.pers_id, 1, min(v.id::text)::uuid, min(n."sentAt"), 'message' from newest n
        join backoffice.firmware_compatibilities f on f.model_pers_id = n.model_pers_id
        join backoffice.firmware_versions v on v.id = f.firmware_version_id and v.firmware_type = 1
          and v.firmware_version = n.payload ->> 'firmwareVersion'
        group by n.pers_id having count(distinct v.id) = 1
        on conflict (pers_id, firmware_type) do update set firmware_version_id = excluded.firmware_version_id,
          said_at = excluded.said_at, by = excluded.by where k.said_at <= excluded.said_at),
      counted as (
        insert into backoffice.iot_message_counts (hour, iot_message_type, shard, messages)
        select date_trunc('hour', at), "iotMessageType", floor(random() * 8), count(*) from fresh group by 1, 2
        on conflict (iot_message_type, hour, shard) do update set messages = iot_message_counts.messages + excluded.messages)
      select pg_notify('iot_messages', string_agg(pers_id::text, ',')) from (
        select pers_id, row_number() over () / 200 as part from newest) told group by part`,
  ]);
}

/** What a database holds of the messages that it took in; ids and instants of its own are left out. */
export const heldOf = (/** @type {import("postgres").Sql} */ sql) => sql`
  select (select count(*)::int from backoffice.iot_messages) as messages,
    (select count(*)::int from backoffice.iot_message_keys) as keys,
    (select sum(messages)::int from backoffice.iot_message_counts) as counted,
    (select md5(string_agg(p.nu_serial_pers_number || c.readings::text || c.last_message_at || c.battery_level, ',' order by p.nu_serial_pers_number))
      from backoffice.pers_current_data c join backoffice.pers p on p.id = c.pers_id where c.last_message_at is not null) as current,
    (select md5(string_agg(concat_ws(' ', p.nu_serial_pers_number, d.code, a.started_at, a.ended_at, a.value, a.occurrences, a.desk_status), ','
        order by p.nu_serial_pers_number, d.code, a.started_at)) from backoffice.pers_alerts a
      join backoffice.pers p on p.id = a.pers_id join backoffice.alerts d on d.id = a.alert_id) as alerts,
    (select md5(string_agg(concat_ws(' ', o.started_at, o.ended_at, o.value), ',' order by o.started_at, o.ended_at, o.value::text))
      from backoffice.pers_alert_occurrences o) as occurrences`;
