import type { RestAuth } from "@/server/kit/call/meta";
import type { Credentials } from "./callers";

const taken = { bearer: ["bearer"], apiKey: ["key"], either: ["bearer", "key"], none: [], own: [] } as const;

/** The credentials that an operation of the REST door looks at. */
export const credentialsTaken = (auth: RestAuth): (keyof Credentials)[] => [...taken[auth]];
