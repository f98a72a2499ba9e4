// @ts-check
import { chownSync } from "node:fs";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { addEntry, addFile } from "./backup-archive.mjs";
import { Plain } from "./plain.mjs";

// PostgreSQL's own way to copy the files of a server that runs (its manual, "Making a Base Backup Using the Low Level API"):
// between two calls its files are copied as they are, and its log of that time makes one state of them.

/** What a copy leaves out, by PostgreSQL's manual: what belongs to the running server, and what it makes again. */
const emptied = new Set([
  "log",
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const left =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|pg_internal\.init.*)$|^pgsql_tmp/;

/** Every file below `folder` that a copy holds, and every folder with a slash at its end, the control file last. */
async function contentsOf(/** @type {string} */ folder) {
  const found = [];
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll("\\", "/");
    const parts = path.split("/");
    if (parts.some((part) => left.test(part))) continue;
    if (entry.isDirectory() && (parts.length === 1 || !emptied.has(parts[0] ?? ""))) found.push(`${path}/`);
    if (entry.isFile() && !emptied.has(parts[0] ?? "") && path !== "global/pg_control") found.push(path);
  }
  return [...found, "pg_wal/archive_status/", "global/pg_control"];
}

/** The files of the log from the first to the last that a copy needs. */
async function logFiles(/** @type {string} */ folder, /** @type {string} */ first, /** @type {string} */ last) {
  const names = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (!names.includes(first) || !names.includes(last))
    throw new Plain("PostgreSQL removed a part of its log during the backup. Begin it again.");
  return names.sort();
}

/**
 * Copies a running server into an archive, as one state, while it goes on.
 * @param {import("postgres").Sql} sql one connection as the administrative role: PostgreSQL holds a backup's state in its session
 * @param {import("tar-stream").Pack} tar
 */
export async function addCluster(sql, tar) {
  const [server] = await sql`select current_setting('data_directory') as folder`;
  const folder = server?.folder;
  if ((await readdir(join(folder, "pg_tblspc"))).length > 0)
    throw new Plain("This server has tablespaces, which db:backup does not copy. Use pg_basebackup.");
  // Keeps the log since now; it ends with the session in any case.
  await sql`select pg_create_physical_replication_slot(${`persdesk_backup_${process.pid}`}, true, true)`;
  const [begun] = await sql`select pg_walfile_name(pg_backup_start('persdesk', true)) as log`;
  for (const name of await contentsOf(folder)) {
    if (name.endsWith("/")) await addFolder(tar, `cluster/${name}`);
    else await addFile(tar, `cluster/${name}`, join(folder, name));
  }
  const [ended] = await sql`
    select pg_walfile_name(lsn) as log, labelfile as label from pg_backup_stop(wait_for_archive => false)`;
  for (const name of await logFiles(join(folder, "pg_wal"), begun?.log, ended?.log))
    await addFile(tar, `cluster/pg_wal/${name}`, join(folder, "pg_wal", name));
  await addEntry(tar, "cluster/backup_label", ended?.label);
}

const addFolder = (/** @type {import("tar-stream").Pack} */ tar, /** @type {string} */ name) =>
  /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      tar.entry({ name, type: "directory", mode: 0o700 }, (error) => (error ? reject(error) : resolve()));
    })
  );

/**
 * Puts one entry of a copy into `folder`, for the user that PostgreSQL runs as.
 * @param {string} folder
 * @param {{ uid: number, gid: number } | undefined} owner
 * @param {string} name below `cluster/`; a folder's ends with a slash
 * @param {import("node:stream").Readable} content
 */
export async function putClusterEntry(folder, owner, name, content) {
  const path = join(folder, name);
  const own = () => owner && chownSync(path, owner.uid, owner.gid);
  if (name.endsWith("/")) {
    content.resume();
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
    return own();
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, content, { mode: 0o600 }); // the server writes all of it to the disk when it starts on a copy
  own();
}
