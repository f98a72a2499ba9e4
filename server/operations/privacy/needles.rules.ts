/** What a person is known by. */
export interface Identity {
  /** lower case: the current address, one that waits for its confirmation, and earlier ones */
  emails: string[];
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
/** As it stands within a JSON text. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

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
        return [`\\m${first}\\s+${last}\\M`, `\\m${last},?\\s+${first}\\M`];
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

/** The same patterns for texts that this process reads, such as sealed ones. */
export const regexOf = (identity: Identity) =>
  new RegExp(
    patternOf(identity)
      .replaceAll("\\m", "(?<![\\p{L}\\p{N}])")
      .replaceAll("\\M", "(?![\\p{L}\\p{N}])")
      .replaceAll("\\/", "\\/"),
    "giu",
  );
