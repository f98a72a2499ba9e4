import { LRUCache } from "lru-cache";
import { preparedSql } from "@/db/client";
import { withParts } from "@/server/permissions";

/**
 * The rights that roles give, by the state of those roles: their ids, each with what PostgreSQL changes at every write of the
 * row, whoever writes it. So a changed role counts at the very next request of every node, and 3 KiB of codes are neither
 * put together nor read at each of them. Never by person, whose roles may be others by then (ADR 6).
 */
const known = new LRUCache<string, ReadonlySet<string>>({ max: 1000 });

const none: ReadonlySet<string> = new Set();

/**
 * The rights of these roles, with the rights that are parts of them.
 * @param held the state of each role, as `readRights` reads it, with commas between; null for nobody's
 */
export async function rightsOf(held: string | null): Promise<ReadonlySet<string>> {
  if (held === null) return none;
  return known.get(held) ?? (await readRights(held));
}

async function readRights(held: string): Promise<ReadonlySet<string>> {
  const states = new Set(held.split(","));
  const ids = [...states].map((state) => state.slice(0, state.indexOf(".")));
  const rows = await preparedSql()<{ state: string; codes: string }[]>`
    select r.id || '.' || r.xmin || '.' || r.version as state, array_to_string(r.permissions, ',') as codes
    from backoffice.roles r where r.id = any(${ids}::uuid[])`;
  const rights = new Set(withParts(rows.flatMap(({ codes }) => codes.split(",").filter(Boolean))));
  // One that was written since is answered as it is now, and asked for again next time.
  if (rows.length === states.size && rows.every(({ state }) => states.has(state))) known.set(held, rights);
  return rights;
}
