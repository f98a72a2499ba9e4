import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { arrayOf } from "@/server/kit/value/array.rules";

type Test = (expression: SQLWrapper) => SQL;
/**
 * What an operator looks at: an expression of the row, or a function that puts the test of a related record's expression
 * into a condition on the row, such as `(test) => refersTo(pers.firmwareVersionId, firmwareVersions, test(…))`.
 */
export type Place = SQLWrapper | ((test: Test) => SQL);

const at = (place: Place, test: Test): SQL => (typeof place === "function" ? place(test) : test(place));

type Values = readonly (string | number)[];

/**
 * The filters that `setOf` declares.
 * @param type the type of the values in the database
 */
export const setFilters = <K extends string>(key: K, place: Place, type: "uuid" | "text" | "integer" = "uuid") => {
  const anyOf = (values: Values) =>
    at(place, (expression) => sql`${expression} = any(${arrayOf(values.map(String))}::${sql.raw(type)}[])`);
  return {
    [`${key}AnyOf`]: anyOf,
    [`${key}NoneOf`]: (values: Values) => sql`(${anyOf(values)}) is not true`,
  } as { [P in `${K}AnyOf` | `${K}NoneOf`]: (values: Values) => SQL }; // the two keys are those of the type
};

/** The filter that `emptyOf` declares. */
export const emptyFilter = <K extends string>(key: K, expression: SQLWrapper) =>
  ({
    [`${key}IsEmpty`]: (isEmpty: boolean) => (isEmpty ? sql`${expression} is null` : sql`${expression} is not null`),
  }) as { [P in `${K}IsEmpty`]: (isEmpty: boolean) => SQL }; // as above

/**
 * The filters that `rangeOf` declares.
 * @param read turns the caller's value into what the expression is compared with, such as a version into its sort key
 */
export const rangeFilters = <K extends string, V extends string | number>(
  key: K,
  place: Place,
  read: (value: V) => SQLWrapper | string | number = (value) => value,
) =>
  ({
    [`${key}Below`]: (value: V) => at(place, (expression) => sql`${expression} < ${read(value)}`),
    [`${key}AtLeast`]: (value: V) => at(place, (expression) => sql`${expression} >= ${read(value)}`),
  }) as { [P in `${K}Below` | `${K}AtLeast`]: (value: V) => SQL }; // as above

/** The filter that `lastDaysOf` declares. */
export const lastDaysFilter = <K extends string>(key: K, place: Place) =>
  ({
    [`${key}InLastDays`]: (days: number) =>
      at(place, (expression) => sql`${expression} >= now() - make_interval(days => ${days})`),
  }) as { [P in `${K}InLastDays`]: (days: number) => SQL }; // as above
