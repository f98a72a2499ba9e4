import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { systemCtx } from "@/server/kit/call/context";
import { log } from "@/server/kit/process/log";
import type { NotificationType } from "@/server/kit/value/notification-type.rules";
import { forgetWorker, reportSenders } from "../sender/sender-report.service";
import type { Senders } from "../sender/senders";
import { endIdleRequests } from "./delivery-claim.service";
import { deliverDue } from "./delivery-round.service";

const idleMs = 250;
const troubleMs = 2_000;
const tidyMs = 5_000;
const reportMs = 3_000;

/**
 * Runs the loops of a worker: the rounds of its three lanes, one for each type, so that a slow mail server delays no
 * push, and what follows them. Several workers may run on one database.
 * @returns `stop`, which lets what is in flight finish
 */
export function startDeliveries(senders: Senders): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);

  /** Repeats `work`; after an error, such as a database that is away, it waits a little. */
  async function loop(work: () => Promise<number>, restMs: number) {
    while (!signal.aborted)
      try {
        if ((await work()) === 0) await pause(restMs);
      } catch (error) {
        log.error({ err: error }, "deliveries cannot be sent, trying again");
        await pause(troubleMs);
      }
  }

  const isStopping = () => signal.aborted;
  const lane = (type: NotificationType) =>
    loop(() => deliverDue(systemCtx("worker"), type, senders, isStopping), idleMs);
  const tidy = loop(async () => {
    await endIdleRequests(systemCtx("worker"));
    return 0;
  }, tidyMs);
  const workerId = randomUUID();
  const report = loop(async () => {
    await reportSenders(systemCtx("worker"), workerId, senders);
    return 0;
  }, reportMs);
  const ended = Promise.all([lane(1), lane(2), lane(3), tidy, report]);
  /** What was sent since the last report is counted too; a database that is away does not keep the worker from ending. */
  const lastReport = async () => {
    await reportSenders(systemCtx("worker"), workerId, senders);
    await forgetWorker(systemCtx("worker"), workerId);
  };
  return {
    async stop() {
      stopping.abort();
      await ended;
      await lastReport().catch((error) => log.warn({ err: error }, "the last figures of the senders are not stored"));
      for (const sender of Object.values(senders.push)) sender.close();
    },
  };
}
