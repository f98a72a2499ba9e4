import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { isLong } from "@/db/testing/scale";
import { run } from "@/scripts/command.mjs";
import { demoSecrets } from "@/scripts/demo.mjs";
import { startPostgres } from "@/scripts/postgres.mjs";
import { type Persdesk, seedDemo, startPersdesk } from "../harness";
import { screenOf } from "../session";
import { createForEver, type Stream, signIn } from "./writes";

// Faults that take minutes and more than one process, so in the long run only: each process killed in turn under load, a
// node whose clock is an hour off, a database without disk. For each: what was acknowledged is there, answers meanwhile are
// quick, and soon after the fault all is well without a restart of the rest.

/** Milliseconds that a refusal may take, and that may pass from the end of a fault until all is well. */
const quick = 2_000;
const soon = 10_000;
const hour = 3_600_000;
const more = { max_wal_size: "64MB" };

const folder = mkdtempSync(join(tmpdir(), "persdesk-every-"));
const disk = join(folder, "disk");
let isSmallDisk = false;
let database: Awaited<ReturnType<typeof startPostgres>>;
const dir = join(disk, "postgres");

const untilWritten = (stream: Stream, by: number, timeout: number) => {
  const enough = stream.acknowledged.length + by;
  return expect.poll(() => stream.acknowledged.length, { timeout, interval: 20 }).toBeGreaterThan(enough);
};

async function assertKept(stream: Stream) {
  const [kept] = await onServer(
    database.url,
    (sql) => sql`
      select count(*) filter (where m.label = any(${stream.acknowledged}))::int as kept,
        count(*) filter (where a.id is null)::int as unaudited
      from backoffice.model_pers m left join platform.audit_log a on a.object_id = m.id where m.label like 'Fault %'`,
  );
  expect(kept).toEqual({ kept: stream.acknowledged.length, unaudited: 0 });
  await onServer(database.url, (sql) => sql`delete from backoffice.model_pers where label like 'Fault %'`);
}

type Refusal = Stream["refused"][number];
const slowest = (refused: Refusal[]) => Math.max(0, ...refused.map(({ ms }) => ms));
const statusesOf = (refused: Refusal[]) => [...new Set(refused.map(({ status }) => status))].sort();

/** Reads one address after the other until stopped, as the stream creates. */
function readForEver(addresses: string[], headers: Record<string, string>) {
  const refused: Refusal[] = [];
  let good = 0;
  let isStopped = false;
  const reading = Promise.all(
    addresses.map(async (address) => {
      while (!isStopped) {
        const begun = performance.now();
        const answer = await fetch(address, { headers, redirect: "manual" }).catch(() => undefined);
        await answer?.body?.cancel();
        const retryAfter = answer?.headers.get("retry-after") ?? null;
        if (answer?.status === 200) good++;
        else refused.push({ status: answer?.status ?? 0, retryAfter, ms: performance.now() - begun });
        await sleep(20);
      }
    }),
  );
  return {
    refused,
    good: () => good,
    stop: async () => {
      isStopped = true;
      await reading;
    },
  };
}
type Reader = ReturnType<typeof readForEver>;

const untilRead = (reader: Reader, by: number, timeout: number) => {
  const enough = reader.good() + by;
  return expect.poll(reader.good, { timeout, interval: 20 }).toBeGreaterThan(enough);
};

