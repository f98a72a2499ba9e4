import { spawnSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { isLong, scaled } from "@/db/testing/scale";
import { secretSettings } from "@/env/testing";
import { useProgram } from "@/scripts/testing/program";

// The seed as the program it is, for its memory is measured.

const { db, url } = useDatabase();
const { program } = useProgram("seed/seed.ts");

/** Loaded before the program: says at its end how much it held at the most, garbage taken away; only the long run compares it. */
const watch = `data:text/javascript,
  let most = 0;
  const look = () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external);
  };
  setInterval(look, ${scaled(4_000, 400)}).unref();
  process.on("exit", () => {
    look();
    console.log("held", most);
  });`;

/** More than one batch each. */
const volumes = isLong ? [20_500, 1_000_000] : [620];
const batch = scaled(300, 20_000);

/** @returns MiB that the program held at the most */
function seed(devices: number) {
  const env = {
    ...secretSettings(),
    NODE_ENV: "test" as const,
    PERSDESK_DEMO: "1",
    DATABASE_URL: url,
  };
  const volume = ["--scale", String(devices), "--batch", String(batch)];
  const args = ["--expose-gc", "--import", watch, program, "--reset", ...volume];
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  expect(stderr).toBe("");
  return Number(/^held (\d+)$/m.exec(stdout)?.[1]) / 1024 ** 2;
}

const first = async <T extends Record<string, unknown>>(query: string) => (await db().execute<T>(sql.raw(query)))[0];
const count = async (from: string) =>
  (await first<{ n: number }>(`select count(*)::int as n from backoffice.${from}`))?.n;
const structure = () =>
  first(`
    select (select md5(string_agg(indexdef, '|' order by schemaname, indexname)) from pg_indexes) as indexes,
      (select md5(string_agg(conname || pg_get_constraintdef(oid), '|' order by conrelid::regclass::text, conname)) from pg_constraint
        where connamespace <> 'pg_catalog'::regnamespace) as constraints`);

test("in bulk takes every index off and puts it back, and holds a batch at a time", {
  timeout: scaled(180_000, 1_800_000),
}, async () => {
  const before = await structure();
  const held: number[] = [];
  for (const devices of volumes) {
    held.push(seed(devices));
    expect(await count("pers")).toBe(devices);
    expect(await count("pers_alerts")).toBeGreaterThan(devices / 60);
    expect(await structure()).toEqual(before);
  }
  console.log(`${volumes.join(", ")} devices: ${held.map(Math.round).join(", ")} MiB`);
  const [small = 0, large = small] = held;
  expect(small).toBeGreaterThan(0);
  // What is held must not grow with the devices. The rows of 20,000 of them are more than 50.
  expect(large - small).toBeLessThan(20);
});
