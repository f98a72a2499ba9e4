import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { phoneKey } from "@/db/schema/text-index";
import { arrayOf } from "@/server/kit/value/array.rules";
import { phoneSearchOf } from "@/server/kit/value/phone.rules";
import { isStorable } from "@/server/kit/value/text.rules";
import { beginningOf, endingOf } from "@/texts/clock";
import { beginsWith, holdsWord, wordsOf } from "./list-words";

// Conditions that the filters of lists are made of.

/** The condition for a text that no record can hold. */
const nothing = sql`false`;

/** Every word of the value in any of several expressions, in any order and case, with or without accents. */
export const containsAny =
  (...expressions: SQLWrapper[]) =>
  (value: string): SQL =>
    isStorable(value) ? (and(...wordsOf(value).map((word) => heldByAny(expressions, word))) ?? sql`true`) : nothing;

const heldByAny = (expressions: SQLWrapper[], word: string) =>
  sql`(${sql.join(
    expressions.map((expression) => holdsWord(expression, word)),
    sql` or `,
  )})`;

/** As `containsAny`, in one expression. */
export const contains = (expression: SQLWrapper) => containsAny(expression);

/** The telephone number is this one, or holds it, in any spelling; undefined for what is no telephone number. */
export const hasPhone = (column: AnyPgColumn) => (term: string) => {
  const search = phoneSearchOf(term);
  if (!search) return undefined;
  const patterns = [`%${search.part}%`, ...search.whole].map((one) => sql`${phoneKey(column)} like ${one}`);
  return sql`(${sql.join(patterns, sql` or `)})`;
};

/** The beginning of an e-mail address, with its "@". */
const addressStart = /^[^\s@]+@[^\s@]*$/u;

/** The address, which is stored in lower case, begins with this; undefined for what is no address from its beginning on. */
export const addressBegins = (column: SQLWrapper) => (term: string) => {
  const start = term.trim();
  if (!isStorable(start) || !addressStart.test(start)) return undefined;
  return sql`${column} like ${`${start.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`}`;
};

/** The value begins with this, in any case, with or without accents. */
export const startsWith = (expression: SQLWrapper) => (value: string) =>
  isStorable(value) ? beginsWith(expression, value) : nothing;

/** The exact value. */
export const equals = (expression: SQLWrapper) => (value: string | number | boolean) =>
  typeof value !== "string" || isStorable(value) ? sql`${expression} = ${value}` : nothing;

/**
 * One of these values, as one array parameter: the statement's text is the same for any number of them, and there is
 * no limit to it.
 */
export const oneOf = (column: SQLWrapper, values: readonly string[], type: "uuid" | "text" = "uuid") =>
  sql`${column} = any(${arrayOf(values)}::${sql.raw(type)}[])`;

/**
 * Rows that refer to a record for which the condition holds. Filters use no joins: the rows of a few such records are
 * found by the index of the reference, and a count reads no other table for each row.
 */
export const refersTo = (reference: SQLWrapper, table: PgTable & { id: AnyPgColumn }, condition: SQL | undefined) =>
  sql`${reference} in (select ${table.id} from ${table} where ${condition})`;

/** From that moment on; a bare day from its first moment, by the reader's clock, which by REST is UTC. */
export const since = (expression: SQLWrapper) => (value: string) =>
  sql`${expression} >= ${beginningOf(value)}::timestamptz`;

/** After that moment; a bare day after its first moment. */
export const after = (expression: SQLWrapper) => (value: string) =>
  sql`${expression} > ${beginningOf(value)}::timestamptz`;

/** Up to and with that moment; a bare day to its end. */
export const until = (expression: SQLWrapper) => (value: string) =>
  sql`${expression} <= ${endingOf(value)}::timestamptz`;
