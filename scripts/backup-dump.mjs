// @ts-check
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { addressOf, placesOf, wantedOf } from "../env/database-hosts.mjs";
import { addEntry } from "./backup-archive.mjs";
import { Plain } from "./plain.mjs";

/** Bytes of a dump in one entry of the archive, whose length an entry must say before its content. */
const partBytes = 8 * 1024 * 1024;

/** How PostgreSQL's programs are told which database, without a password in their arguments, which everybody on a machine can see. */
function environmentOf(/** @type {string} */ address) {
  const url = new URL(addressOf(address));
  const places = placesOf(address);
  const sslmode = url.searchParams.get("sslmode");
  return {
    ...process.env,
    PGHOST: places.map(({ host }) => host).join(","),
    PGPORT: places.map(({ port }) => port).join(","),
    PGTARGETSESSIONATTRS: wantedOf(address),
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(sslmode && { PGSSLMODE: sslmode }),
  };
}

/**
 * The installed program for a server of this version; PG_BIN names its folder where it is not in the PATH.
 * @param {"pg_dump" | "pg_restore"} name
 * @param {number} least the major version that it must have at least
 */
function programFor(name, least) {
  const program = process.env.PG_BIN ? `${process.env.PG_BIN}/${name}` : name;
  const { stdout, status } = spawnSync(program, ["--version"], { encoding: "utf8" });
  const version = Number(/ (\d+)/.exec(stdout ?? "")?.[1]);
  if (status !== 0 || !(version >= least))
    throw new Plain(
      `${name} ${least} or newer is needed (${status === 0 ? `this is ${version}` : "none is installed"}). Install PostgreSQL's client programs, or name their folder in PG_BIN.`,
    );
  return program;
}

/** Why a program failed: its first error, for what it says after that is which command it was. */
function reasonIn(/** @type {string} */ said) {
  const lines = said.trim().split("\n");
  return lines.find((line) => /\b(error|fatal):/i.test(line)) ?? lines.at(-1);
}

/** Starts a program; `ended` rejects with the reason that it said where it failed. */
function start(/** @type {string} */ program, /** @type {string[]} */ args, /** @type {string} */ url) {
  const child = spawn(program, args, { env: environmentOf(url), stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => {
    said = `${said}${text}`.slice(-64_000);
  });
  const ended = once(child, "close").then(([code]) => {
    if (code !== 0) throw new Plain(reasonIn(said) || `${program} failed.`);
  });
  ended.catch(() => undefined); // it is looked at when the streams are done
  return { child, ended };
}

/**
 * Adds a dump of one database, of one moment.
 * @param {string} url
 * @param {number} version the server's major version
 * @param {import("tar-stream").Pack} tar
 */
export async function addDump(url, version, tar) {
  const args = ["--format=custom", "--compress=0", "--no-owner", "--no-privileges"];
  const { child, ended } = start(programFor("pg_dump", version), args, url);
  child.stdin.end();
  let count = 0;
  let size = 0;
  /** @type {Buffer[]} */
  let pieces = [];
  const flush = async () => {
    count += 1;
    await addEntry(tar, `dump/${String(count).padStart(8, "0")}`, Buffer.concat(pieces));
    pieces = [];
    size = 0;
  };
  for await (const piece of child.stdout) {
    pieces.push(piece);
    size += piece.length;
    if (size >= partBytes) await flush();
  }
  if (size > 0) await flush();
  await ended;
}

/**
 * Writes a dump into a database, in one transaction.
 * @param {string} url
 * @param {number} version the major version of the server that the dump is of
 */
export function restoreDump(url, version) {
  const args = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", `--dbname=`];
  const { child, ended } = start(programFor("pg_restore", version), args, url);
  child.stdin.on("error", () => undefined); // why it ended is what `ended` says
  return {
    /** Gives it the next part. */
    async write(/** @type {import("node:stream").Readable} */ content) {
      for await (const piece of content) {
        if (child.exitCode !== null) await ended;
        if (child.stdin.write(piece)) continue;
        const drained = once(child.stdin, "drain").catch(() => ended); // it reads no more: it is about to say why
        await Promise.race([drained, ended]);
      }
    },
    /** Resolves when the database holds it all. */
    finish() {
      child.stdin.end();
      return ended;
    },
    /** Leaves the database as it was. */
    cancel: () => child.kill("SIGKILL"),
  };
}
