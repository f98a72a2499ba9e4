import { parse, type Select } from "@messageformat/parser";
import { t } from "@/texts/t";
import { isIcu } from "./tokens.rules";

type Token = Select["cases"][number]["tokens"][number];

const isSelect = (token: Token): token is Select => "cases" in token;
const selectsIn = (tokens: Token[]): Select[] =>
  tokens.flatMap((token) => (isSelect(token) ? [token, ...token.cases.flatMap((one) => selectsIn(one.tokens))] : []));
const named = ({ arg, type }: Select) => `{${arg}, ${type}}`;

function parsed(text: string) {
  try {
    return { selects: selectsIn(parse(text)) };
  } catch (error) {
    const [first = ""] = String(error instanceof Error ? error.message : error).split("\n");
    return { fault: first.replace(/:$/, "").slice(0, 120) };
  }
}

/** What is wrong with the plural and select forms of a translation; undefined if they are right, or if neither text has such forms. */
export function icuFault(source: string, text: string): string | undefined {
  if (!isIcu(source) && !isIcu(text)) return undefined;
  const is = parsed(text);
  if (is.selects === undefined) return t("The forms cannot be read: {fault}.", { fault: is.fault });
  const without = is.selects.find(({ cases }) => !cases.some(({ key }) => key === "other"));
  if (without) return t('{name} has no form "other".', { name: named(without) });
  const wanted = parsed(source).selects ?? [];
  const lost = wanted.find((one) => !is.selects.some((other) => named(other) === named(one)));
  return lost && t("{names} is missing.", { names: named(lost) });
}
