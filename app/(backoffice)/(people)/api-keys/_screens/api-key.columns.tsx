import { defineList } from "@/components/kit/list/definition";
import type { RowOf } from "@/components/kit/resource";
import { None, Status, When } from "@/components/ui/value";

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

export const apiKeyList = defineList({
  name: "apiKeys",
  columns: [
    { key: "name", title: "Name", sort: true },
    { key: "prefix", title: "Key", width: "170px", cell: (row) => <code>pd_{row.prefix}_…</code> },
    { key: "revokedAt", title: "Status", sort: true, width: "130px", cell: KeyStatus },
    { key: "scopes", title: "May do", width: "150px", cell: (row) => scopesOf(row.scopes) },
    { key: "lastUsedAt", title: "Last used", sort: true, width: "140px", cell: (row) => <When at={row.lastUsedAt} /> },
    { key: "expiresAt", title: "Expires", sort: true, width: "140px", cell: (row) => <Expiry at={row.expiresAt} /> },
    { key: "createdAt", title: "Created", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
  ],
  filters: [
    { kind: "text", name: "name", title: "Name" },
    { kind: "boolean", name: "live", title: "Live", yes: "live", no: "revoked or expired" },
  ],
  search: "name",
});
