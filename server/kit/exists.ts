import { inArray } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "./context";
import { AppError } from "./errors";

/** The record that must exist for a reference in a body to be good (422 otherwise), where no foreign key says so. */
export async function assertExists(ctx: Ctx, table: PgTable & { id: AnyPgColumn }, path: string, ids: string[]) {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const found = await ctx.db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(inArray(table.id, wanted));
  if (found.length === wanted.length) return;
  const message = "There is no such record.";
  throw new AppError("unknown_reference", `${path}: ${message}`, { errors: [{ path, message }] });
}
