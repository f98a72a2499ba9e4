// @ts-check
// What the bench measures: our production server, the bare one and an empty Next, each a process of its own.
import { fork, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { runNode } from "../../scripts/command.mjs";
import { password } from "../../scripts/demo.mjs";
import { freePort } from "../../scripts/port.mjs";
import { base } from "./database.mjs";

/** @typedef {{ name: string, url: string, pid: number, stop: () => Promise<void> }} Server */

async function untilAnswers(/** @type {string} */ url) {
  for (let tries = 0; tries < 1_500; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer && answer.status !== 503) return;
    await sleep(20);
  }
  throw new Error(`${url} does not answer`);
}

/**
 * Starts a server, which is there when it answers.
 * @param {string} name
 * @param {(port: number) => string[]} args of Node
 * @param {NodeJS.ProcessEnv} env
 * @param {string} probe the path that it is asked
 * @returns {Promise<Server>}
 */
async function start(name, args, env, probe = "/") {
  const port = /** @type {number} */ (await freePort());
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, args(port), {
    env: { ...base, PORT: String(port), APP_URL: url, NEXTAUTH_URL: url, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  await untilAnswers(`${url}${probe}`);
  return {
    name,
    url,
    pid: /** @type {number} */ (child.pid),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Our server as soon as its API answers. */
export const startAtOnce = (/** @type {string} */ databaseUrl, /** @type {NodeJS.ProcessEnv} */ env = {}) =>
  start("Persdesk", () => ["dist/serve.js"], { ...env, DATABASE_URL: databaseUrl }, "/readyz");

/**
 * Our server at work: it loads its pages after it listens, which is over when it needs hardly any CPU for some seconds. On a busy
 * machine one such second comes between two pages.
 */
export async function startOurs(/** @type {string} */ databaseUrl) {
  const server = await startAtOnce(databaseUrl);
  for (let seconds = 0, quiet = 0; seconds < 120 && quiet < 4; seconds++) {
    const before = cpuOf(server.pid);
    await sleep(1000);
    quiet = cpuOf(server.pid) - before > 50 ? 0 : quiet + 1;
  }
  return server;
}
export const startBare = (/** @type {string} */ databaseUrl) =>
  start("bare", () => ["bench/parts/bare.mjs"], { DATABASE_URL: databaseUrl });
const next = "node_modules/next/dist/bin/next";
/** Our build, served by Next alone. */
export const startByNext = (/** @type {string} */ databaseUrl) =>
  start("Next alone", (port) => [next, "start", "-p", String(port)], { DATABASE_URL: databaseUrl });
export async function startEmptyNext() {
  if (!existsSync("bench/empty-next/.next/BUILD_ID")) {
    const { code, output } = await runNode([next, "build", "bench/empty-next"], { env: base });
    if (code !== 0) throw new Error(output);
  }
  return start("empty Next", (port) => [next, "start", "bench/empty-next", "-p", String(port)], {});
}

/** A bearer token of the demo's administrator. */
export async function login(/** @type {Server} */ { url }, email = "admin@persdesk.demo") {
  const answer = await fetch(`${url}/api/v1/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`);
  const { accessToken } = /** @type {{ accessToken: string }} */ (await answer.json());
  return { authorization: `Bearer ${accessToken}` };
}

/** The cookies of the demo's administrator, who signs in as the login page does. */
export async function cookiesOf(/** @type {Server} */ { url }) {
  const pairs = (/** @type {Response} */ answer) =>
    answer.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
  const first = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await first.json());
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: pairs(first).join("; ") },
    body: new URLSearchParams({ csrfToken, email: "admin@persdesk.demo", password, json: "true" }),
    redirect: "manual",
  });
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`);
  return [...pairs(first), ...pairs(answer)].join("; ");
}

const ticksPerSecond = 100;

/** Milliseconds of CPU that a process and its threads have used; NaN where the system does not say (it is read from /proc). */
export function cpuOf(/** @type {number} */ pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

const loader = fork("bench/parts/load.mjs");
export const stopLoader = () => loader.disconnect();
const loaderGone = new Promise((_, failed) => {
  loader.once("exit", () => failed(new Error("the load process ended")));
});
loaderGone.catch(() => undefined); // at the end it is meant to

/**
 * One measured round from the load process.
 * @param {Server} server
 * @param {{ path: string, headers?: Record<string, string> | Record<string, string>[], connections: number, count: number, bodies?: string[] }} job
 * @returns {Promise<{ p50: number, p99: number, perSecond: number, cpu: number }>} `cpu` in milliseconds a request
 */
export async function measure(server, { path, headers = {}, ...job }) {
  const before = cpuOf(server.pid);
  const answer = new Promise((done) => {
    loader.once("message", done);
  });
  loader.send({ url: `${server.url}${path}`, headers, ...job });
  const result = await Promise.race([answer, loaderGone]);
  return { ...result, cpu: (cpuOf(server.pid) - before) / job.count };
}
