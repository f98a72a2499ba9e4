import type postgres from "postgres";
import { persAlerts, persCurrentData } from "@/db/schema";
import { iotMessages } from "@/db/schema/iot-message";
import {
  applyReports,
  type DeviceReport,
  newestNumber,
  type Rule,
} from "@/server/devices/current-data/current-data.rules";
import { readingsOf } from "@/server/devices/iot/iot-message.rules";
import { groupBy } from "@/server/kit/value/group.rules";
import { Copy } from "./copy";
import type { Random } from "./random";
import { type Report, type Reporter, reportsOf } from "./report";
import { brandStories } from "./story";
import { day, iso, minute } from "./time";

const batchSize = 5_000;
const wholeStories = 120;
const silent = 0.04;

type Told = Reporter & { brand: string };

/**
 * The active devices, a batch at a time, because there may be millions. About 120 of them, evenly from the oldest to the
 * newest, and those of the demo's rider report for 30 days; the others for their last day, so that the fleet looks
 * alive.
 */
async function* reporters(sql: postgres.Sql, riderId: string, now: number) {
  await sql`
  declare reporters no scroll cursor for
  with active as (
    select p.id, p.nu_serial_pers_number, p.firmware_version_id, v.vehicle_model_id, v.rider_id, v.created_at, v.pers_distance,
      row_number() over (order by p.id) as place, greatest(count(*) over () / ${wholeStories}::int, 1) as step
    from backoffice.pers p join backoffice.vehicles v on v.pers_id = p.id
    where p.status = 'active' and v.created_at < ${iso(now - 3 * day)}::timestamptz)
  select a.id, a.nu_serial_pers_number as serial, b.name as brand, extract(epoch from a.created_at)::float8 * 1000 as "fittedAt",
    a.pers_distance as distance, f.firmware_version as "firmwareVersion",
    case when place % step = step / 2 or a.rider_id = ${riderId} then 30 else 1 end as days
  from active a
  join backoffice.vehicle_models m on m.id = a.vehicle_model_id join backoffice.vehicle_brands b on b.id = m.vehicle_brand_id
  left join backoffice.firmware_versions f on f.id = a.firmware_version_id
  order by a.id`;
  for (;;) {
    const batch = await sql<Told[]>`fetch ${sql.unsafe(String(batchSize))} from reporters`;
    if (batch.length === 0) break;
    yield batch;
  }
  await sql`close reporters`;
}

/** Adds what a device reports to the messages. @returns what the messages report, for the rules of alerts */
function addMessages(
  messages: Copy<typeof iotMessages>,
  random: Random,
  serial: string,
  reports: Report[],
): DeviceReport[] {
  return reports.map(({ type, sentAt, payload }) => {
    // Now and then a device is without a network for a while.
    const receivedAt = sentAt + (random.chance(0.02) ? random.int(5, 40) * minute : random.int(400, 4000));
    const [id, messageId] = [random.id(receivedAt), random.id(sentAt)];
    const at = iso(sentAt);
    messages.add({
      id,
      receivedAt: iso(receivedAt),
      sentAt: at,
      messageId,
      persSerialNumber: serial,
      iotMessageType: type,
      payload,
    });
    return { type, sentAt: at, key: messageId, readings: readingsOf(payload) };
  });
}

/** Writes what devices sent lately, and what follows from it by the rules that live messages are judged by. */
export async function seedIot(
  sql: postgres.Sql,
  random: Random,
  { now, rules, riderId }: { now: number; rules: Rule[]; riderId: string },
) {
  await sql`
    select backoffice.iot_make_partition(parent, month) from unnest(array['iot_messages', 'iot_message_keys']) as parent,
      generate_series(date_trunc('month', ${iso(now - 31 * day)}::timestamptz at time zone 'UTC'),
        ${iso(now)}::timestamptz at time zone 'UTC', interval '1 month') as month`;
  const makers = new Map(brandStories.map(([brand, maker]) => [brand, maker]));
  const rulesByField = groupBy(rules, ({ rule }) => rule.field);
  const messages = new Copy(iotMessages);
  const current = new Copy(persCurrentData);
  const raised = new Copy(persAlerts);
  for await (const batch of reporters(sql, riderId, now)) {
    const reporting: string[] = [];
    for (const { brand, ...device } of batch) {
      if (device.days === 1 && random.chance(silent)) continue;
      const sent = addMessages(
        messages,
        random,
        device.serial,
        reportsOf(random, { ...device, maker: makers.get(brand) ?? brand }, now),
      );
      if (sent.length === 0) continue;
      reporting.push(device.id);
      const { readings, changed } = applyReports({}, sent, rulesByField, []);
      const batteryLevel = newestNumber(readings, "batteryLevel");
      current.add({ persId: device.id, readings, lastMessageAt: sent.at(-1)?.sentAt ?? null, batteryLevel });
      for (const { alertId, startedAt, endedAt, value } of changed) {
        const stamps = { createdAt: startedAt, updatedAt: endedAt ?? startedAt, version: endedAt ? 2 : 1 };
        const id = random.id(Date.parse(startedAt));
        raised.add({ id, persId: device.id, alertId, startedAt, endedAt, value, ...stamps });
      }
    }
    await messages.send(sql);
    // The trigger has made an empty row of each.
    if (reporting.length) await sql`delete from backoffice.pers_current_data where pers_id in ${sql(reporting)}`;
    await current.send(sql);
    await raised.send(sql);
  }
  await sql`
    update backoffice.pers_current_data c set is_in_use = true from backoffice.pers p
    where p.id = c.pers_id and p.status = 'active' and not c.is_in_use`;
  await sql`
    insert into backoffice.iot_message_keys (key, received_at)
    select message_id::uuid, received_at from backoffice.iot_messages order by 1`;
  await sql`
    insert into backoffice.iot_message_counts (hour, iot_message_type, shard, messages)
    select date_trunc('hour', received_at, 'UTC'), iot_message_type, 0, count(*) from backoffice.iot_messages group by 1, 2`;
}
