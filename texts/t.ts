import { setupI18n } from "@lingui/core";
import { keyOf } from "./key.rules";
import { speech } from "./speech";

export type Values = Readonly<Record<string, string | number>>;

/** "Open|state" is said as "Open"; what follows the bar only tells it from another "Open". */
const withoutContext = (text: string) => text.replace(/\|[a-z ]+$/, "");

/** French says "d’Ada", not "de Ada": so does "Compte de {label}", by what stands there. */
const elided = (text: string, values: Values) =>
  text.replace(/\b(d|qu)e \{(\w+)\}/gi, (whole, head: string, name: string) =>
    /^([aeiou]|y[^aeiou])/i.test(String(values[name] ?? "").normalize("NFD")) ? `${head}’{${name}}` : whole,
  );

const filled = (text: string, values: Values) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

const formatter = setupI18n();

/**
 * A text of the product in the reader's language. The English text is the key: a plain text, one with
 * `{name}` for a value, or an ICU message with plurals, such as "{count, plural, one {# row} other {# rows}}". What follows
 * a bar is a context for translators: `t("Open|state")`. A text that no catalogue has, such as a person's own, stays as it is.
 *
 * To be called while something is drawn or said, never when a module is loaded: the language is that of the request or
 * of the page.
 */
export function t(text: string, values?: Values): string {
  const { manner, catalogues } = speech();
  const { language } = manner();
  const message = catalogues[language][keyOf(text)] ?? withoutContext(text);
  if (typeof message === "string")
    return values ? filled(language === "fr" ? elided(message, values) : message, values) : message;
  formatter.loadAndActivate({ locale: language, messages: { [text]: message } });
  return formatter._(text, values);
}

/** As `t`, for a text that may be missing. */
export const tt = (text: string | undefined) => (text === undefined ? undefined : t(text));
