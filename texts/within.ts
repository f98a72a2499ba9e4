import { manner } from "./speech";

/**
 * A title or a noun as it stands within a sentence: "Serial number" → "serial number". What begins with two capitals, such
 * as "PERS device", stays, as do the nouns of German.
 */
export const within = (text: string) =>
  manner().language === "de" ? text : text.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase());
