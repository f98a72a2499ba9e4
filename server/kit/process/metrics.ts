import { Counter, Gauge, Registry } from "prom-client";
import type { Breaker } from "./breaker";

/** The metrics of this copy of the program: Next loads another one in the same process, which nobody reads. */
export const registry = new Registry();

export type Channel = "fcm" | "apns" | "web-push" | "smtp" | "in-app" | "webhook";
export type DeliveryResult = "accepted" | "gone" | "refused" | "failed";

const deliveries = new Counter({
  name: "persdesk_deliveries_total",
  help: "Answers to what a worker sent, by channel: taken, for nobody any more, refused for good, or failed for now",
  labelNames: ["channel", "result"],
  registers: [registry],
});

/** Counts what a channel answered. */
export const countDeliveries = (channel: Channel, result: DeliveryResult, n = 1) =>
  deliveries.inc({ channel, result }, n);

const givenUp = new Counter({
  name: "persdesk_deliveries_given_up_total",
  help: "Mails and messages to other services that are not tried again",
  labelNames: ["channel"],
  registers: [registry],
});
// Both from 0 on, because nobody sees the first of a series rise.
for (const channel of ["smtp", "webhook"] as const) givenUp.inc({ channel }, 0);

/** Counts one that is not tried again. */
export const countGivenUp = (channel: "smtp" | "webhook") => givenUp.inc({ channel });

const mended = new Counter({
  name: "persdesk_row_counts_mended_total",
  help: "Kept totals of large tables that the daily check found wrong and put right",
  registers: [registry],
});

/** Counts kept totals that were wrong. */
export const countMended = (n: number) => mended.inc(n);

let breakers: ReadonlyMap<Channel, Breaker> = new Map();

/** Shows how these breakers stand. */
export const showBreakers = (those: ReadonlyMap<Channel, Breaker>) => {
  breakers = those;
};

new Gauge({
  name: "persdesk_channel_paused",
  help: "1 while this worker sends nothing by a channel, because its provider failed five times in a row",
  labelNames: ["channel"],
  registers: [registry],
  collect() {
    this.reset();
    for (const [channel, { state }] of breakers) this.set({ channel }, state.until > 0 ? 1 : 0);
  },
});
