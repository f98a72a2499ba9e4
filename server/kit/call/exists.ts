import { inArray } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import type { Ctx } from "./context";
import { AppError } from "./errors";

/** 422 for a reference in a body to a record that does not exist; `what` is its name for people, such as "country". */
export function unknownReference(path: string, what: string) {
  const message = t("There is no such {what}.", { what: within(t(what)) });
  return new AppError("unknown_reference", message, { errors: [{ path, message }] });
}

/** The records that must exist for references in a body to be good (422 otherwise), where no foreign key says so. */
export async function assertExists(
  ctx: Ctx,
  table: PgTable & { id: AnyPgColumn },
  what: string,
  path: string,
  ids: string[],
) {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const found = await ctx.db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(inArray(table.id, wanted));
  if (found.length !== wanted.length) throw unknownReference(path, what);
}
