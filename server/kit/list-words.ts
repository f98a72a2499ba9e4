import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** From so many characters on a word is found anywhere in a text: below, there is no trigram of it to look up. */
const leastAnywhere = 3;

/** `text` as its words: what white space parts. */
export const wordsOf = (text: string): string[] => text.split(/\s+/u).filter(Boolean);

/**
 * Whether a text holds a word: in any case, with or without accents, `%` and `_` taken literally. A word of one or two
 * characters is found where a word of the text begins with it. An index made by `searchIndex` answers both.
 */
export function holdsWord(expression: SQLWrapper, word: string): SQL {
  // What a character is without its accent may be a sign that means something in a pattern, so signs are escaped after that.
  const escaped = (signs: string) => sql`regexp_replace(platform.fold(${word}), ${signs}, '\\\\\\&', 'g')`;
  return [...word].length >= leastAnywhere
    ? sql`platform.fold(${expression}) like '%' || ${escaped("[\\\\%_]")} || '%'`
    : sql`platform.fold(${expression}) ~ ('(^|[^[:alnum:]])' || ${escaped("[^[:alnum:]]")})`;
}
