import { isEqual } from "es-toolkit/predicate";

/** As JSON keeps it: what is undefined is not there. */
const kept = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.parse(JSON.stringify(value)) : (value ?? null);

/** Whether two values of the wire say the same, in whatever order their keys stand; nothing is nothing, null or undefined. */
export const same = (a: unknown, b: unknown) => isEqual(kept(a), kept(b));
