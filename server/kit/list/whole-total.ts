import { getTableName, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { rowCounts } from "@/db/schema";

/** Which rows of a counted table a list has, by what the table is counted by; all of them where it is by nothing. */
export type Counted = "all" | ((key: SQL) => SQL);

/**
 * How many rows a list has when nothing is filtered, as triggers counted them while they were written (ADR 143): equal to
 * count(*) in the same snapshot, at the cost of a few rows. Null until the table is counted.
 */
export function wholeTotal(table: PgTable, counted: Counted): SQL<number | null> {
  const name = `${getTableConfig(table).schema}.${getTableName(table)}`;
  const those = counted === "all" ? sql`true` : sql`(${rowCounts.isBase} or ${counted(sql`${rowCounts.key}`)})`;
  return sql`(select case when bool_or(${rowCounts.isBase}) then sum(${rowCounts.delta})::int end
    from ${rowCounts} where ${rowCounts.tableName} = ${name} and ${those})`;
}
