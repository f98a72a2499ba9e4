// @ts-check
import {
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { readBackup } from "./backup-archive.mjs";
import { putClusterEntry } from "./backup-cluster.mjs";
import { restoreDump } from "./backup-dump.mjs";
import { migrate } from "./database.mjs";
import { pause } from "./pause.mjs";
import { fail, Plain } from "./plain.mjs";
import { startPostgres } from "./postgres.mjs";
import { findBinary } from "./postgres-binary.mjs";
import { assertUnused } from "./unused.mjs";

const dataDir = () => resolve(process.env.DATA_DIR || ".data");

/** One connection, closed when `work` is done. */
async function connected(
  /** @type {string} */ url,
  /** @type {(sql: import("postgres").Sql) => Promise<void>} */ work,
) {
  const { connect } = await import("../db/connect.mjs");
  const sql = connect(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** What a restored database needs before anybody uses it, in this order. Its workers are paused. */
async function settle(/** @type {string} */ url) {
  await migrate(url);
}

/** Refuses a database that is not empty, or that somebody uses. */
async function assertEmpty(/** @type {import("postgres").Sql} */ sql) {
  const [found] = await sql`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^(pg_|information_schema$)' and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    limit 1`;
  if (found) throw new Plain("This database is not empty. A backup is restored into a new one only.");
  await assertUnused(sql);
}

/** The folder that files are put into first; it becomes `files` when everything was read. */
function filesFolder(/** @type {string} */ dir) {
  const final = join(dir, "files");
  if (existsSync(final) && readdirSync(final).length > 0)
    throw new Plain(`${final} is not empty. A backup is restored into a new folder only.`);
  const folder = join(dir, "restoring-files");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let count = 0;
  return {
    async put(/** @type {string} */ name, /** @type {import("node:stream").Readable} */ content) {
      await pipeline(content, createWriteStream(join(folder, basename(name)), { mode: 0o600, flush: true }));
      count += 1;
    },
    finish() {
      rmSync(final, { recursive: true, force: true });
      renameSync(folder, final);
      return count;
    },
    cancel: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Puts a dump into the database of DATABASE_URL. */
async function intoDatabase(/** @type {string} */ url, /** @type {{ from: string, identity: string }} */ backup) {
  const files = filesFolder(dataDir());
  /** @type {ReturnType<typeof restoreDump> | undefined} */
  let dump;
  try {
    await readBackup(backup, async ({ kind, postgres }) => {
      if (kind !== "dump")
        throw new Plain("This backup is of an embedded server: it is restored without DATABASE_URL, into DATA_DIR.");
      // Before there is a table, so that no worker that starts meanwhile sends what was sent long ago.
      await connected(url, async (sql) => {
        await assertEmpty(sql);
        await pause(sql);
      });
      dump = restoreDump(url, postgres);
      return (name, content) => {
        if (name.startsWith("dump/")) return dump?.write(content) ?? Promise.resolve();
        return files.put(name, content);
      };
    });
    await dump?.finish();
  } catch (error) {
    dump?.cancel();
    files.cancel();
    throw error;
  }
  await settle(url);
  return files.finish();
}

/** Makes the embedded server of DATA_DIR out of a copy of one. */
async function intoDataDir(/** @type {{ from: string, identity: string }} */ backup) {
  const dir = dataDir();
  const final = join(dir, "postgres");
  if (existsSync(final)) throw new Plain(`${final} exists already. A backup is restored into a new DATA_DIR only.`);
  const files = filesFolder(dir);
  const folder = join(dir, "restoring-postgres");
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const { owner } = findBinary(folder, undefined);
    await readBackup(backup, async ({ kind }) => {
      if (kind !== "cluster")
        throw new Plain("This backup is of a database that DATABASE_URL named: name an empty one there.");
      return (name, content) => {
        if (name === "access.json") return pipeline(content, createWriteStream(join(folder, name), { mode: 0o600 }));
        if (name.startsWith("files/")) return files.put(name, content);
        return putClusterEntry(join(folder, "data"), owner, name.slice("cluster/".length), content);
      };
    });
    if (owner) chownSync(join(folder, "data"), owner.uid, owner.gid);
    const server = await startPostgres({ dir: folder });
    try {
      await connected(server.url, pause);
      await settle(server.url);
    } finally {
      await server.stop();
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    files.cancel();
    throw error;
  }
  renameSync(folder, final);
  return files.finish();
}

const options = /** @type {const} */ ({ from: { type: "string" }, key: { type: "string" } });

/**
 * `npm run db:restore -- --from <file> --key <file>`: what db:backup wrote, into an empty database (DATABASE_URL) or an empty
 * DATA_DIR. Workers on it wait for `npm run db:resume`.
 */
async function main() {
  const { from, key } = parseArgs({ options }).values;
  if (!from || !key) throw new Plain("Say which: npm run db:restore -- --from backup.age --key backup.key");
  if (!existsSync(key)) throw new Plain(`There is no file ${key}.`);
  const identity = readFileSync(key, "utf8")
    .split("\n")
    .find((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (!identity) throw new Plain(`${key} holds no private key of age.`);
  const backup = { from, identity: identity.trim() };
  const url = process.env.DATABASE_URL;
  const count = url ? await intoDatabase(url, backup) : await intoDataDir(backup);
  console.log(`persdesk: the database and ${count} files are restored`);
  console.log(
    "persdesk: end the sessions that it brought back, and erase again who was erased: npm run db:after-recovery",
  );
  console.log("persdesk: workers send nothing yet. When all is well: npm run db:resume");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main().catch(fail);
