/** From so many digits on it is a telephone number that somebody reads out, not a part of a serial number. */
const leastDigits = 6;
const spelling = /^\+?[\d\s().\-/]+$/;

/**
 * A telephone number without its spelling: digits only, without what is dialled before it at home ("0") or abroad ("00").
 * `platform.phone_key` in the database does the same; a test compares the two.
 */
export const phoneKeyOf = (number: string) => number.replaceAll("(0)", "").replace(/\D/g, "").replace(/^0+/, "");

/**
 * What the keys of stored numbers are compared with, for what somebody typed; undefined where that is no telephone number.
 * Where a country's prefix was typed, a number that was stored without one is the same without the first one to three
 * digits.
 */
export function phoneSearchOf(term: string): { part: string; whole: string[] } | undefined {
  const part = phoneKeyOf(term);
  if (!spelling.test(term) || part.length < leastDigits) return undefined;
  const isInternational = /^(\+|00)/.test(term);
  const whole = isInternational ? [1, 2, 3].map((digits) => part.slice(digits)) : [];
  return { part, whole: whole.filter((key) => key.length >= leastDigits) };
}
