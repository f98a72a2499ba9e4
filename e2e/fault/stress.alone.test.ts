import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isLong, scaled } from "@/db/testing/scale";
import { brokenInvariants } from "@/scripts/invariants.mjs";
import { type Persdesk, startPersdesk, usePersdesk } from "../harness";
import { screenOf } from "../session";
import { type Operation, operationsOf, type Who } from "./operations";

// Sixteen people change the same few records at two webs, with two workers, and processes are killed meanwhile: whatever is
// answered, the data keep their rules at each moment, no version goes back, and nothing fails for another reason than the kills.

const first = usePersdesk({});
let second: Persdesk;
let sql: postgres.Sql;
const seconds = scaled(3, 120);
const people: Who[] = ["admin@persdesk.demo", "admin@velora.demo", "admin@nordrad.demo", "admin@atelier.demo"];

beforeAll(async () => {
  second = await startPersdesk({ databaseUrl: first().databaseUrl });
  sql = postgres(first().databaseUrl, { max: 8, onnotice: () => {} });
}, 90_000);
afterAll(async () => {
  await sql.end();
  await second?.stop();
});

const versions = `
  select format('select %L as of, id, version from %I.%I', table_schema || '.' || table_name, table_schema, table_name) as part
  from information_schema.columns where column_name = 'version' and table_schema in ('backoffice', 'notification', 'platform')`;

/** Keeps the version of each row as it is now. @returns those that went back since they were kept last */
async function noteVersions() {
  const parts = await sql.unsafe<{ part: string }[]>(versions);
  const all = parts.map(({ part }) => part).join(" union all ");
  await sql.unsafe(
    "create table if not exists public.seen_versions (of text, id uuid, version int, primary key (of, id))",
  );
  return sql.begin("isolation level repeatable read", async (tx) => {
    const back = await tx.unsafe(
      `select s.of, s.id from public.seen_versions s join (${all}) n using (of, id) where n.version < s.version`,
    );
    await tx.unsafe(
      `insert into public.seen_versions ${all} on conflict (of, id) do update set version = excluded.version`,
    );
    return [...back];
  });
}

it("the data keep their rules", { timeout: (seconds + 240) * 1000 }, async () => {
  await noteVersions();
  const operations = operationsOf(sql);
  const done = new Map<string, number>();
  const failed: string[] = [];
  const killed = { at: 0 };
  let isOver = false;

  /** One person at one node, who goes on until it is over, and signs in again where a process was killed. */
  async function work(n: number) {
    const node = () => (n % 2 ? second : first());
    const screens = new Map<Who, Awaited<ReturnType<typeof screenOf>>>();
    const screenFor = async (who: Who) => {
      const screen = screens.get(who) ?? (await screenOf(node(), who));
      screens.set(who, screen);
      return screen;
    };
    while (!isOver) {
      const { procedure, who, input }: Operation = operations[
        Math.floor(Math.random() * operations.length)
      ] as Operation; // there are some
      const given = await input();
      if (!given) continue;
      const begun = Date.now();
      try {
        await (await screenFor(who)).mutate(procedure, given);
        done.set(procedure, (done.get(procedure) ?? 0) + 1);
      } catch (error) {
        const text = String(error);
        const isRefused = /^Error: 4\d\d /.test(text);
        const isOfKill = begun - killed.at < 15_000 && /fetch failed|503|terminated|other side closed/.test(text);
        if (!isRefused && !isOfKill) failed.push(`${procedure} ${JSON.stringify(given)}: ${text.slice(0, 300)}`);
        if (isOfKill) await sleep(200);
      }
    }
  }

  // Each signs in once, one after the other.
  for (const who of people) await screenOf(first(), who);
  const working = Promise.all(Array.from({ length: 16 }, (_, n) => work(n)));
  const end = Date.now() + seconds * 1000;
  try {
    for (let round = 0; Date.now() < end; round++) {
      await sleep(Math.min(scaled(2_000, 15_000), Math.max(0, end - Date.now())));
      expect(await brokenInvariants(first().databaseUrl)).toEqual([]);
      expect(await noteVersions()).toEqual([]);
      if (Date.now() > end) break;
      const victim = round % 2 ? second : first();
      killed.at = Date.now();
      victim.web.process.kill("SIGKILL");
      await victim.restartWeb();
      killed.at = Date.now();
      if (isLong && round === 4) first().worker?.process.kill("SIGKILL");
    }
  } finally {
    isOver = true;
    await working;
  }

  const pending = () =>
    sql`select from notification.deliveries where status = 'pending' and due_at < now() and (claimed_until is null or claimed_until < now())`;
  await expect.poll(async () => (await pending()).length, { timeout: 60_000, interval: 200 }).toBe(0);
  expect(await brokenInvariants(first().databaseUrl)).toEqual([]);
  expect(await noteVersions()).toEqual([]);
  expect(failed.slice(0, 10)).toEqual([]);
  const total = [...done.values()].reduce((sum, count) => sum + count, 0);
  console.info("stress", JSON.stringify({ total, kinds: done.size, done: Object.fromEntries(done) }));
  expect(total).toBeGreaterThan(scaled(15, 1_000));
  expect(done.size).toBeGreaterThan(scaled(8, 40));
});
