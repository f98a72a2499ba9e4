import { dayOf, minuteOf } from "@/components/ui/time";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import type { Filter } from "./definition";
import { type FilterValue, type ListState, paramOf, rangeOf } from "./url";

export interface Sentence {
  subject: string;
  verb: string;
  object: string;
}

/** A filter that can be one of several values, or of none. */
export type SetFilter = Extract<Filter, { kind: "text" | "select" | "record" }>;
type Values = ListState["filters"];

/** The values of a filter that is one of several, or none of them, whichever parameter holds them. */
export function chosenOf(filter: SetFilter, values: Values): readonly (string | number)[] {
  const held = values[filter.name] ?? values[paramOf(filter, "anyOf")] ?? values[paramOf(filter, "noneOf")] ?? [];
  return [held].flat().filter((value) => typeof value !== "boolean");
}

/**
 * A filter in use as words, such as "Model is Core 2" or "Created from 1 May 2026 to 3 May 2026"; undefined where it is not in use.
 * @param shown what people call the chosen records, in the order of the ids, as far as they are known
 */
export function sentenceOf(
  filter: Filter,
  values: Values,
  shown: readonly (string | undefined)[] = [],
): Sentence | undefined {
  const value = values[filter.name];
  const subject = filter.title;
  switch (filter.kind) {
    case "dates":
    case "times": {
      const days = filter.days && values[filter.days];
      if (days !== undefined) return daysSentence(subject, days);
      return spanSentence(subject, filter.kind === "times", value, values[filter.until]);
    }
    case "days":
      return value === undefined ? undefined : daysSentence(subject, value);
    case "boolean":
      if (value === undefined) return undefined;
      return { subject, verb: t("is"), object: value ? (filter.yes ?? t("yes")) : (filter.no ?? t("no")) };
    case "number":
    case "version":
      return rangeSentence(filter, values);
    case "select":
      return setSentence(filter, values, (one) => {
        return filter.options.find((option) => option.value === one)?.label ?? String(one);
      });
    case "record":
      return setSentence(filter, values, (_, index) => shown[index] ?? "…");
    case "text":
      if (value === undefined) return setSentence(filter, values, String);
      return { subject, verb: t("contains"), object: t("“{text}”", { text: String(value) }) };
  }
}

const daysSentence = (subject: string, days: FilterValue): Sentence => ({
  subject,
  verb: t("in the last"),
  object: t("{count, plural, one {day} other {# days}}", { count: Number(days) }),
});

const mostNamed = 3;

/** "Core 2, Core 3 and 4 more" */
function namesOf(all: string[]) {
  const more = all.length - mostNamed;
  return more > 1
    ? t("{names} and {count} more", { names: all.slice(0, mostNamed).join(", "), count: more })
    : all.join(", ");
}

function setSentence(
  filter: SetFilter,
  values: Values,
  nameOf: (value: string | number, index: number) => string,
): Sentence | undefined {
  const subject = filter.title;
  const isEmpty = values[paramOf(filter, "isEmpty")];
  if (isEmpty !== undefined) return { subject, verb: t("is"), object: isEmpty ? t("empty") : t("not empty") };
  const chosen = chosenOf(filter, values);
  if (chosen.length === 0) return undefined;
  const isNone = values[paramOf(filter, "noneOf")] !== undefined && values[filter.name] === undefined;
  const several = isNone ? t("is none of") : t("is any of");
  const verb = chosen.length > 1 ? several : isNone ? t("is not") : t("is");
  return { subject, verb, object: namesOf(chosen.map(nameOf)) };
}

function rangeSentence(
  filter: Extract<Filter, { kind: "number" | "version" }>,
  values: ListState["filters"],
): Sentence | undefined {
  const names = rangeOf(filter);
  const [least, below] = [values[names.atLeast], values[names.below]];
  const shown = (value: FilterValue) => {
    const text = typeof value === "number" ? formatted(value) : String(value);
    return filter.unit ? `${text} ${filter.unit}` : text;
  };
  const subject = filter.title;
  if (least !== undefined && below !== undefined)
    return {
      subject,
      verb: t("is from"),
      object: t("{least} to below {below}", { least: shown(least), below: shown(below) }),
    };
  if (least !== undefined) return { subject, verb: t("is at least"), object: shown(least) };
  return below === undefined ? undefined : { subject, verb: t("is below"), object: shown(below) };
}

/** "3 May 2026", and with the clock "3 May 2026, 14:22". */
function pointOf(text: string, hasClock: boolean) {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return text;
  return hasClock && text.length > 10 ? `${dayOf(text)}, ${minuteOf(text)}` : dayOf(text);
}

function spanSentence(subject: string, hasClock: boolean, from: unknown, until: unknown): Sentence | undefined {
  if (from === undefined && until === undefined) return undefined;
  const point = (value: unknown) => (value === undefined ? undefined : pointOf(String(value), hasClock));
  const [first, last] = [point(from), point(until)];
  if (first && first === last) return { subject, verb: hasClock ? t("at") : t("on|a day"), object: first };
  if (first && last) return { subject, verb: t("from|a time"), object: t("{first} to {last}", { first, last }) };
  return first ? { subject, verb: t("since"), object: first } : { subject, verb: t("until"), object: last ?? "" };
}
