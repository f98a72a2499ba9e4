import { t } from "@/texts/t";

/**
 * What no text may hold: control characters except tab and line breaks, halves of surrogate pairs, and code points that
 * are not characters. PostgreSQL cannot store some of them, and XML 1.0 (an XLSX file) cannot hold any.
 */
const forbidden = /(?![\t\n\r])\p{Cc}|\p{Cs}|\p{NChar}/u;
const forbiddenEverywhere = new RegExp(forbidden, "gu");
const lineBreakOrTab = /[\t\n\r\u2028\u2029]/;

export const isStorable = (text: string) => !forbidden.test(text);

/** Why a text cannot be stored, for people; undefined where it can. */
export function textFault(text: string): string | undefined {
  const [character] = forbidden.exec(text) ?? [];
  if (character === undefined) return undefined;
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  return t("This holds a character that cannot be stored (U+{code}).", { code: code ?? "" });
}

/** As `textFault`, for a text of one line. */
export const lineFault = (text: string) =>
  textFault(text) ?? (lineBreakOrTab.test(text) ? "Give one line, without line breaks or tabs." : undefined);

/** A text as any file can hold it: U+FFFD stands in place of what no text may hold. */
export const storable = (text: string) => (isStorable(text) ? text : text.replace(forbiddenEverywhere, "\ufffd"));

/** Line breaks as \n, so that a text stays the same through a form or a spreadsheet. */
export const plainBreaks = (text: string) => text.replace(/\r\n?/g, "\n");
