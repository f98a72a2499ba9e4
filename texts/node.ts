import { AsyncLocalStorage } from "node:async_hooks";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import account from "./catalogue/account.json";
import answers from "./catalogue/answers.json";
import areas from "./catalogue/areas.json";
import companies from "./catalogue/companies.json";
import constraints from "./catalogue/constraints.json";
import content from "./catalogue/content.json";
import contents from "./catalogue/contents.json";
import counts from "./catalogue/counts.json";
import devices from "./catalogue/devices.json";
import genders from "./catalogue/genders.json";
import kit from "./catalogue/kit.json";
import logs from "./catalogue/logs.json";
import notifications from "./catalogue/notifications.json";
import operations from "./catalogue/operations.json";
import partners from "./catalogue/partners.json";
import people from "./catalogue/people.json";
import refusals from "./catalogue/refusals.json";
import rights from "./catalogue/rights.json";
import rollouts from "./catalogue/rollouts.json";
import words from "./catalogue/words.json";
import wrongInput from "./catalogue/wrong-input.json";
import { keyOf } from "./key.rules";
import { type Catalogue, isLanguage, type Language, type Manner, speech } from "./speech";

// Loaded on the server only: all languages, and the manner of each request, which is kept along its asynchronous work.

const held = globalThis as { persdeskManners?: AsyncLocalStorage<Manner> };
held.persdeskManners ??= new AsyncLocalStorage<Manner>();
const manners = held.persdeskManners;
const inEnglish: Manner = { language: "en", timeZone: "UTC" };
speech().manner = () => manners.getStore() ?? inEnglish;

/** Does work, such as answering a request, in somebody's language and by their clock. */
export const speaking = <T>(manner: Manner, work: () => T): T => manners.run({ ...manner }, work);

/** From here on the current request is answered in this manner, for its person has become known. */
export const speakAs = (manner: Partial<Manner>) => Object.assign(manners.getStore() ?? {}, manner);

/** English texts with their French and German ones. */
type Texts = Readonly<Record<string, readonly string[]>>;

const files: readonly Texts[] = [
  account,
  answers,
  companies,
  constraints,
  content,
  contents,
  counts,
  devices,
  genders,
  areas,
  kit,
  logs,
  notifications,
  operations,
  partners,
  people,
  refusals,
  rights,
  rollouts,
  words,
  wrongInput,
];

const isPlain = (text: string) => !/\{\w+,/.test(text);
const compiled = (text: string) => (isPlain(text) ? text : compileMessage(text));

/** A catalogue by the keys of its English texts; of English only the texts that have to be compiled. */
function catalogueOf(language: Language, texts: Texts): Catalogue {
  const at = { en: undefined, fr: 0, de: 1 }[language];
  const entries = Object.entries(texts).flatMap(([english, said]) => {
    if (at === undefined) return isPlain(english) ? [] : [[keyOf(english), compiled(english)] as const];
    const text = said[at];
    return text === undefined ? [] : [[keyOf(english), compiled(text)] as const];
  });
  return Object.fromEntries(entries);
}

/** Every text of the product. */
export const texts: Texts = Object.assign({}, ...files);
const { catalogues } = speech();
for (const language of ["en", "fr", "de"] as const)
  if (Object.keys(catalogues[language]).length === 0) catalogues[language] = catalogueOf(language, texts);

/** Tells the texts of each layout, as the build found them. */
export const setAreas = (areas: Readonly<Record<string, readonly string[]>>) => Object.assign(speech(), { areas });

const ofAreas = new Map<string, Catalogue>();

/** The part of a catalogue with these English texts. */
export function partOf(language: Language, texts: readonly string[]): Catalogue {
  const whole = catalogues[language];
  // Texts that begin alike lie beside each other: that compresses better.
  const keys = texts.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).map(keyOf);
  return Object.fromEntries(keys.flatMap((key) => (whole[key] === undefined ? [] : [[key, whole[key]] as const])));
}

/**
 * What the pages inside a layout need in their browser, without what layouts around it bring. Where nothing was built, as
 * in development, the outermost layout brings everything.
 */
export function pageCatalogue(language: Language, area: string): Catalogue {
  const { areas } = speech();
  if (!areas) return area === "app" ? catalogues[language] : {};
  const name = `${language} ${area}`;
  const known = ofAreas.get(name) ?? partOf(language, areas[area] ?? []);
  ofAreas.set(name, known);
  return known;
}

/** The language of an Accept-Language header that comes first among ours; English where none is. */
export function languageOf(header: string | null | undefined): Language {
  const wanted = (header ?? "").split(",").map((part) => {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
    return { code: tag.trim().split("-", 1)[0], quality: quality === undefined ? 1 : Number(quality) };
  });
  const known = wanted.filter(({ code, quality }) => isLanguage(code) && quality > 0);
  const best = known.toSorted((a, b) => b.quality - a.quality)[0]?.code;
  return isLanguage(best) ? best : "en";
}

interface Reader {
  kind: string;
  language?: string | null;
  timeZone?: string | null;
}

/** What a person chose, if it is a person and they did. */
export const mannerOf = (reader: Reader | null): Partial<Manner> => ({
  ...(isLanguage(reader?.language) && { language: reader.language }),
  ...(reader?.timeZone && { timeZone: reader.timeZone }),
});
