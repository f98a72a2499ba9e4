import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { storedColumns } from "@/db/schema/stored-column";
import { type Admission, assertMay, enterCompany } from "@/server/kit/call/admission";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { Meta } from "@/server/kit/call/meta";

/** One way to read the rows of a table: who comes in, and what they reach there. */
export interface Reader {
  admission: Admission;
  of: NonNullable<NonNullable<Meta["list"]>["of"]>;
}

interface Place {
  table: PgTable;
  id: string;
}

function idOf(table: PgTable) {
  const { id } = getTableColumns(table);
  if (!id) throw new Error("a table without ids holds no file");
  return id;
}

/** The rows that a row belongs to, by foreign keys that delete with them. */
async function parentsOf(ctx: Ctx, { table, id }: Place): Promise<Place[]> {
  const owners = getTableConfig(table).foreignKeys.filter(({ onDelete }) => onDelete === "cascade");
  const parents = owners.map(async (key) => {
    const { columns, foreignTable } = key.reference();
    const [column] = columns;
    const [row] = await ctx.db.execute<{ id: string | null }>(
      sql`select ${column} as id from ${table} where ${idOf(table)} = ${id}`,
    );
    return row?.id ? [{ table: foreignTable, id: row.id }] : [];
  });
  return (await Promise.all(parents)).flat();
}

/** The caller within the company of a record, or over all; undefined where they may not come in. */
async function admitted(ctx: Ctx, { admission, of }: Reader, { table, id }: Place): Promise<KnownCtx | undefined> {
  try {
    if (admission.company === undefined) {
      const actor = assertMay(ctx, admission);
      return actor ? { ...ctx, actor } : undefined;
    }
    if (!of.company) return undefined;
    const [row] = await ctx.db.execute<{ company: string | null }>(
      sql`select ${of.company} as company from ${table} where ${idOf(table)} = ${id}`,
    );
    return row?.company ? await enterCompany(ctx, admission, row.company) : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Whether a caller reaches a record by any of the lists of its kind, or by the record that it belongs to. */
async function mayRead(ctx: Ctx, readers: readonly Reader[], place: Place): Promise<boolean> {
  const own = readers.filter(({ of }) => of.table === place.table);
  for (const reader of own) {
    const inside = await admitted(ctx, reader, place);
    if (!inside) continue;
    const reached = and(eq(idOf(place.table), place.id), reader.of.reach(inside));
    if ((await ctx.db.$count(place.table, reached)) > 0) return true;
  }
  if (own.length > 0) return false;
  for (const parent of await parentsOf(ctx, place)) if (await mayRead(ctx, readers, parent)) return true;
  return false;
}

/** May the caller read a file: may they read a record that holds it? */
export async function mayReadFile(ctx: Ctx, readers: readonly Reader[], fileId: string): Promise<boolean> {
  for (const { kind, column } of storedColumns) {
    if (kind !== "file") continue;
    const rows = await ctx.db.execute<{ id: string }>(
      sql`select ${idOf(column.table)} as id from ${column.table} where ${column} = ${fileId} limit 20`,
    );
    for (const { id } of rows) if (await mayRead(ctx, readers, { table: column.table, id })) return true;
  }
  return false;
}
