import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import journal from "@/db/migrations/meta/_journal.json";
import { AppError } from "@/server/kit/errors";

/** The result, or a 503 with this text when it takes longer than `ms`. */
export function within<T>(ms: number, work: PromiseLike<T>, late = "The database does not answer."): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("unavailable", late)), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

const newest = Math.max(...journal.entries.map(({ when }) => when));

/**
 * Can this process serve requests: does the database answer within two seconds, and has it our newest migration?
 * @throws AppError 503 with what is missing
 */
export async function assertReady() {
  const applied = database().execute<{ at: string | null }>(
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  );
  const rows = await within(2000, applied).catch((cause: unknown) => {
    throw new AppError("unavailable", "The database does not answer.", { retryAfter: 2, cause });
  });
  if (Number(rows[0]?.at ?? 0) < newest)
    throw new AppError("unavailable", "Migrations are missing: npm run db:migrate.", { retryAfter: 5 });
}
