import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { onServer } from "@/db/testing/clone";
import { startChild, stopChild } from "@/scripts/children.mjs";
import { run, runNode } from "@/scripts/command.mjs";
import { demoSecrets } from "@/scripts/demo.mjs";
import { freePort } from "@/scripts/port.mjs";
import { findPostgres15 } from "@/scripts/postgres-15.mjs";
import { testCertificate } from "@/server/testing/outside";
import { demoEnv, type Persdesk, seedDemo, startPersdesk } from "../harness";
import { databasesIn } from "./day-databases";
import { startServices } from "./day-services";
import { hasFaketime, startClock } from "./pressed-clock";
import { hasPrometheus, type Target } from "./prometheus";

const operations = "docs/operations";
const host = "127.0.0.1";
const patience = { timeout: 60_000, interval: 100 };

/** Why the day cannot be tried on this machine; undefined where it can. */
export function dayIsPossible(): string | undefined {
  if (!findPostgres15()) return "PostgreSQL 15 is not installed";
  if (!hasPrometheus()) return "Prometheus is not installed";
  if (!hasFaketime()) return "libfaketime is not installed";
  if (spawnSync("haproxy", ["-v"]).status !== 0) return "HAProxy is not installed";
  return process.getuid?.() === 0 ? undefined : "only root may mount a small disk";
}

/** HAProxy as it is configured in the documents, without TLS. */
async function startProxy(home: string, webs: readonly Persdesk[]) {
  const port = (await freePort()) ?? 0;
  const [one = "", other = ""] = webs.map(({ url }) => `${host}:${new URL(url).port}`);
  const text = readFileSync(`${operations}/haproxy.cfg`, "utf8")
    .replace(/bind .*/, `bind ${host}:${port}`)
    .replace(`${host}:3001`, one)
    .replace(`${host}:3002`, other);
  const config = join(home, "haproxy.cfg");
  writeFileSync(config, text);
  const log = openSync(join(home, "haproxy.log"), "a");
  const child: ChildProcess = spawn("haproxy", ["-db", "-f", config], { stdio: ["ignore", log, log] });
  const url = `http://${host}:${port}`;
  const stop = () => child.kill();
  const isUp = async () => {
    if (!(await fetch(`${url}/readyz`)).ok) throw new Error("HAProxy sees no web");
  };
  await vi.waitFor(isUp, patience).catch((error: unknown) => {
    stop();
    throw error;
  });
  return { url, stop };
}

/**
 * Starts an installation: a database and its replica, two webs behind HAProxy, two workers, and what they send to.
 * @param ends gets what ends each part, to be done from the last one to the first, also where the start fails
 */
export async function startInstallation(ends: (() => unknown)[]) {
  const bin = findPostgres15() ?? "";
  const home = mkdtempSync(join(tmpdir(), "persdesk-day-"));
  ends.push(() => rmSync(home, { recursive: true, force: true }));
  chmodSync(home, 0o755);
  const disk = join(home, "disk");
  mkdirSync(disk);
  const mounted = await run("mount", ["-t", "tmpfs", "-o", "size=700m", "tmpfs", disk]);
  if (mounted.code !== 0) throw new Error(mounted.output);
  ends.push(() => run("umount", ["-l", disk]));
  const clock = startClock(home);
  const services = await startServices();
  ends.push(services.stop);
  const databases = databasesIn(bin, join(disk, "postgres"), join(home, "replica"), clock.env);
  const begun = performance.now();
  const since = () => Math.round((performance.now() - begun) / 100) / 10;
  let primary = await databases.startPrimary();
  ends.push(() => primary.stop());
  await seedDemo(primary.url);
  const replica = await databases.startReplica(primary);
  ends.push(replica.stop);
  const both = new URL(primary.url);
  const databaseUrl = `postgres://${both.username}:${both.password}@${both.host},${new URL(replica.url).host}/${both.pathname.slice(1)}?target_session_attrs=read-write`;
  const database = since();

  const certificate = join(home, "outside.crt");
  writeFileSync(certificate, testCertificate);
  const dataDir = join(home, "data");
  mkdirSync(dataDir);
  const secrets = demoSecrets(home);
  const common = {
    ...secrets,
    ...services.env,
    ...clock.env,
    NODE_EXTRA_CA_CERTS: certificate,
    DATABASE_READ_URL: replica.url,
    NOTIFICATION_HOURLY_CAP: "1000",
    DRAIN_SECONDS: "5",
    TRUST_PROXY: "1",
    APP_URL: "http://localhost",
    NEXTAUTH_URL: "http://localhost",
    DATA_DIR: dataDir,
  };
  const webs: (Target & { persdesk: Persdesk })[] = [];
  for (const instance of ["web1", "web2"]) {
    const port = (await freePort()) ?? 0;
    const env = { ...common, METRICS_PORT: String(port) };
    const persdesk = await startPersdesk({ databaseUrl, worker: false, env });
    ends.push(persdesk.stop);
    webs.push({ instance, port, persdesk });
  }
  const websTook = since();
  const workers: Target[] = [];
  for (const instance of ["worker1", "worker2"]) {
    const port = (await freePort()) ?? 0;
    const env = demoEnv(databaseUrl, { ...common, METRICS_PORT: String(port) });
    const output = openSync(join(home, `${instance}.log`), "a");
    const child = startChild(instance, ["--enable-source-maps", "dist/worker.js"], env, output);
    ends.push(() => stopChild(child));
    workers.push({ instance, port });
  }
  const metrics = (port: number) =>
    fetch(`http://${host}:${port}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    );
  await vi.waitFor(async () => {
    if (!/^persdesk_workers 2$/m.test(await metrics(webs[0]?.port ?? 0))) throw new Error("two workers are not there");
  }, patience);
  const proxied = webs.map(({ persdesk }) => persdesk);
  const proxy = await startProxy(home, proxied);
  ends.push(proxy.stop);
  const took = { database, webs: websTook, workers: since() };

  const key = join(home, "backup.key");
  const made = await runNode(["scripts/backup.mjs", "--new-key", key]);
  const backup = {
    key,
    file: join(home, "backup.age"),
    env: {
      ...demoEnv(databaseUrl, { ...secrets, DATA_DIR: dataDir }),
      BACKUP_RECIPIENT: /BACKUP_RECIPIENT=(\S+)/.exec(made.output)?.[1],
      PG_BIN: bin,
    },
  };

  return {
    home,
    disk,
    clock,
    services,
    webs,
    targets: [...webs, ...workers].map(({ instance, port }) => ({ instance, port })),
    metrics,
    replica,
    took,
    backup,
    secrets,
    url: proxy.url,
    primary: () => primary,
    /** Starts PostgreSQL again where it has ended. */
    async startPrimary() {
      primary = await databases.startPrimary();
    },
    /** An empty database on the promoted server, and the variables of commands that work on it. */
    async emptyDatabase() {
      const url = Object.assign(new URL(replica.url), { pathname: "/restored" });
      await onServer(replica.admin, (sql) => sql.unsafe(`create database restored owner ${url.username}`));
      const own = join(home, "restored");
      mkdirSync(own);
      return { url: url.href, env: { ...demoEnv(url.href, { ...secrets, DATA_DIR: own }), PG_BIN: bin } };
    },
  };
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>;
