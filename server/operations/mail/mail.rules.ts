import { states } from "@/server/kit/states";

/** A mail waits in the outbox until it went out, or was tried too often; then people may put it back. */
export const mailStates = states({ pending: ["done", "fail"], done: [], fail: ["pending"] });
