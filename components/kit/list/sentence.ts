import { dayOf } from "@/components/ui/time";
import type { Filter } from "./definition";
import type { ListState } from "./url";

export interface Sentence {
  subject: string;
  verb: string;
  object: string;
}

/**
 * A filter in use as words, such as "Model is Core 2" or "Created from 1 May 2026 to 3 May 2026"; undefined where it is not in use.
 * @param shown what people call the chosen record, where it is known
 */
export function sentenceOf(filter: Filter, values: ListState["filters"], shown?: string): Sentence | undefined {
  const value = values[filter.name];
  const subject = filter.title;
  switch (filter.kind) {
    case "dates":
    case "times":
      return spanSentence(subject, filter.kind === "times", value, values[filter.until]);
    case "boolean":
      if (value === undefined) return undefined;
      return { subject, verb: "is", object: value ? (filter.yes ?? "yes") : (filter.no ?? "no") };
    case "select":
      if (value === undefined) return undefined;
      return {
        subject,
        verb: "is",
        object: filter.options.find((option) => option.value === value)?.label ?? String(value),
      };
    case "record":
      return value === undefined ? undefined : { subject, verb: "is", object: shown ?? "…" };
    case "text":
      return value === undefined ? undefined : { subject, verb: "contains", object: `“${value}”` };
  }
}

/** "3 May 2026", and with the clock "3 May 2026, 14:22". */
function pointOf(text: string, hasClock: boolean) {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return text;
  return hasClock && text.length > 10 ? `${dayOf(text)}, ${text.slice(11, 16)}` : dayOf(text);
}

function spanSentence(subject: string, hasClock: boolean, from: unknown, until: unknown): Sentence | undefined {
  if (from === undefined && until === undefined) return undefined;
  const point = (value: unknown) => (value === undefined ? undefined : pointOf(String(value), hasClock));
  const [first, last] = [point(from), point(until)];
  if (first && first === last) return { subject, verb: hasClock ? "at" : "on", object: first };
  if (first && last) return { subject, verb: "from", object: `${first} to ${last}` };
  return first ? { subject, verb: "since", object: first } : { subject, verb: "until", object: last ?? "" };
}
