import { type SQLWrapper, sql } from "drizzle-orm";

/** Orders a column of firmware versions as versions, not as text: `versionKey` of firmware-version.rules.ts in SQL. */
export const versionOrder = (column: SQLWrapper) => {
  const plain = sql`split_part(${column}, '+', 1)`;
  const marked = sql`regexp_replace(${plain}, '-', ' ') || case when strpos(${plain}, '-') = 0 then '!' else '' end`;
  // No padding function takes a match, hence ten zeros before each number and the last ten digits of each kept.
  return sql`regexp_replace(regexp_replace(${marked}, '(\\d+)', '0000000000\\1', 'g'), '\\d*(\\d{10})', '\\1', 'g')`;
};
