import { EventEmitter } from "node:events";
import {
  Logger,
  parseCronItems,
  type RunnerOptions as RunnerSettings,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import { z } from "zod";
import { jobPool } from "@/db/job-pool";
import { spanned } from "@/env/spans";
import { tellCompanies } from "@/server/companies/fleet/fleet-alert/fleet-alert-notice.service";
import { forgetPartners } from "@/server/companies/partners/company-partner/partner-forget.service";
import { tellPartners } from "@/server/companies/partners/company-partner/partner-notice.service";
import { noticeTask, tellStaff } from "@/server/devices/alert-desk/alert-notice.service";
import { unassignLost, unassignTask } from "@/server/devices/alert-desk/alert-unassign.service";
import { goOnPreparing, prepareTask } from "@/server/devices/firmware-rollout/rollout-prepare.service";
import { watchRollouts, watchTask } from "@/server/devices/firmware-rollout/rollout-watch.service";
import { iotPartitionRoutine } from "@/server/devices/iot/iot-partition.service";
import { rankAlerts, rankTask } from "@/server/devices/level-alert/alert-rank.service";
import { purgeBulkChanges } from "@/server/kit/bulk/bulk-purge";
import { bulkTask } from "@/server/kit/bulk/bulk-run";
import { systemCtx } from "@/server/kit/call/context";
import { importPurgeRoutine } from "@/server/kit/import/purge-imports";
import { log } from "@/server/kit/process/log";
import { forgetOldRemovals } from "@/server/kit/record/removal-row";
import { routeTask } from "@/server/kit/record/webhook-events";
import { forgetMissing } from "@/server/notification/platform/platform-sync.service";
import { contactLogRoutine } from "@/server/operations/contact-log/contact-log.service";
import { erpRoutine, isPullDue } from "@/server/operations/erp-sync/erp-pull.service";
import { deliverMail, sweepOutbox } from "@/server/operations/mail-delivery/mail-delivery.service";
import { pushPlatform } from "@/server/operations/platform-tech/platform-push.service";
import { purgeExpired } from "@/server/operations/routine/purge.service";
import { closeInterruptedRuns, type Routine, runRoutine } from "@/server/operations/routine/routine.service";
import { timesOf } from "@/server/operations/routine/schedule.rules";
import { startWorkerLife } from "@/server/operations/routine/worker-life.service";
import {
  deliverWebhook,
  routeWebhookEvents,
  sendPlaces,
  webhookRoutine,
} from "@/server/operations/webhook/webhook-send.service";
import { goOnWithBulkChange } from "@/server/overview/bulk-change/bulk-change.service";
import { mailViews } from "@/server/overview/list-view/view-mail.service";
import { noteAll } from "@/server/overview/privacy/erasure.service";
import { removeOldLogs } from "@/server/overview/privacy/retention.service";
import { textCheckRoutine } from "@/server/overview/routine/text-check.service";
import { fileSweepRoutine } from "@/server/platform/file/file.service";
import { pictureSweepRoutine } from "@/server/platform/file/picture-sweep.service";
import type { SendMail } from "@/server/platform/mail/mail-sender.service";
import { hasUncounted, rowCountRoutine } from "@/server/platform/row-count/row-count.service";

const DeliverMail = z.object({ mailId: z.uuid() });
const DeliverWebhook = z.object({ deliveryId: z.uuid() });

/** Connections of each of the two runners at the most. */
const queueConnections = 10;

/** Looks every minute whether the ERP is to be asked now: its times are a setting. */
const erpTask = "erp-sync";

/** The scheduled routines. */
export const routinesOf = (send: SendMail | null): (Routine & { task: string })[] => [
  {
    task: "outbox-sweep",
    code: "OUTBOX_SWEEP",
    label: "Outbox sweep",
    module: "operations",
    work: (ctx) => (send ? sweepOutbox(ctx) : Promise.resolve(0)),
  },
  {
    task: "purge-expired",
    code: "PURGE_EXPIRED",
    label: "Purge of codes and sessions",
    module: "identity",
    work: purgeExpired,
  },
  { task: "webhook-sweep", ...webhookRoutine },
  { task: "iot-partitions", ...iotPartitionRoutine },
  {
    task: "import-purge",
    ...importPurgeRoutine,
    work: async (ctx) =>
      (await importPurgeRoutine.work(ctx)) + (await purgeBulkChanges(ctx)) + (await forgetOldRemovals(ctx)),
  },
  { task: "picture-sweep", ...pictureSweepRoutine },
  {
    task: "forget-platform",
    code: "FORGET_PLATFORM",
    label: "Forget missing platform techs",
    module: "notification",
    work: forgetMissing,
  },
  { task: "contact-log-sweep", ...contactLogRoutine },
  {
    task: "privacy",

    code: "LOG_RETENTION",
    label: "Retention of logs",
    module: "operations",
    work: async (ctx) => (await noteAll(ctx)) + (await removeOldLogs(ctx)),
  },
  { task: "file-sweep", ...fileSweepRoutine },
  { task: "text-check", ...textCheckRoutine },
  { task: "row-count-check", ...rowCountRoutine },
  {
    task: "view-reports",
    code: "VIEW_REPORTS",
    label: "Monday mails of views",
    module: "operations",
    work: (ctx) => mailViews(ctx),
  },
];

const logger = new Logger(() => (level, message, meta) => {
  const line = { worker: true, err: meta?.error };
  if (level === "error") log.error(line, message);
  else if (level === "warning") log.warn(line, message);
  else log.debug(line, message);
});

/** Two runners as one: where one ends, the other does, so that both are started again. */
async function runBoth(first: RunnerSettings, second: RunnerSettings) {
  const runner = await run(first);
  const other = await run(second).catch(async (error: unknown) => {
    await runner.stop();
    throw error;
  });
  const promises = [runner.promise, other.promise];
  const stop = () => Promise.allSettled([runner.stop(), other.stop()]);
  const promise = Promise.race(promises)
    .finally(stop)
    .finally(() => Promise.allSettled(promises));
  return { runner, stop, promise };
}

/** Each task within a span of its own. */
const inSpans = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      (payload, helpers) => spanned({ name: `job ${name}`, kind: "consumer" }, async () => task?.(payload, helpers)),
    ]),
  );

