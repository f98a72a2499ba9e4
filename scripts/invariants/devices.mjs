// @ts-check
/** @import { Invariant } from "../invariants.mjs" */

/** @type {Invariant[]} */
export const devices = [
  {
    name: "segments of a firmware are numbered 0, 1, 2",
    rows: "select firmware_version_id from firmware_segments group by 1 having min(index) <> 0 or max(index) <> count(*) - 1",
    plant: ["update firmware_segments set index = index + 1"],
  },
  {
    name: "segments of a firmware lie at addresses of their own",
    rows: `select a.id from firmware_segments a join firmware_segments b
      on a.firmware_version_id = b.firmware_version_id and a.index < b.index
      where a.start_address < b.start_address + b.length and b.start_address < a.start_address + a.length`,
    plant: ["update firmware_segments set start_address = 0"],
  },
  {
    name: "a segment is as long as its data",
    rows: "select id from firmware_segments where length <> octet_length(data)",
    plant: ["update firmware_segments set length = length + 1"],
  },
  {
    name: "a device runs the firmware that it was last given",
    rows: `select p.id from pers p join lateral (select h.firmware_version_id from pers_firmware_history h
      where h.pers_id = p.id order by h.installed_at desc limit 1) newest on true
      where p.firmware_version_id is distinct from newest.firmware_version_id`,
    plant: ["update pers set firmware_version_id = null"],
  },
  {
    name: "a version of a firmware is there once",
    rows: "select category_id from firmware_versions group by 1, update_id, firmware_type, firmware_version having count(*) > 1",
    plant: [
      `update firmware_versions set update_id = 'u', firmware_type = 1, firmware_version = '1.0.0',
        category_id = (select id from firmware_categories limit 1)`,
    ],
  },
  {
    name: "a firmware fits a model once",
    rows: "select firmware_version_id from firmware_compatibilities group by 1, model_pers_id having count(*) > 1",
    plant: ["update firmware_compatibilities set model_pers_id = (select id from model_pers limit 1)"],
  },
  {
    name: "the figures of a rollout's waves are those of its devices",
    rows: `select w.id from firmware_rollout_waves w
      left join (select rollout_id, wave, status, count(*) as devices from firmware_rollout_devices group by 1, 2, 3) d
        on d.rollout_id = w.rollout_id and d.wave = w.index
      group by w.id having (w.waiting, w.offered, w.downloading, w.installed, w.failed, w.silent, w.excluded, w.superseded, w.cancelled)
        is distinct from (${[
          "waiting",
          "offered",
          "downloading",
          "installed",
          "failed",
          "silent",
          "excluded",
          "superseded",
          "cancelled",
        ]
          .map((status) => `coalesce(sum(d.devices) filter (where d.status = '${status}'), 0)::int`)
          .join(", ")})`,
    plant: ["update firmware_rollout_waves set waiting = waiting + 1"],
  },
  {
    name: "what ended of a rollout by hour, model and reason are its devices",
    rows: `select rollout_id from (
        select rollout_id, hour, model_pers_id, status, reason, devices from firmware_rollout_hours
        union all select rollout_id, date_trunc('hour', ended_at, 'UTC'), model_pers_id, status, reason, -count(*)
          from firmware_rollout_devices where status in ('installed', 'failed') group by 1, 2, 3, 4, 5) figures
      group by rollout_id, hour, model_pers_id, status, reason having sum(devices) <> 0`,
    plant: ["update firmware_rollout_hours set devices = devices + 1"],
  },
  {
    name: "a device is held by one rollout of a type of firmware",
    rows: "select pers_id from firmware_rollout_devices where is_held group by 1, firmware_type having count(*) > 1",
    plant: [
      "update firmware_rollout_devices set is_held = true, firmware_type = 1, pers_id = (select id from pers limit 1)",
    ],
  },
  {
    name: "a device is held while its rollout goes on, and while it downloads",
    rows: `select d.id from firmware_rollout_devices d join firmware_rollouts r on r.id = d.rollout_id
      where d.is_held <> (d.status not in ('excluded', 'superseded', 'cancelled')
        and (r.status not in ('done', 'cancelled') or d.status = 'downloading'))`,
    plant: ["update firmware_rollout_devices set is_held = not is_held"],
  },
  {
    name: "a device has a row of what it last said",
    rows: "select p.id from pers p left join pers_current_data c on c.pers_id = p.id where c.pers_id is null",
    plant: ["delete from pers_current_data"],
  },
  {
    name: "what is known of a device says whether it is in use",
    rows: `select p.id from pers p join pers_current_data c on c.pers_id = p.id where c.is_in_use <> (p.status = 'active')`,
    plant: ["update pers_current_data set is_in_use = not is_in_use"],
  },
  {
    name: "no reading of a device is newer than its newest message",
    rows: `select c.pers_id from pers_current_data c, jsonb_each(c.readings) kind, jsonb_each(kind.value) field
      where (field.value ->> 1)::timestamptz > c.last_message_at or c.last_message_at is null`,
    plant: ["update pers_current_data set last_message_at = '2001-01-01'"],
  },
  {
    name: "the newest message of a device is in its log, or older than the log",
    rows: `select p.id from pers p join pers_current_data c on c.pers_id = p.id where exists (
      select from iot_messages m where m.pers_serial_number = p.nu_serial_pers_number and m.sent_at > c.last_message_at)`,
    plant: ["update pers_current_data set last_message_at = '2001-01-01'"],
  },
  {
    name: "counts of an hour are the messages of that hour",
    rows: `select coalesce(c.hour, m.hour), coalesce(c.iot_message_type, m.iot_message_type) from (
        select hour, iot_message_type, sum(messages) as n from iot_message_counts group by 1, 2) c
      full join (select date_trunc('hour', received_at) as hour, iot_message_type, count(*) as n from iot_messages
        group by 1, 2) m on m.hour = c.hour and m.iot_message_type = c.iot_message_type
      where coalesce(c.n, 0) <> coalesce(m.n, 0) and coalesce(c.hour, m.hour) >= (select min(received_at) from iot_messages)`,
    plant: ["update iot_message_counts set messages = messages + 1"],
  },
  {
    name: "a message of a device is stored once",
    rows: "select pers_serial_number from iot_messages group by 1, message_id, sent_at having count(*) > 1",
    plant: ["update iot_messages set message_id = 'm', pers_serial_number = 's', sent_at = '2026-01-01'"],
  },
  {
    name: "a message was received when its id says",
    rows: `select id from iot_messages
      where abs(extract(epoch from received_at) * 1000 - ('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint) > 1`,
    plant: ["update iot_messages set received_at = received_at + interval '1 second'"],
  },
  {
    name: "a PIN has the moment of its making",
    rows: "select id from pers where (activation_pin_hash is null) <> (activation_pin_at is null)",
    plant: ["update pers set activation_pin_hash = 'x', activation_pin_at = null"],
  },
  {
    name: "a serial number is one device's",
    rows: "select nu_serial_pers_number from pers group by 1 having count(*) > 1",
    plant: ["update pers set nu_serial_pers_number = 's'"],
  },
  {
    name: "a serial number of a vehicle is one vehicle's",
    rows: "select vehicle_serial_number from vehicles group by 1 having count(*) > 1",
    plant: ["update vehicles set vehicle_serial_number = 's'"],
  },
  {
    name: "a name of a vehicle model is there once for its company and brand",
    rows: "select name_vehicle_model from vehicle_models group by 1, company_id, vehicle_brand_id having count(*) > 1",
    plant: [
      `update vehicle_models set name_vehicle_model = 'm', company_id = null,
        vehicle_brand_id = (select id from vehicle_brands limit 1)`,
    ],
  },
  {
    name: "no vehicle drove less than nothing",
    rows: "select id from vehicles where pers_distance < 0",
    plant: ["update vehicles set pers_distance = -1"],
  },
];
