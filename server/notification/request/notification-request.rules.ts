import { states } from "@/server/kit/states";

/** A request as a whole. What has ended is at work again when failed deliveries of it are sent again. */
export const requestStates = states({
  scheduled: ["processing", "cancelled"],
  pending: ["processing", "cancelled"],
  processing: ["done", "partial", "failed"],
  done: [],
  partial: ["processing"],
  failed: ["processing"],
  cancelled: [],
});

/** One delivery: forward only, but for what gave up and is sent again. */
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
