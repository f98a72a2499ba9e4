import { states } from "@/server/kit/call/states";

/** A request as a whole. What has ended is at work again when failed deliveries of it are sent again. */
export const requestStates = states({
  scheduled: ["pending", "processing", "cancelled"],
  pending: ["scheduled", "processing", "cancelled"],
  processing: ["done", "partial", "failed"],
  done: [],
  partial: ["processing"],
  failed: ["processing"],
  cancelled: [],
});

/** One delivery: forward only, except what failed and is sent again. */
export const deliveryStates = states({
  pending: ["sent", "delivered", "failed", "skipped"],
  sent: ["delivered", "opened"],
  delivered: ["opened"],
  opened: [],
  failed: ["pending"],
  skipped: [],
});

export const requestStatusWords = {
  scheduled: "Scheduled",
  pending: "Waiting",
  processing: "Sending",
  done: "Done",
  partial: "Partly failed",
  failed: "Failed",
  cancelled: "Cancelled",
} as const;

export const deliveryStatusWords = {
  pending: "Waiting",
  sent: "Sent",
  delivered: "Delivered",
  opened: "Opened",
  failed: "Failed",
  skipped: "Skipped",
} as const;
export type DeliveryStatus = keyof typeof deliveryStatusWords;

/** Of what was sent, from 0 to 1: what arrived, and what was opened; null where nothing was sent. */
export function ratesOf({
  sent,
  delivered,
  opened,
}: Pick<Record<DeliveryStatus, number>, "sent" | "delivered" | "opened">) {
  const arrived = delivered + opened;
  const all = sent + arrived;
  return { delivered: all > 0 ? arrived / all : null, opened: all > 0 ? opened / all : null };
}
