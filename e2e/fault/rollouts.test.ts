import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { scaled } from "@/db/testing/scale";
import { startPostgres } from "@/scripts/postgres.mjs";
import { type Persdesk, seedDemo, startPersdesk } from "../harness";
import { type Device, makeFleet, speakFor, startRollout } from "./rollout-gateway";

// A database of its own, with fsync as in production: this test kills it.
const folder = mkdtempSync(join(tmpdir(), "persdesk-fault-"));
const dir = join(folder, "postgres");
let database: Awaited<ReturnType<typeof startPostgres>>;
const nodes: Persdesk[] = [];

beforeAll(async () => {
  chmodSync(folder, 0o755);
  database = await startPostgres({ dir });
  await seedDemo(database.url, 10);
  nodes.push(await startPersdesk({ databaseUrl: database.url }));
});
afterAll(async () => {
  await Promise.all(nodes.map((one) => one.stop()));
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const asked = <T>(work: (sql: postgres.Sql) => Promise<T>) => onServer(database.url, work);
const node = () => {
  const [first] = nodes;
  if (!first) throw new Error("it runs from beforeAll on");
  return first;
};
const standing = async (id: string) => {
  const [row] = await asked(
    (sql) => sql<{ status: string; prepared: number }[]>`
      select status, prepared from backoffice.firmware_rollouts where id = ${id}`,
  );
  return row;
};
/** Waves whose figures are not those of their devices. */
const miscounted = (id: string) =>
  asked(
    (sql) => sql`
      select w.index from backoffice.firmware_rollout_waves w
      left join lateral (select count(*) as devices, count(*) filter (where status = 'waiting') as waiting,
        count(*) filter (where status = 'offered') as offered, count(*) filter (where status = 'downloading') as downloading,
        count(*) filter (where status = 'installed') as installed, count(*) filter (where status = 'failed') as failed
        from backoffice.firmware_rollout_devices d where d.rollout_id = w.rollout_id and d.wave = w.index) d on true
      where w.rollout_id = ${id} and (w.devices, w.waiting, w.offered, w.downloading, w.installed, w.failed)
        <> (d.devices, d.waiting, d.offered, d.downloading, d.installed, d.failed)`,
  );

it("offers and reports that were acknowledged are kept, and counted once, whatever is killed", {
  timeout: scaled(120_000, 900_000),
}, async () => {
  const count = scaled(400, 1_000);
  const draft = await asked((sql) => makeFleet(sql, "Fault", count));
  const id = await startRollout(node(), draft);
  await expect.poll(async () => (await standing(id))?.status).toBe("running");
  // The first wave only: its share of success is never reached.
  const rows = await asked(
    (sql) => sql<{ serial: string }[]>`
      select serial_number as serial from backoffice.firmware_rollout_devices where rollout_id = ${id} and wave = 0 order by place`,
  );
  const devices = rows.map(({ serial }, n): Device => ({ serial, ends: n % 4 ? "installed" : "failed" }));
  const gateway = speakFor(node().url, devices);
  const reach = (share: number) =>
    expect.poll(gateway.ended, { interval: 10 }).toBeGreaterThanOrEqual(devices.length * share);
  const faults = scaled(3, 9);
  for (let round = 1; round <= faults; round++) {
    await reach((0.8 * round) / faults);
    if (round % 2) {
      process.kill(database.pid() ?? 0, "SIGKILL");
      await expect.poll(() => gateway.refused.at(-1), { interval: 10 }).toBe(503);
      database = await startPostgres({ dir });
    } else {
      node().web.process.kill("SIGKILL");
      await node().restartWeb();
    }
  }
  await gateway.done;
  expect([...new Set(gateway.refused)].sort()).toEqual([0, 503]);
  const kept = await asked(
    (sql) => sql<{ serial: string; offerId: string; attempt: number; status: string }[]>`
      select serial_number as serial, offer_id as "offerId", attempt, status
      from backoffice.firmware_rollout_devices where rollout_id = ${id} and wave = 0 order by place`,
  );
  expect([...kept]).toEqual(
    devices.map(({ serial, offerId, ends }) => ({ serial, offerId, attempt: 1, status: ends })),
  );
  expect(await miscounted(id)).toEqual([]);
  const [runs] = await asked(
    (sql) => sql<{ target: number; twice: number }[]>`
      select count(*) filter (where p.firmware_version_id = ${draft.firmwareVersionId})::int as target,
        (select count(*)::int from (select from backoffice.pers_firmware_history where firmware_version_id = ${draft.firmwareVersionId}
          group by pers_id having count(*) > 1) t) as twice
      from backoffice.pers p join backoffice.firmware_rollout_devices d on d.pers_id = p.id where d.rollout_id = ${id}`,
  );
  expect(runs).toEqual({ target: devices.filter(({ ends }) => ends === "installed").length, twice: 0 });
});

it("another worker goes on where one was killed while it prepared", { timeout: 120_000 }, async () => {
  const count = scaled(20_500, 45_000); // more than a worker takes in one step
  const draft = await asked((sql) => makeFleet(sql, "Large", count));
  // Somebody else is about to hold the last device, so that the worker waits in its last step when it has written some of it.
  const holder = postgres(database.url, { max: 1 });
  await holder.unsafe("begin");
  const last = await holder.unsafe(
    `insert into backoffice.firmware_rollout_devices (id, rollout_id, pers_id, serial_number, model_pers_id, firmware_type,
        is_held, wave, place, status)
      select gen_random_uuid(), (select id from backoffice.firmware_rollouts limit 1), id, nu_serial_pers_number, model_pers_id, 1,
        true, 0, 0, 'waiting'
      from backoffice.pers where model_pers_id = $1 order by pers.id desc limit 1 returning id`,
    [draft.filters.modelPERSId],
  );
  expect(last).toHaveLength(1);
  const id = await startRollout(node(), draft);
  const prepared = async () => (await standing(id))?.prepared ?? 0;
  await expect.poll(prepared, { interval: 20 }).toBeGreaterThan(0);
  const waits = () => asked((sql) => sql`select from pg_stat_activity where wait_event_type = 'Lock'`);
  await expect.poll(waits, { interval: 20 }).not.toEqual([]);
  node().worker?.process.kill("SIGKILL");
  await node().worker?.ended;
  await holder.unsafe("rollback");
  await holder.end();
  const left = await standing(id);
  expect(left?.status).toBe("preparing");
  await node().startWorker();
  await expect.poll(async () => (await standing(id))?.status, { timeout: 60_000 }).toBe("awaiting_approval");
  expect(await prepared()).toBeGreaterThan(left?.prepared ?? count);
  const [held] = await asked(
    (sql) => sql<{ devices: number; once: number }[]>`
      select count(*)::int as devices, count(distinct pers_id)::int as once
      from backoffice.firmware_rollout_devices where rollout_id = ${id} and is_held`,
  );
  expect(held).toEqual({ devices: count, once: count });
  expect(await miscounted(id)).toEqual([]);
});
