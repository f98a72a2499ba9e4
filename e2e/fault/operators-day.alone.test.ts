import { mkdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { isLong } from "@/db/testing/scale";
import { runNode } from "@/scripts/command.mjs";
import { startPersdesk } from "../harness";
import { beginDay } from "./day";
import { dayIsPossible, type Installation, startInstallation } from "./day-installation";
import { failuresOf, type Load, underLoad } from "./day-load";
import { signIn } from "./writes";

// A bad day of an installation from its start to the restore of its backup, with what it cost: docs/operations/a-day.md. The
// hour in which nobody outside can be reached is one of two minutes, in which all clocks are put forward.

const whyNot = dayIsPossible();
const isTried = isLong && (whyNot === undefined || process.env.OPERATE === "1");
const patience = { timeout: 120_000, interval: 50 };
const seconds = (since: number) => Math.round((performance.now() - since) / 100) / 10;
const acknowledged: string[] = [];
const table: string[][] = [];
const ends: (() => unknown)[] = [];
let at: Installation;
let day: Awaited<ReturnType<typeof beginDay>>;
/** Writes that were acknowledged before the backup was begun. */
let beforeBackup = 0;
/** When a part of the day began, by the programs' clock. */
let begunAt = 0;

beforeAll(async () => {
  if (!isTried) return;
  expect(whyNot).toBeUndefined();
  at = await startInstallation(ends);
  day = await beginDay(at);
}, 400_000);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});
beforeEach(() => {
  begunAt = at.clock.now();
});
// Between two parts nothing happens for some minutes, so that each is seen by itself.
afterEach(async () => {
  await day.pass(5);
  await day.settle();
}, 150_000);

/** A row of the table: what happened, how it went for those who worked meanwhile, and what was seen. */
function note(what: string, load: Load | undefined, seen: string) {
  if (load) acknowledged.push(...load.acknowledged);
  const asked = load ? `${load.reads} / ${load.acknowledged.length}` : "";
  day.mark(what, begunAt);
  table.push([what, asked, load ? failuresOf(load) : "", load ? `${load.p95} ms` : "", seen]);
}
const statusesOf = ({ failed }: Load) => [...failed.keys()].sort();
const grows = (count: () => number, by: number) => {
  const enough = count() + by;
  return expect.poll(count, patience).toBeGreaterThan(enough);
};
/** Waits until so many were written and read from here on. */
const worked = (stream: { acknowledged: string[] }, reads: () => number, by: number) =>
  Promise.all([grows(() => stream.acknowledged.length, by), grows(reads, by)]);

