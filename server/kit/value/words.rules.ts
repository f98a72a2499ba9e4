import { z } from "zod";

/** A value as text for people: in files, mails, histories. */
interface Said {
  /** its word, by the value as text, such as {active: "Active"} or {true: "On", false: "Off"} */
  words?: Record<string, string>;
  /** what is said where there is no value */
  none?: string;
  /** the value as text */
  text?: (value: never) => string | null;
  /** what a number counts, such as "km" */
  unit?: string;
  /** a number from 0 to 1 that people read in per cent */
  isShare?: true;
  /** the value is the id of a record, which has a name; `kinds` of `NamesOf` */
  nameOf?: string;
}

/**
 * What schemas say of their values. Register a schema last, `z.boolean().register(said, …)`: `.meta()` and the like make
 * another schema. Without an entry a boolean is Yes or No, a word of an enum begins with a capital, and an object goes
 * by its label, name or title.
 */
export const said = z.registry<Said>();

/** One of these, with its word for people. */
export const choice = <W extends Record<string, string>>(words: W) =>
  z.enum(Object.keys(words) as (keyof W & string)[]).register(said, { words });

/**
 * What `numbers` are in an answer, whose rows hold them as plain numbers: declared, and not checked, because answers are
 * made by us.
 */
export function shown(numbers: z.ZodLiteral<number>) {
  const words = said.get(numbers);
  const answered = z.int().meta({ ...numbers.meta(), enum: [...numbers.values] });
  return words ? answered.register(said, words) : answered;
}

/** A boolean with its two words for people. */
export const either = (yes: string, no: string) => z.boolean().register(said, { words: { true: yes, false: no } });
