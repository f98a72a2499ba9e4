import { isEqual } from "es-toolkit/predicate";

/** As in JSON: undefined values are missing. */
const kept = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.parse(JSON.stringify(value)) : (value ?? null);

/** Whether two JSON values are equal, whatever the order of their keys; null and undefined are equal. */
export const same = (a: unknown, b: unknown) => isEqual(kept(a), kept(b));
