/** What a person is known by. */
export interface Identity {
  /** lower case: the current address, one that waits for its confirmation, and earlier ones */
  emails: string[];
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
/** As it stands within a JSON text. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Not within a longer word. A name may end with a sign, such as "Smith Jr.", after which no word ends. */
const alone = (text: string) => `(?<![[:alnum:]])${text}(?![[:alnum:]])`;

/** What stands in place of what was removed. */
export const removed = "[erased]";

const names = ({ firstName, lastName }: Identity) =>
  firstName && lastName && firstName.length + lastName.length > 3 ? ([firstName, lastName] as const) : undefined;

/**
 * Finds a person in a text, as a regular expression of PostgreSQL: their addresses, full name and phone number. A first
 * or last name alone is not looked for, because it is the name of others too.
 */
export function patternOf(identity: Identity): string {
  const { emails, phoneNumber } = identity;
  const both = names(identity)?.map((name) => [escaped(name), escaped(inJson(name))] as const);
  const whole = both
    ? [0, 1].flatMap((form) => {
        const [first, last] = both.map((forms) => forms[form]);
        return [alone(`${first}\\s+${last}`), alone(`${last},?\\s+${first}`)];
      })
    : [];
  const digits = phoneNumber?.replace(/\D/g, "") ?? "";
  const phone = digits.length >= 6 ? [`\\+?${digits.split("").join("[\\s./()-]*")}(?!\\d)`] : [];
  const addresses = emails.map((email) => `(?<![a-z0-9._%+-])${escaped(email)}(?![a-z0-9-])`);
  return [...new Set([...addresses, ...whole, ...phone])].join("|");
}

/** The fields of a JSON value that hold a name of the person, where it holds both their names. */
export function jsonNamesOf(identity: Identity): { both: [string, string]; fields: string } | undefined {
  const known = names(identity);
  if (!known) return undefined;
  const [first, last] = known.map((name) => escaped(inJson(name)));
  const both: [string, string] = [`"${first}"`, `"${last}"`];
  return { both, fields: `"(?:${first}|${last})"` };
}

/** Finds a first or last name that stands alone; none where both are too short to mean somebody. */
export function namesPatternOf({ firstName, lastName }: Identity): string | undefined {
  const long = [firstName, lastName].filter((name) => name !== undefined && name.length >= 3);
  const forms = long.flatMap((name = "") => [escaped(name), escaped(inJson(name))]);
  return forms.length > 0 ? [...new Set(forms)].map(alone).join("|") : undefined;
}

/** A pattern of PostgreSQL for texts that this process reads, such as sealed ones. */
export const regexFrom = (pattern: string) => new RegExp(pattern.replaceAll("[[:alnum:]]", "[\\p{L}\\p{N}]"), "giu");

/** The same for everything that a person is known by. */
export const regexOf = (identity: Identity) => regexFrom(patternOf(identity));
