import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { poolWaits } from "@/db/pool";
import { lastBackups, mailLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { noWaits } from "@/db/turns";
import { env } from "@/env/env";
import { Breaker } from "@/server/kit/process/breaker";
import { showBreakers } from "@/server/kit/process/metrics";
import { SenderMeter } from "@/server/notification/sender/sender-meter";
import { startWorkerLife } from "@/server/operations/routine/worker-life.service";
import { appRouter } from "@/server/root";
import { metrics, observe } from "./metrics";
import { proceduresOf } from "./rest-plan";

const { db } = useDatabase();

/** Told where a replica is set, and by workers. */
const ofSome = new Set(["persdesk_replica_late_seconds", "persdesk_worker_queue_silent_seconds"]);

/** The value of a series; NaN where it is not told. */
async function value(series: string) {
  const lines = (await (await metrics()).text()).split("\n");
  return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length) ?? Number.NaN);
}

it("are those that the dashboard and the alert rules ask for, work that waits among them", async () => {
  await db()
    .insert(mailLog)
    .values({
      templateCode: "PASSWORD_CHANGED",
      module: "identity",
      sender: "a@persdesk.demo",
      recipient: "b@persdesk.demo",
      subject: "s",
      body: "b",
      createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    });
  await db().execute(sql`select graphile_worker.add_job('test', run_at => now() - interval '2 minutes')`);
  observe("rest", "a", 200, 0.01);
  const text = await (await metrics()).text();
  expect(await value('persdesk_work_waiting{kind="job"}')).toBe(1);
  expect(await value('persdesk_work_oldest_seconds{kind="job"}')).toBeCloseTo(120, -1);
  expect(await value('persdesk_work_waiting{kind="mail"}')).toBe(1);
  expect(await value('persdesk_work_oldest_seconds{kind="mail"}')).toBeCloseTo(3600, -2);
  for (const file of ["alerts.yml", "grafana.json"]) {
    const asked = readFileSync(`docs/operations/${file}`, "utf8").match(/\b(persdesk|process|nodejs)_\w+/g) ?? [];
    expect(asked.length).toBeGreaterThan(3);
    // A series that has counted nothing yet has only its type.
    const isKnown = (name: string) =>
      ofSome.has(name) ||
      new RegExp(`^(# TYPE )?${name.replace(/_(bucket|sum|count)$/, "")}(_bucket)?[ {]`, "m").test(text);
    expect(asked.filter((name) => !isKnown(name))).toEqual([]);
  }
});

it("count an answer among those that took no longer, in steps that grow", async () => {
  for (const took of [0.0005, 0.004, 0.08, 0.4, 2, 60]) observe("stairs", "a", 200, took);
  const text = await (await metrics()).text();
  const steps = [
    ...text.matchAll(/^persdesk_http_request_duration_seconds_bucket\{le="([^"]+)",door="stairs"\} (\d+)$/gm),
  ];
  expect(Object.fromEntries(steps.map(([, upTo, count]) => [upTo, Number(count)]))).toEqual({
    0.001: 1,
    0.0025: 1,
    0.005: 2,
    0.01: 2,
    0.025: 2,
    0.05: 2,
    0.1: 3,
    0.25: 3,
    0.5: 4,
    1: 4,
    2.5: 5,
    5: 5,
    10: 5,
    "+Inf": 6,
  });
});

it("say how the process waits for connections, what its channels answered and which of them are paused", async () => {
  const waits = poolWaits();
  Object.assign(waits, { now: 2, count: 7, seconds: 1.5, refused: 1 });
  onTestFinished(() => void Object.assign(waits, noWaits()));
  const breaker = new Breaker();
  showBreakers(new Map([["fcm", breaker]]));
  onTestFinished(() => showBreakers(new Map()));
  expect(await value('persdesk_channel_paused{channel="fcm"}')).toBe(0);
  for (let n = 0; n < 5; n++) breaker.failed();
  const failed = 'persdesk_deliveries_total{channel="fcm",result="failed"}';
  new SenderMeter().add("fcm", "down", 5, 3);
  const before = await value(failed);
  new SenderMeter().add("fcm", "down", 5, 2);
  expect(await value(failed)).toBe(before + 2);
  expect(await value("persdesk_database_pool_waiting")).toBe(2);
  expect(await value("persdesk_database_pool_waits_total")).toBe(7);
  expect(await value("persdesk_database_pool_wait_seconds_total")).toBe(1.5);
  expect(await value("persdesk_database_pool_refused_total")).toBe(1);
  expect(await value('persdesk_channel_paused{channel="fcm"}')).toBe(1);
});

it("say what the database, the disk and the last backup are like", async () => {
  expect(await value("persdesk_last_backup_timestamp_seconds")).toBe(0);
  expect(await value("persdesk_workers")).toBe(0);
  const finishedAt = "2026-11-23T02:00:00.000Z";
  await db()
    .insert(lastBackups)
    .values([
      { kind: "dump", finishedAt: "2026-11-01T00:00:00.000Z" },
      { kind: "elsewhere", finishedAt },
    ]);
  const life = startWorkerLife(env.DATABASE_URL, new Set());
  onTestFinished(life.stop);
  await expect.poll(() => value("persdesk_workers")).toBe(1);
  expect(await value("persdesk_last_backup_timestamp_seconds")).toBe(Date.parse(finishedAt) / 1000);
  expect(await value("persdesk_database_connections_max")).toBeGreaterThan(10);
  const [free, size] = [await value("persdesk_disk_free_bytes"), await value("persdesk_disk_size_bytes")];
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThanOrEqual(free);
});

it("are few, whatever is asked for", async () => {
  const operations = proceduresOf(appRouter).flatMap(([name]) => [name, `trpc ${name}`]);
  for (const operation of operations)
    for (const status of [200, 201, 204, 304, 400, 401, 403, 404, 412, 422, 429, 500, 503])
      observe(operation.startsWith("trpc") ? "trpc" : "rest", operation, status, 0.01);
  const text = await (await metrics()).text();
  expect(text).toContain('persdesk_http_requests_total{operation="trpc pers.rows",status="2xx"}');
  expect(text).toContain('persdesk_http_request_duration_seconds_bucket{le="0.025",door="rest"}');
  expect(text).toContain("persdesk_database_up 1");
  // A time series each: every operation at both doors with four kinds of status and a sum, and some for the process.
  const lines = text.split("\n").length;
  expect(lines).toBeLessThan(operations.length * 5 + 600);
  expect(text.length).toBeLessThan(lines * 120);
});