describe.runIf(isTried)("an operator's day", () => {
  it("begins", () => {
    const { database, webs, workers } = at.took;
    const seen = `PostgreSQL, its replica, migrations and demo ${database} s; two webs ready after ${webs} s, two workers after ${workers} s`;
    note("Start", undefined, seen);
  });

  it("is an ordinary one at first", async () => {
    const load = await underLoad(at.url, async (stream, reads) => {
      for (let n = 0; n < 25; n++) await day.guess();
      await worked(stream, reads, 1_000);
    });
    expect(statusesOf(load)).toEqual([]);
    note("Load", load, "");
  });

  it("has its backup made", { timeout: 240_000 }, async () => {
    let took = 0;
    const load = await underLoad(at.url, async (stream, reads) => {
      await worked(stream, reads, 50);
      beforeBackup = acknowledged.length + stream.acknowledged.length;
      const begun = performance.now();
      const { code, output } = await runNode(["scripts/backup.mjs", "--to", at.backup.file], { env: at.backup.env });
      took = seconds(begun);
      expect(code, output).toBe(0);
      await worked(stream, reads, 50);
    });
    expect(statusesOf(load)).toEqual([]);
    note("Backup", load, `${took} s, ${Math.round(statSync(at.backup.file).size / 2 ** 20)} MiB`);
  });

  it("has its webs restarted", { timeout: 240_000 }, async () => {
    const begun = performance.now();
    const load = await underLoad(at.url, async (stream, reads) => {
      for (const web of at.webs) {
        web.persdesk.web.process.kill("SIGTERM");
        await web.persdesk.restartWeb();
        await expect.poll(() => day.hasServed(web), patience).toBe(true);
        await worked(stream, reads, 50);
      }
    });
    expect(statusesOf(load)).toEqual([]);
    note("Webs restarted one after the other", load, `${seconds(begun)} s`);
  });

  it("has a replica that is late", { timeout: 240_000 }, async () => {
    let [latest, back] = [0, 0];
    const load = await underLoad(at.url, async (stream, reads) => {
      await expect.poll(day.replicaLate, patience).toBeLessThan(5);
      await onServer(at.replica.admin, (sql) => sql`select pg_wal_replay_pause()`);
      await expect.poll(day.replicaLate, patience).toBeGreaterThan(15);
      latest = await day.replicaLate();
      await worked(stream, reads, 100);
      await onServer(at.replica.admin, (sql) => sql`select pg_wal_replay_resume()`);
      const begun = performance.now();
      await expect.poll(day.replicaLate, patience).toBeLessThan(5);
      back = seconds(begun);
    });
    expect(statusesOf(load)).toEqual([]);
    note(
      "Replica late",
      load,
      `${Math.round(latest)} s late, the primary was read; read again ${back} s after it went on`,
    );
  });

  it("has a disk that is full", { timeout: 240_000 }, async () => {
    let back = 0;
    const load = await underLoad(at.url, async (stream, reads) => {
      await worked(stream, reads, 50);
      const { bavail, bsize } = statfsSync(at.disk);
      const filler = join(at.disk, "filler");
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 2 * 1024 * 1024)));
      await grows(() => stream.refused.length, 100);
      writeFileSync(filler, "");
      const begun = performance.now();
      await at.startPrimary();
      await grows(() => stream.acknowledged.length, 20);
      back = seconds(begun);
    });
    expect(statusesOf(load)).toEqual([503]);
    note("PostgreSQL's disk full", load, `first write ${back} s after there was room and PostgreSQL was started`);
  });

  it("has an hour in which nobody outside can be reached", { timeout: 600_000 }, async () => {
    await day.tell();
    await expect.poll(day.missing, patience).toBe(0);
    const before = at.services.asked();
    await at.services.away();
    const begun = at.clock.now();
    for (let minute = 0; minute < 60; minute++) {
      await day.tell();
      await day.pass(1);
    }
    const waiting = day.missing();
    expect(waiting).toBeGreaterThan(200);
    const during = at.services.asked();
    await at.services.back();
    const returned = at.clock.now();
    while (day.missing() > 0 && at.clock.now() - returned < 2 * 3_600_000) await day.pass(1);
    const after = Math.round((at.clock.now() - returned) / 60_000);
    const counts = at.services.counts();
    expect(day.missing(), JSON.stringify(counts)).toBe(0);
    const asked = Object.entries(during).map(
      ([channel, count]) => `${channel} ${count - before[channel as keyof typeof before]}`,
    );
    const twice = counts.reduce((sum, one) => sum + one.twice, 0);
    const hour = Math.round((returned - begun) / 60_000);
    const seen = `${hour} minutes; ${waiting} waited, 0 lost, ${twice} came twice; asked meanwhile: ${asked.join(", ")}; the last came ${after} minutes after the return`;
    note("FCM, APNs, mail server and a webhook's receiver away", undefined, seen);
  });

  it("loses its primary, and the replica is promoted", { timeout: 240_000 }, async () => {
    let back = 0;
    const load = await underLoad(at.url, async (stream, reads) => {
      await worked(stream, reads, 50);
      process.kill(at.primary().pid() ?? 0, "SIGKILL");
      await grows(() => stream.refused.length, 20);
      await onServer(at.replica.admin, (sql) => sql`select pg_promote(wait => false)`);
      const begun = performance.now();
      await grows(() => stream.acknowledged.length, 0);
      back = seconds(begun);
      await worked(stream, reads, 50);
    });
    expect(statusesOf(load)).toEqual([503]);
    await day.tell();
    await expect.poll(day.missing, patience).toBe(0);
    note(
      "Primary killed, replica promoted",
      load,
      `first write ${back} s after the promotion; a push, a mail and a webhook too`,
    );
  });

  it("has its backup restored beside it", { timeout: 240_000 }, async () => {
    const { url, env } = await at.emptyDatabase();
    const begun = performance.now();
    const args = ["scripts/restore.mjs", "--from", at.backup.file, "--key", at.backup.key];
    const { code, output } = await runNode(args, { env });
    expect(code, output).toBe(0);
    const restored = seconds(begun);
    const web = await startPersdesk({ databaseUrl: url, worker: false, env: at.secrets });
    await signIn(web.url);
    const answered = seconds(begun);
    await web.stop();
    const [rows] = await onServer(
      url,
      (sql) => sql`select count(*)::int as n from backoffice.model_pers where label like 'Fault %'`,
    );
    expect(rows?.n).toBeGreaterThanOrEqual(beforeBackup);
    note(
      "Restore",
      undefined,
      `${restored} s, somebody signed in after ${answered} s; holds all ${beforeBackup} writes from before it was begun`,
    );
  });

  it("ends with nothing lost that was acknowledged, and with each panel of the dashboard drawn", {
    timeout: 240_000,
  }, async () => {
    const [kept] = await onServer(
      at.replica.url,
      (sql) => sql`select count(*)::int as n from backoffice.model_pers where label = any(${acknowledged})`,
    );
    note(
      "All of the day",
      undefined,
      `${acknowledged.length} writes acknowledged, ${acknowledged.length - (kept?.n ?? 0)} lost`,
    );
    const { svg, empty, fired } = await day.draw();
    note("Alerts", undefined, fired.join(", "));
    mkdirSync("reports", { recursive: true });
    writeFileSync("reports/dashboard.svg", svg);
    const head = ["what", "read / written", "failed", "95 of 100 reads within", "seen"];
    const lines = [head, head.map(() => "---"), ...table].map((cells) => `| ${cells.join(" | ")} |`);
    writeFileSync("reports/operators-day.md", `${lines.join("\n")}\n`);
    console.log(lines.join("\n"));
    expect(kept?.n).toBe(acknowledged.length);
    expect(empty).toEqual([]);
  });
});
