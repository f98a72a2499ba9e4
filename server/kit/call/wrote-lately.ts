import { LRUCache } from "lru-cache";
import { preparedSql } from "@/db/client";
import { env } from "@/env/env";
import { logError } from "@/server/kit/process/log";

/** Who may have written: a person by their session, or a key by its id. */
type Writer = { kind: "user"; sessionId: string } | { kind: "key"; id: string } | { kind: "system" };

/** Milliseconds: one process notes a write at most this often. */
const noteMs = 5_000;

/** How long after a noted write a session or key stays on the primary: ten seconds from the write itself, at the least. */
export const wroteFor = "15 seconds";

const noted = new LRUCache<string, true>({ max: 10_000, ttl: noteMs });

/** Notes that the caller has written, so that what it reads next is asked of the primary, whichever node it asks. */
export async function noteWrite(actor: Writer | null): Promise<void> {
  if (!env.DATABASE_READ_URL || !actor || actor.kind === "system") return;
  const id = actor.kind === "user" ? actor.sessionId : actor.id;
  if (noted.has(id)) return;
  const sql = preparedSql();
  const note =
    actor.kind === "user"
      ? sql`update backoffice.sessions set wrote_at = now() where id = ${id}`
      : sql`update backoffice.api_keys set wrote_at = now() where id = ${id}`;
  try {
    await note;
    noted.set(id, true);
  } catch (error) {
    logError(error, { replica: "a write is not noted" }); // what was written stays written
  }
}
