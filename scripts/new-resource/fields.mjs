// @ts-check
import { readdirSync, readFileSync } from "node:fs";
import { Plain } from "../plain.mjs";
import { capital } from "./names.mjs";

/**
 * What a type is in each place: its column, its schemas in requests and answers, its input, a sample and its like.
 * @typedef {object} FieldType
 * @property {string} column
 * @property {"text" | "integer" | "doublePrecision" | "boolean" | "instant"} builder the function that makes the column
 * @property {string} written the schema of a request
 * @property {string} answered the schema of an answer
 * @property {string} input the component of a form, with its attributes
 * @property {string} sample
 * @property {boolean} [isSorted] whether lists can be sorted by it
 */

/** @type {Record<string, FieldType>} */
const types = {
  text: {
    column: "text()",
    builder: "text",
    written: "NameText(200)",
    answered: "z.string()",
    input: "TextField",
    sample: '"One"',
    isSorted: true,
  },
  longtext: {
    column: "text()",
    builder: "text",
    written: "LongText(500)",
    answered: "z.string()",
    input: "TextAreaField",
    sample: '"Some words"',
  },
  int: {
    column: "integer()",
    builder: "integer",
    written: "z.int().min(0).max(1_000_000)",
    answered: "z.int()",
    input: "NumberField",
    sample: "7",
    isSorted: true,
  },
  decimal: {
    column: "doublePrecision()",
    builder: "doublePrecision",
    written: "z.number().min(0).max(1_000_000)",
    answered: "z.number()",
    input: "NumberField decimals={3}",
    sample: "1.5",
    isSorted: true,
  },
  boolean: {
    column: "boolean()",
    builder: "boolean",
    written: "z.boolean()",
    answered: "z.boolean()",
    input: "SwitchField",
    sample: "true",
    isSorted: true,
  },
  date: {
    column: "instant()",
    builder: "instant",
    written: "StoredMoment",
    answered: "Instant",
    input: "TimeField",
    sample: '"2026-01-31T10:00:00.000Z"',
    isSorted: true,
  },
};

/** @typedef {FieldType & { name: string, type: string, optional: boolean, word: string, snake: string }} Field */
/** @typedef {{ fields: Field[], name: Field, others: Field[], texts: Record<string, string[]> }} Fields */

/** What every record has, and what the kit calls its own. */
const taken = ["id", "companyId", "createdAt", "updatedAt", "version", "ifMatch", "limit", "page", "sortBy", "after"];
taken.push("offset", "isGetAll", "withTotal", "knownTotal", "search", "constructor", "prototype", "__proto__");

/** @returns {Record<string, string[]>} what is said already, English → French and German */
export function knownTexts() {
  const files = readdirSync("texts/catalogue").map((file) => readFileSync(`texts/catalogue/${file}`, "utf8"));
  return Object.assign({}, ...files.map((file) => JSON.parse(file)));
}

const example = '"label:text,rank:int?,rimDepth:decimal?:Profondeur de jante:Felgentiefe"';

/**
 * @param {string} text such as "label:text,rank:int?"; French and German behind a name that nobody said yet
 * @param {Record<string, string[]>} known
 * @returns {Fields} the first is what a record is called
 * @throws {Plain} for what cannot be a list of fields
 */
export function fieldsOf(text, known = knownTexts()) {
  /** @type {Record<string, string[]>} */
  const texts = {};
  const fields = text.split(",").map((one) => fieldOf(one.trim(), known, texts));
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice) throw new Plain(`The field "${twice}" stands there twice.`);
  const [name, ...others] = fields;
  if (name?.type !== "text" || name.optional)
    throw new Plain(`The first field is what a record is called: a text that must be there, such as ${example}.`);
  return { fields, name, others, texts };
}

/**
 * @param {string} text
 * @param {Record<string, string[]>} known
 * @param {Record<string, string[]>} texts takes the words that are new
 * @returns {Field}
 */
function fieldOf(text, known, texts) {
  const [name = "", kind = "", french, german, ...rest] = text.split(":").map((part) => part.trim());
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(name) || rest.length > 0)
    throw new Plain(`"${text}" is no field. Write a name in camel case, a colon and its type, such as ${example}.`);
  if (taken.includes(name)) throw new Plain(`Every list or record has "${name}" already. Choose another name.`);
  const [, type = "", mark] = /^(\w+)(\??)$/.exec(kind) ?? [];
  const of = Object.hasOwn(types, type) ? types[type] : undefined;
  if (!of) throw new Plain(`"${kind}" is no type. A field is one of ${Object.keys(types).join(", ")}.`);
  const optional = mark === "?";
  if (optional && type === "boolean") throw new Plain(`"${name}" is yes or no: a boolean cannot be optional.`);
  const words = name.replace(/([A-Z])/g, " $1").toLowerCase();
  const word = capital(words);
  const said = known[word];
  if (!said && !(french && german))
    throw new Plain(
      `Say what "${word}" is called in French and German, behind its type: "${name}:${kind}:French:German".`,
    );
  if (said && french && (french !== said[0] || german !== said[1]))
    throw new Plain(`"${word}" is called "${said[0]}" and "${said[1]}" already. Leave its French and German out.`);
  if (!said) texts[word] = [french ?? "", german ?? ""];
  return { ...of, name, type, optional, word, snake: words.replaceAll(" ", "_") };
}
