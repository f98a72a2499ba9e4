import { states } from "@/server/kit/call/states";

/** An import is planned and planned again, runs, and ends; what was done can be undone once. */
export const importStates = states({
  planned: ["running", "cancelled"],
  running: ["planned", "done", "failed", "cancelled"],
  done: ["undone"],
  failed: [],
  cancelled: [],
  undone: [],
});
