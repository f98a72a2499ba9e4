import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { constraints } from "@/db/constraints/all";
import { counted } from "@/server/kit/value/count.rules";
import { locale } from "@/texts/speech";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { type DatabaseError, deletedKey } from "./database-fault";
import { AppError } from "./errors";

/** The error of the database that `thrown` comes from, where a record that others refer to was to be deleted. */
function refusedDelete(thrown: unknown) {
  for (let e = thrown, depth = 0; e instanceof Error && depth < 6; e = e.cause, depth++) {
    const error = e as DatabaseError;
    const key = deletedKey(error);
    if (key) return { error, ...key };
  }
  return undefined;
}

/**
 * Says by what, and by how many of each, a record that cannot be deleted is still used.
 * @param db the pool: the transaction that failed cannot be used any more
 * @returns AppError `in_use` for such a delete, else `thrown` as it is
 */
export async function explainInUse(db: Database, thrown: unknown): Promise<unknown> {
  const refused = refusedDelete(thrown);
  if (!refused) return thrown;
  const { error, value } = refused;
  const references = await db.execute<{ name: string; table: string; column: string }>(sql`
    select c.conname as name, c.conrelid::regclass::text as table, quote_ident(a.attname) as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confdeltype = 'a' and (c.confrelid, c.confkey) = (
      select confrelid, confkey from pg_constraint
      where conname = ${error.constraint_name} and conrelid = format('%I.%I', ${error.schema_name}::text, ${error.table_name}::text)::regclass)
    order by c.conname`);
  const users: string[] = [];
  for (const { name, table, column } of references) {
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.raw(table)} where ${sql.raw(column)} = ${value}`,
    );
    const [one, many] = constraints.get(name)?.users ?? [];
    if (row?.count && one && many) users.push(counted(row.count, within(t(one)), within(t(many))));
  }
  // What used it may have been deleted in the meantime.
  if (users.length === 0) return thrown;
  return new AppError(
    "in_use",
    t("It is still used by {users}.", { users: new Intl.ListFormat(locale()).format(users) }),
    {
      cause: thrown,
    },
  );
}
