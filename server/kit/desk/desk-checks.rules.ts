import { icuFault } from "@/server/kit/value/icu.rules";
import { tokenFault } from "@/server/kit/value/tokens.rules";
import { t } from "@/texts/t";
import type { Term } from "./desk-glossary";
import { termFault } from "./desk-term.rules";
import type { GraveWarning, Warning } from "./desk-warning.rules";

export interface Found {
  warning: Warning;
  field: string;
  message: string;
}

interface Compared {
  field: string;
  source: string;
  text: string;
  /** in the other languages, the source included */
  others: string[];
  html: boolean;
  /** those of the glossary that stand in any of the texts that are compared at once */
  terms?: readonly Term[];
}

const tagsOf = (html: string) => (html.match(/<\/?[a-z][a-z0-9]*/gi) ?? []).map((tag) => tag.toLowerCase()).sort();
const plainOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/&nbsp;/g, " ");
/** What ends a sentence, as the same sign in all scripts. */
const endings: Record<string, string> = { "。": ".", "．": ".", "！": "!", "？": "?", "؟": "?", "：": ":", "…": "." };
const endOf = (text: string) => {
  const last = text.trim().at(-1) ?? "";
  const sign = endings[last] ?? last;
  return ".!?:".includes(sign) ? sign : "";
};
/** Longer than the longest of the others by half, and by more than a word. */
const isLong = (length: number, longest: number) => length > longest * 1.5 && length > longest + 15;

/** Tokens and forms of the source that a text lost, or that only the text has. */
export function graveFaultsOf(source: string, text: string): GraveWarning[] {
  if (source.trim() === "" || text.trim() === "") return [];
  const found: GraveWarning[] = [];
  if (tokenFault(source, text)) found.push("tokens");
  if (icuFault(source, text)) found.push("forms");
  return found;
}

/** What a translator should look at in one text; nothing where there is no source or no text. */
export function warningsOf({ field, source, text, others, html, terms = [] }: Compared): Found[] {
  if (source.trim() === "" || text.trim() === "") return [];
  const found: Found[] = [];
  const warn = (warning: Warning, message: string) => found.push({ warning, field, message });
  const [plainSource, plain] = html ? [plainOf(source), plainOf(text)] : [source, text];
  const tokens = tokenFault(source, text);
  if (tokens) warn("tokens", tokens);
  const forms = icuFault(source, text);
  if (forms) warn("forms", forms);
  if (html && tagsOf(source).join() !== tagsOf(text).join()) warn("tags", t("It has other tags than the source."));
  const agreed = termFault(plainSource, plain, terms);
  if (agreed) warn("glossary", agreed);
  const end = endOf(plainSource);
  if (end !== endOf(plain))
    warn("ending", end ? t('The source ends with "{sign}".', { sign: end }) : t("The source ends without a sign."));
  if (!html && /\S {2,}\S/.test(text) && !/\S {2,}\S/.test(source)) warn("spaces", t("It has two spaces in a row."));
  if (plain.trim() === plainSource.trim() && /\p{L}{4}/u.test(plain.replace(/\{[^}]*\}/g, "")))
    warn("copy", t("It is the same as the source."));
  const longest = Math.max(...others.map((other) => (html ? plainOf(other) : other).length), plainSource.length);
  if (isLong(plain.length, longest))
    warn(
      "length",
      t("It has {length} characters; the longest other has {longest}.", { length: plain.length, longest }),
    );
  return found;
}
