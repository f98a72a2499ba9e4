// What register numbers are not told apart by: blanks, dots, hyphens, marks above letters, and what nobody sees.
const ignored = /[\s.\u002D\u00AD\u200B-\u2015\u2060\u2212]|[\u0300-\u036F]/g;

/**
 * What companies are told apart by: two register numbers with one key are the same number (decisions 8, Partners). The
 * column `companies.register_key` holds the same; a test compares the two.
 */
export const registerKeyOf = (registerNumber: string) =>
  registerNumber
    .normalize("NFKD")
    .replace(ignored, "")
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
