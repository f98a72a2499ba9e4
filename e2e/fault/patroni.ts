import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { onServer } from "@/db/testing/clone";
import { freePort } from "@/scripts/port.mjs";

// Two PostgreSQL 15 that Patroni keeps, with etcd: one of them the primary, the other its synchronous standby; made as their administrative role.

const programs = ["/usr/lib/postgresql/15/bin", process.env.POSTGRES_15_BIN].filter(Boolean);
const bin = programs.find((folder) => spawnSync(`${folder}/postgres`, ["--version"]).status === 0);

/** Whether all that it takes is installed. */
export const hasPatroni = () =>
  bin !== undefined && ["patroni", "etcd"].every((one) => spawnSync(one, ["--version"]).status === 0);

const host = "127.0.0.1";
const password = "Patroni-pass-2026";
const patience = { timeout: 120_000, interval: 250 };

/** PostgreSQL refuses to run as root. */
function owner() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

interface Node {
  name: string;
  port: number;
  api: number;
  child: ChildProcess | undefined;
}

/** @returns the cluster when both nodes are at work, and the database `persdesk`, of a role that owns it and nothing more */
export async function startPatroni() {
  const home = mkdtempSync(join(tmpdir(), "persdesk-patroni-"));
  const { uid, gid } = owner();
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid);
  chmodSync(home, 0o755);
  const port = async () => (await freePort(0, host)) ?? 0;
  const [client, peer] = [await port(), await port()];
  const log = openSync(join(home, "log"), "a");
  const start = (program: string, args: string[]) =>
    spawn(program, args, { stdio: ["ignore", log, log], detached: true, cwd: home, uid, gid });
  const [clientUrl, peerUrl] = [`http://${host}:${client}`, `http://${host}:${peer}`];
  const etcdSettings = {
    "data-dir": join(home, "etcd"),
    "listen-client-urls": clientUrl,
    "advertise-client-urls": clientUrl,
    "listen-peer-urls": peerUrl,
    "initial-advertise-peer-urls": peerUrl,
    "initial-cluster": `default=${peerUrl}`,
  };
  const etcdArgs = Object.entries(etcdSettings).flatMap(([name, value]) => [`--${name}`, value]);
  const etcd = start("etcd", etcdArgs);
  const nodes: Node[] = [];
  for (const name of ["a", "b"]) nodes.push({ name, port: await port(), api: await port(), child: undefined });

  function startNode(node: Node) {
    const file = join(home, `${node.name}.json`);
    writeFileSync(
      file,
      JSON.stringify({
        scope: "persdesk",
        name: node.name,
        restapi: { listen: `${host}:${node.api}`, connect_address: `${host}:${node.api}` },
        etcd3: { host: `${host}:${client}` },
        bootstrap: {
          dcs: { ttl: 10, loop_wait: 2, retry_timeout: 3, synchronous_mode: true },
          initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
        },
        postgresql: {
          listen: `${host}:${node.port}`,
          connect_address: `${host}:${node.port}`,
          data_dir: join(home, node.name),
          bin_dir: bin,
          pgpass: join(home, `${node.name}.pgpass`),
          authentication: {
            superuser: { username: "postgres", password },
            replication: { username: "replicator", password },
          },
          pg_hba: [`host all all ${host}/32 scram-sha-256`, `host replication replicator ${host}/32 scram-sha-256`],
          parameters: { unix_socket_directories: home, max_connections: 200 },
        },
      }),
    );
    node.child = start("patroni", [file]);
  }

  const members = async () => {
    const seen = await Promise.all(
      nodes.map(async (node) => {
        const answer = await fetch(`http://${host}:${node.api}/patroni`).catch(() => undefined);
        return { node, role: ((await answer?.json()) as { role?: string; sync_standby?: boolean } | undefined) ?? {} };
      }),
    );
    const primary = seen.find(({ role }) => role.role === "master" || role.role === "primary")?.node;
    return { primary, standby: seen.find(({ role }) => role.sync_standby)?.node };
  };
  /** Waits until one is the primary and the other its synchronous standby. */
  async function whole() {
    return vi.waitFor(async () => {
      const { primary, standby } = await members();
      if (!primary || !standby) throw new Error("the cluster is not whole");
      return { primary, standby };
    }, patience);
  }
  const admin = (node: Node, database = "postgres") =>
    `postgres://postgres:${password}@${host}:${node.port}/${database}`;

  async function stop() {
    for (const { child } of nodes) child?.kill("SIGTERM");
    await Promise.all(nodes.map(({ child }) => child?.exitCode ?? new Promise((done) => child?.once("exit", done))));
    etcd.kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }

  for (const node of nodes) startNode(node);
  const { primary } = await whole().catch(async (error) => {
    const said = readFileSync(join(home, "log"), "utf8").slice(-3_000);
    await stop();
    throw new Error(`${error}\n${said}`);
  });
  await onServer(admin(primary), async (sql) => {
    await sql.unsafe(`create role persdesk login password '${password}'`);
    await sql.unsafe("create database persdesk owner persdesk");
  });
  const hosts = nodes.map(({ port }) => `${host}:${port}`).join(",");

  return {
    url: `postgres://persdesk:${password}@${hosts}/persdesk?target_session_attrs=read-write`,
    admin,
    whole,
    /** As a machine without power: Patroni and PostgreSQL end at once, and what the disk held is gone. */
    kill(node: Node) {
      const pid = Number(readFileSync(join(home, node.name, "postmaster.pid"), "utf8").split("\n")[0]);
      node.child?.kill("SIGKILL");
      process.kill(pid, "SIGKILL");
    },
    /** Comes back as a standby, copied again. */
    bringBack(node: Node) {
      rmSync(join(home, node.name), { recursive: true, force: true });
      startNode(node);
    },
    stop,
  };
}