export interface RunnerOptions {
  connectionString: string;
  /** null: no mail server is set, mails stay pending */
  send: SendMail | null;
  /** jobs at the same time */
  concurrency?: number;
}

/**
 * Works off the queue and starts the routines at their times; several runners on one database share the work.
 * @returns `ended`, which settles when the runner is no longer at work, and `stop`, which lets jobs under way finish
 */
export async function startRunner({ connectionString, send, concurrency = 4 }: RunnerOptions) {
  const routines = routinesOf(send);
  const names = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  // A job is locked by the name of the pool that took it, not of one of its workers.
  events.on("pool:create", ({ workerPool }) => names.add(workerPool.id));
  const pools = [jobPool(connectionString, queueConnections), jobPool(connectionString, queueConnections)];
  const closePools = () => Promise.allSettled(pools.map((pool) => pool.end()));
  const shared = {
    events,
    concurrency,
    logger,
    noHandleSignals: true,
    pollInterval: 2000,
  };
  // Addresses of others may take ten seconds each to answer: they have places of their own, so that mails do not wait.
  const sends: RunnerSettings = {
    ...shared,
    pgPool: pools[1],
    taskList: inSpans({
      "deliver-webhook": (payload) => deliverWebhook(systemCtx("worker"), DeliverWebhook.parse(payload).deliveryId),
    }),
    parsedCronItems: [],
    concurrency: sendPlaces,
  };
  const works: RunnerSettings = {
    ...shared,
    pgPool: pools[0],
    taskList: inSpans({
      [routeTask]: (payload) => routeWebhookEvents(systemCtx("worker"), payload),
      "deliver-mail": (payload) => deliverMail(systemCtx("worker"), DeliverMail.parse(payload).mailId, send),
      "tell-partners": (payload) => tellPartners(systemCtx("worker"), payload),
      "forget-partners": (payload) => forgetPartners(systemCtx("worker"), payload),
      [rankTask]: async () => {
        await rankAlerts(systemCtx("worker"));
      },
      [bulkTask]: goOnWithBulkChange,
      [prepareTask]: goOnPreparing,
      [watchTask]: async () => {
        await watchRollouts(systemCtx("worker"));
      },
      [unassignTask]: async () => {
        await unassignLost(systemCtx("worker"));
      },
      [noticeTask]: async () => {
        await tellStaff(systemCtx("worker"));
        await tellCompanies(systemCtx("worker"));
      },
      "push-platform": () => pushPlatform(systemCtx("worker")),
      ...Object.fromEntries(
        routines.map(({ task, ...routine }) => [task, () => runRoutine(systemCtx("worker"), routine)]),
      ),
      [erpTask]: async () => {
        if (await isPullDue()) await runRoutine(systemCtx("worker"), erpRoutine);
      },
    }),
    parsedCronItems: parseCronItems(
      [
        ...routines.map(({ task, code }) => ({ task, cron: timesOf(code) })),
        { task: erpTask, cron: "* * * * *" },
        { task: unassignTask, cron: "* * * * *" },
        { task: watchTask, cron: "* * * * *" },
        { task: noticeTask, cron: "* * * * *" },
      ].map(({ task, cron }) => ({
        task,
        match: cron,
        options: { maxAttempts: 1, backfillPeriod: 0 },
      })),
    ),
  };
  const { runner, stop, promise } = await runBoth(works, sends).catch(async (error: unknown) => {
    await closePools();
    throw error;
  });
  await closeInterruptedRuns(systemCtx("worker"));
  // Jobs that an earlier worker held when it died do not wait for the next round.
  const runAt = new Date(Date.now() + 8_000);
  await runner.addJob("outbox-sweep", {}, { jobKey: "outbox-sweep-at-start", maxAttempts: 1, runAt });
  if (await hasUncounted(systemCtx("worker")))
    await runner.addJob("row-count-check", {}, { jobKey: "row-count-check-at-start", maxAttempts: 1, runAt });
  const life = startWorkerLife(connectionString, names);
  const ended = promise.finally(life.stop).finally(closePools);
  return {
    ended,
    async stop() {
      await stop();
      await ended;
    },
  };
}
