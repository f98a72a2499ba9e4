import { Gauge } from "prom-client";
import { registry } from "@/server/kit/process/metrics";

/** The queue is asked each ten seconds, and an answer may take five. */
const mostSilentSeconds = 30;

let answeredAt = performance.now();
let isAsked = false;

/** The queue answered this worker. */
export const noteQueueAnswer = () => {
  answeredAt = performance.now();
};

/** How many seconds ago the queue, which is at the direct address, answered this worker: up to ten while all is well. */
export const queueSilence = () => (performance.now() - answeredAt) / 1000;

new Gauge({
  name: "persdesk_worker_queue_silent_seconds",
  // not a text: said to operators
  help: "How long ago the job queue, at the direct address, answered this worker; 0 of a web and of a worker that is paused",
  registers: [registry],
  collect() {
    this.set(isAsked ? queueSilence() : 0);
  },
});

/** From now on this worker is to work, and its queue to answer. */
export function expectQueue() {
  if (!isAsked) noteQueueAnswer();
  isAsked = true;
}

/** This worker is paused: it does not ask its queue, and nobody waits for an answer. */
export function expectNoQueue() {
  isAsked = false;
}

// not a text: said to operators
const silent = "The database of the job queue does not answer.";

/** Why this worker cannot work, for checks of whether it is ready. */
export const whyNoQueue = () => (isAsked && queueSilence() > mostSilentSeconds ? silent : undefined);
