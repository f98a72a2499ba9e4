import { getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as schema from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import "@/server/root";
import { staffCtx } from "@/server/kit/testing";
import { countRows } from "./list";
import { pageIds } from "./list-page";
import { registry } from "./registry";

// Every sort and every filter of every list is run once, in the page and in the count, which joins nothing: what names a
// table that is not there fails here, not at the first caller.

const { db } = useDatabase();
const tables = new Set<unknown>(Object.values(schema)); // other test files have lists of tables of their own
const lists = [...registry.lists]
  .filter(({ of }) => tables.has(of.table))
  .map(({ of }, index) => [`${getTableName(of.table)} (${index})`, of] as const);

const candidates = [
  crypto.randomUUID(),
  [crypto.randomUUID()],
  true,
  1,
  "2026-01-31",
  "2026-01-31T10:00:00.000Z",
  "1.2.3",
  "user",
  "person@example.com",
];

/** A value that the filter takes. */
function valueFor(key: string, filter: z.ZodType) {
  const { enum: choices, items } = z.toJSONSchema(filter, { io: "input", unrepresentable: "any" });
  const several = typeof items === "object" && "enum" in items ? (items.enum ?? []).map((one) => [one]) : [];
  for (const value of [...(choices ?? []), ...several, ...candidates]) {
    const parsed = filter.safeParse(value);
    if (parsed.success) return parsed.data;
  }
  throw new Error(`${key}: no candidate fits; add one`);
}

it("finds the lists it walks", () => expect(lists.length).toBeGreaterThan(25));

describe.each(lists)("the list of %s", (_, { query, input }) => {
  const ctx = () => staffCtx(db());

  it("can be sorted by each of its fields", async () => {
    for (const field of input.sortable)
      expect(await pageIds(ctx(), query, { sortBy: `${field}:desc` })).toBeInstanceOf(Array);
  });

  it("can be filtered by each of its filters, in its page and in its count", async () => {
    for (const [key, filter] of Object.entries(input.filterKeys)) {
      const request = { [key]: valueFor(key, filter as z.ZodType) };
      const ids = await pageIds(ctx(), query, { ...request, limit: 1000 }).catch((error) =>
        Promise.reject(new Error(`${key}: ${error.cause ?? error}`)),
      );
      expect(await countRows(ctx(), query, request)).toBe(ids.length);
    }
  });
});
