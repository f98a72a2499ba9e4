import { states } from "@/server/kit/call/states";

/** A mail waits in the outbox until it was sent or was tried too often; then people may queue it again. */
export const mailStates = states({ pending: ["done", "fail"], done: [], fail: ["pending"] });
