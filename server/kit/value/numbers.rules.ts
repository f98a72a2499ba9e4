import { manner } from "@/texts/speech";

/** What stands before the tenths in the reader's language. */
export const decimalSign = () => (manner().language === "en" ? "." : ",");

/** The signs that are taken for it where somebody types: French and German have no other use for a point in an input. */
export const decimalSigns = () => (decimalSign() === "." ? ["."] : [",", "."]);

/**
 * A number as an input holds it: with the reader's decimal sign, and thousands not grouped, for what one language groups
 * them by is the decimal sign of another: 1234.5 is "1234.5", "1234,5".
 */
export const plainNumber = (value: number) => String(value).replace(".", decimalSign());

/** What an input of a number may hold, for the browser to check. */
export const numberPattern = () => `\\s*-?\\d+([${decimalSigns().join("")}]\\d+)?\\s*`;

/** The number that somebody typed; undefined where it is none. */
export const typedNumber = (text: string) =>
  new RegExp(`^${numberPattern()}$`).test(text) ? Number(text.replace(",", ".")) : undefined;
