import { locale } from "@/texts/speech";

/** What `Intl` calls a language; undefined for a code that it does not know. */
const saidIn = (reader: string, code: string) =>
  new Intl.DisplayNames([reader], { type: "language", fallback: "none" }).of(code);

/**
 * A language's name in the reader's language: "German" is "Allemand" in French. A name that is not the usual
 * English one was chosen by somebody, and stays.
 * @param code a BCP 47 tag, as the server stores it
 */
export function languageName({ code, name }: { code: string; name: string }): string {
  const said = saidIn("en", code) === name ? saidIn(locale(), code) : undefined;
  return said ? said.charAt(0).toUpperCase() + said.slice(1) : name;
}
