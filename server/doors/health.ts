import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import journal from "@/db/migrations/meta/_journal.json";
import { whyPaused } from "@/db/paused";
import { missingSettings } from "@/db/pooler";
import { env } from "@/env/env";
import { AppError } from "@/server/kit/call/errors";

/** The result, or a 503 with this text when it takes longer than `ms`. */
export function within<T>(ms: number, work: PromiseLike<T>, late = "The database does not answer."): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("unavailable", late)), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** A 503 that names the part that is not ready in `errors`. */
const notReady = (part: "database" | "migrations" | "settings", message: string, retryAfter: number, cause?: unknown) =>
  new AppError("unavailable", message, { retryAfter, cause, errors: [{ path: part, message }] });

const newest = Math.max(...journal.entries.map(({ when }) => when));

// not a text: said to operators
const unmigrated = "Migrations are missing: npm run db:migrate.";

/** The database answers that it has no such table, or not even its schema: it is a new one. */
const isMissingTable = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && (error.code === "42P01" || error.code === "3F000")) || isMissingTable(error.cause));

/** not a text: said to operators */
const unset = (names: string[]) =>
  `PgBouncer holds connections without settings of the role: RECONNECT. (${names.join(", ")})`;

/** Behind PgBouncer: has a connection what our statements rely on? */
async function assertSettings() {
  if (!env.DATABASE_DIRECT_URL) return;
  const asked = database().execute<{ name: string; setting: string }>(sql`select name, setting from pg_settings`);
  const settings = await within(2000, asked);
  const missing = missingSettings(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])));
  if (missing.length > 0) throw notReady("settings", unset(missing), 5);
}

/**
 * Can this process serve requests: does the database answer within two seconds, and has it our newest migration?
 * @throws AppError 503 with what is missing
 */
export async function assertReady() {
  const applied = database().execute<{ at: string | null }>(
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  );
  const rows = await within(2000, applied).catch((cause: unknown) => {
    if (isMissingTable(cause)) throw notReady("migrations", unmigrated, 5, cause);
    throw notReady("database", "The database does not answer.", 2, cause);
  });
  if (Number(rows[0]?.at ?? 0) < newest) throw notReady("migrations", unmigrated, 5);
  await assertSettings();
}

/** What these settings and the database say of workers, in the answer of `/readyz`; a web is ready beside paused ones. */
export async function stateOfWorkers(): Promise<"paused" | "working"> {
  return (await within(2000, whyPaused(database()))) ? "paused" : "working";
}
