import { states } from "@/server/kit/call/states";

/** Somebody asks to be let into a company once; its admins answer once. */
export const entryRequestStates = states({ waiting: ["let_in", "refused"], let_in: [], refused: [] });
