import { toAppError } from "./errors";

// Pages are drawn by Next's own build of this code, and answered by ours: both see the same global.
const held = globalThis as { persdeskPageFaultAt?: number };

/** Remembers that a page could not be drawn because the database was away. */
export function notePageFault(error: unknown) {
  if (toAppError(error).code === "unavailable") held.persdeskPageFaultAt = performance.now();
}

/** Whether that has happened since a moment of `performance.now()`. */
export const hadPageFaultSince = (moment: number) => (held.persdeskPageFaultAt ?? Number.NEGATIVE_INFINITY) >= moment;
