import type { Messages } from "@lingui/core";

/** The languages of screens, errors and exports. English texts are the keys of the others. */
export type Language = "en" | "fr" | "de";

/** How a person wants things said: the language of texts and numbers, and the clock by which instants are shown. */
export interface Manner {
  language: Language;
  /** an IANA name, such as "Europe/Paris" */
  timeZone: string;
}

/** Texts by `keyOf` the English one: plain texts, whose `{name}` stands for a value, and compiled ones with plurals. */
export type Catalogue = Messages;

interface Speech {
  manner: () => Manner;
  catalogues: Record<Language, Catalogue>;
  /** on a server that was built: the English texts that pages need, by the folders of their layouts */
  areas?: Readonly<Record<string, readonly string[]>>;
}

// One for all bundles of a process, the server's own and those of the pages; in a browser, one for the page.
const held = globalThis as { persdeskSpeech?: Speech };
held.persdeskSpeech ??= {
  manner: () => ({ language: "en", timeZone: "UTC" }),
  catalogues: { en: {}, fr: {}, de: {} },
};
const shared = held.persdeskSpeech;

/** What is known of who reads: set for each request on the server, and once for a page in the browser. */
export const speech = () => shared;

/** The reader's language and clock. */
export const manner = () => shared.manner();

/** What `Intl` is asked for; English is written as in Britain, with the day before the month. */
export const locale = () => ({ en: "en-GB", fr: "fr-FR", de: "de-DE" })[manner().language];

const languages: readonly Language[] = ["en", "fr", "de"];

export const isLanguage = (code: string | null | undefined): code is Language =>
  languages.some((language) => language === code);
