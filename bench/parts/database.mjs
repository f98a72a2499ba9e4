// @ts-check
// The PostgreSQL of the benches, with fsync on, kept from run to run in BENCH_DIR.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { runNode } from "../../scripts/command.mjs";
import { demoSecrets } from "../../scripts/demo.mjs";
import { startPostgres } from "../../scripts/postgres.mjs";
import { fillCompanies } from "./companies.mjs";

const dir = process.env.BENCH_DIR || join(tmpdir(), "persdesk-bench");
mkdirSync(dir, { recursive: true });

/** The environment of a server that is measured. */
export const base = {
  ...process.env,
  ...demoSecrets(dir),
  APP_URL: "http://localhost",
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  LOG_LEVEL: "error",
  DATA_DIR: dir,
  RATE_LIMITS: "off",
  UV_THREADPOOL_SIZE: String(Math.max(2, cpus().length)),
};

export const database = await startPostgres({ dir: join(dir, "postgres") });

const sql = postgres(database.admin, { max: 1, onnotice: () => {}, idle_timeout: 1 });

async function drop(/** @type {string} */ names) {
  for (const { datname } of await sql`select datname from pg_database where datname like ${names}`)
    await sql`drop database ${sql(datname)} with (force)`;
}

async function create(/** @type {string} */ name) {
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const found = await sql`select 1 from pg_database where datname = ${name}`;
  if (found.length === 0) await sql`create database ${sql(name)} owner ${sql(url.username)}`;
  return url.href;
}

/** An empty database for a bench that fills it itself. */
export async function emptyDatabase(/** @type {string} */ name) {
  await drop(name);
  return create(name);
}

/** A word for what a seeded database holds: another schema or another seed makes another one. */
function contents() {
  const migrations = readdirSync("db/migrations").filter((file) => file.endsWith(".sql"));
  const files = [
    "dist/seed.js",
    "bench/parts/companies.mjs",
    ...migrations.sort().map((file) => join("db/migrations", file)),
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}

/**
 * A database that is filled once and kept for the next run.
 * @param {string} kind what it holds; one of another content takes the place of those of its kind before
 * @param {string} size
 * @param {(url: string) => Promise<void>} fill fills it, once it has its tables
 * @returns its address, and the seconds that it took to make
 */
async function kept(kind, size, fill) {
  const name = `${kind}_${size}_${contents()}`;
  const url = new URL(database.url);
  url.pathname = `/${name}_seeded`;
  const found = await sql`select 1 from pg_database where datname = ${`${name}_seeded`}`;
  if (found.length > 0) return { url: url.href };
  await drop(`${kind}_${size}_%`);
  const unfinished = await create(name);
  const { prepareDatabase } = await import("../../dist/migrate.js");
  await prepareDatabase(unfinished);
  const begun = Date.now();
  await fill(unfinished);
  await sql`alter database ${sql(name)} rename to ${sql(`${name}_seeded`)}`;
  return { url: url.href, seconds: (Date.now() - begun) / 1000 };
}

async function seed(/** @type {string} */ url, /** @type {number} */ scale) {
  const env = { ...base, DATABASE_URL: url };
  const { code, output } = await runNode(["dist/seed.js", "--scale", String(scale)], { env });
  if (code !== 0) throw new Error(output);
}

/** The demo with so many PERS. */
export const withPers = (/** @type {number} */ count) => kept("bench", String(count), (url) => seed(url, count));

/** A small demo, and beside it so many companies that share so many PERS. */
export const withCompanies = (/** @type {import("./companies.mjs").Counts} */ counts) =>
  kept("companies", Object.values(counts).join("_"), async (url) => {
    await seed(url, 300);
    await fillCompanies(url, counts);
  });
