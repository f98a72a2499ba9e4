import { AsyncLocalStorage } from "node:async_hooks";

const nobody: readonly string[] = [];

// The server and Next each load this module in one process.
const held = globalThis as { persdeskAsking?: AsyncLocalStorage<readonly string[]> };
held.persdeskAsking ??= new AsyncLocalStorage();
const asking = held.persdeskAsking;

/** Does work whose statements count against the shares of these callers (ADR 86). */
export const askedBy = <T>(callers: readonly string[], work: () => T): T => asking.run(callers, work);

/** Whose share the statements count against that are asked here; nobody's for jobs and before a caller is known. */
export const askers = (): readonly string[] => asking.getStore() ?? nobody;
