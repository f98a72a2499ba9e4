import { sha256 } from "@/server/kit/secret/hash";

const birth = Date.UTC(2026, 0, 1).toString(16).padStart(12, "0");

/** The id of a row that every installation has: a UUID v7 that only its kind and code decide. */
export function fixedId(kind: string, code: string): string {
  const hash = sha256(`${kind}:${code}`);
  return `${birth.slice(0, 8)}-${birth.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
