import { states } from "@/server/kit/call/states";

/** A bulk change is planned, runs, ends, and can be taken back. A run that is cancelled may be taken back at once. */
export const bulkStates = states({
  planned: ["running"],
  running: ["done", "cancelled", "undoing", "failed"],
  done: ["undoing"],
  cancelled: ["undoing"],
  failed: ["undoing"],
  undoing: ["undone", "failed"],
  undone: [],
});

export const bulkStatusWords = {
  running: "Running",
  done: "Done",
  cancelled: "Cancelled",
  failed: "Failed",
  undoing: "Being undone",
  undone: "Undone",
} as const;

/** So many records are changed in one transaction; a change of no more is made while its caller waits. */
export const atOnce = 500;
/** So many records may be named. */
export const mostIds = 1000;
/** So many of those that are refused, or left, are named. */
export const mostRefused = 100;
export const mostLeft = 1000;

export const planMinutes = 60;
export const undoDays = 7;
