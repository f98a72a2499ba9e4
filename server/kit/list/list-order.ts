import { and, asc, Column, desc, is, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type PgTable, PgText } from "drizzle-orm/pg-core";
import { inOrder } from "@/db/schema/text-index";
import type { ListQuery, SortExpression } from "./list";
import { type ListRequest, parseSort } from "./list.schema";

/** One term of an order: what PostgreSQL compares, and which way. */
interface Term {
  expression: SQLWrapper;
  isAscending: boolean;
  /** false where a row may have no value */
  isAlwaysThere: boolean;
}

const isSeveral = (by: SortExpression): by is readonly SQLWrapper[] => Array.isArray(by);

/** Texts in the order for people; codes, and texts that the database makes in order to sort by them, as they are. */
const ordered = (expression: SQLWrapper) =>
  is(expression, PgText) && !expression.enumValues?.length && !expression.generated ? inOrder(expression) : expression;

export const sortOf = (query: ListQuery, request: ListRequest) => parseSort(request.sortBy || query.order);

/** The terms of a request's order; ties break on the id, in the first term's direction, so that one index serves both ways. */
export function termsOf(query: ListQuery, request: ListRequest): Term[] {
  const { table, joins = [] } = query;
  const always = [table, ...joins.filter(({ isRequired }) => isRequired).map((join) => join.table)];
  const fields = sortOf(query, request);
  const terms = fields.flatMap(({ field, direction }) => {
    const by = query.sort[field];
    if (!by) throw new Error(`no expression for the declared sort field ${field}`);
    return (isSeveral(by) ? by : [by]).map((expression) => ({ expression, direction }));
  });
  return [...terms, { expression: table.id, direction: fields[0]?.direction ?? "desc" }].map(
    ({ expression, direction }) => ({
      expression: ordered(expression),
      isAscending: direction === "asc",
      isAlwaysThere: is(expression, Column) && expression.notNull && always.includes(expression.table as PgTable),
    }),
  );
}

export const orderOf = (query: ListQuery, request: ListRequest, reversed: boolean) =>
  termsOf(query, request).map(({ expression, isAscending }) =>
    isAscending !== reversed ? asc(expression) : desc(expression),
  );

/** The record that every row has and whose field leads the order of a request: rows can be read in the order of its index. */
export function leadingRecord({ sort, order, joins }: ListQuery, request: ListRequest): PgTable | undefined {
  const [first] = parseSort(request.sortBy || order);
  const by = sort[first?.field ?? ""];
  const expression = by && isSeveral(by) ? by[0] : by;
  if (!is(expression, Column)) return undefined;
  return joins?.find(({ table, isRequired }) => isRequired && table === expression.table)?.table;
}

/** A value that a row has for a term, as PostgreSQL writes it, and the type that reads it. */
export interface Value {
  text: string | null;
  type: string;
}

/** Names of types are not the caller's: they come out of a sealed text of ours. */
const typed = ({ text, type }: Value) => {
  if (!/^[\w ."[\]]+$/.test(type)) throw new Error(`${type} is no type`);
  return sql`${text}::text::${sql.raw(type)}`;
};

const together = (parts: SQLWrapper[]) => sql`(${sql.join(parts, sql`, `)})`;

/**
 * The rows behind one with these values. Where each row has all values and all terms go one way it is one comparison, which
 * an index answers; else null comes last upwards and first downwards, as PostgreSQL sorts it.
 */
export function behind(terms: Term[], values: Value[]): SQL | undefined {
  const pairs = terms.map((term, index) => ({ ...term, value: values[index] ?? { text: null, type: "text" } }));
  const [first] = pairs;
  if (first && pairs.every((pair) => pair.isAlwaysThere && pair.isAscending === first.isAscending)) {
    const [here, there] = [together(terms.map((term) => term.expression)), together(values.map(typed))];
    return first.isAscending ? sql`${here} > ${there}` : sql`${here} < ${there}`;
  }
  const beyond = ({ expression, isAscending, value }: (typeof pairs)[number]) => {
    if (value.text === null) return isAscending ? sql`false` : sql`${expression} is not null`;
    return isAscending
      ? sql`(${expression} > ${typed(value)} or ${expression} is null)`
      : sql`${expression} < ${typed(value)}`;
  };
  const alike = ({ expression, value }: (typeof pairs)[number]) =>
    value.text === null ? sql`${expression} is null` : sql`${expression} = ${typed(value)}`;
  return or(...pairs.map((pair, index) => and(...pairs.slice(0, index).map(alike), beyond(pair))));
}
