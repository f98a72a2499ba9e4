import { sql } from "drizzle-orm";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { database } from "@/db/client";
import { whyPaused } from "@/db/paused";
import { replicaLateness } from "@/db/replica";
import { mailLog } from "@/db/schema";
import { env } from "@/env/env";
import { version } from "@/env/version";
import { clock } from "@/server/kit/clock";
import { within } from "./health";

// A registry of its own, because the server and Next may each load this module in one process.
const registry = new Registry();
collectDefaultMetrics({ register: registry });

// Every combination of labels is a time series, and a histogram has one per bucket. So an operation has a count and a
// sum of seconds, and only the few doors have buckets.
const requests = new Counter({
  name: "persdesk_http_requests_total",
  help: "Answers, by operation and the first digit of the status",
  labelNames: ["operation", "status"],
  registers: [registry],
});
const seconds = new Counter({
  name: "persdesk_http_request_seconds_total",
  help: "Time spent on answers, by operation; divided by the requests it is their mean",
  labelNames: ["operation"],
  registers: [registry],
});
const duration = new Histogram({
  name: "persdesk_http_request_duration_seconds",
  help: "Time to an answer, by door",
  labelNames: ["door"],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});
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

/**
 * Counts an answer.
 * @param door such as "rest"
 * @param operation a name from the code, never a text from the caller
 */
export function observe(door: string, operation: string, status: number, took: number) {
  requests.inc({ operation, status: `${Math.floor(status / 100)}xx` });
  seconds.inc({ operation }, took);
  duration.observe({ door }, took);
}

async function lookAtDatabase() {
  connections.reset();
  const states = database().execute<{ state: string | null; n: number }>(
    sql`select state, count(*)::int as n from pg_stat_activity where datname = current_database() group by state`,
  );
  const rows = await within(1000, states).catch(() => undefined);
  up.set(rows ? 1 : 0);
  for (const { state, n } of rows ?? []) connections.set({ state: state ?? "unknown" }, n);
}

async function lookAtWorkers() {
  const why = await within(1000, whyPaused(database())).catch(() => undefined);
  paused.set(why ? 1 : 0);
}

async function lookAtWork() {
  waiting.reset();
  oldest.reset();
  const due = database().execute<{ kind: string; n: number; seconds: number }>(sql`
    select 'job' as kind, count(*)::int as n, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds
    from graphile_worker.jobs where locked_at is null and run_at <= now() and attempts < max_attempts
    union all
    select 'mail', count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8
    from ${mailLog} where status = 'pending'`);
  for (const { kind, n, seconds } of (await within(1000, due).catch(() => undefined)) ?? []) {
    waiting.set({ kind }, n);
    oldest.set({ kind }, seconds);
  }
  const away = database().execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from now() - min(unreachable_since)), 0)::float8 as seconds
    from ${mailLog} where status = 'pending' and unreachable_since is not null`);
  const [row] = (await within(1000, away).catch(() => undefined)) ?? [];
  if (row) mailServerAway.set(row.seconds);
}

/** What Prometheus reads, at the port of its own (METRICS_PORT). */
export async function metrics(): Promise<Response> {
  await Promise.all([lookAtDatabase(), lookAtWork(), lookAtWorkers()]);
  return new Response(await registry.metrics(), {
    headers: { "content-type": registry.contentType, "cache-control": "no-store" },
  });
}