describe.runIf(isLong)("under load", () => {
  const running: Persdesk[] = [];

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    mkdirSync(disk);
    // Only root may mount; elsewhere the disk is not filled.
    isSmallDisk = (await run("mount", ["-t", "tmpfs", "-o", "size=700m", "tmpfs", disk])).code === 0;
    database = await startPostgres({ dir, more });
    await seedDemo(database.url);
    const secrets = demoSecrets(folder);
    const ahead = join(folder, "ahead.mjs");
    writeFileSync(
      ahead,
      `const Machine = Date;
       globalThis.Date = class extends Machine {
         constructor(...given) { given.length ? super(...given) : super(Machine.now() + ${hour}); }
         static now() { return Machine.now() + ${hour}; }
       };`,
    );
    for (const env of [secrets, { ...secrets, NODE_OPTIONS: `--import ${ahead}` }])
      running.push(await startPersdesk({ databaseUrl: database.url, env: { ...env, APP_URL: "http://localhost" } }));
  }, 240_000);
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()));
    await database?.stop();
    if (isSmallDisk) await run("umount", ["-l", disk]);
    rmSync(folder, { recursive: true, force: true });
  });
  const node = (n: number) => {
    const one = running[n];
    if (!one) throw new Error("two nodes run");
    return one;
  };

  /** Somebody gets a message from the workers that are there. */
  async function assertDelivers(n: number) {
    const { mutate } = await screenOf(node(n), "admin@persdesk.demo");
    const title = `Fault ${randomUUID()}`;
    await mutate("notificationRequests.send", {
      notificationTitle: title,
      notificationContent: "Text",
      keyPlatformTechs: ["RIDER_APP"],
      typeNotificationList: [1],
      emailUserDestList: ["rider@persdesk.demo"],
    });
    const requests = () =>
      onServer(
        database.url,
        (sql) => sql`select status from notification.requests where notification_title = ${title}`,
      );
    await expect.poll(requests, { timeout: soon }).toEqual([{ status: "done" }]);
  }

  it("every process is killed in turn", { timeout: 300_000 }, async () => {
    const [{ url }, other] = [node(0), node(1)];
    const token = await signIn(url);
    const stream = createForEver(url, token);
    // The node beside it is never restarted.
    const { cookie } = await screenOf(other, "admin@persdesk.demo");
    const rows = `${other.url}/api/trpc/modelPers.rows?input=${encodeURIComponent('{"limit":1}')}`;
    const readers = [
      readForEver([`${other.url}/api/v1/backoffice/admin/roles?limit=1`], { authorization: `Bearer ${token}` }),
      readForEver([rows], { cookie, "x-persdesk": "1" }),
    ];
    const page = readForEver([`${other.url}/roles`], { cookie });
    await Promise.all([...readers, page].map((reader) => untilRead(reader, 10, 30_000)));
    for (let round = 0; round < 10; round++) {
      await untilWritten(stream, 50, 30_000);
      if (round % 2) {
        node(0).web.process.kill("SIGKILL");
        await node(0).restartWeb();
        await untilWritten(stream, 50, soon);
      }
      process.kill(database.pid() ?? 0, "SIGKILL");
      await expect.poll(() => stream.refused.at(-1)?.status, { interval: 20 }).toBe(503);
      database = await startPostgres({ dir, more });
      await Promise.all([
        untilWritten(stream, 20, soon),
        ...[...readers, page].map((reader) => untilRead(reader, 2, soon)),
      ]);
    }
    node(0).worker?.process.kill("SIGKILL");
    await untilWritten(stream, 50, soon);
    // The other worker has seen the database go ten times.
    await assertDelivers(1);
    for (const one of [stream, ...readers, page]) await one.stop();
    expect(statusesOf(stream.refused)).toEqual([0, 503]);
    for (const { refused } of [...readers, page]) expect(statusesOf(refused)).toEqual([503]);
    for (const { refused } of [stream, ...readers, page]) expect(slowest(refused)).toBeLessThan(quick);
    await assertKept(stream);
  });

  it("a node's clock is an hour ahead", async () => {
    const [right, ahead] = [node(0), node(1)];
    // What one signs, the other checks.
    const streams = [
      createForEver(right.url, await signIn(ahead.url), 4),
      createForEver(ahead.url, await signIn(right.url), 4),
    ];
    for (const stream of streams) await untilWritten(stream, 100, 30_000);
    for (const stream of streams) await stream.stop();
    expect(streams.flatMap(({ refused }) => refused)).toEqual([]);
    for (const [made, used] of [
      [right, ahead],
      [ahead, right],
    ] as const) {
      const { cookie } = await screenOf(made, "admin@persdesk.demo");
      const headers = { cookie, "x-persdesk": "1" };
      const asked = await fetch(`${used.url}/api/trpc/modelPers.rows?input=${encodeURIComponent('{"limit":1}')}`, {
        headers,
      });
      expect(asked.status).toBe(200);
    }
    const [times] = await onServer(
      database.url,
      (sql) => sql`
        select (select count(*)::int from backoffice.model_pers where created_at > now() + interval '1 minute') as rows,
          (select count(*)::int from platform.audit_log where at > now() + interval '1 minute') as audited,
          (select count(*)::int from backoffice.sessions where created_at > now() + interval '1 minute') as sessions`,
    );
    expect(times).toEqual({ rows: 0, audited: 0, sessions: 0 });
    await assertDelivers(1);
    const acknowledged = streams.flatMap((stream) => stream.acknowledged);
    await assertKept({ acknowledged, refused: [], stop: async () => undefined });
  });

  it("the database's disk is full", { timeout: 240_000 }, async (test) => {
    if (!isSmallDisk) test.skip("nothing can be mounted here");
    const { url } = node(0);
    const token = await signIn(url);
    const stream = createForEver(url, token);
    await untilWritten(stream, 50, 30_000);
    const filler = join(disk, "filler");
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 4 * 1024 * 1024)));
    await expect.poll(() => stream.refused.length, { timeout: 120_000, interval: 50 }).toBeGreaterThan(100);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    rmSync(filler);
    // A server that could not write its log has ended; its operator starts it again.
    database = await startPostgres({ dir, more });
    await untilWritten(stream, 20, soon);
    await assertDelivers(1);
    await stream.stop();
    expect(statusesOf(stream.refused)).toEqual([503]);
    expect(slowest(stream.refused)).toBeLessThan(quick);
    await assertKept(stream);
  });
});
