// @ts-check
// `node bench/sheet.mjs [--messages 100000] [--rows 10000] [--tiny]`: what the sheet of a device with so many messages costs: in
// Chromium, and the server's part beside the bare SQL of the same answers.
import { ready } from "./parts/ready.mjs";
import { median, ms, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { messages, rows, loads, requests } = sizes({
  messages: [100_000, 500],
  rows: [10_000, 300],
  loads: [7, 1],
  requests: [60, 4],
});
await ready({ browser: true });
const { default: postgres } = await import("postgres");
const { hardLoads, signedIn } = await import("./parts/browser.mjs");
const { database, withPers } = await import("./parts/database.mjs");
const { measure, startEmptyNext, startOurs, stopLoader } = await import("./parts/servers.mjs");
const { url } = await withPers(rows);
const sql = postgres(url, { max: 1, onnotice: () => undefined });

/** The device with the most messages is given as many as were asked for, over the last 85 days, with 2,000 alerts and 500 notes. */
async function fill() {
  const [device] = await sql`
    select p.id, p.nu_serial_pers_number as serial, (select count(*)::int from backoffice.iot_messages m
      where m.pers_serial_number = p.nu_serial_pers_number) as known
    from backoffice.pers p join backoffice.vehicles v on v.pers_id = p.id where p.id in (
      select c.pers_id from backoffice.pers_current_data c where c.last_message_at is not null)
    order by known desc, p.id limit 1`;
  const { id, serial, known } = device ?? {};
  const missing = messages - known;
  if (missing > 0) {
    await sql`
      select backoffice.iot_make_partition('iot_messages', month) from generate_series(
        date_trunc('month', now() at time zone 'UTC' - interval '85 days'), now() at time zone 'UTC', interval '1 month') as month`;
    await sql`
      with filled as (
        insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
        select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, at, at,
          'bench-' || n, ${serial}, case when n % 4 = 0 then 'position' else 'telemetry' end,
          jsonb_build_object('batteryLevel', n % 101, 'distance', n / 10, 'signal', -60 - n % 55, 'latitude', 45.1, 'longitude', 5.2)
        from (select n, date_trunc('milliseconds', now() - n * (interval '84 days' / ${missing}::int)) as at
          from generate_series(1, ${missing}::int) n) m returning received_at, iot_message_type)
      insert into backoffice.iot_message_counts (hour, iot_message_type, shard, messages)
      select date_trunc('hour', received_at), iot_message_type, 1, count(*) from filled group by 1, 2
      on conflict (iot_message_type, hour, shard) do update set messages = iot_message_counts.messages + excluded.messages`;
    await sql`
      insert into backoffice.pers_alerts (id, pers_id, alert_id, started_at, ended_at, created_at, updated_at)
      select gen_random_uuid(), ${id}, (select id from backoffice.alerts limit 1), at, at + interval '10 minutes', at, at
      from (select now() - n * interval '1 hour' as at from generate_series(1, 2000) n) a
      on conflict do nothing -- at a time at which the demo has an episode of that alert`;
    await sql`
      insert into backoffice.sheet_activities (id, object_id, model_type, content, author_id, created_at, updated_at)
      select gen_random_uuid(), ${id}, 'pers', 'Note ' || n, (select id from backoffice.users where email = 'admin@persdesk.demo'),
        now() - n * interval '2 hours', now() - n * interval '2 hours' from generate_series(1, 500) n`;
    await sql`vacuum analyze backoffice.iot_messages`;
  }
  return { id, serial };
}

/** p50 of the same question in ms, as the database alone answers it. */
async function bare(/** @type {() => Promise<unknown>} */ ask) {
  const took = [];
  for (let n = 0; n < requests + 10; n++) {
    const begun = performance.now();
    await ask();
    if (n >= 10) took.push(performance.now() - begun);
  }
  return median(took);
}

const { id, serial } = await fill();
const ours = await startOurs(url);
const empty = await startEmptyNext();
const { browser, context, cookie } = await signedIn(ours.url);
try {
  const addLoad = table(`A device with ${messages} messages, hard loads in Chromium, medians`, [
    "",
    "first content ms",
    "interactive ms",
    "of bare",
    "JS gzip KiB",
    "ahead KiB",
  ]);
  const parts = /** @type {[string, string, string][]} */ ([
    ["bare: an empty Next page", `${empty.url}/`, "p"],
    ["the sheet: who it is", `${ours.url}/pers/${id}`, "main h1"],
    ["the sheet: its state", `${ours.url}/pers/${id}`, "main dl dd"],
    ["its messages", `${ours.url}/pers/${id}?tab=messages`, "main table tbody tr"],
    ["its alerts", `${ours.url}/pers/${id}?tab=alerts`, "main table tbody tr"],
    ["its activity", `${ours.url}/pers/${id}?tab=activity`, "main ol > li"],
  ]);
  let ofEmpty = 0;
  for (const [title, address, selector] of parts) {
    const { row, interactive, kib, ahead } = await hardLoads(context, address, selector, loads);
    ofEmpty ||= interactive;
    addLoad(title, ms(row), ms(interactive), times(interactive / ofEmpty), kib.toFixed(0), ahead.toFixed(0));
  }

  const add = table("The server's part, whole HTTP requests", ["", "p50 ms", "bare SQL ms", "of bare"]);
  const page = (/** @type {number} */ offset) => () =>
    sql`
    select * from backoffice.iot_messages where pers_serial_number = ${serial} order by received_at desc, id desc limit 51 offset ${offset}`;
  const last = Math.floor(messages / 50);
  const questions = /** @type {[string, string, object, () => Promise<unknown>][]} */ ([
    ["the device", "pers.get", { id }, () => sql`select * from backoffice.pers where id = ${id}`],
    [
      "its current data",
      "currentData.get",
      { id },
      () => sql`select * from backoffice.pers_current_data where pers_id = ${id}`,
    ],
    ["messages, page 1", "iotMessages.rows", { persId: id, limit: 50 }, page(0)],
    ["messages, the last page", "iotMessages.rows", { persId: id, limit: 50, page: last }, page((last - 1) * 50)],
    [
      "messages, exact total",
      "iotMessages.count",
      { persId: id },
      () => sql`select count(*) from backoffice.iot_messages where pers_serial_number = ${serial}`,
    ],
    [
      "alerts, page 1",
      "persAlerts.rows",
      { persId: id, limit: 50 },
      () => sql`select * from backoffice.pers_alerts where pers_id = ${id} order by started_at desc, id desc limit 51`,
    ],
  ]);
  for (const [title, procedure, input, ask] of questions) {
    const path = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
    await measure(ours, {
      path,
      headers: { cookie, "x-persdesk": "1" },
      connections: 1,
      count: Math.ceil(requests / 3),
    });
    const { p50 } = await measure(ours, {
      path,
      headers: { cookie, "x-persdesk": "1" },
      connections: 1,
      count: requests,
    });
    const base = await bare(ask);
    add(title, ms(p50), ms(base), times(p50 / base));
  }
} finally {
  await browser.close();
  stopLoader();
  await ours.stop();
  await empty.stop();
  await sql.end();
  if (!database.adopted) await database.stop();
}
