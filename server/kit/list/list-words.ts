import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** From so many characters on a word is found anywhere in a text: below, there is no trigram of it to look up. */
const leastAnywhere = 3;

/** `text` as its words: what white space parts. */
export const wordsOf = (text: string): string[] => text.split(/\s+/u).filter(Boolean);

/** What a word of a text begins after, beside the text's own beginning; as LIKE writes them. */
const separators = [" ", "-", "/", ".", "\\_", "@", "(", "\n"];

// What a character is without its accent may be a sign that means something in a pattern, so signs are escaped after that.
const pattern = (text: string) => sql`regexp_replace(platform.fold(${text}), '[\\\\%_]', '\\\\\\&', 'g')`;

/**
 * Whether a text holds a word: in any case, with or without accents, `%` and `_` taken literally. A word of one or two
 * characters is found where a word of the text begins with it; each way to begin is a pattern of its own, because an index
 * made by `searchIndex` answers patterns, and regular expressions only badly.
 */
export function holdsWord(expression: SQLWrapper, word: string): SQL {
  if ([...word].length >= leastAnywhere) return sql`platform.fold(${expression}) like '%' || ${pattern(word)} || '%'`;
  const after = separators.map(
    (separator) => sql`platform.fold(${expression}) like ${`%${separator}`} || ${pattern(word)} || '%'`,
  );
  return sql`(${sql.join([beginsWith(expression, word), ...after], sql` or `)})`;
}

/** As `holdsWord`, where the text begins with it. */
export const beginsWith = (expression: SQLWrapper, start: string): SQL =>
  sql`platform.fold(${expression}) like ${pattern(start)} || '%'`;
