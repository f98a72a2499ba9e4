import { states } from "@/server/kit/call/states";
import { webhookEvents } from "@/server/kit/record/webhook-event.rules";

/** How often a message is tried, with growing pauses of a second to three hours, before it counts as failed. */
export const mostTries = 10;

/** After so many time-outs in a row a webhook is paused. */
export const timeoutsToPause = 3;
/** Seconds of the first pause, which doubles with each time-out that follows, and of the longest. */
export const pauseSeconds = { first: 60, longest: 3600 };
/** A message that has waited so many hours is given up where its webhook is paused. */
export const hoursToWait = 24;

/** For how many days deliveries are kept. */
export const keptDays = 30;

/** A message that was answered, or gave up, can be sent again. */
export const webhookDeliveryStates = states({ pending: ["done", "fail"], done: ["pending"], fail: ["pending"] });

/** What people call the statuses of a delivery. */
export const webhookStatusWords = { pending: "Pending", done: "Delivered", fail: "Failed" } as const;
export type WebhookStatus = keyof typeof webhookStatusWords;

/** Whether a company's webhook can get it. */
export const isOfCompanies = (code: string) =>
  Object.entries(webhookEvents).some(([one, { ofCompanies }]) => one === code && ofCompanies);
