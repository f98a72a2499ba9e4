import fc from "fast-check";
import postgres from "postgres";
import { expect, it } from "vitest";
import { sessionSettings } from "@/db/session";
import { useDatabase } from "@/db/testing/database";
import { isLong } from "@/db/testing/scale";
import { isUnreadable, momentOf, unreadableMet, writtenAs } from "./moment";

const { url } = useDatabase();

/** What the database writes of moments, in a session of that zone, and the milliseconds they are at. */
async function writtenBy<T>(timeZone: string, ask: (sql: postgres.Sql) => Promise<T>) {
  const sql = postgres(url, { max: 1, types: raw, connection: { ...sessionSettings, TimeZone: timeZone } });
  try {
    return await ask(sql);
  } finally {
    await sql.end();
  }
}
const raw = { date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text } };

const first = Date.parse("0001-01-01T00:00:00.000Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");
const moments = fc.sample(
  fc.oneof(
    fc.integer({ min: first, max: last }),
    fc.integer({ min: first, max: Date.parse("0100-01-01T00:00:00Z") }),
    fc.constantFrom(first, first + 1, last - 1, last),
  ),
  { numRuns: isLong ? 100_000 : 2_000, seed: 20_261_123 },
);

it.each(["UTC", "Europe/Paris", "America/St_Johns", "Asia/Kathmandu", "Pacific/Kiritimati", "Etc/GMT+12"])(
  "reads moments of the years 1 to 9999 as the database of a session in %s writes them",
  async (timeZone) => {
    const texts = moments.map((at) => new Date(at).toISOString());
    const rows = await writtenBy(
      timeZone,
      (sql) => sql<{ at: string; json: { at: string } }[]>`
        select at, json_build_object('at', at) as json from (select unnest(${texts}::text[])::timestamptz(3) as at) m`,
    );
    const wrong = rows.flatMap(({ at, json }, n) =>
      // In a zone behind UTC the first moments are written as of the year before.
      momentOf(at) === texts[n] && momentOf(json.at) === texts[n]
        ? []
        : timeZone !== "UTC" && / BC$|^\d{5}/.test(at)
          ? []
          : [[at, json.at, texts[n]]],
    );
    expect(rows).toHaveLength(moments.length);
    expect(wrong).toEqual([]);
  },
  120_000,
);

it.each(["infinity", "-infinity", "0044-03-15 00:00:00+00 BC", "10000-01-01 00:00:00+00"])("marks %s", async (text) => {
  const [row] = await writtenBy("UTC", (sql) => sql<{ at: string }[]>`select ${text}::text::timestamptz as at`);
  expect(row?.at).toBe(text);
  const before = unreadableMet();
  const read = momentOf(text);
  expect([isUnreadable(read), writtenAs(read), unreadableMet() - before]).toEqual([true, text, 1]);
});
