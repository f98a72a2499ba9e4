import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, it } from "vitest";
import { modelPers, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { ListModelPers } from "@/server/devices/model-pers/model-pers.schema";
import { modelPersService } from "@/server/devices/model-pers/model-pers.service";
import { staffCtx } from "@/server/kit/testing";
import { deepOffset } from "./list.rules";
import { contains } from "./list-filters";
import { pageIds } from "./list-page";

const { db } = useDatabase();
const ctx = () => staffCtx(db());
const total = scaled(12_000, 45_000);
const pages = total / 1000;

describe("lists", () => {
  beforeAll(async () => {
    await db().execute(sql`
      insert into ${modelPers} (id, label, description, created_at, updated_at)
      select gen_random_uuid(), 'Model ' || lpad(n::text, 6, '0'), case when n % 7 = 0 then 'x' end,
             timestamptz '2026-01-01' + (n / 10) * interval '1 second', now()
      from generate_series(1, ${total}) n`);
    await modelPersService.create(ctx(), { label: "100% pure_\\ model" });
  });

  it("answers the documented envelope", async () => {
    const page = await modelPersService.list(ctx(), ListModelPers.parse({ label: "Model 00001", sortBy: "label:asc" }));
    expect(page.meta).toEqual({ totalItems: 11, itemCount: 10, itemsPerPage: 10, totalPages: 2, currentPage: 1 });
    expect(page.items[0]?.label).toBe("Model 000001");
  });

  it("keeps one statement an order, however its text is written", async () => {
    let built = 0;
    const query = {
      ...modelPersService.of.query,
      sort: {
        get label() {
          built++;
          return modelPers.label;
        },
      },
    };
    for (const sortBy of ["label:asc", " label:asc", "label:asc  ", "\tlabel:asc", "label", " label "])
      expect(await pageIds(ctx(), query, { limit: 1, sortBy })).toHaveLength(1);
    expect(built).toBe(1);
  });

  it("neither repeats nor loses a row where thousands share a sort value", async () => {
    const seen = new Set<string>();
    for (let page = 1; page <= pages; page++)
      for (const id of await pageIds(ctx(), modelPersService.of.query, { limit: 1000, page, sortBy: "createdAt:desc" }))
        seen.add(id);
    expect(seen.size).toBe(total);
    expect(await pageIds(ctx(), modelPersService.of.query, { limit: 1000, page: pages + 1 })).toHaveLength(1);
  });

  it.each(["label:asc", "label:desc", "createdAt:asc,label:desc"])(
    "reads the far half backwards alike (%s)",
    async (sortBy) => {
      for (const page of [pages * 47, pages * 98, pages * 100, pages * 100 + 1, pages * 100 + 2]) {
        const request = { limit: 10, page, sortBy };
        const forward = await pageIds(ctx(), modelPersService.of.query, request);
        expect(await pageIds(ctx(), modelPersService.of.query, { ...request, knownTotal: total + 1 })).toEqual(forward);
      }
      // As if there were many more before: the page that begins with the first of those that there are.
      const page = deepOffset / 10 + 2;
      const far = { limit: 10, page, sortBy, knownTotal: (page - 1) * 10 + total + 1 };
      const first = await pageIds(ctx(), modelPersService.of.query, { limit: 10, sortBy });
      expect(await pageIds(ctx(), modelPersService.of.query, far)).toEqual(first);
    },
  );

  it("answers an empty page past the end, with the true total", async () => {
    const page = await modelPersService.list(ctx(), { page: 9999, limit: 100 });
    expect(page).toMatchObject({ items: [], meta: { totalItems: total + 1, currentPage: 9999 } });
  });

  it("answers all to who asks for all, whatever page is named too", async () => {
    const all = { isGetAll: true, label: "Model 00001" };
    const { meta, items } = await modelPersService.list(ctx(), { ...all, page: 9999, limit: 100 });
    expect([meta, items.length]).toEqual([(await modelPersService.list(ctx(), all)).meta, 11]);
  });

  it("takes %, _ and \\ literally and letters in either case", async () => {
    const find = async (label: string) =>
      (await modelPersService.rows(ctx(), ListModelPers.parse({ label }))).items.length;
    expect(await find("100%")).toBe(1);
    expect(await find("PURE_\\")).toBe(1);
    expect(await find("%pure")).toBe(0);
    expect(await find("Model_0")).toBe(0);
    expect(await find("％")).toBe(0);
    expect(await find("e_\\ model")).toBe(1);
  });

  it.each([
    ["elan zurich", 1],
    ["ZÜRICH élan", 1],
    ["strasse", 1],
    ["straße", 1],
    ["el", 1],
    ["zü st", 1],
    ["la", 0],
    ["(2)", 1],
    ["2", 1],
    ["elan paris", 0],
    [" ", total + 2],
  ])("finds words in any order, without accents, short ones where a word begins: %s", async (label, count) => {
    const { id } = await modelPersService.create(ctx(), { label: "Élan Zürich-Straße (2)" });
    expect(await modelPersService.count(ctx(), ListModelPers.parse({ label, description: undefined }))).toEqual({
      totalItems: count,
    });
    await modelPersService.remove(ctx(), id);
  });

  it("sorts texts as people do, forwards and backwards, across pages", async () => {
    const names = ["äffin", "Affe", "affe", "Éclair", "eclair", "Zebra", "zebra", "Ångström"].map((name) => `~${name}`);
    for (const label of names) await modelPersService.create(ctx(), { label });
    const wanted = ["~affe", "~Affe", "~äffin", "~Ångström", "~eclair", "~Éclair", "~zebra", "~Zebra"];
    const page = async (sortBy: string, page: number) =>
      (await modelPersService.rows(ctx(), ListModelPers.parse({ label: "~", sortBy, limit: 3, page }))).items.map(
        ({ label }) => label,
      );
    for (const [sortBy, expected] of [
      ["label:asc", wanted],
      ["label:desc", wanted.toReversed()],
    ] as const)
      expect([...(await page(sortBy, 1)), ...(await page(sortBy, 2)), ...(await page(sortBy, 3))]).toEqual(expected);
    await db().execute(sql`delete from ${modelPers} where label like '~%'`);
  });

  it("answers words and texts in order from indexes", async () => {
    const plan = (query: string) =>
      db().transaction(async (tx) => {
        await tx.execute(sql.raw("set local enable_seqscan = off"));
        const rows = await tx.execute<{ "QUERY PLAN": string }>(sql.raw(`explain ${query}`));
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      });
    for (const word of ["theo", "th"]) {
      const { sql: text, params } = new PgDialect({ casing: "snake_case" }).sqlToQuery(contains(users.firstName)(word));
      const filled = text.replace(/\$(\d+)/g, (_, n) => `'${params[Number(n) - 1]}'`);
      expect(await plan(`select id from backoffice.users where ${filled}`)).toContain("users_first_name_search");
    }
    expect(
      await plan(`select id from backoffice.pers order by nu_serial_pers_number collate "und-x-icu", id limit 5`),
    ).toContain("pers_serial_sort");
  });

  it("says whether there is more without a total", async () => {
    const rows = await modelPersService.rows(ctx(), { limit: 1000, page: pages });
    expect(rows.items).toHaveLength(1000);
    expect(rows.hasMore).toBe(true);
    expect((await modelPersService.rows(ctx(), { limit: 1000, page: pages + 1 })).hasMore).toBe(false);
  });

  it("streams every row of a request in order", async () => {
    const labels: string[] = [];
    await modelPersService.stream(ctx(), { sortBy: "label:asc" }, async (rows) => {
      expect(rows.length).toBeLessThanOrEqual(1000);
      labels.push(...rows.map((row) => row.label));
    });
    expect(labels).toHaveLength(total + 1);
    expect(labels.slice(1)).toEqual(labels.slice(1).sort());
  });

  it.each([
    [{ sortBy: "password:asc" }, /cannot be sorted by/],
    [{ sortBy: "label:asc:junk" }, /not a direction/],
    [{ sortBy: "label:" }, /not a direction/],
    [{ sortBy: "label:up" }, /not a direction/],
    [{ limit: 1001 }, /1000/],
    [{ limit: 0 }, /1/],
    [{ page: 0 }, /1/],
  ])("refuses %j", (input, message) => {
    expect(() => ListModelPers.parse(input)).toThrow(message);
  });
});
