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
  plugins: [{ name: "t", setup(b) { b.onResolve({ filter: /^postgres$/ }, () => process.env.NOTIME ? undefined : ({ path: resolve("bench/pgtimed-dev.mjs") })); } }],
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
globalThis.T = new Map();
const { Session } = await import("node:inspector"); const insp = new Session(); insp.connect(); const post = (m, a) => new Promise((d, f) => insp.post(m, a, (e, r) => (e ? f(e) : d(r))));
await post("Profiler.enable"); await post("Profiler.setSamplingInterval", { interval: 200 });
const selfs = new Map();
const profiled = async (work) => { if (!process.env.PROF) return work(); await post("Profiler.start"); const r = await work(); const { profile: p } = await post("Profiler.stop"); const by = new Map(p.nodes.map((n) => [n.id, n])); p.samples.forEach((x, i) => { const n = by.get(x); const k = n.callFrame.functionName + " " + n.callFrame.url.split("/").slice(-2).join("/") + ":" + n.callFrame.lineNumber; selfs.set(k, (selfs.get(k) ?? 0) + p.timeDeltas[i]); }); return r; };
const { readFileSync, readdirSync } = await import("node:fs");
const pgCpu = (name) => { let t = 0; for (const p of readdirSync("/proc")) if (/^\d+$/.test(p)) try { const c = readFileSync(`/proc/${p}/cmdline`, "utf8"); if (c.startsWith("postgres:") && c.includes(" " + name + " ")) { const f = readFileSync(`/proc/${p}/stat`, "utf8").split(") ").at(-1).split(" "); t += (Number(f[11]) + Number(f[12])) * 10; } } catch {} return t; };
const acc = { CPU: 0, CPUH: 0, PGO: 0, PGH: 0, PGB: 0 };
const around = async (jsKey, pgKey, name, work) => { const c = process.cpuUsage(); const p = pgCpu(name); const r = await work(); const d = process.cpuUsage(c); if (jsKey) acc[jsKey] += (d.user + d.system) / 1000; acc[pgKey] += pgCpu(name) - p; for (const k in acc) globalThis[k] = (acc[k] / batches).toFixed(1); return r; };
const took = { bare: [], hand: [], ours: [] };
for (let n = 0; n < batches; n++) {
  const [one, both] = [batch(), batch()];
  await around("", "PGB", "bench_iot", async () => took.bare.push(await timed(() => bareInsert(one))));
  await around("CPUH", "PGH", "bench_iot_by_hand", async () => took.hand.push(await timed(() => ingestByHand(byHand, both))));
  await around("CPU", "PGO", "bench_iot", async () => took.ours.push(await profiled(() => timed(() => ingest(both)))));
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

const sum = (all) => all.reduce((a, b) => a + b, 0);
const rowsOut = [...(globalThis.T ?? [])].map(([k, v]) => [v.t / batches, v.n / batches, k]).sort((a, b) => b[0] - a[0]);
for (const [t, n, k] of rowsOut.slice(0, 25)) console.log(t.toFixed(2).padStart(8), n.toFixed(1).padStart(6), k.slice(0, 150));
for (const [k, v] of [...selfs].sort((a, b) => b[1] - a[1]).slice(0, 32)) console.log((v / 1000 / batches).toFixed(2).padStart(8), k);
console.log("JS cpu/batch ours", globalThis.CPU, "hand", globalThis.CPUH, "PG cpu ours", globalThis.PGO, "hand", globalThis.PGH, "bare", globalThis.PGB);
await sql.end(); await byHand.end(); await closeDatabase(); if (!database.adopted) await database.stop(); rmSync(bundle, { force: true }); process.exit(0);
