import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patienceMs } from "@/db/testing/scale";
import { prepareDatabase } from "@/seed/prepare";
import { databaseFault } from "@/server/kit/call/database-fault";
import { connect } from "./connect.mjs";
import { jobPool } from "./job-pool";
import { onServer } from "./testing/clone";
import { startPrimary, startReplica } from "./testing/replica";
import { startWay } from "./testing/way";

// Two servers under one address, the second a standby of the first, which can go silent as a machine without power does.

const home = mkdtempSync(join(tmpdir(), "persdesk-hosts-"));
let primary: Awaited<ReturnType<typeof startPrimary>>;
let standby: Awaited<ReturnType<typeof startPrimary>>;
let way: Awaited<ReturnType<typeof startWay>>;
let url = "";

const addressWith = (wanted: string) => {
  const { username, password, hostname, pathname } = new URL(primary.url);
  const own = new URL(standby.url).port;
  return `postgres://${username}:${password}@${hostname}:${way.port},${hostname}:${own}${pathname}?target_session_attrs=${wanted}`;
};

beforeAll(async () => {
  primary = await startPrimary(join(home, "first"));
  standby = await startReplica(primary, join(home, "second"));
  const { hostname, port } = new URL(primary.url);
  way = await startWay(Number(port), hostname);
  url = addressWith("read-write");
});
afterAll(async () => {
  way?.cut();
  await standby?.stop();
  await primary?.stop();
  rmSync(home, { recursive: true, force: true });
});

const patient = { timeout: patienceMs, interval: 50 };

describe("an address of several hosts", () => {
  it("is migrated, read and written at the one that is wanted, by both drivers", async () => {
    await prepareDatabase(url);
    const isStandby = async (wanted: string) => {
      const sql = connect(addressWith(wanted), { max: 1, onnotice: () => undefined });
      const [row] = await sql`select pg_is_in_recovery() as so`;
      await sql.end();
      return row?.so;
    };
    const wanted = ["read-write", "primary", "standby", "read-only", "prefer-standby"];
    expect(await Promise.all(wanted.map(isStandby))).toEqual([false, false, true, true, true]);
    const pool = jobPool(url, 2);
    const { rows } = await pool.query("select pg_is_in_recovery() as so, current_setting('TimeZone') as zone");
    expect(rows).toEqual([{ so: false, zone: "UTC" }]);
    await pool.end();
  });

  it("where none fits says what each is, and is a 503", async () => {
    const { hostname } = new URL(primary.url);
    const sql = connect(`${standby.url.replace(hostname, `${hostname}:1,${hostname}`)}?target_session_attrs=primary`, {
      max: 2,
      onnotice: () => undefined,
    });
    for (let n = 0; n < 5; n++) {
      const error = await sql`select 1`.catch((thrown) => thrown);
      expect([error.code, error.message]).toEqual(["NO_HOST", expect.stringMatching(/ECONNREFUSED.*a standby/)]);
      expect(databaseFault(error)).toEqual({ code: "unavailable", retryAfter: 2 });
    }
    await sql.end();
  });

  it("of which one goes silent is served by the other once that is promoted", async () => {
    await onServer(primary.url, (sql) => sql`create table written (n serial, at timestamptz default now())`);
    const sql = connect(url, { max: 4, onnotice: () => undefined, connect_timeout: 5, backoff: () => 0.1 });
    const pool = jobPool(url, 2);
    const write = () => sql`insert into written default values`;
    const job = () => pool.query("insert into written default values");
    await Promise.all([write(), write(), job()]);
    const at = async () => (await onServer(standby.url, (one) => one`select 1 from written`)).length;
    await expect.poll(at, patient).toBe(3);

    way.hush();
    const caught = Promise.allSettled([write(), write(), job()]);
    await onServer(standby.admin, (one) => one`select pg_promote()`);
    const promoted = performance.now();
    // Those who waited for the silent one are told, and served by the other when they ask again.
    expect((await caught).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await expect
      .poll(
        () =>
          write().then(
            () => true,
            () => false,
          ),
        patient,
      )
      .toBe(true);
    await expect
      .poll(
        () =>
          job().then(
            () => true,
            () => false,
          ),
        patient,
      )
      .toBe(true);
    expect(performance.now() - promoted).toBeLessThan(15_000);
    expect(await at()).toBe(5);
    await Promise.all([sql.end(), pool.end()]);
  });
});
