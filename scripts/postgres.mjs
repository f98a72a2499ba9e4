// @ts-check
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Plain } from "./plain.mjs";
import { freePort } from "./port.mjs";
import { findBinary, isPostgres } from "./postgres-binary.mjs";
import { addressesOf, administrator, newPassword, ready } from "./postgres-roles.mjs";

const host = "127.0.0.1";
const retryFor = 10_000;
const full = "the disk is full";
const walSegment = 16 * 1024 * 1024;
const newCluster = 3 * walSegment;

// The `builtin` C.UTF-8 locale sorts by code point: the same order on every machine and libc, cheap comparisons, and
// LIKE 'abc%' uses a plain btree. Where people read a sorted name, the query says lower() or a collation of its own.
const builtinLocale = ["--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
// Before PostgreSQL 17 there is only the C library's.
const olderLocale = ["--locale=C.UTF-8"];

const settings = {
  listen_addresses: host,
  unix_socket_directories: "",
  max_connections: "200",
  timezone: "UTC",
  jit: "off",
  random_page_cost: "1.1",
  logging_collector: "on",
  log_filename: "server-%a.log",
  log_rotation_age: "1d",
  log_truncate_on_rotation: "on",
};

/** Settings of a server whose data may be lost. */
const careless = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "1GB",
  autovacuum: "off",
};

/** Makes `dir` and what is missing above it, so that another user may pass through with any umask. */
function makeFolder(/** @type {string} */ dir) {
  if (existsSync(dir)) return;
  makeFolder(dirname(dir));
  mkdirSync(dir);
  chmodSync(dir, 0o755);
}

/** The server that the pid file names, if it is alive and a PostgreSQL; a pid file of nobody is removed. */
function runningServer(/** @type {string} */ data) {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const [pid, , , port] = readFileSync(file, "utf8").split("\n").map(Number);
  if (pid && isPostgres(pid)) return { pid, port: port || undefined };
  rmSync(file, { force: true });
  return undefined;
}

const hasRoom = (/** @type {string} */ dir, /** @type {number} */ bytes) => {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize >= bytes;
};

/** Why it failed, from its logs; a full disk is asked for directly, for it leaves no room for a log either. */
function reasonIn(/** @type {string} */ dir, /** @type {string[]} */ files) {
  if (!hasRoom(dir, walSegment)) return full;
  const text = files.map((file) => (existsSync(file) ? readFileSync(file, "utf8").slice(-8_000) : "")).join("\n");
  if (/No space left on device/.test(text)) return full;
  return text.match(/(?:FATAL|PANIC|error): .*/g)?.at(-1) ?? "no reason was logged";
}

/** The collector's newest file, by its time of change: its name has the server's day. */
function newestLog(/** @type {string} */ data) {
  const folder = join(data, "log");
  if (!existsSync(folder)) return [];
  const changed = (/** @type {string} */ file) => statSync(file).mtimeMs;
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((one, other) => changed(other) - changed(one))
    .slice(0, 1);
}

/**
 * Starts the PostgreSQL that npm brought, detached, on 127.0.0.1 with passwords of its own; or takes over the one that
 * already runs on this folder. The port and the passwords stay the same from start to start.
 * @param {{ dir: string, throwaway?: boolean, bin?: string, more?: Record<string, string> }} options `dir` keeps everything;
 * `throwaway` trades safety for speed (tests); `bin` is the folder of an older PostgreSQL's programs, in place of those that
 * npm brought; `more` are settings on top of ours
 * @returns {Promise<{ url: string, admin: string, pid: () => number | undefined, stop: () => Promise<void>, adopted: boolean }>}
 * `url` is the database as the role that owns it and nothing more; `admin` as the administrative one, which only the cluster's
 * backup, replicas and tests that make databases use
 * @throws {Plain} with one line that says why it does not start
 */
export async function startPostgres({ dir: folder, throwaway = false, bin, more = {} }) {
  const dir = resolve(folder);
  const data = join(dir, "data");
  const accessFile = join(dir, "access.json");
  const log = join(dir, "start.log");
  makeFolder(dir);
  const binary = findBinary(dir, existsSync(data) ? statSync(data) : undefined, bin);
  const give = (/** @type {string} */ path) => binary.owner && chownSync(path, binary.owner.uid, binary.owner.gid);
  /** @type {import("./postgres-roles.mjs").Place} */
  const place = {
    host,
    read: () => JSON.parse(readFileSync(accessFile, "utf8")),
    save(access) {
      writeFileSync(`${accessFile}.new`, JSON.stringify(access), { mode: 0o600 });
      renameSync(`${accessFile}.new`, accessFile);
    },
  };

  /** Builds beside the final place and renames, so that a start killed half-way is simply begun again. */
  async function init() {
    if (!hasRoom(dir, newCluster)) throw new Plain(`PostgreSQL cannot set up its data in ${dir}: ${full}`);
    const fresh = join(dir, "data.new");
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o700 });
    give(fresh);
    const adminPassword = newPassword();
    const passwordFile = join(dir, "password.new");
    rmSync(passwordFile, { force: true });
    writeFileSync(passwordFile, adminPassword, { mode: 0o600 });
    give(passwordFile);
    const code = await binary
      .run(
        "initdb",
        [
          "-D",
          fresh,
          `--username=${administrator}`,
          `--pwfile=${passwordFile}`,
          "--auth=scram-sha-256",
          "--encoding=UTF8",
          ...(bin ? olderLocale : builtinLocale),
          ...(throwaway ? ["--no-sync"] : []),
        ],
        log,
      )
      .finally(() => rmSync(passwordFile, { force: true }));
    if (code !== 0) throw new Plain(`PostgreSQL cannot set up its data in ${dir}: ${reasonIn(dir, [log])}`);
    place.save({ password: newPassword(), adminPassword, port: (await freePort(0, host)) ?? 0 });
    renameSync(fresh, data);
  }

  async function waitUntilStarted(/** @type {number} */ port) {
    const options = {
      ...settings,
      ...(throwaway ? careless : {}),
      ...more,
      port,
    };
    const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    // After a kill -9 the old server's backends hold on for a moment ("lock file already exists"): try again.
    for (const begun = Date.now(); ; await sleep(250)) {
      rmSync(log, { force: true });
      const code = await binary.run("pg_ctl", ["start", "-D", data, "-w", "-t", "600", "-o", flags.join(" ")], log);
      if (code === 0) return;
      const reason = reasonIn(dir, [log, ...newestLog(data)]);
      if (reason === full || Date.now() - begun > retryFor) {
        throw new Plain(`PostgreSQL does not start in ${data}: ${reason}`);
      }
      runningServer(data);
    }
  }

  if (!existsSync(join(data, "PG_VERSION"))) await init();
  const running = runningServer(data);
  if (running?.port && running.port !== place.read().port) place.save({ ...place.read(), port: running.port });
  const adopted = running?.port !== undefined && (await ready(place, true));
  if (!adopted) {
    const port = (await freePort(place.read().port, host)) ?? (await freePort(0, host)) ?? 0;
    place.save({ ...place.read(), port });
    await waitUntilStarted(port);
    await ready(place, false);
  }

  return {
    ...addressesOf(place),
    adopted,
    pid: () => runningServer(data)?.pid,
    async stop() {
      if (!runningServer(data)) return;
      if ((await binary.run("pg_ctl", ["stop", "-D", data, "-m", "fast", "-w", "-t", "30"], log)) === 0) return;
      await binary.run("pg_ctl", ["stop", "-D", data, "-m", "immediate", "-w", "-t", "30"], log);
    },
  };
}
