import type { RowOf } from "@/components/kit/resource";
import { None, Status } from "@/components/ui/value";

type Key = Pick<RowOf<"apiKeys">, "expiresAt" | "revokedAt" | "successorId">;

export const isLive = ({ expiresAt, revokedAt }: Omit<Key, "successorId">) =>
  !revokedAt && (!expiresAt || new Date(expiresAt) > new Date());

export function KeyStatus(row: Key) {
  if (row.revokedAt) return <Status tone="bad">Revoked</Status>;
  if (row.successorId && isLive(row)) return <Status tone="info">Being replaced</Status>;
  return isLive(row) ? <Status tone="ok">Live</Status> : <Status tone="warn">Expired</Status>;
}

export const scopesOf = (scopes: string[]) =>
  scopes.includes("*") ? "Everything" : `${scopes.length} ${scopes.length === 1 ? "permission" : "permissions"}`;

const day = (at: string) => new Date(at).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });

export const Expiry = ({ at }: { at: string | null }) => (at ? <time dateTime={at}>{day(at)}</time> : <None />);
