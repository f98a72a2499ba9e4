import { t } from "@/texts/t";

interface Term {
  term: string;
  isKept: boolean;
  translation: string | null;
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether a term stands in a text as a word; with an ending, such as that of a plural, too. */
export const mentions = (text: string, term: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${literally(term)}\\p{L}{0,2}(?![\\p{L}\\p{N}])`, "iu").test(text);

/** What the glossary says of a text whose source has these terms; nothing where it follows them. */
export function termFault(source: string, text: string, terms: readonly Term[]): string | undefined {
  for (const { term, isKept, translation } of terms) {
    const wanted = isKept ? term : translation;
    if (wanted === null || !mentions(source, term)) continue;
    if (text.toLocaleLowerCase().includes(wanted.toLocaleLowerCase())) continue;
    return isKept
      ? t('The glossary keeps "{term}" as it is.', { term })
      : t('The glossary translates "{term}" as "{translation}".', { term, translation: wanted });
  }
  return undefined;
}
