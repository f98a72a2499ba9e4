// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { bundle } from "./build.mjs";
import { run, runNode } from "./command.mjs";
import { demoSecrets } from "./demo.mjs";
import { assertDemo, seedOnce } from "./demo-data.mjs";
import { brokenInvariants, invariants } from "./invariants.mjs";
import { pause, resume } from "./pause.mjs";
import { fail, Plain } from "./plain.mjs";
import { startPostgres } from "./postgres.mjs";
import { assertUnused } from "./unused.mjs";

/**
 * The database that a command works on: the one of DATABASE_DIRECT_URL or DATABASE_URL, else the embedded one of DATA_DIR, which is left as it
 * was found, running or not.
 * @template T
 * @param {(url: string, admin: string | undefined) => Promise<T>} work `admin`: the embedded server's administrative role
 */
export async function withDatabase(work) {
  const named = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  if (named) return work(named, undefined);
  const server = await startPostgres({ dir: join(process.env.DATA_DIR || ".data", "postgres") });
  try {
    return await work(server.url, server.admin);
  } finally {
    if (!server.adopted) await server.stop();
  }
}

/** Where the demo's screens are. */
const address = `http://localhost:${process.env.PORT || 3000}`;

/** Applies the migrations that are missing. */
export async function migrate(/** @type {string} */ url) {
  await bundle(["migrate"]);
  const { prepareDatabase } = await import(pathToFileURL(resolve("dist/migrate.js")).href);
  await prepareDatabase(url);
}

/** Writes the demo data, with the arguments as they were given. It has known passwords, so it needs demo mode. */
async function seed(/** @type {string} */ url, /** @type {string[]} */ args) {
  if (process.env.DATABASE_URL && !args.includes("--demo"))
    throw new Plain(
      "DATABASE_URL names a database of your own: the demo has public passwords. To make a demo of it, add --demo.",
    );
  await migrate(url);
  await bundle(["seed"]);
  const dataDir = resolve(process.env.DATA_DIR || ".data");
  mkdirSync(dataDir, { recursive: true });
  const env = { APP_URL: address, ...demoSecrets(dataDir), ...process.env, PERSDESK_DEMO: "1", DATABASE_URL: url };
  const { code } = await runNode(["--enable-source-maps", "dist/seed.js", ...args], { env, show: true });
  if (code !== 0) process.exitCode = 1;
}

/** The development server: Next in watch mode on the embedded database, as the demo. */
async function develop(/** @type {string} */ url, /** @type {string[]} */ args) {
  if (process.env.DATABASE_URL) await assertDemo(url);
  await migrate(url);
  const dataDir = resolve(process.env.DATA_DIR || ".data");
  const env = {
    APP_URL: address,
    NEXTAUTH_URL: address,
    ...demoSecrets(dataDir),
    ...process.env,
    PERSDESK_DEMO: "1",
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  await bundle(["seed", "sheet-thread", "picture-process"]);
  await seedOnce(url, env, console.log);
  await run(
    process.execPath,
    ["node_modules/next/dist/bin/next", "dev", "-H", process.env.LISTEN_HOST || "127.0.0.1", ...args],
    { env, show: true },
  );
}

/** `npm run db:migrate`: only of the database that is named, for the embedded one migrates itself. */
async function migrateNamed() {
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Plain(
      "DATABASE_URL is missing: it names the database to migrate. The demo's own is migrated by npm start.",
    );
  const direct = process.env.DATABASE_DIRECT_URL;
  await migrate(direct || url);
  if (!direct) return;
  const { settleRole } = await import(pathToFileURL(resolve("dist/migrate.js")).href);
  await settleRole({ direct, pooled: url });
}

/** Waits until a server that goes through its log has come to its end, and pauses the workers of a database that nobody uses. */
async function pauseRecovered(/** @type {string} */ url) {
  const { connect } = await import("../db/connect.mjs");
  const sql = connect(url, { max: 1, onnotice: () => {} });
  try {
    const isRecovering = async () => (await sql`select pg_is_in_recovery() as so`)[0]?.so;
    if (await isRecovering()) console.log("persdesk: PostgreSQL still goes through its log");
    while (await isRecovering()) await sleep(500);
    await assertUnused(sql);
    await pause(sql);
  } finally {
    await sql.end();
  }
}

/** `npm run db:after-recovery`: what a database that was taken back to a moment needs; the program asks, so it has the terminal. */
async function afterRecovery(/** @type {string} */ url, /** @type {string[]} */ args) {
  await pauseRecovered(url);
  await bundle(["after-recovery"]);
  const dataDir = resolve(process.env.DATA_DIR || ".data");
  const isNamed = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  const demo = { APP_URL: address, ...demoSecrets(dataDir), PERSDESK_DEMO: "1", DATABASE_URL: url };
  const env = { ...(isNamed ? {} : demo), ...process.env };
  const program = spawn(process.execPath, ["--enable-source-maps", "dist/after-recovery.js", ...args], {
    env,
    stdio: "inherit",
  });
  const [code] = await once(program, "exit");
  if (code !== 0) process.exitCode = 1;
}

/** `npm run db:check`: names the rules of the product that the data break, with ten rows of each at most; it only reads. */
async function check(/** @type {string} */ url) {
  const broken = await brokenInvariants(url);
  for (const { name, rows } of broken) {
    console.log(`Not so: ${name}`);
    for (const row of rows) console.log(`  ${JSON.stringify(row)}`);
  }
  console.log(`${invariants.length - broken.length} of ${invariants.length} rules are kept.`);
  if (broken.length > 0) process.exitCode = 1;
}

/**
 * `npm run totals:rebuild`: compares the kept counts of large tables with their rows and puts right what differs (ADR 143). With
 * `--off`, for who then writes rows with triggers off: lists count their rows until it is run without.
 */
async function rebuildTotals(/** @type {string} */ url, /** @type {string[]} */ args) {
  const { connect } = await import("../db/connect.mjs");
  const sql = connect(url, { max: 1, onnotice: () => {} });
  try {
    if (args.includes("--off")) {
      await sql`delete from platform.row_counts where is_base`;
      console.log("Lists count their rows until totals:rebuild is run.");
      return;
    }
    const differing = await sql`select name, kept, found from platform.mend_row_counts()`;
    for (const { name, kept, found } of differing) console.log(`${name}: ${kept} were kept, ${found} are there.`);
    console.log(`Totals are right: ${differing.length} were mended.`);
  } finally {
    await sql.end();
  }
}

const commands = {
  migrate: migrateNamed,
  seed: (/** @type {string[]} */ args) => withDatabase((url) => seed(url, args)),
  dev: (/** @type {string[]} */ args) => withDatabase((url) => develop(url, args)),
  resume: () => withDatabase(resume),
  "after-recovery": (/** @type {string[]} */ args) => withDatabase((url) => afterRecovery(url, args)),
  check: () => withDatabase(check),
  "totals-rebuild": (/** @type {string[]} */ args) => withDatabase((url) => rebuildTotals(url, args)),
};
const [, script = "", name = "", ...args] = process.argv;
if (import.meta.url === pathToFileURL(script).href) {
  // The program that runs is told to stop too; this one waits for it, and then stops what it started.
  process.on("SIGINT", () => {}).on("SIGTERM", () => {});
  await commands[/** @type {keyof typeof commands} */ (name)](args).catch(fail);
}
