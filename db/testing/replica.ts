import { appendFileSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { extract, pack } from "tar-stream";
import { addCluster, putClusterEntry } from "@/scripts/backup-cluster.mjs";
import { freePort } from "@/scripts/port.mjs";
import { startPostgres } from "@/scripts/postgres.mjs";
import { findBinary } from "@/scripts/postgres-binary.mjs";
import { onServer } from "./clone";

const followable = { wal_level: "replica", max_wal_senders: "4" };

/** A server whose data may be lost, and which a replica can follow. */
export const startPrimary = (dir: string) => startPostgres({ dir, throwaway: true, more: followable });

/**
 * Starts a streaming replica of a server that runs: a copy as a backup makes it, which follows where it was made from.
 * @param primary the server, whose administrative role may copy and follow it
 * @param dir a folder that does not exist yet
 */
export async function startReplica(primary: { url: string; admin: string }, dir: string) {
  mkdirSync(dir, { mode: 0o755 });
  const { owner } = findBinary(dir, undefined);
  const data = join(dir, "data");
  await onServer(primary.admin, async (sql) => {
    const tar = pack();
    const filled = addCluster(sql, tar).then(() => tar.finalize());
    for await (const entry of tar.pipe(extract()))
      await putClusterEntry(data, owner, entry.header.name.slice("cluster/".length), Readable.from(entry));
    await filled;
  });
  const { hostname, port, username, password } = new URL(primary.admin);
  const follows = `host=${hostname} port=${port} user=${username} password=${password}`;
  appendFileSync(join(data, "postgresql.auto.conf"), `primary_conninfo = '${follows}'\nhot_standby_feedback = on\n`);
  writeFileSync(join(data, "standby.signal"), "");
  if (owner) for (const path of [data, join(data, "standby.signal")]) chownSync(path, owner.uid, owner.gid);
  const own = new URL(primary.url).password;
  const access = { password: own, adminPassword: password, port: await freePort(0, hostname) };
  writeFileSync(join(dir, "access.json"), JSON.stringify(access), { mode: 0o600 });
  return startPostgres({ dir, throwaway: true, more: followable });
}
