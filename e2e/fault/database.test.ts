import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onServer } from "@/db/testing/clone";
import { scaled } from "@/db/testing/scale";
import { startPostgres } from "@/scripts/postgres.mjs";
import { type Persdesk, seedDemo, startPersdesk } from "../harness";
import { cookiesOf } from "../session";
import { createForEver, type Stream, signIn } from "./writes";

// A database of its own, with fsync as in production: this test kills it.
const folder = mkdtempSync(join(tmpdir(), "persdesk-fault-"));
const dir = join(folder, "postgres");
let database: Awaited<ReturnType<typeof startPostgres>>;
let persdesk: Persdesk;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  database = await startPostgres({ dir });
  await seedDemo(database.url, 10);
  persdesk = await startPersdesk({ databaseUrl: database.url, worker: false });
});
afterAll(async () => {
  await persdesk?.stop();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const kept = async (labels: string[]) => {
  const rows = await onServer(
    database.url,
    (sql) => sql<{ label: string }[]>`select label from backoffice.model_pers where label = any(${labels})`,
  );
  return rows.length;
};

async function grows(stream: Stream, by: number) {
  const enough = stream.acknowledged.length + by;
  await expect.poll(() => stream.acknowledged.length, { interval: 50 }).toBeGreaterThan(enough);
}

/** Waits until writes are refused. */
async function isRefused(stream: Stream) {
  const before = stream.refused.length;
  await expect.poll(() => stream.refused.length, { interval: 20 }).toBeGreaterThan(before);
}

describe("the database is killed under a stream of creates", () => {
  it(
    "loses no acknowledged row, answers 503 meanwhile, and the same process is well again",
    async () => {
      const token = await signIn(persdesk.url);
      const pid = persdesk.web.process.pid;
      const stream = createForEver(persdesk.url, token);
      for (let round = 0; round < scaled(2, 20); round++) {
        await grows(stream, 100);
        process.kill(database.pid() ?? 0, "SIGKILL");
        const readiness = async () => (await fetch(`${persdesk.url}/readyz`)).status;
        await expect.poll(readiness, { interval: 50 }).toBe(503);
        await isRefused(stream);
        expect((await fetch(`${persdesk.url}/healthz`)).status).toBe(200);
        database = await startPostgres({ dir });
      }
      await grows(stream, 100);
      await stream.stop();

      expect(await kept(stream.acknowledged)).toBe(stream.acknowledged.length);
      const statuses = [...new Set(stream.refused.map(({ status }) => status))];
      expect(statuses).toEqual([503]);
      for (const { retryAfter } of stream.refused) expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(persdesk.web.process.pid).toBe(pid);
      expect(persdesk.web.process.exitCode).toBeNull();
      expect((await fetch(`${persdesk.url}/readyz`)).status).toBe(200);
    },
    scaled(120_000, 900_000),
  );

  it(
    "an orderly restart under load costs no more than that",
    async () => {
      const stream = createForEver(persdesk.url, await signIn(persdesk.url));
      await grows(stream, 50);
      for (let round = 0; round < scaled(1, 10); round++) {
        await database.stop();
        await isRefused(stream);
        database = await startPostgres({ dir });
        await grows(stream, 50);
      }
      await stream.stop();
      expect(await kept(stream.acknowledged)).toBe(stream.acknowledged.length);
      expect([...new Set(stream.refused.map(({ status }) => status))]).toEqual([503]);
    },
    scaled(60_000, 600_000),
  );

  it("a page that was being drawn is 503 too, and asks to be tried again", async () => {
    const cookie = await cookiesOf(persdesk.url, "admin@velora.demo");
    const holder = postgres(database.url, { max: 1, onnotice: () => undefined });
    const held = holder.begin(async (sql) => {
      await sql`lock table backoffice.company_roles`;
      await sql`select pg_sleep(60)`;
    });
    const locks = (kind: "granted" | "waiting") =>
      onServer(
        database.url,
        (sql) =>
          sql`select from pg_locks where relation = 'backoffice.company_roles'::regclass and granted = ${kind === "granted"}`,
      );
    await expect.poll(() => locks("granted")).toHaveLength(1);
    const drawn = fetch(`${persdesk.url}/portal`, { headers: { cookie } });
    await expect.poll(() => locks("waiting")).toHaveLength(1);
    process.kill(database.pid() ?? 0, "SIGKILL");
    await held.catch(() => undefined);
    const { status, headers } = await drawn;
    await holder.end({ timeout: 0 });
    database = await startPostgres({ dir });
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  });
});
