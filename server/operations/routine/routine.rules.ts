import { states } from "@/server/kit/call/states";

/** A run of a routine ends once. */
export const runStates = states({ running: ["done", "fail"], done: [], fail: [] });
