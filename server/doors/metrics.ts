import { Counter, collectDefaultMetrics, Histogram } from "prom-client";
import type { Access } from "@/server/kit/process/access";
import { registry } from "@/server/kit/process/metrics";
import { lookAtState } from "./state-metrics";

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
const signInsRefused = new Counter({
  name: "persdesk_sign_ins_refused_total",
  help: "Requests with a password or code that was refused, by what it was for and why",
  labelNames: ["reason"],
  registers: [registry],
});
const limited = new Counter({
  name: "persdesk_limited_requests_total",
  help: "Requests that went beyond a limit (429), by the limit",
  labelNames: ["limit"],
  registers: [registry],
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

/** Counts what was refused to a request. */
export function observeRefusals({ signIn, limit }: Access) {
  if (signIn) signInsRefused.inc({ reason: signIn });
  if (limit) limited.inc({ limit });
}

/** What Prometheus reads, at the port of its own (METRICS_PORT). */
export async function metrics(): Promise<Response> {
  await lookAtState();
  return new Response(await registry.metrics(), {
    headers: { "content-type": registry.contentType, "cache-control": "no-store" },
  });
}
