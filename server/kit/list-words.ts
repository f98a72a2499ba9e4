import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** From so many characters on a word is found anywhere in a text: below, there is no trigram of it to look up. */
const leastAnywhere = 3;

/** `text` as its words: what white space parts. */
export const wordsOf = (text: string): string[] => text.split(/\s+/u).filter(Boolean);

// What a character is without its accent may be a sign that means something in a pattern, so signs are escaped after that.
const escaped = (text: string, signs: string) => sql`regexp_replace(platform.fold(${text}), ${signs}, '\\\\\\&', 'g')`;
const likeSigns = "[\\\\%_]";

/**
 * Whether a text holds a word: in any case, with or without accents, `%` and `_` taken literally. A word of one or two
 * characters is found where a word of the text begins with it. An index made by `searchIndex` answers both.
 */
export const holdsWord = (expression: SQLWrapper, word: string): SQL =>
  [...word].length >= leastAnywhere
    ? sql`platform.fold(${expression}) like '%' || ${escaped(word, likeSigns)} || '%'`
    : sql`platform.fold(${expression}) ~ ('(^|[^[:alnum:]])' || ${escaped(word, "[^[:alnum:]]")})`;

/** As `holdsWord`, where the text begins with it. */
export const beginsWith = (expression: SQLWrapper, start: string): SQL =>
  sql`platform.fold(${expression}) like ${escaped(start, likeSigns)} || '%'`;
