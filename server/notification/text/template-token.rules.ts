import { placeholdersOf } from "@/server/kit/value/placeholders.rules";

/** The names of tokens in a list of them, such as "firstName, serial". */
export const namesIn = (tokensLabelList: string): string[] =>
  tokensLabelList
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** What a token may be called. */
export const isTokenName = (name: string) => /^[\p{L}\p{N}_-]{1,60}$/u.test(name);

const recipientPrefix = "recipient.";

/** What a text may say of whoever gets it, without a value from the sender (ADR 127). */
export const recipientTokens = ["firstName", "lastName", "company", "vehicle", "device", "language"].map(
  (name) => `${recipientPrefix}${name}`,
);
export const isRecipientToken = (name: string) => recipientTokens.includes(name);

/** A token such as `recipient.firstName` by its name alone, such as `firstName`. */
export const recipientName = (token: string) => token.slice(recipientPrefix.length);

/** What a value may be given for: a token of the sender's, or one of the recipient that takes the place of their own. */
export const isValueName = (name: string) => isTokenName(name) || isRecipientToken(name);

/** The tokens of a text, each once; undefined where it is no text with plain `{{tokens}}`. */
export function tokensIn(text: string): string[] | undefined {
  const parts = placeholdersOf(text);
  return parts?.tokens.every(isValueName) ? [...new Set(parts.tokens)] : undefined;
}

// Schemes that a browser runs or reads itself; any other scheme than https is an app's own.
const dangerous = /^(?:javascript|data|vbscript|file|blob|about|http|ws|wss|ftp):/i;

/** Whether a link, its tokens filled in or not, leads to https or an app's own scheme. */
export const isLink = (link: string) => /^https:\/\/[^\s/]|^[a-z][a-z0-9+.-]*:/i.test(link) && !dangerous.test(link);

const examples = new Map(
  Object.entries({
    firstName: "Alex",
    lastName: "Martin",
    name: "Alex Martin",
    company: "Example Cycles",
    companyName: "Example Cycles",
    vehicle: "City bike 7",
    device: "PC1-2404-000286",
    language: "English",
    serial: "PD-000123",
    level: "18",
    code: "123456",
    date: "2026-01-31",
    time: "10:30",
  }),
);

/** What a token is filled with where nobody's value may be shown; its own name where there is no example. */
export const exampleOf = (token: string) =>
  examples.get(isRecipientToken(token) ? recipientName(token) : token) ?? token;
