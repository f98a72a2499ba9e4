import { getTableName, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { useDemo } from "@/db/testing/demo";
import { inputSchemaOf, type JsonSchema, planOperations, proceduresOf, resolve } from "@/server/doors/rest-plan";
import { registry } from "@/server/kit/list/registry";
import { staffCtx } from "@/server/kit/testing";
import { callProcedure } from "@/server/testing/call-procedure";
import { Sound } from "./malformed.values";
import { appRouter } from "./root";
import { knownIds } from "./testing/malformed";

// Each list of the API is walked by `meta.next` and `after` through a demo, and is what one large page of it is.

const { db } = useDemo(20, "2026-11-01T12:00:00Z");
const procedures = new Map(proceduresOf(appRouter));
const paged = planOperations(appRouter).filter(({ query, searches }) => query.has("page") || searches);
const draws = fc.sample(fc.gen(), { numRuns: 6, seed: 20_261_125 });

interface Page {
  meta: { next?: string; totalItems: number; totalPages: number; currentPage: number };
  items: unknown[];
}

async function ask(path: string, input: object): Promise<Page | undefined> {
  const answer = await callProcedure(path, input, staffCtx(db()), { type: "query" }).catch(() => undefined);
  const page = Object(answer).deliveries ?? answer;
  return page?.meta && page;
}

/** What a list has to be given, drawn so that it finds some rows. */
async function fullest(name: string, ids: Map<string, string[]>) {
  const procedure = procedures.get(name);
  const schema: JsonSchema = procedure ? inputSchemaOf(procedure) : {};
  const { properties = {}, required = [] } = resolve(schema, schema);
  const kept = Object.fromEntries(Object.entries(properties).filter(([key]) => required.includes(key)));
  const needed = { ...resolve(schema, schema), required, properties: kept, $defs: schema.$defs };
  let best: { input: object; page: Page } | undefined;
  for (const draw of required.length > 0 ? draws : draws.slice(0, 1)) {
    const input = new Sound(draw, needed, ids, name.split(".")[0] ?? "").value(needed, "") as object;
    const page = await ask(name, { ...input, limit: 1000 });
    if (page && (!best || page.items.length > best.page.items.length)) best = { input, page };
  }
  return best;
}

it("a list whose rows are counted as they are written has as many as the database finds", async () => {
  const counted = [...registry.lists].filter(({ of }) => of.query.whole);
  expect(counted.length).toBeGreaterThan(8);
  for (const { of, count } of counted) {
    const [kept] = await db()
      .select({ value: sql<number | null>`${of.query.whole}` })
      .from(sql`(values (1)) as one`);
    const found = await db().$count(of.query.table, of.reach(staffCtx(db())));
    expect([getTableName(of.table), kept?.value, await count(staffCtx(db()), {})]).toEqual([
      getTableName(of.table),
      found,
      { totalItems: found },
    ]);
  }
});

it("every list that has pages can be walked", () => {
  expect(paged.length).toBeGreaterThan(70);
  for (const { name, query, body } of paged) {
    const keys = [...query.keys(), ...body.map((field) => field.name)];
    expect([name, keys.includes("after"), keys.includes("withTotal")]).toEqual([name, true, true]);
  }
});

it("a walk sees what one page does, in its order", async () => {
  const ids = await knownIds(db());
  const walked: string[] = [];
  const wrong: unknown[] = [];
  for (const { name, searches } of paged) {
    if (searches) continue; // the same procedure
    const found = await fullest(name, ids);
    if (!found || found.page.items.length < 2) continue;
    const { input, page: all } = found;
    const limit = Math.max(1, Math.ceil(all.items.length / 7));
    const seen: unknown[] = [];
    let after: string | undefined;
    do {
      const page = await ask(name, { ...input, limit, after });
      if (page?.meta.totalItems !== all.meta.totalItems) wrong.push([name, page?.meta]);
      seen.push(...(page?.items ?? []));
      after = page?.meta.next;
    } while (after && seen.length < all.items.length); // the longest lists have more than one large page
    if (JSON.stringify(seen.slice(0, all.items.length)) !== JSON.stringify(all.items)) wrong.push([name, seen.length]);
    walked.push(name);
    const [first, beside] = [
      await ask(name, { ...input, limit: 1 }),
      await ask(name, { ...input, page: 1, after: "page-2" }),
    ];
    if (!first?.meta.next || beside) wrong.push([name, first?.meta, beside?.meta]);
  }
  expect(wrong).toEqual([]);
  expect(walked.length).toBeGreaterThan(45);
});
