import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "@/server/kit/call/context";

/** The settings that are lists of keys (ADR 95). */
export type KeyList = "NEXTAUTH_SECRET" | "JWT_PRIVATE_KEY" | "DATA_KEYS";

/** So many rows of one kind work only while a key is in its list. */
export interface KeyUse {
  list: KeyList;
  /** null where the row was made before keys had ids, by the only key that there was */
  keyId: string | null;
  /** what they are, in the plural; not a text: said to operators */
  what: string;
  rows: number;
}

interface Where {
  table: PgTable;
  keyId: SQLWrapper;
  rows?: SQL;
}

/** Counts the rows of a table by the key that they need. */
export async function countKeyUses(
  { db }: Pick<Ctx, "db">,
  use: Pick<KeyUse, "list" | "what">,
  { table, keyId, rows }: Where,
): Promise<KeyUse[]> {
  const counted = await db
    .select({ keyId: sql<string | null>`${keyId}`, rows: sql<number>`count(*)::int` })
    .from(table)
    .where(rows)
    .groupBy(sql`1`);
  return counted.map((one) => ({ ...use, ...one }));
}
