import { t } from "@/texts/t";

/** Whether a text has forms that depend on a value, as ICU writes them: `{count, plural, one {…} other {…}}`. */
export const isIcu = (text: string): boolean =>
  /\{\s*[\p{L}\p{N}_]+\s*,\s*(?:plural|select|selectordinal)\s*,/u.test(text);

/** What stands between braces that are not within others, such as "count, plural, …". */
function outerArguments(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) === "{" && depth++ === 0) from = at + 1;
    if (text.charAt(at) === "}" && depth > 0 && --depth === 0) found.push(text.slice(from, at));
  }
  return found;
}

const simple = /\{[\p{L}\p{N}_.-]+\}/gu;
const inIcu = (text: string) => outerArguments(text).map((argument) => `{${argument.split(",")[0]?.trim()}}`);

/** The {tokens} of a text, each once, in one order; of plural and other forms the value that they depend on. */
export const tokensOf = (text: string): string[] => [...new Set(isIcu(text) ? inIcu(text) : text.match(simple))].sort();

/** What a translator should look at: {tokens} of the source that the text lacks, or that only the text has; undefined where they are the same. */
export function tokenFault(source: string, text: string): string | undefined {
  const [wanted, found] = [tokensOf(source), tokensOf(text)];
  const lost = wanted.filter((token) => !found.includes(token));
  if (lost.length > 0) return t("{names} is missing.", { names: lost.join(", ") });
  const unknown = found.filter((token) => !wanted.includes(token));
  return unknown.length > 0 ? t("{names} is not in the source.", { names: unknown.join(", ") }) : undefined;
}
