/** A call as it was sent: the input by its keys, and what was answered. */
export interface Recorded {
  /** what the procedure took, by key; files left out */
  input?: Record<string, unknown>;
  answer?: unknown;
}

const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const shownRows = 2;

/** Not a file: what is no plain JSON has no example. */
const isPlain = (value: unknown) => !(value instanceof Object && "bytes" in value);

/** The value with its lists cut to two rows and its tokens replaced. */
function trimmed(value: unknown, key = ""): unknown {
  if (key === "refreshToken" && !String(value).startsWith("Bearer")) return "8vB3kq0sXo4pQ2rT7uV9xZ1bC5dE6fGhJ";
  if (typeof value === "string") return value.replace(token, "eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl");
  if (Array.isArray(value)) return value.slice(0, shownRows).map((inner) => trimmed(inner));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, trimmed(inner, key)]));
}

/** A call as the document shows it. */
export function exampleOf(input: object, answer: unknown): Recorded {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && isPlain(value));
  return {
    ...(given.length > 0 && { input: trimmed(Object.fromEntries(given)) as Record<string, unknown> }),
    ...(answer !== undefined && { answer: trimmed(answer) }),
  };
}

/** What each run has another one of: ids that the database gave, moments, and secrets for one use. */
const made = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$|^\d{4}-\d\d-\d\dT/;
const oneTime = new Set(["token", "code", "totpCode", "authorization", "refreshToken"]);

/** Where a call is another one than the document shows, by the path of the field. */
export function differences(sent: unknown, shown: unknown, at: string, key = ""): string[] {
  if (sent === shown) return [];
  if (typeof sent !== typeof shown || Array.isArray(sent) !== Array.isArray(shown)) return [at];
  if (typeof sent === "string")
    return oneTime.has(key) || (made.test(sent) && made.test(String(shown))) ? [] : [`${at}: ${sent} and ${shown}`];
  if (typeof sent !== "object" || sent === null || shown === null) return [`${at}: ${sent} and ${shown}`];
  const keys = new Set([...Object.keys(sent), ...Object.keys(Object(shown))]);
  return [...keys].flatMap((one) => differences(Object(sent)[one], Object(shown)[one], `${at}.${one}`, one));
}
