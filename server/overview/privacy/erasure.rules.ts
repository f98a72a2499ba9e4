import { states } from "@/server/kit/call/states";

/** An erasure that was asked for is confirmed by another person, or given up; after a day it lapses by itself. */
export const erasureStates = states({ requested: ["done", "cancelled"], done: [], cancelled: [] });

/** Hours in which an erasure can be confirmed, and for which the second person must have had the right before. */
export const erasureHours = 24;

export const erasureWords = {
  requested: "Waits for a second person",
  lapsed: "Lapsed",
  done: "Erased",
  cancelled: "Given up",
} as const;
