import { z } from "zod";

/** At most so many values are asked for at once. */
const mostValues = 200;

type SetKeys<K extends string> = `${K}AnyOf` | `${K}NoneOf`;
type RangeKeys<K extends string> = `${K}Below` | `${K}AtLeast`;

/**
 * Two more filters beside the filter `key`: one of several values, and none of them. A row without a value is none of them.
 * @param schema what the filter itself takes
 */
export const setOf = <K extends string, S extends z.ZodType>(key: K, schema: S) =>
  ({
    [`${key}AnyOf`]: z.array(schema).min(1).max(mostValues).meta({ description: `One of these, comma-separated.` }),
    [`${key}NoneOf`]: z.array(schema).min(1).max(mostValues).meta({ description: `None of these, comma-separated.` }),
  }) as { [P in SetKeys<K>]: z.ZodArray<S> }; // the two keys are those of the type

/** One more filter: whether there is no value. */
export const emptyOf = <K extends string>(key: K) =>
  ({
    [`${key}IsEmpty`]: z.boolean().meta({ description: "true: those without a value; false: those with one." }),
  }) as { [P in `${K}IsEmpty`]: z.ZodBoolean }; // as above

/** Two filters over values that have an order: below one (without it), and at least one (with it). */
export const rangeOf = <K extends string, S extends z.ZodType>(key: K, schema: S) =>
  ({
    [`${key}Below`]: schema.meta({ description: "Below this value." }),
    [`${key}AtLeast`]: schema.meta({ description: "This value or above." }),
  }) as { [P in RangeKeys<K>]: S }; // as above

/** One more filter over instants: the last so many days, up to now. */
export const lastDaysOf = <K extends string>(key: K) =>
  ({
    [`${key}InLastDays`]: z.int().min(1).max(3660).meta({ description: "Within the last so many days, up to now." }),
  }) as { [P in `${K}InLastDays`]: z.ZodInt }; // as above
