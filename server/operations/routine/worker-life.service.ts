import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@/db/connect.mjs";
import { sessionSettings } from "@/db/session";
import { log } from "@/server/kit/process/log";
import { noteQueueAnswer } from "./queue-line";

/** How often the jobs of dead workers are looked for, and how long a worker has to say that it lives. */
const beatMs = 10_000;
/** How soon a database that is away is asked again. */
const againMs = 2_000;

/** So that the session of a machine that is gone ends within half a minute, not within hours. */
const keepalive = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

/** What the session of a worker that lives is called in `pg_stat_activity`. */
export const workerLife = "persdesk worker life";

/**
 * Keeps a session in which the workers of this process hold a lock each, and gives back the jobs of workers whose lock
 * nobody holds: their process died. The queue itself would wait four hours.
 * @param names the pools of workers of this process, as the queue calls them; more may come
 */
export function startWorkerLife(url: string, names: ReadonlySet<string>): { stop: () => Promise<void> } {
  const sql = connect(url, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => undefined,
    connection: {
      ...sessionSettings,
      ...keepalive,
      application_name: workerLife,
      statement_timeout: 5_000,
    },
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  let session: string | undefined;
  /** When a lost session was followed by another one. */
  let backAt = Number.NEGATIVE_INFINITY;
  const held = new Set<string>();

  /** After the connection was lost, the locks of its session are too. */
  async function hold() {
    // Another server may have given the same pid.
    const [own] = await sql<{ session: string }[]>`
      select pid || ' ' || backend_start as session from pg_stat_activity where pid = pg_backend_pid()`;
    if (session !== undefined && own?.session !== session) {
      held.clear();
      backAt = performance.now();
    }
    session = own?.session;
    for (const name of names) {
      if (held.has(name)) continue;
      await sql`select pg_try_advisory_lock(hashtextextended(${`worker:${name}`}, 0))`;
      held.add(name);
    }
  }

  async function rescue() {
    // Where the database was away, the locks of all workers went: those that live take theirs again first.
    if (performance.now() - backAt < 2 * beatMs) return;
    const dead = await sql<{ name: string }[]>`
      select name from (
        select distinct locked_by as name from graphile_worker.jobs
        where locked_at < now() - ${beatMs} * interval '1 millisecond' and locked_by <> all (${[...names]}::text[])
        offset 0
      ) others
      where pg_try_advisory_xact_lock(hashtextextended('worker:' || name, 0))`;
    if (dead.length === 0) return;
    const those = dead.map(({ name }) => name);
    const jobs = await sql<{ id: string; last: boolean }[]>`
      select id::text, attempts >= max_attempts and max_attempts = 1 as last
      from graphile_worker.jobs where locked_by = any (${those})`;
    await sql`select graphile_worker.force_unlock_workers(${those})`;
    // A routine has one try. It gets one more, so that a job that kills its worker does not kill all of them.
    const last = jobs.filter((job) => job.last).map(({ id }) => id);
    if (last.length > 0) await sql`select graphile_worker.reschedule_jobs(${last}::bigint[], max_attempts => 2)`;
    log.warn({ workers: those, jobs: jobs.length }, "jobs of workers that died are taken up");
  }

  async function beat() {
    while (!signal.aborted) {
      let pauseMs = beatMs;
      try {
        await hold();
        noteQueueAnswer();
        await rescue();
      } catch (error) {
        pauseMs = againMs;
        if (!signal.aborted) log.warn({ err: error }, "the jobs of dead workers cannot be looked for, trying again");
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
  const ended = beat();

  return {
    async stop() {
      stopping.abort();
      await ended;
      await sql.end({ timeout: 1 });
    },
  };
}
