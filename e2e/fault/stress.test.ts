import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isLong, scaled } from "@/db/testing/scale";
import { brokenInvariants } from "@/scripts/invariants.mjs";
import { type Persdesk, startPersdesk, usePersdesk } from "../harness";
import { cookiesOf } from "../session";
import { type Operation, operationsOf, type Who } from "./operations";

// Sixteen people change the same few records at two webs, with two workers, and processes are killed meanwhile: whatever is
// answered, the data keep their rules at each moment, no version goes back, and nobody gets a 5xx but "try again" (503).

const first = usePersdesk({ worker: true });
let second: Persdesk;
let sql: postgres.Sql;
const seconds = scaled(3, 120);
const people: Who[] = ["admin@persdesk.demo", "admin@velora.demo", "admin@nordrad.demo", "admin@atelier.demo"];

beforeAll(async () => {
  second = await startPersdesk({ databaseUrl: first().databaseUrl });
  sql = postgres(first().databaseUrl, { max: 8, onnotice: () => {} });
});
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
  /** until when requests may fail because a process was killed */
  const killed = { until: 0 };
  let isOver = false;

  /** One person at one node, who goes on until it is over, and signs in again where a process was killed. */
  async function work(n: number) {
    const node = () => (n % 2 ? second : first());
    const cookies = new Map<Who, string>();
    const screenFor = async (who: Who) => {
      const { url } = node();
      const cookie = cookies.get(who) ?? (await cookiesOf(url, who));
      cookies.set(who, cookie);
      const headers = { cookie, "x-persdesk": "1", origin: url, "content-type": "application/json" };
      return async (procedure: string, input: object) => {
        const body = JSON.stringify(input);
        const answer = await fetch(`${url}/api/trpc/${procedure}`, { method: "POST", headers, body });
        return { status: answer.status, text: (await answer.text()).slice(0, 300) };
      };
    };
    while (!isOver) {
      const { procedure, who, input }: Operation = operations[
        Math.floor(Math.random() * operations.length)
      ] as Operation; // there are some
      const given = await input();
      if (!given) continue;
      const begun = Date.now();
      const what = () => `${procedure} ${JSON.stringify(given)}`;
      try {
        const { status, text } = await (await screenFor(who))(procedure, given);
        if (status < 300) done.set(procedure, (done.get(procedure) ?? 0) + 1);
        else if (status >= 500 && status !== 503) failed.push(`${what()}: ${text}`);
      } catch (error) {
        if (begun > killed.until) failed.push(`${what()}: ${error}`);
        else await sleep(200);
      }
    }
  }

  // Each signs in once, one after the other.
  for (const who of people) await cookiesOf(first().url, who);
  const working = Promise.all(Array.from({ length: 16 }, (_, n) => work(n)));
  const end = Date.now() + seconds * 1000;
  try {
    for (let round = 0; Date.now() < end; round++) {
      await sleep(Math.min(scaled(2_000, 15_000), Math.max(0, end - Date.now())));
      expect(await brokenInvariants(first().databaseUrl)).toEqual([]);
      expect(await noteVersions()).toEqual([]);
      if (Date.now() > end) break;
      const victim = round % 2 ? second : first();
      killed.until = Number.POSITIVE_INFINITY;
      victim.web.process.kill("SIGKILL");
      await victim.restartWeb();
      killed.until = Date.now() + 2_000;
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
