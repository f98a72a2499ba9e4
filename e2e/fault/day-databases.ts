import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onServer } from "@/db/testing/clone";
import { freePort } from "@/scripts/port.mjs";
import { startPostgres } from "@/scripts/postgres.mjs";
import { findBinary } from "@/scripts/postgres-binary.mjs";

type Variables = Record<string, string>;

/** Does something while this process has these variables, which the programs that it starts take over. */
async function withVariables<T>(variables: Variables, work: () => Promise<T>): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

/**
 * A PostgreSQL that is installed, and a synchronous replica of it made by `pg_basebackup`, each in a folder of its own.
 * @param bin the folder of PostgreSQL's programs
 * @param env variables of both servers
 */
export function databasesIn(bin: string, primaryDir: string, replicaDir: string, env: Variables) {
  // The clocks of both leap, so neither may think that the other has been silent.
  const patient = { wal_sender_timeout: "0", wal_receiver_timeout: "0" };
  const more = { wal_level: "replica", max_wal_senders: "4", max_wal_size: "64MB", ...patient };
  const start = (dir: string) => withVariables(env, () => startPostgres({ dir, bin, more }));
  return {
    startPrimary: () => start(primaryDir),
    async startReplica(primary: { url: string; admin: string }) {
      mkdirSync(replicaDir, { recursive: true, mode: 0o755 });
      const { owner, run } = findBinary(replicaDir, undefined, bin);
      if (owner) chownSync(replicaDir, owner.uid, owner.gid);
      const { hostname, port, username, password } = new URL(primary.admin);
      const from = `postgres://${username}:${password}@${hostname}:${port}`;
      const args = ["-D", join(replicaDir, "data"), "-R", "-X", "stream", "-c", "fast", "-d", from];
      const log = join(replicaDir, "copy.log");
      if ((await run("pg_basebackup", args, log)) !== 0) throw new Error(readFileSync(log, "utf8"));
      const access = {
        password: new URL(primary.url).password,
        adminPassword: password,
        port: await freePort(0, hostname),
      };
      writeFileSync(join(replicaDir, "access.json"), JSON.stringify(access), { mode: 0o600 });
      const replica = await start(replicaDir);
      await onServer(primary.admin, async (sql) => {
        await sql.unsafe("alter system set synchronous_standby_names = '*'");
        await sql`select pg_reload_conf()`;
      });
      return replica;
    },
  };
}
