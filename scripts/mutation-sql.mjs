// @ts-check

/** @typedef {{ start: number, end: number, text: string, prelude?: string }} Edit */

const ends =
  /^(and|or|order|group|limit|offset|for|returning|having|union|on|then|else|end|when|join|left|inner|cross|where|set|from|window|as|do)$/;
const heads = /^(where|on|and|or|set|when|case|having|select|values|then|else|returning|from|join|not)$/;

/**
 * The words and signs of a text of SQL with their depth in brackets. What is within a string or is put in by `${…}` is one
 * sign that means nothing.
 * @param {string} masked
 */
function tokensOf(masked) {
  let depth = 0;
  return [...masked.matchAll(/[a-z_][\w.]*|\d+|'[^']*'|<>|!=|<=|>=|->>?|@>|<@|=>|::|\|\||&&|\S/gi)].map((match) => {
    const text = match[0].toLowerCase();
    if (text === ")") depth--;
    const token = { text, at: match.index, end: match.index + text.length, depth };
    if (text === "(") depth++;
    return token;
  });
}

/** @typedef {ReturnType<typeof tokensOf>} Tokens */

/** What is put in behind a value, such as `${more}`, begins something else. */
const isNext = (/** @type {Tokens} */ tokens, /** @type {number} */ n) =>
  /^__/.test(tokens[n]?.text ?? "") && /^('.*'|\d+|\)|null|true|false|__.*)$/.test(tokens[n - 1]?.text ?? "");

/** Where the condition that begins with this token ends: the place of the token behind it. */
function endOfCondition(/** @type {Tokens} */ tokens, /** @type {number} */ first) {
  const depth = tokens[first]?.depth ?? 0;
  let isBetween = false;
  for (let n = first; n < tokens.length; n++) {
    const { text, depth: here } = /** @type {Tokens[number]} */ (tokens[n]);
    if (here < depth || (here === depth && text === ",")) return n;
    if (here > depth) continue;
    if (text === "between") isBetween = true;
    else if (text === "and" && isBetween) isBetween = false;
    else if (n > first && isNext(tokens, n)) return n;
    else if (ends.test(text) && !(text === "from" && tokens[n - 1]?.text === "distinct") && n > first) return n;
  }
  return tokens.length;
}

/** The conditions of `and` and `or`, each left out. @returns {Edit[]} */
function withoutConditions(/** @type {Tokens} */ tokens, /** @type {number} */ length) {
  return tokens.flatMap((token, n) => {
    if (!/^(and|or|where)$/.test(token.text)) return [];
    if (token.text === "and" && isOfBetween(tokens, n)) return [];
    const end = endOfCondition(tokens, n + 1);
    const next = tokens[end];
    const isFollowed = next && /^(and|or)$/.test(next.text) && next.depth === token.depth;
    if (token.text !== "where") return [{ start: token.at, end: next?.at ?? length, text: "" }];
    return isFollowed ? [{ start: token.end + 1, end: next.end + 1, text: "" }] : [];
  });
}

/** Whether an `and` belongs to a `between`. */
function isOfBetween(/** @type {Tokens} */ tokens, /** @type {number} */ n) {
  const { depth } = /** @type {Tokens[number]} */ (tokens[n]);
  for (let before = n - 1; before >= 0; before--) {
    const token = /** @type {Tokens[number]} */ (tokens[before]);
    if (token.depth < depth) return false;
    if (token.depth === depth && token.text === "between") return true;
    if (token.depth === depth && /^(and|or|where|on|when)$/.test(token.text)) return false;
  }
  return false;
}

/** The last word before a token, at its depth, that says what is written there. */
function headOf(/** @type {Tokens} */ tokens, /** @type {number} */ n) {
  const { depth } = /** @type {Tokens[number]} */ (tokens[n]);
  for (let before = n - 1; before >= 0; before--) {
    const token = /** @type {Tokens[number]} */ (tokens[before]);
    if (token.depth < depth) return "(";
    if (token.depth === depth && heads.test(token.text)) return token.text;
  }
  return "";
}

const signs = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["<>", "="],
  ["=", "<>"],
]);
/** For a comparison with this moment, which nothing is equal to. */
const later = new Map([
  ["<", ">"],
  ["<=", ">"],
  [">", "<"],
  [">=", "<"],
]);

/** Comparisons, `not` and the length of intervals, each another. @returns {Edit[]} */
function otherwise(/** @type {Tokens} */ tokens, /** @type {string} */ raw) {
  return tokens.flatMap((token, n) => {
    const { text, at, end } = token;
    const next = tokens[n + 1]?.text;
    const isOfNow = next === "now" || (tokens[n - 1]?.text === ")" && tokens[n - 3]?.text === "now");
    const by = (isOfNow ? later.get(text) : undefined) ?? signs.get(text);
    if (by && !(text === "=" && headOf(tokens, n) === "set")) return [{ start: at, end, text: by }];
    if (text === "is" && next === "null") return [{ start: end, end, text: " not" }];
    if (text === "not" && next !== "materialized" && tokens[n - 1]?.text !== "do")
      return [{ start: at, end: end + 1, text: "" }];
    if (text === "interval" && next?.startsWith("'")) {
      const digits = /\d+/.exec(raw.slice(end));
      if (digits)
        return [
          { start: end + digits.index, end: end + digits.index + digits[0].length, text: `${Number(digits[0]) * 2}` },
        ];
    }
    return [];
  });
}

/**
 * What is changed in a template of SQL.
 * @param {string} source
 * @param {{ start: number, end: number, quasis: { start: number, end: number }[] }} quasi
 * @returns {Edit[]}
 */
export function sqlEdits(source, { start, end, quasis }) {
  const from = start + 1;
  const raw = source.slice(from, end - 1);
  // What is between two pieces of text is put in: it counts as one sign of its length.
  let masked = "";
  for (const [n, piece] of quasis.slice(1).entries()) {
    const open = /** @type {{ end: number }} */ (quasis[n]).end - 2; // a piece has the signs around it, such as `${`
    masked += source.slice(from + masked.length, open) + "_".repeat(piece.start + 1 - open);
  }
  masked += source.slice(from + masked.length, end - 1);
  const tokens = tokensOf(masked);
  return [...withoutConditions(tokens, raw.length), ...otherwise(tokens, raw)]
    .map((edit) => ({ ...edit, start: edit.start + from, end: edit.end + from }))
    .filter((edit) => source.slice(edit.start, edit.end) !== edit.text);
}
