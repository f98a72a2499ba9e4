// @ts-check

// The texts of a new resource in English, French and German.

/** @typedef {import("./server-files.mjs").Plan} Plan */
/**
 * A line that is put before the last match of `end`; `head` goes to the top of the file.
 * @typedef {{ file: string, end: RegExp, line: string, head?: string }} Line
 */

/** @param {Record<string, string[]>} texts @returns the texts as an end of a file of texts/catalogue */
const catalogued = (texts) =>
  Object.entries(texts)
    .map(([text, said]) => `,\n  ${JSON.stringify(text)}: ${JSON.stringify(said)}`)
    .join("");

/** The last line of a file of texts/catalogue. */
const endOfTexts = /\n\}\n/;

/** What a name that is taken is refused with. */
export const takenText = (/** @type {Plan} */ { one }) => `Another ${one} has this already.`;

/** What its page is for, until somebody says it better. */
export const purposeOf = (/** @type {Plan} */ { many, isOfCompany }) =>
  isOfCompany ? `The ${many} of your company.` : `The ${many} of the product.`;

/** What each right is called, in English, French and German. @param {Plan} plan */
export function rightsOf({ kebab, many, french: fr, german: de, isOfCompany }) {
  if (!isOfCompany)
    return {
      [`${kebab}.read`]: [`See ${many}`, `Voir les ${fr.many}`, `${de.many} ansehen`],
      [`${kebab}.write`]: [`Edit ${many}`, `Modifier les ${fr.many}`, `${de.many} bearbeiten`],
    };
  const [ofAll, ofOwn] = ["des entreprises", "de l’entreprise"];
  return {
    [`company-${kebab}.read`]: [
      `See the ${many} of companies`,
      `Voir les ${fr.many} ${ofAll}`,
      `${de.many} der Unternehmen ansehen`,
    ],
    [`company-${kebab}.write`]: [
      `Edit the ${many} of companies`,
      `Modifier les ${fr.many} ${ofAll}`,
      `${de.many} der Unternehmen bearbeiten`,
    ],
    [`${kebab}.read`]: [
      `See the company's ${many}`,
      `Voir les ${fr.many} ${ofOwn}`,
      `${de.many} des Unternehmens ansehen`,
    ],
    [`${kebab}.write`]: [
      `Edit the company's ${many}`,
      `Modifier les ${fr.many} ${ofOwn}`,
      `${de.many} des Unternehmens bearbeiten`,
    ],
  };
}

/** @param {Plan} plan @returns {Line[]} */
export function textLines(plan) {
  const { one, many, register, french, german, texts, isOfCompany } = plan;
  const first = french.gender === "f" ? "la première" : "le premier";
  const erste = { m: "den ersten", f: "die erste", n: "das erste" }[german.gender];
  const rights = Object.values(rightsOf(plan)).map(([text = "", ...said]) => [text, said]);
  const screens = {
    [one]: [french.one, german.one],
    [many]: [french.many, german.many],
    [purposeOf(plan)]: isOfCompany
      ? [`Les ${french.many} de votre entreprise.`, `Die ${german.many} Ihres Unternehmens.`]
      : [`Les ${french.many} du produit.`, `Die ${german.many} des Produkts.`],
    [`Create the first ${one}.`]: [`Créez ${first} ${french.one}.`, `Legen Sie ${erste} ${german.one} an.`],
    ...Object.fromEntries(rights),
    ...(isOfCompany && { [capitalOf(many)]: [capitalOf(french.many), german.many] }),
    ...texts,
  };
  const other = french.gender === "f" ? "Une autre" : "Un autre";
  const anderer = { m: "Ein anderer", f: "Eine andere", n: "Ein anderes" }[german.gender];
  const refusal = {
    [takenText(plan)]: [`${other} ${french.one} l’a déjà.`, `${anderer} ${german.one} hat das schon.`],
  };
  return [
    { file: `texts/catalogue/${register}.json`, end: endOfTexts, line: catalogued(screens) },
    { file: "texts/catalogue/constraints.json", end: endOfTexts, line: catalogued(refusal) },
    {
      file: "texts/catalogue/genders.json",
      end: endOfTexts,
      line: catalogued({ [`${one}|gender`]: [french.gender, "other"] }),
    },
  ];
}

export const capitalOf = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
