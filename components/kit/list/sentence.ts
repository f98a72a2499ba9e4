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
      return datesSentence(subject, value, values[filter.until]);
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

const dayIfOne = (text: string) => (/^\d{4}-\d{2}-\d{2}/.test(text) ? dayOf(text) : text);

function datesSentence(subject: string, from: unknown, until: unknown): Sentence | undefined {
  if (from === undefined && until === undefined) return undefined;
  const [first, last] = [from, until].map((value) => (value === undefined ? undefined : dayIfOne(String(value))));
  if (first && first === last) return { subject, verb: "on", object: first };
  if (first && last) return { subject, verb: "from", object: `${first} to ${last}` };
  return first ? { subject, verb: "since", object: first } : { subject, verb: "until", object: last ?? "" };
}
