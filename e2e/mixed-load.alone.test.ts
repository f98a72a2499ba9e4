import { fork } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isLong, scaled } from "@/db/testing/scale";
import { signIn } from "./fault/writes";
import { type Persdesk, startPersdesk } from "./harness";
import { ask } from "./person";
import { cookiesOf } from "./session";

// Screens, REST, device messages and notifications at 70 % of what is carried, for twenty minutes with SCALE=long: neither
// the memory of a process nor the time of an answer grows.

const warmSeconds = scaled(1, 30);
const fullSeconds = scaled(1, 60);
const minutes = scaled(2, 20);
const minuteSeconds = scaled(1, 60);

const folder = mkdtempSync(join(tmpdir(), "persdesk-heap-"));
const load = fork("e2e/mixed-load.mjs");
let persdesk: Persdesk;

beforeAll(async () => {
  const probe = resolve("e2e/heap-probe.mjs");
  const env = { NODE_OPTIONS: `--import ${probe}`, HEAP_FOLDER: folder, NOTIFICATION_HOURLY_CAP: "10000" };
  // In a short run the machine has other work too, and nothing is promised of times.
  const patient = { DATABASE_ACQUIRE_TIMEOUT_MS: "20000", DATABASE_LOCK_TIMEOUT_MS: "20000" };
  persdesk = await startPersdesk({ env: isLong ? env : { ...env, ...patient } });
});
afterAll(async () => {
  load.disconnect();
  await persdesk?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Done {
  count: number;
  p95: number;
  failed: string[];
}

/** Bytes of web and worker in use, after a collection. */
async function heaps() {
  const processes = [persdesk.web.process, persdesk.worker?.process].map((one) => one?.pid ?? 0);
  const files = processes.map((pid) => join(folder, String(pid)));
  for (const file of files) rmSync(file, { force: true });
  for (const pid of processes) process.kill(pid, "SIGUSR2");
  await expect.poll(() => files.every((file) => existsSync(file) && readFileSync(file, "utf8") !== "")).toBe(true);
  return files.map((file) => Number(readFileSync(file, "utf8")));
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const mib = (bytes: number) => Number((bytes / 1024 ** 2).toFixed(1));

it("goes on as it began", { timeout: (warmSeconds + fullSeconds + minutes * minuteSeconds + 180) * 1000 }, async () => {
  const { url } = persdesk;
  const rows = await ask<{ serials: string[]; riders: string[]; pers_id: string; model_id: string }>(
    persdesk,
    (sql) => sql`
      select (select array_agg(nu_serial_pers_number) from (select * from backoffice.pers order by id limit 200) p) as serials,
        (select array_agg(email) from backoffice.users where type = 'Rider' and status = 'active') as riders,
        (select id from backoffice.pers order by id limit 1) as pers_id,
        (select id from backoffice.model_pers order by id limit 1) as model_id`,
  );
  const [
    { serials, riders, pers_id: persId, model_id: modelId } = { serials: [], riders: [], pers_id: "", model_id: "" },
  ] = rows;
  const cookie = await cookiesOf(url, "admin@persdesk.demo");
  const run = async (how: { seconds: number; clients?: number; perSecond?: number }) => {
    const token = await signIn(url); // one ends after a quarter of an hour
    const answer = new Promise<Done>((done) => load.once("message", (message) => done(message as Done))); // its only one
    load.send({ url, cookie, token, serials, riders, persId, modelId, ...how });
    const done = await answer;
    expect(done.failed).toEqual([]);
    return done;
  };
  await run({ seconds: warmSeconds, clients: 8 });
  const { count } = await run({ seconds: fullSeconds, clients: 8 });
  const perSecond = (0.7 * count) / fullSeconds;
  const p95s: number[] = [];
  const held: number[][] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    const { p95 } = await run({ seconds: minuteSeconds, perSecond });
    p95s.push(p95);
    held.push(await heaps());
    const [web = 0, worker = 0] = held.at(-1) ?? [];
    console.info(`minute ${minute}: p95 ${p95.toFixed(0)} ms, heap ${mib(web)} and ${mib(worker)} MiB`);
  }
  console.info(`${(count / fullSeconds).toFixed(0)} calls a second at the most, ${perSecond.toFixed(0)} asked for`);
  expect(p95s.every((p95) => p95 > 0)).toBe(true);
  expect(held.flat().every((bytes) => bytes > 10 * 1024 ** 2)).toBe(true);
  // A few seconds say that it is measured, and nothing of growth.
  if (!isLong) return;
  const growth = [0, 1].map((n) => mib((held.at(-1)?.[n] ?? 0) - (held[4]?.[n] ?? 0)));
  expect(Math.max(...growth), `growth since minute 5: ${growth}`).toBeLessThan(10);
  expect(median(p95s.slice(-5)) / median(p95s.slice(5, 10))).toBeLessThan(1.5);
});
