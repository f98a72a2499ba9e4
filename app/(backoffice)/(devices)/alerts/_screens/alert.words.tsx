import type { RowOf } from "@/components/kit/resource";
import styles from "./alert.module.css";

/** A level as a word with its colour. */
export const LevelMark = ({ level }: { level: { label: string; color: string } }) => (
  <span className={styles.level}>
    <span className={styles.dot} style={{ background: level.color }} aria-hidden />
    {level.label}
  </span>
);

type Rule = RowOf<"alerts">["rule"];

export const operatorWords = {
  "<": "falls below",
  "<=": "is at most",
  ">": "rises above",
  ">=": "is at least",
  "=": "is",
  "!=": "is not",
} as const satisfies Record<NonNullable<Rule>["operator"], string>;

/** A rule as a sentence: "batteryLevel falls below 15, ends at 20". */
export function ruleText(rule: Rule) {
  if (!rule) return undefined;
  const { type, field, operator, value, endValue } = rule;
  const where = type ? ` in ${type} messages` : "";
  const end = endValue === undefined || endValue === null ? "" : `, ends at ${endValue}`;
  return `${field} ${operatorWords[operator]} ${value}${end}${where}`;
}
