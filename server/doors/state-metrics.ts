import { statfs } from "node:fs/promises";
import { type SQL, sql } from "drizzle-orm";
import { Counter, Gauge } from "prom-client";
import { database } from "@/db/client";
import { whyPaused } from "@/db/paused";
import { poolWaits } from "@/db/pool";
import { replicaLateness } from "@/db/replica";
import { lastBackups, mailLog, webhooks } from "@/db/schema";
import type { Waits } from "@/db/turns";
import { env } from "@/env/env";
import { version } from "@/env/version";
import { clock } from "@/server/kit/process/clock";
import { registry } from "@/server/kit/process/metrics";
import { workerLife } from "@/server/operations/routine/worker-life.service";
import { within } from "./health";

// What is looked at when Prometheus asks: the database, what waits in it, the disk and this process's own lines.

const up = new Gauge({ name: "persdesk_database_up", help: "1 while the database answers", registers: [registry] });
const connections = new Gauge({
  name: "persdesk_database_connections",
  help: "Connections to this database, of all processes, by state",
  labelNames: ["state"],
  registers: [registry],
});
new Gauge({
  name: "persdesk_database_pool_size",
  help: "Connections this process may open",
  registers: [registry],
}).set(env.DATABASE_POOL);

const mostConnections = new Gauge({
  name: "persdesk_database_connections_max",
  help: "Connections that the database server has for others than superusers",
  registers: [registry],
});
const lines: [string, string, (waits: Waits) => number][] = [
  ["persdesk_database_pool_waits_total", "Statements and transactions that waited for a connection", (w) => w.count],
  ["persdesk_database_pool_wait_seconds_total", "How long they waited", (w) => w.seconds],
  ["persdesk_database_pool_refused_total", "Those of them that waited in vain and were answered 503", (w) => w.refused],
];
for (const [name, help, of] of lines)
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(of(poolWaits()));
    },
  });
new Gauge({
  name: "persdesk_database_pool_waiting",
  help: "Statements and transactions that wait for a connection of this process now",
  registers: [registry],
  collect() {
    this.set(poolWaits().now);
  },
});
const workers = new Gauge({
  name: "persdesk_workers",
  help: "Workers that are at work and reach the database",
  registers: [registry],
});
const lastBackup = new Gauge({
  name: "persdesk_last_backup_timestamp_seconds",
  help: "When the last backup was made, by db:backup or as the operator noted; 0 where none is known",
  registers: [registry],
});
const diskSize = new Gauge({
  name: "persdesk_disk_size_bytes",
  help: "Size of the disk of DATA_DIR",
  registers: [registry],
});
const diskFree = new Gauge({
  name: "persdesk_disk_free_bytes",
  help: "What is left of it",
  registers: [registry],
});
const webhooksPaused = new Gauge({
  name: "persdesk_webhooks_paused",
  help: "Webhooks that are sent nothing for now, because their address does not answer",
  registers: [registry],
});

new Gauge({
  name: "persdesk_build_info",
  help: "1, by the version of this program",
  labelNames: ["version"],
  registers: [registry],
}).set({ version }, 1);

const waiting = new Gauge({
  name: "persdesk_work_waiting",
  help: "Jobs and mails that are due and not done",
  labelNames: ["kind"],
  registers: [registry],
});
const paused = new Gauge({
  name: "persdesk_workers_paused",
  help: "1 while workers send nothing: after a restore until npm run db:resume, or by WORKER_PAUSED in these settings",
  registers: [registry],
});
const oldest = new Gauge({
  name: "persdesk_work_oldest_seconds",
  help: "How long the oldest of them has been due",
  labelNames: ["kind"],
  registers: [registry],
});

const mailServerAway = new Gauge({
  name: "persdesk_mail_server_away_seconds",
  help: "How long mails have waited for a mail server that cannot be reached; 0 where none does",
  registers: [registry],
});

new Gauge({
  name: "persdesk_clock_ahead_seconds",
  help: "How far this machine's clock is ahead of the database's; from 2 seconds on the database's time is used",
  registers: [registry],
  collect() {
    this.set(clock.ahead / 1000);
  },
});

if (env.DATABASE_READ_URL)
  new Gauge({
    name: "persdesk_replica_late_seconds",
    help: "How much of the latest changes the replica may lack; it is read up to 5",
    registers: [registry],
    collect() {
      this.set(replicaLateness() ?? Number.POSITIVE_INFINITY);
    },
  });

/** Asks the database, which is waited for a second; no rows and `false` where it does not answer. */
async function asked<T extends Record<string, unknown>>(statement: SQL) {
  try {
    const rows: Iterable<unknown> = await within(1000, database().execute<T>(statement));
    return { rows: [...rows] as T[], isThere: true };
  } catch {
    return { rows: [], isThere: false };
  }
}

async function lookAtDatabase() {
  const { rows: states, isThere } = await asked<{ state: string | null; n: number; workers: number }>(sql`
    select state, count(*)::int as n, (count(*) filter (where application_name = ${workerLife}))::int as workers
    from pg_stat_activity where datname = current_database() group by state`);
  connections.reset();
  workers.reset();
  up.set(isThere ? 1 : 0);
  if (!isThere) return;
  for (const { state, n } of states) connections.set({ state: state ?? "unknown" }, n);
  workers.set(states.reduce((sum, one) => sum + one.workers, 0));
  const {
    rows: [limit],
  } = await asked<{ most: number }>(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as most`);
  if (limit) mostConnections.set(limit.most);
}

async function lookAtBackups() {
  const {
    rows: [last],
  } = await asked<{ at: number }>(sql`
    select coalesce(extract(epoch from max(finished_at)), 0)::float8 as at from ${lastBackups}`);
  if (last) lastBackup.set(last.at);
}

async function lookAtDisk() {
  const { bsize, blocks, bavail } = await statfs(env.DATA_DIR).catch(() => ({ bsize: 0, blocks: 0, bavail: 0 }));
  if (blocks === 0) return;
  diskSize.set(bsize * blocks);
  diskFree.set(bsize * bavail);
}

async function lookAtWorkers() {
  const why = await within(1000, whyPaused(database())).catch(() => undefined);
  paused.set(why ? 1 : 0);
}

async function lookAtWork() {
  const { rows: due } = await asked<{ kind: string; n: number; seconds: number }>(sql`
    select 'job' as kind, count(*)::int as n, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds
    from graphile_worker.jobs where locked_at is null and run_at <= now() and attempts < max_attempts
    union all
    select 'mail', count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8
    from ${mailLog} where status = 'pending'`);
  waiting.reset();
  oldest.reset();
  for (const { kind, n, seconds } of due) {
    waiting.set({ kind }, n);
    oldest.set({ kind }, seconds);
  }
  const {
    rows: [away],
  } = await asked<{ seconds: number; webhooks: number }>(sql`
    select coalesce(extract(epoch from now() - min(unreachable_since)), 0)::float8 as seconds,
      (select count(*)::int from ${webhooks} where paused_until > now()) as webhooks
    from ${mailLog} where status = 'pending' and unreachable_since is not null`);
  if (!away) return;
  mailServerAway.set(away.seconds);
  webhooksPaused.set(away.webhooks);
}

/** Looks at all that is not counted as it happens. What cannot be seen keeps its last value. */
export const lookAtState = () =>
  Promise.all([lookAtDatabase(), lookAtWork(), lookAtWorkers(), lookAtBackups(), lookAtDisk()]);
