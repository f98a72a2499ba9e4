// @ts-check
import { Plain } from "../plain.mjs";

/** Where a domain's files live below server/, and its section of the API's document. */
const domains = {
  people: { server: "identity", section: "4.11" },
  companies: { server: "companies", section: "4.8" },
  devices: { server: "devices", section: "4.12" },
  content: { server: "content", section: "4.14" },
  operations: { server: "operations", section: "4.15" },
};

/**
 * What a new resource is called, wherever it is named.
 * @typedef {object} Names
 * @property {string} register the domain, such as "devices"
 * @property {string} server the folder below server/, such as "devices"
 * @property {string} section of the API's document, such as "4.12"
 * @property {string} one such as "wheel size"
 * @property {string} many such as "wheel sizes"
 * @property {string} kebab such as "wheel-size"
 * @property {string} kebabs such as "wheel-sizes"
 * @property {string} camel such as "wheelSize"
 * @property {string} camels such as "wheelSizes"
 * @property {string} pascal such as "WheelSize"
 * @property {string} pascals such as "WheelSizes"
 * @property {string} snakes such as "wheel_sizes"
 * @property {Noun} french
 * @property {Noun} german
 */
/** @typedef {{ gender: string, one: string, many: string }} Noun */

/** @param {string} word */
export const capital = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/**
 * What people call one of it, with the article that tells its gender, and many.
 * @param {Record<string, string>} genders by article
 * @param {string} one such as "die Radgröße"
 * @param {string} many such as "Radgrößen"
 * @returns {Noun}
 */
function nounOf(genders, one, many) {
  const [, article = "", name = ""] = /^(\S+) (.+)$/.exec(one.trim()) ?? [];
  const gender = genders[article];
  const articles = Object.keys(genders).join(", ");
  if (!gender || !name || !many.trim())
    throw new Plain(
      `Say also what it is called in French and German, one (with its article) and many, such as "une taille de roue" "tailles de roue" "die Radgröße" "Radgrößen". One of ${articles} is missing in "${one}".`,
    );
  return { gender, one: name, many: many.trim() };
}

/**
 * @param {string[]} words domain, then one and many in English, French and German
 * @returns {Names}
 * @throws {Plain} for what cannot be a name
 */
export function namesOf([register = "", one = "", many = "", ...others]) {
  if (!Object.hasOwn(domains, register)) throw new Plain(`The domain is one of ${Object.keys(domains).join(", ")}.`);
  for (const name of [one, many])
    if (!/^[a-z]+( [a-z]+)*$/.test(name))
      throw new Plain('Say what people call one and many of it, in lower case, such as "wheel size" "wheel sizes".');
  if (one === many) throw new Plain("The plural must differ from the singular.");
  const [frenchOne = "", frenchMany = "", germanOne = "", germanMany = "", ...rest] = others;
  if (rest.length > 0) throw new Plain(`There is a word too many: "${rest[0]}". Put names of several words in quotes.`);
  const [words, plurals] = [one.split(" "), many.split(" ")];
  const [pascal, pascals] = [words.map(capital).join(""), plurals.map(capital).join("")];
  return {
    ...domains[/** @type {keyof typeof domains} */ (register)],
    register,
    one,
    many,
    kebab: words.join("-"),
    kebabs: plurals.join("-"),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    camels: pascals.charAt(0).toLowerCase() + pascals.slice(1),
    pascal,
    pascals,
    snakes: plurals.join("_"),
    french: nounOf({ un: "m", une: "f" }, frenchOne, frenchMany),
    german: nounOf({ der: "m", die: "f", das: "n" }, germanOne, germanMany),
  };
}
