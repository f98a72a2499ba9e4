import "@/server/kit/process/light-start";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase, database } from "@/db/client";
import { whyPaused } from "@/db/paused";
import { env } from "@/env/env";
import { refuseDemo } from "@/server/demo-guard";
import { listenForMetrics } from "@/server/doors/metrics-port";
import { refuseMissingKeys } from "@/server/key-guard";
import type { Breaker } from "@/server/kit/process/breaker";
import { followClock } from "@/server/kit/process/clock";
import { log } from "@/server/kit/process/log";
import { type Channel, showBreakers } from "@/server/kit/process/metrics";
import { settlePooler } from "@/server/kit/process/pooler";
import { startDeliveries } from "@/server/notification/delivery/delivery-loop.service";
import { pushSendersOf } from "@/server/notification/sender/push-senders.service";
import { sendersOf } from "@/server/notification/sender/senders";
import { expectNoQueue, expectQueue, whyNoQueue } from "@/server/operations/routine/queue-line";
import { startRunner } from "@/server/overview/routine/runner.service";
import { startMailCatcher } from "@/server/platform/mail/mail-catcher";
import { smtpSender } from "@/server/platform/mail/mail-sender.service";
import { startTracing } from "@/server/tracing";

// The worker process: delivers notifications and mail, and runs the routines. Any number of them may work on one database.

const pauseMs = 2_000;

const endTracing = await startTracing("persdesk-worker");
const catcher = env.PERSDESK_DEMO && !env.SMTP_URL ? await startMailCatcher() : undefined;
const smtpUrl = env.SMTP_URL ?? catcher?.url;
const sender = smtpUrl ? smtpSender(smtpUrl) : undefined;
if (!sender) log.warn("SMTP_URL is not set: mails stay in the outbox");

let stopping = false;
let deliveries: ReturnType<typeof startDeliveries> | undefined;
let runner: Awaited<ReturnType<typeof startRunner>> | undefined;

/** Lets jobs in progress finish, closes what is open and ends the process. A second signal ends it at once. */
async function stop() {
  if (stopping) process.exit(1);
  stopping = true;
  log.info("stopping");
  metricsServer?.close();
  await Promise.allSettled([runner?.stop(), deliveries?.stop()]);
  sender?.close();
  await Promise.allSettled([catcher?.close(), closeDatabase(), endTracing()]);
  process.exit(0);
}

process.on("SIGTERM", stop).on("SIGINT", stop);
process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));

// A worker whose port is taken goes on without metrics: mails matter more, and a web on this machine may have the same settings.
const metricsServer = listenForMetrics((fault) => log.error(`no metrics of this worker: ${fault}`), whyNoQueue);

// From the start: where the direct address is dead, this worker comes no further than the next line.
expectQueue();
await settlePooler();
await refuseDemo();
await refuseMissingKeys();
await followClock();

const reasons = {
  WORKER_PAUSED: "paused by WORKER_PAUSED: this worker sends nothing and starts no job",
  "db:resume": "paused: a backup was restored here; npm run db:resume lets the workers send",
};

// What a restored database holds as due may have been sent long ago: nothing goes out until somebody says so.
let said: string | undefined;
while (!stopping) {
  const why = await whyPaused(database()).catch(() => "away" as const); // a database that is away is asked again
  if (!why) break;
  if (why !== "away" && why !== said) log.warn(reasons[why]);
  if (why !== "away") {
    said = why;
    expectNoQueue();
  }
  await sleep(pauseMs);
}

expectQueue();
const push = pushSendersOf(env);
const senders = sendersOf(push, Boolean(sender));
deliveries = startDeliveries(senders);
const send = sender ? senders.meter.mail(sender.send) : null;
showBreakers(new Map<Channel, Breaker>(sender ? [...senders.breakers, ["smtp", sender.breaker]] : senders.breakers));
log.info({ senders: [...Object.keys(push), ...(sender ? ["smtp"] : [])] }, "sending notifications");

// The runner ends when the database is away for long; it is started again without a restart of this process.
while (!stopping) {
  try {
    runner = await startRunner({ connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, send });
    log.info({ mail: Boolean(sender) }, "working");
    await runner.ended;
  } catch (error) {
    log.error({ err: error }, "the worker cannot work, trying again");
  }
  await sleep(pauseMs);
}
