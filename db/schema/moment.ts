// Imports nothing, for drizzle-kit reads it with the schema.

const written = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|([+-])(\d\d)(?::?(\d\d))?(?::?(\d\d))?)$/;

const first = Date.parse("0001-01-01T00:00:00.000Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Begins a value that could not be read; its text in the database follows. No text of the database has this character, so
 * nothing else is taken for one, and a statement that is given it is refused.
 */
const mark = "\0";
let met = 0;

/** How many values this process could not read so far: who finds the same number before and after has met none. */
export const unreadableMet = () => met;

/** Whether this is what `momentOf` makes of a moment that cannot be read. */
export const isUnreadable = (value: unknown) => typeof value === "string" && value.startsWith(mark);

/** The text of an unreadable value as the database wrote it. */
export const writtenAs = (unreadable: string) => unreadable.slice(mark.length);

function unreadable(text: string) {
  met += 1;
  return mark + text;
}

/** PostgreSQL leaves the zeros at the end of a fraction out; what is finer than milliseconds is cut off. */
const milliseconds = (fraction = "") => fraction.slice(0, 3).padEnd(3, "0");

/**
 * The one reader of moments as PostgreSQL writes them (`DateStyle` ISO, in answers and in its JSON), in any zone. V8's own
 * reader takes years 1 to 99 for those of 1950 to 2049, or for none.
 * @param text such as "0031-01-01 00:00:00.5+00"
 * @returns ISO 8601, UTC, milliseconds; what is no moment of the years 1 to 9999 (infinity, before Christ) is a text for which
 * `isUnreadable` is true
 */
export function momentOf(text: string): string {
  const [, day, time, fraction, sign, hours = "00", minutes = "00", seconds = "00"] = written.exec(text) ?? [];
  if (day === undefined || time === undefined) return unreadable(text);
  const shown = `${day}T${time}.${milliseconds(fraction)}Z`;
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  if (ahead === 0 && day > "0001") return shown;
  const at = Date.parse(shown) - (sign === "-" ? -ahead : ahead);
  return at >= first && at <= last ? new Date(at).toISOString() : unreadable(text);
}

/** As `momentOf`, where there may be none. */
export const momentOrNull = (text: string | null) => (text === null ? null : momentOf(text));
