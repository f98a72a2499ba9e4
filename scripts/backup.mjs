// @ts-check
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { addFile, writeBackup } from "./backup-archive.mjs";
import { addCluster } from "./backup-cluster.mjs";
import { addDump } from "./backup-dump.mjs";
import { withDatabase } from "./database.mjs";
import { fail, Plain } from "./plain.mjs";

/** Makes a key pair of age; the private half goes into a file that nobody else may read. */
async function newKey(/** @type {string} */ file) {
  if (existsSync(file)) throw new Plain(`${file} exists already; a key overwrites nothing.`);
  const identity = await generateX25519Identity();
  writeFileSync(file, `${identity}\n`, { mode: 0o600, flag: "wx" });
  console.log(`persdesk: ${file} opens the backups; keep it elsewhere, and twice. For making them, set:`);
  console.log(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`);
}

function recipients() {
  const given = (process.env.BACKUP_RECIPIENT ?? "").split(",").map((one) => one.trim());
  const keys = given.filter(Boolean);
  if (keys.length === 0)
    throw new Plain(
      "BACKUP_RECIPIENT is missing: the public key of backups. Make one: npm run db:backup -- --new-key backup.key",
    );
  const wrong = keys.find((key) => !/^age1[a-z0-9]+$/.test(key));
  if (wrong !== undefined) throw new Plain("BACKUP_RECIPIENT must hold public keys of age, which begin with age1.");
  return keys;
}

/** The folder of pictures and files. What is written after it was listed belongs to records that the copy does not hold. */
async function addFiles(/** @type {import("tar-stream").Pack} */ tar) {
  const folder = join(process.env.DATA_DIR || ".data", "files");
  if (!existsSync(folder)) return 0;
  let count = 0;
  for (const name of (await readdir(folder)).filter((one) => !one.startsWith(".")))
    if (await addFile(tar, `files/${name}`, join(folder, name))) count += 1;
  return count;
}

/**
 * Notes in the database that a backup was made, for the metrics and `npm run doctor`; one that has no such table yet is left as
 * it is.
 * @param {import("postgres").Sql} sql
 * @param {"cluster" | "dump" | "elsewhere"} kind
 */
async function noteBackup(sql, kind) {
  const [found] = await sql`select to_regclass('platform.last_backups') is not null as is_there`;
  if (!found?.is_there) return;
  await sql`insert into platform.last_backups (kind, finished_at) values (${kind}, now())
    on conflict (kind) do update set finished_at = excluded.finished_at`;
}

/** `npm run db:backup -- --made-elsewhere`: a snapshot or a copy by other means was made, which nobody here could know. */
async function noteElsewhere(/** @type {string} */ url) {
  const { connect } = await import("../db/connect.mjs");
  const sql = connect(url, { max: 1, onnotice: () => {} });
  try {
    await noteBackup(sql, "elsewhere");
  } finally {
    await sql.end();
  }
  console.log("persdesk: noted that a backup was made by other means");
}

/**
 * `npm run db:backup -- --to <file>`: the database and the folder of files in one encrypted file. The embedded server is copied
 * as it runs; a database that DATABASE_URL names by pg_dump.
 */
async function backup(/** @type {string} */ url, /** @type {string | undefined} */ admin, /** @type {string} */ to) {
  const { connect } = await import("../db/connect.mjs");
  const keys = recipients();
  // A long session that only waits is no reason for the server to end it.
  const sql = connect(admin ?? url, { max: 1, onnotice: () => {}, connection: { idle_session_timeout: 0 } });
  try {
    const [server] = await sql`select current_setting('server_version_num')::int / 10000 as version`;
    const kind = admin ? "cluster" : "dump";
    const version = JSON.parse(readFileSync("package.json", "utf8")).version;
    /** @type {import("./backup-archive.mjs").About} */
    const about = { format: 1, kind, at: new Date().toISOString(), postgres: server?.version, version };
    let files = 0;
    await writeBackup({ to, recipients: keys, about }, async (tar) => {
      if (kind === "dump") await addDump(url, about.postgres, tar);
      else {
        await addCluster(sql, tar);
        // The server's passwords, without which its copy could not be opened.
        await addFile(tar, "access.json", join(process.env.DATA_DIR || ".data", "postgres", "access.json"));
      }
      files = await addFiles(tar);
    });
    await noteBackup(sql, kind);
    console.log(`persdesk: ${to} holds the database and ${files} files`);
    if (process.env.S3_BUCKET)
      console.log("persdesk: what lies in the bucket of S3_BUCKET is not in it; keep versions of it there");
  } finally {
    await sql.end();
  }
}

const options = /** @type {const} */ ({
  to: { type: "string" },
  "new-key": { type: "string" },
  "made-elsewhere": { type: "boolean" },
});

async function main() {
  const { values } = parseArgs({ options });
  if (values["new-key"]) return newKey(values["new-key"]);
  if (values["made-elsewhere"]) return withDatabase((url) => noteElsewhere(url));
  const { to } = values;
  if (!to) throw new Plain("Say where: npm run db:backup -- --to backup.age");
  await withDatabase((url, admin) => backup(url, admin, resolve(to)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main().catch(fail);
