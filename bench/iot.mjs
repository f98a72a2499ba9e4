// @ts-check
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { randomSecrets } from "../scripts/demo.mjs";
import { ready } from "./parts/ready.mjs";
import { median as middle, ms, quantile, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What taking in messages costs beside SQL by hand that fills the same tables, and beside a bare multi-row INSERT; and what a
// page of the log costs at size:
//   node bench/iot.mjs [--rows 10000000] [--tiny]
// Everything in one run, on a PostgreSQL with fsync on. Our side is the whole REST door but the socket.

const { rows, batches, seconds, tries } = sizes({
  rows: [10_000_000, 5_000],
  batches: [60, 2],
  seconds: [10, 1],
  tries: [10, 1],
});
await ready({ built: false });
const { build } = await import("esbuild");
const { default: postgres } = await import("postgres");
const { uuidv7 } = await import("uuidv7");
const { database, emptyDatabase } = await import("./parts/database.mjs");
const { heldOf, ingestByHand } = await import("./parts/iot-by-hand.mjs");

const devices = 2000;
const batchSize = 1000;
const key = "bench-key-that-is-long-enough-for-production-0123456789";

const [url, urlByHand] = [await emptyDatabase("bench_iot"), await emptyDatabase("bench_iot_by_hand")];
const [sql, byHand] = [url, urlByHand].map((one) => postgres(one, { max: 4, onnotice: () => undefined }));
if (!sql || !byHand) throw new Error("no client");
Object.assign(process.env, randomSecrets(), {
  DATABASE_URL: url,
  APP_URL: "http://localhost",
  INTERNAL_API_KEY: key,
  LOG_LEVEL: "error",
  NODE_ENV: "test",
  RATE_LIMITS: "off",
});

const { bundle: bundleProgram } = await import("../scripts/build.mjs");
await bundleProgram(["migrate"]);
const { prepareDatabase } = await import(pathToFileURL(resolve("dist/migrate.js")).href);
for (const one of [url, urlByHand]) await prepareDatabase(one);
const bundle = resolve("dist/bench-iot-api.mjs");
await build({
  stdin: {
    contents: `export { handleApi } from "@/server/api";
      export { closeDatabase } from "@/db/client";
      export { systemCtx } from "@/server/kit/call/context";
      export { iotLogService } from "@/server/devices/iot/iot-log.service";`,
    resolveDir: ".",
  },
  outfile: bundle,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  logLevel: "warning",
});
const { handleApi, closeDatabase, systemCtx, iotLogService } = await import(pathToFileURL(bundle).href);

/** @param {string} path @param {unknown} [body] */
async function call(path, body) {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await handleApi(new Request(`http://localhost${path}`, init), "127.0.0.1");
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const serials = Array.from({ length: devices }, (_, n) => `B-${String(n).padStart(6, "0")}`);
/** The devices and the rules of alerts that their messages are judged by. */
async function fill(/** @type {import("postgres").Sql} */ sql) {
  const [model] = await sql`
    insert into backoffice.model_pers (id, label, created_at, updated_at) values (${uuidv7()}, 'Bench', now(), now()) returning id`;
  await sql`
    insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, created_at, updated_at)
    select gen_random_uuid(), serial, ${model?.id}, now(), now() from unnest(${serials}::text[]) serial`;
  const level = uuidv7();
  await sql`
    insert into backoffice.level_alerts (id, label, color, rank, created_at, updated_at)
    values (${level}, 'Grave', '#e03131', 1, now(), now())`;
  for (const rule of [
    { field: "batteryLevel", operator: "<", value: 10, endValue: 20 },
    { field: "speed", operator: ">", value: 44 },
    { field: "signal", operator: "<", value: -110, endValue: -105 },
  ])
    await sql`
      insert into backoffice.alerts (id, alert_label, code, topic_alert, group_alert, level_alert_id, rule, created_at, updated_at)
      values (${uuidv7()}, ${rule.field}, ${rule.field}, 't', 'g', ${level}, ${sql.json(rule)}, now(), now())`;
}
for (const one of [sql, byHand]) await fill(one);

const epoch = Date.now() - 3_600_000;
const message = (/** @type {number} */ n) => ({
  messageId: uuidv7(),
  persSerialNumber: serials[(n * 7919) % devices],
  iotMessageType: n % 4 ? "status" : "position",
  payload: {
    batteryLevel: (n * 13) % 101,
    distance: n % 5000,
    speed: n % 45,
    latitude: 45 + (n % 1000) / 1000,
    longitude: 5 + (n % 777) / 777,
    signal: -60 - (n % 55),
    firmwareVersion: "3.1.0",
  },
  sentAt: new Date(epoch + n * 3).toISOString(),
});
let made = 0;
const batch = () => Array.from({ length: batchSize }, () => message(made++));

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
/** @param {number} count @param {() => Promise<unknown>} work */
async function median(count, work) {
  const all = [];
  await work();
  for (let n = 0; n < count; n++) all.push(await timed(work));
  return middle(all);
}

await sql`create table bare (id uuid, received_at timestamptz(3), sent_at timestamptz(3), message_id text,
  pers_serial_number text, iot_message_type text, payload jsonb, primary key (received_at, id))`;
await sql`create index on bare (pers_serial_number, received_at, id)`;
await sql`create index on bare (iot_message_type, received_at, id)`;
await sql`create unique index on bare (message_id)`;
/** @param {ReturnType<typeof message>[]} messages */
const bareInsert = (messages) =>
  sql`insert into bare ${sql(
    messages.map((one) => ({
      id: uuidv7(),
      received_at: new Date(),
      sent_at: one.sentAt,
      message_id: one.messageId,
      pers_serial_number: one.persSerialNumber ?? "",
      iot_message_type: one.iotMessageType,
      payload: sql.json(one.payload),
    })),
  )}`;
const ingest = (/** @type {ReturnType<typeof message>[]} */ messages) =>
  call("/api/v1/backoffice/internals/iot-messages", { messages });

for (let n = 0; n < Math.min(5, batches); n++) {
  const both = batch();
  await Promise.all([bareInsert(batch()), ingest(both), ingestByHand(byHand, both)]);
}
/** @type {Record<"bare" | "hand" | "ours", number[]>} */
const took = { bare: [], hand: [], ours: [] };
for (let n = 0; n < batches; n++) {
  const [one, both] = [batch(), batch()];
  took.bare.push(await timed(() => bareInsert(one)));
  took.hand.push(await timed(() => ingestByHand(byHand, both)));
  took.ours.push(await timed(() => ingest(both)));
}
assert.deepEqual(await heldOf(sql), await heldOf(byHand)); // both filled the same tables with the same
const addIngestion = table("Ingestion", ["", "ms a batch of 1,000", "messages/s", "of bare", "of SQL by hand"]);
const [bareMs, handMs] = [middle(took.bare), middle(took.hand)];
const line = (/** @type {string} */ name, /** @type {number} */ each) =>
  addIngestion(name, ms(each), ((batchSize / each) * 1000).toFixed(0), times(each / bareMs), times(each / handMs));
line("bare INSERT, no checks, no current data", bareMs);
line("SQL by hand for the same tables, no checks", handMs);
line("ingestion, p50", middle(took.ours));
line("ingestion, p99", quantile(took.ours, 0.99));
const each = Math.ceil(batches / 4);
const four = Array.from({ length: 4 }, () => Array.from({ length: each }, batch));
const parallel = await timed(() =>
  Promise.all(
    four.map(async (work) => {
      for (const one of work) await ingest(one);
    }),
  ),
);
line("ingestion, 4 senders at once", parallel / (4 * each));

/** @typedef {Record<string, string | number>} Request */
const list = (/** @type {Request} */ request) => iotLogService.list(systemCtx("bench"), { limit: 25, ...request });
const rowsOf = (/** @type {Request} */ request) => iotLogService.rows(systemCtx("bench"), { limit: 25, ...request });
const page = (offset = 0) =>
  sql`select * from backoffice.iot_messages order by received_at desc, id desc limit 25 offset ${offset}`;

const alone = await median(tries * 20, () => list({}));
const beside = [];
const second = 1000;
const until = performance.now() + seconds * second;
const sender = (async () => {
  while (performance.now() < until) {
    const took = await timed(() => ingest(batch()));
    await sleep(Math.max(0, second - took));
  }
})();
while (performance.now() < until) {
  beside.push(await timed(() => list({})));
  await sleep(5);
}
await sender;
const addBeside = table("A page of the log, p50 ms", ["", "ms", "of alone"]);
addBeside("alone", ms(alone), times(1));
for (const share of [0.5, 0.99]) {
  const each = quantile(beside, share);
  addBeside(`beside 1,000 messages/s, p${share * 100}`, ms(each), times(each / alone));
}

const filled = await timed(async () => {
  await sql`
    insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid, at, at, 'm' || n,
      'B-' || lpad((n % ${devices})::text, 6, '0'), case when n % 4 = 0 then 'position' else 'status' end,
      '{"batteryLevel": 50, "distance": 1200, "speed": 22, "latitude": 45.1, "longitude": 5.2, "signal": -71}'::jsonb
    from (select n, date_trunc('milliseconds', now() - interval '85 days' + n * (interval '84 days' / ${rows})) as at
      from generate_series(1, ${rows}::bigint) n) m`;
  await sql`
    insert into backoffice.iot_message_counts (hour, iot_message_type, shard, messages)
    select date_trunc('hour', received_at), iot_message_type, 0, count(*) from backoffice.iot_messages
    where received_at < now() - interval '1 day' group by 1, 2`;
  await sql`vacuum analyze backoffice.iot_messages`;
});
say(`${rows} rows more in ${Math.round(filled / 1000)} s`);
const addPage = table("25 rows of the log", ["", "rows ms", "of bare", "with total ms", "of bare"]);
const barePage = await median(tries * 5, () => page());
const ago = (/** @type {number} */ days) => new Date(Date.now() - days * 86_400_000).toISOString();
/** @type {[string, Request][]} */
const requests = [
  ["page 1", {}],
  ["page 1,000", { page: 1000 }],
  ["the middle page", { page: Math.floor(rows / 50) }],
  ["the last page", { page: Math.floor(rows / 25) }],
  ["oldest first", { sortBy: "receivedAt:asc" }],
  ["one serial", { persSerialNumber: "B-000777" }],
  ["part of a serial, 100 devices", { persSerialNumber: "B-0007" }],
  ["part of a serial, all devices", { persSerialNumber: "B-" }],
  ["one type", { iotMessageType: "position" }],
  ["one serial and type", { persSerialNumber: "B-000777", iotMessageType: "status" }],
  ["20 days", { dtBegin: ago(40), dtEnd: ago(20) }],
];
const cells = (/** @type {number} */ each) => [ms(each), times(each / barePage)];
addPage("bare SQL, page 1", ...cells(barePage), "", "");
for (const [name, share] of /** @type {const} */ ([
  ["the middle page", 0.5],
  ["the last page", 1],
])) {
  const each = await median(2, () => page(Math.floor(rows * share) - 25));
  addPage(`bare SQL by OFFSET, ${name}`, ...cells(each), "", "");
}
for (const [name, request] of requests) {
  const alone = await median(tries, () => rowsOf(request));
  const listed = await median(Math.ceil(tries / 2), () => list(request));
  addPage(name, ...cells(alone), ...cells(listed));
}

await Promise.all([sql.end(), byHand.end()]);
await closeDatabase();
if (!database.adopted) await database.stop();
rmSync(bundle, { force: true });
process.exit(0);
