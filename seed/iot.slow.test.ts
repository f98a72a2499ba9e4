import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AlertRule } from "@/db/schema/alerts";
import type { Readings } from "@/db/schema/iot";
import { useDemo } from "@/db/testing/demo";
import { isOn } from "@/server/devices/alert/alert.rules";

// The same demo as demo.slow.test.ts has, which is seeded once for both.
const moment = "2026-06-15T12:00:00Z";
const now = Date.parse(moment);
const { db } = useDemo(2_000, moment);
const rows = <T extends Record<string, unknown>>(query: string) => db().execute<T>(sql.raw(query));
const count = async (from: string) => (await rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0;

test("a tenth of the fleet tells 30 days, the rest its last one, each message once", async () => {
  const [told] = await rows<{ messages: number; devices: number; days: number }>(`
    select count(*)::int as messages, count(distinct pers_serial_number)::int as devices,
      count(distinct received_at::date)::int as days from backoffice.iot_messages`);
  expect(told?.messages).toBeGreaterThan(18_000);
  expect(told?.messages).toBeLessThan(30_000);
  const days = `(select count(distinct sent_at::date) as days from backoffice.iot_messages group by pers_serial_number) x`;
  expect(await count(`${days} where days > 20`)).toBeGreaterThan(100);
  const active = await count("backoffice.pers where status = 'active'");
  const silent = active - (told?.devices ?? 0);
  expect(silent / active).toBeGreaterThan(0.01);
  expect(silent / active).toBeLessThan(0.12);
  expect(told?.days).toBeGreaterThanOrEqual(30);
  expect(
    await count("backoffice.iot_message_keys k join backoffice.iot_messages m on m.message_id = k.key::text"),
  ).toBe(told?.messages);
  const strange = `received_at < sent_at or received_at > '${new Date(now).toISOString()}'`;
  expect(await count(`backoffice.iot_messages where ${strange}`)).toBe(0);
  expect(
    await count(
      "backoffice.iot_messages m left join backoffice.pers p on p.nu_serial_pers_number = m.pers_serial_number where p.status is distinct from 'active'",
    ),
  ).toBe(0);
});

test("the hourly counts are those of the messages", async () => {
  const counts = "select hour, iot_message_type, sum(messages) from backoffice.iot_message_counts group by 1, 2";
  const messages =
    "select date_trunc('hour', received_at, 'UTC'), iot_message_type, count(*) from backoffice.iot_messages group by 1, 2";
  expect(await count(`((${counts}) except (${messages})) x`)).toBe(0);
  expect(await count(`((${messages}) except (${counts})) x`)).toBe(0);
});

test("current data is what the newest messages say", async () => {
  const newest = `
    select distinct on (p.id, iot_message_type, field) p.id, iot_message_type as type, field, value,
      to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from backoffice.iot_messages m join backoffice.pers p on p.nu_serial_pers_number = m.pers_serial_number,
      jsonb_each(payload) as f(field, value) order by p.id, iot_message_type, field, sent_at desc, message_id desc`;
  const known = `
    select pers_id, type, field, reading->0, reading->>1 from backoffice.pers_current_data,
      jsonb_each(readings) as t(type, fields), jsonb_each(fields) as f(field, reading)`;
  expect(await count(`(${newest}) x`)).toBeGreaterThan(1000);
  expect(await count(`((${newest}) except (${known})) x`)).toBe(0);
  expect(await count(`((${known}) except (${newest})) x`)).toBe(0);
  const last = `(select max(sent_at) from backoffice.iot_messages m join backoffice.pers p on p.nu_serial_pers_number = m.pers_serial_number where p.id = c.pers_id)`;
  expect(await count(`backoffice.pers_current_data c where last_message_at is distinct from ${last}`)).toBe(0);
});

test("every device has current data, which knows whether it is active", async () => {
  const wrong = `backoffice.pers p left join backoffice.pers_current_data c on c.pers_id = p.id
    where c.is_in_use is distinct from (p.status = 'active')`;
  expect(await count(wrong)).toBe(0);
  expect(await count("backoffice.pers_current_data where is_in_use and heard_hour > '-infinity'")).toBeGreaterThan(100);
});

test("a device's distance never shrinks, and ends where its bike's stands", async () => {
  const shrinks = `(select distance < lag(distance) over (partition by pers_serial_number order by sent_at) as shrinks from (
    select pers_serial_number, sent_at, (payload->>'distance')::float8 as distance from backoffice.iot_messages where payload ? 'distance') d) x`;
  expect(await count(`${shrinks} where shrinks`)).toBe(0);
  const said = "(select max((fields->'distance'->>0)::float8) from jsonb_each(readings) as t(type, fields))";
  expect(
    await count(
      `backoffice.pers_current_data c join backoffice.vehicles v using (pers_id) where abs(${said} - v.pers_distance) > 0.1`,
    ),
  ).toBe(0);
});

test("an alert is open on a device exactly where its rule says so", async () => {
  const devices = await rows<{ persId: string; readings: Readings }>(
    `select pers_id as "persId", readings from backoffice.pers_current_data`,
  );
  const alerts = await rows<{ id: string; code: string; rule: AlertRule }>(
    "select id, code, rule from backoffice.alerts",
  );
  const open = await rows<{ pers_id: string; alert_id: string }>(
    "select pers_id, alert_id from backoffice.pers_alerts where ended_at is null",
  );
  const isOpen = new Set(open.map(({ pers_id, alert_id }) => `${pers_id} ${alert_id}`));
  const wrong = devices.flatMap(({ persId, readings }) =>
    alerts.filter(({ id, rule }) => {
      const reading = readings[rule.type ?? ""]?.[rule.field]?.[0];
      const was = isOpen.has(`${persId} ${id}`);
      return was !== (reading !== undefined && isOn(rule, reading, was));
    }),
  );
  expect(wrong).toEqual([]);
  expect(alerts).toHaveLength(8);
  expect(open.length).toBeGreaterThan(8);
  expect(await count("backoffice.pers_alerts where ended_at is not null")).toBeGreaterThan(open.length);
  expect(await count("(select distinct alert_id from backoffice.pers_alerts) x")).toBe(8);
});

test("levels, alerts and brand messages can be read in all languages", async () => {
  expect(await count("backoffice.level_alert_translations")).toBe(3 * 3);
  expect(await count("backoffice.alert_translations")).toBe(8 * 3);
  expect(await count("(select distinct language_id from backoffice.vehicle_brand_messages) x")).toBe(3);
});
