import type { AlertRule, Reading } from "@/db/schema/alerts";
import { fieldTitle, readingOf, readingWords } from "@/server/devices/reading/reading.rules";
import { t } from "@/texts/t";

const ordered = ["<", "<=", ">", ">="] as const;
type Ordered = (typeof ordered)[number];
export const operators = [...ordered, "=", "!="] as const;

export const isOrdered = (operator: AlertRule["operator"]): operator is Ordered =>
  (ordered as readonly string[]).includes(operator);

const compare: Record<Ordered, (a: number, b: number) => boolean> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/**
 * Whether an alert is active after a reading. An open alert stays active until the reading is beyond `endValue`. A
 * reading that cannot be compared, such as a text with `<`, changes nothing.
 */
export function isOn({ operator, value, endValue }: AlertRule, reading: Reading, wasOn: boolean): boolean {
  if (!isOrdered(operator)) return (reading === value) === (operator === "=");
  const limit = wasOn ? (endValue ?? value) : value;
  return typeof reading === "number" && typeof limit === "number" ? compare[operator](reading, limit) : wasOn;
}

/** What people call the operators, between a field and a value. */
export const operatorWords = {
  "<": "falls below",
  "<=": "is at most",
  ">": "rises above",
  ">=": "is at least",
  "=": "is",
  "!=": "is not",
} as const satisfies Record<AlertRule["operator"], string>;

const sentences = {
  "<": "{field} falls below {value}",
  "<=": "{field} is at most {value}",
  ">": "{field} rises above {value}",
  ">=": "{field} is at least {value}",
  "=": "{field} is {value}",
  "!=": "{field} is not {value}",
} as const satisfies Record<AlertRule["operator"], string>;

/** A rule as a sentence: "Battery falls below 15 %, ends at 20 %". */
export function ruleText({ type, field, operator, value, endValue }: AlertRule): string {
  const shown = (one: Reading) => readingOf(field, one);
  const starts =
    operator === "=" && typeof value === "boolean"
      ? readingWords(field, value)
      : t(sentences[operator], { field: fieldTitle(field), value: shown(value) });
  const whole =
    endValue === undefined || endValue === null
      ? starts
      : t("{rule}, ends at {end}", { rule: starts, end: shown(endValue) });
  return type ? t("{rule} in {type} messages", { rule: whole, type }) : whole;
}

/** What is wrong with a rule, by field; an empty list for a good one. */
export function ruleFaults({
  operator,
  value,
  endValue,
}: AlertRule): { path: "value" | "endValue"; message: string }[] {
  if (!isOrdered(operator))
    return (endValue ?? null) === null
      ? []
      : [{ path: "endValue", message: "Only <, <=, > and >= have an end value." }];
  if (typeof value !== "number")
    return [{ path: "value", message: t("Give a number to compare with {operator}.", { operator }) }];
  if (endValue === undefined || endValue === null) return [];
  const below = operator.startsWith("<");
  if (below ? endValue < value : endValue > value)
    return [
      {
        path: "endValue",
        message: below ? "It ends at or above the value it begins at." : "It ends at or below the value it begins at.",
      },
    ];
  return [];
}
