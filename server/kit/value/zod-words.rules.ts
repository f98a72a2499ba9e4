import type { z } from "zod";
import { t } from "@/texts/t";
import { formatted } from "./count.rules";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const told = (value: unknown) => (typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined);
const shown = (value: unknown) => formatted(told(value) ?? 0);

const ofType: Record<string, () => string> = {
  string: () => t("This must be a text."),
  number: () => t("This must be a number."),
  int: () => t("This must be a whole number."),
  boolean: () => t("This must be true or false."),
  array: () => t("This must be a list."),
  tuple: () => t("This must be a list."),
  object: () => t("This must be an object."),
  record: () => t("This must be an object."),
  null: () => t("This must be empty."),
  undefined: () => t("This must be empty."),
  never: () => t("This must be empty."),
};

const ofFormat: Record<string, () => string> = {
  email: () => t("This is not an e-mail address."),
  uuid: () => t("This is not an id (UUID)."),
  date: () => t("This is not a date."),
  datetime: () => t("This is not a date with its time and zone."),
  base64: () => t("This is not base64."),
};

const isCount = (origin: string) => ["array", "set", "map", "object", "record"].includes(origin);

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: "too_big" }>) {
  if (origin === "string") return t("At most {max} characters.", { max: shown(maximum) });
  if (isCount(origin))
    return t("{max, plural, one {At most # entry.} other {At most # entries.}}", { max: told(maximum) ?? 0 });
  const max = shown(maximum);
  return inclusive === false ? t("Less than {max}.", { max }) : t("At most {max}.", { max });
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: "too_small" }>) {
  if (origin === "string")
    return told(minimum) === 1
      ? t("This field is required.")
      : t("At least {min} characters.", { min: shown(minimum) });
  if (isCount(origin))
    return t("{min, plural, one {At least # entry.} other {At least # entries.}}", { min: told(minimum) ?? 0 });
  const min = shown(minimum);
  return inclusive === false ? t("More than {min}.", { min }) : t("At least {min}.", { min });
}

function wrongValue(values: readonly unknown[]) {
  const [first, ...others] = values.map(String);
  return others.length > 0 || first === undefined
    ? t("Give one of {values}.", { values: values.join(", ") })
    : t("This must be {value}.", { value: first });
}

/** What is wrong with a value that a schema refuses and has no sentence of its own for, in the sender's language. */
export const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && issue.code.startsWith("invalid_")) return t("This field is required.");
  switch (issue.code) {
    case "invalid_type":
      return ofType[issue.expected]?.() ?? t("This has the wrong type.");
    case "too_big":
      return tooBig(issue);
    case "too_small":
      return tooSmall(issue);
    case "not_multiple_of":
      return t("This must be a multiple of {step}.", { step: issue.divisor });
    case "invalid_value":
      return wrongValue(issue.values);
    case "invalid_format":
      return ofFormat[issue.format]?.() ?? t("This does not have the right form.");
    case "unrecognized_keys":
      return t("This is not known here: {names}.", { names: issue.keys.join(", ") });
    case "custom":
      return t("This is not valid.");
    default:
      return t("This does not have the right form.");
  }
};
