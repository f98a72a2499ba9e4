// @ts-check
import { mkdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { build, isBuilt } from "./build.mjs";
import { startChild, stopChild } from "./children.mjs";
import { claim } from "./claim.mjs";
import { checkNode, ensureDependencies } from "./command.mjs";
import { demoSecrets, logins, password } from "./demo.mjs";
import { assertDemo, seedOnce } from "./demo-data.mjs";
import { fail, Plain } from "./plain.mjs";
import { freePort } from "./port.mjs";
import { startPostgres } from "./postgres.mjs";

// `npm start`: the whole demo on a machine that has Node and npm. Each step is skipped when there is nothing to do.

const dataDir = resolve(process.env.DATA_DIR || ".data");
const port = Number(process.env.PORT || 3000);
const address = `http://localhost:${port}`;
const say = (/** @type {string} */ line) => console.log(`persdesk: ${line}`);

/** @type {import("./children.mjs").Child[]} */
const children = [];
/** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} */
let database;
let stopping = 0;
let release = () => {};

async function stop(/** @type {number} */ code) {
  // npm passes on the Ctrl-C that the terminal has already sent us: the same one twice within an instant is one.
  if (stopping && Date.now() - stopping < 500) return;
  if (stopping) {
    for (const child of children) child.process.kill("SIGKILL");
    const pid = database?.pid();
    if (pid) process.kill(pid, "SIGQUIT");
    process.exit(1);
  }
  stopping = Date.now();
  say("stopping");
  for (const child of children) await stopChild(child);
  await database?.stop();
  release();
  process.exit(code);
}

/** Where npm was killed, nobody can press Ctrl-C any more: then this process ends too. */
function watchNpm() {
  if (process.env.npm_lifecycle_event !== "start" || process.platform !== "linux") return;
  const proc = (/** @type {number} */ pid, /** @type {string} */ file) => readFileSync(`/proc/${pid}/${file}`, "utf8");
  const parentOf = (/** @type {number} */ pid) => Number(proc(pid, "stat").split(") ")[1]?.split(" ")[1]);
  const shell = proc(process.ppid, "cmdline").includes("start.mjs") ? process.ppid : undefined;
  const npm = shell ? parentOf(shell) : process.ppid;
  const isThere = () => process.ppid === (shell ?? npm) && (!shell || parentOf(shell) === npm);
  setInterval(() => isThere() || stop(1), 1_000).unref();
}

async function ensurePort() {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Plain(`PORT must be a number from 1 to 65535.`);
  // A web server that outlives a killed starter is on its way out: give it a moment.
  for (let tries = 0; tries < 15; tries++) {
    if (await freePort(port)) return;
    await sleep(200);
  }
  throw new Plain(`Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`);
}

function claimDataFolder() {
  mkdirSync(dataDir, { recursive: true });
  const claimed = claim(join(dataDir, "start.pid"));
  if ("holder" in claimed) {
    throw new Plain(`Persdesk already runs on ${dataDir} (process ${claimed.holder}). Stop that one, or set DATA_DIR.`);
  }
  release = claimed.release;
}

/** Brings the database back when it dies; the web server answers 503 meanwhile and recovers by itself. */
async function guardDatabase() {
  for (;;) {
    await sleep(1_000);
    if (stopping) return;
    if (database?.pid()) continue;
    say("the database is gone, starting it again");
    database = await startPostgres({ dir: join(dataDir, "postgres") });
  }
}

async function untilReady() {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Plain(`The web server does not answer on ${address}/readyz.`);
}

async function start() {
  checkNode();
  claimDataFolder();
  await ensurePort();
  await ensureDependencies(say);
  let url = process.env.DATABASE_URL;
  if (!url) {
    database = await startPostgres({ dir: join(dataDir, "postgres") });
    url = database.url;
  } else await assertDemo(url);
  const env = {
    APP_URL: address,
    NEXTAUTH_URL: address,
    LOG_LEVEL: "warn",
    UV_THREADPOOL_SIZE: String(Math.max(2, cpus().length)),
    ...demoSecrets(dataDir),
    DRAIN_SECONDS: "0",
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PERSDESK_DEMO: "1",
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: String(port),
  };
  if (!isBuilt()) {
    say("building (a minute or two, the first time)");
    await build();
  }
  const { prepareDatabase } = await import(pathToFileURL(resolve("dist/migrate.js")).href);
  await prepareDatabase(url);
  await seedOnce(url, env, say);
  for (const [name, file] of [
    ["web", "dist/serve.js"],
    ["worker", "dist/worker.js"],
  ]) {
    const child = startChild(name, ["--enable-source-maps", file], env);
    children.push(child);
    child.ended.then((code) => {
      if (stopping) return;
      console.error(`persdesk: the ${name} ended by itself (exit code ${code})`);
      stop(1);
    });
  }
  if (database) guardDatabase().catch(giveUp);
  await untilReady();
  console.log(`\n  Persdesk  ${address}\n\n  Sign in with the password ${password}:`);
  for (const [email, who] of logins) console.log(`    ${email?.padEnd(24)} ${who}`);
  console.log("\n  Stop with Ctrl-C.\n");
}

async function giveUp(/** @type {unknown} */ error) {
  if (stopping) return;
  for (const child of children) child.process.kill("SIGKILL");
  await database?.stop().catch(() => undefined);
  release();
  fail(error);
}

process.on("SIGINT", () => stop(0)).on("SIGTERM", () => stop(0));
watchNpm();
await start().catch(giveUp);
