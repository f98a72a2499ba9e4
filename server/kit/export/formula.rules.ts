const sign = /[=+\-@＝＋－＠]/;
/** What may end a cell where a spreadsheet's list separator is not the comma; a line may begin after a quoted break. */
const separator = /[,;|\t\r\n]/;
/** Quotes, white space, and what nobody sees: controls, and characters such as U+200B that programs may leave out. */
const passedOver = /^["\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;

/**
 * Where a spreadsheet may see the beginning of a formula: a sign at the start of the text or behind a list separator,
 * also behind quotes, white space and invisible characters. Apostrophes before the sign belong to it.
 */
function formulaStarts(text: string): number[] {
  const found = /^'*[\t\r]/.test(text) ? [0] : [];
  let isCellStart = true;
  let apostrophe: number | undefined; // the first one of this cell
  let at = 0;
  for (const character of text) {
    if (separator.test(character)) {
      isCellStart = true;
      apostrophe = undefined;
    } else if (character === "'") apostrophe ??= at;
    else if (isCellStart && (apostrophe !== undefined || !passedOver.test(character))) {
      if (sign.test(character)) found.push(apostrophe ?? at);
      isCellStart = false;
    }
    at += character.length;
  }
  return found;
}

const mayHold = /[=+\-@＝＋－＠\t\r]/;
const plainNumber = /^-\d+(?:[.,]\d+)?$/;

/** A text that no spreadsheet runs as a formula: an apostrophe stands before each sign that could begin one. */
export function withoutFormulas(text: string): string {
  if (!mayHold.test(text) || plainNumber.test(text)) return text;
  let safe = "";
  let from = 0;
  for (const at of formulaStarts(text)) {
    safe += `${text.slice(from, at)}'`;
    from = at;
  }
  return safe + text.slice(from);
}

/** The text that `withoutFormulas` was given, so that an exported file can be read again. */
export function asWritten(text: string): string {
  if (!text.includes("'")) return text;
  let original = "";
  let from = 0;
  for (const at of formulaStarts(text)) {
    if (text.charAt(at) !== "'") continue;
    original += text.slice(from, at);
    from = at + 1;
  }
  return original + text.slice(from);
}
