import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { modelPers } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import type { KnownCtx } from "@/server/kit/call/context";
import { type AppError, toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { type ListRequest, listInput } from "./list.schema";
import { listService } from "./list-service";
import { type AnyList, registry } from "./registry";

const { db } = useDatabase();

/** Models in one order after the other: values that many share, none at all, up and down. */
const walked = (order: string) => {
  const service = listService({
    table: modelPers,
    scope: "global",
    input: listInput({ sort: ["label", "description", "createdAt"], filters: { label: z.string() }, order }),
    sort: { label: modelPers.label, description: modelPers.description, createdAt: modelPers.createdAt },
    filters: { label: () => undefined },
  });
  registry.lists.delete(service as unknown as AnyList); // tests that walk all lists mean those of the product
  return service;
};
const orders = ["createdAt:desc", "description:asc", "description:desc", "description:asc,label:desc", "label:asc"];

const ask = (service: ReturnType<typeof walked>, ctx: KnownCtx, request: ListRequest, path = "walks.list") =>
  service.list({ ...ctx, asked: { path, input: request } }, request);

const fill = (rows: { description: string | null; minute: number }[]) =>
  db()
    .insert(modelPers)
    .values(
      rows.map(({ description, minute }, index) => ({
        label: `Walk ${crypto.randomUUID()} ${index}`,
        description,
        createdAt: `2026-01-01T10:${String(minute).padStart(2, "0")}:00.123456Z`,
      })),
    )
    .returning({ id: modelPers.id });

const Row = fc.record({
  description: fc.option(fc.constantFrom("", "a", "A", "ä", "b", 'b"},{', "NULL", "ß"), { nil: null }),
  minute: fc.nat(2),
});

describe("a walk", () => {
  it.each(orders)("in the order %s sees once what is there all along, whatever comes and goes", async (order) => {
    const service = walked(order);
    const property = fc.asyncProperty(
      fc.array(Row, { minLength: 1, maxLength: 12 }),
      fc.array(fc.record({ adds: fc.array(Row, { maxLength: 2 }), drops: fc.boolean() }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 5 }),
      async (rows, changes, limit) => {
        await db().execute(sql`truncate ${modelPers} cascade`);
        const lasting = (await fill(rows)).map(({ id }) => id);
        const passing = (await fill(rows.slice(0, 3))).map(({ id }) => id);
        const seen: string[] = [];
        let after: string | undefined;
        let passed = 0;
        for (let step = 0; step === 0 || after; step++) {
          const { meta, items } = await ask(service, staffCtx(db()), { limit, after });
          seen.push(...items.map(({ id }) => id));
          expect(new Set(seen).size, "each is seen once").toBe(seen.length);
          passed += items.length;
          expect(meta).toMatchObject({ totalItems: rows.length + Math.min(3, rows.length), itemsPerPage: limit });
          expect(meta.currentPage).toBe(step + 1);
          after = meta.next;
          const { adds = [], drops } = changes[step] ?? {};
          if (adds.length) await fill(adds);
          const gone = drops && passing.pop();
          if (gone) await db().execute(sql`delete from ${modelPers} where id = ${gone}`);
        }
        expect(seen.length).toBe(passed);
        expect(lasting.filter((id) => !seen.includes(id))).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: scaled(8, 200), seed: 20_261_123 });
  });

  it.each(orders)("has the order of pages (%s)", async (order) => {
    await db().execute(sql`truncate ${modelPers} cascade`);
    await fill(fc.sample(Row, { numRuns: 40, seed: 7 }));
    const service = walked(order);
    const all = (await ask(service, staffCtx(db()), { limit: 1000 })).items.map(({ id }) => id);
    const seen: string[] = [];
    for (let after: string | undefined, first = true; first || after; first = false) {
      const { meta, items } = await ask(service, staffCtx(db()), { limit: 3, after });
      seen.push(...items.map(({ id }) => id));
      expect(seen).toEqual(all.slice(0, seen.length));
      after = meta.next;
    }
    expect(seen).toEqual(all);
  });
});

describe("what says where a walk goes on", () => {
  const service = walked("createdAt:desc");

  it("is said to who asks by a door, and to no service that reads the list", async () => {
    await fill([1, 2].map((minute) => ({ description: null, minute })));
    expect((await ask(service, staffCtx(db()), { limit: 1 })).meta.next).toEqual(expect.any(String));
    expect((await service.list(staffCtx(db()), { limit: 1 })).meta.next).toBeUndefined();
  });
  const codeOf = (asked: Promise<unknown>) =>
    asked
      .then(() => "taken")
      .catch((error: unknown) => {
        const { code, errors }: AppError = toAppError(error);
        return `${code} ${errors?.[0]?.path}`;
      });

  it("is taken from the same caller for the same list and filters alone", async () => {
    await fill([{ description: "a", minute: 0 }]);
    await fill([{ description: "a", minute: 1 }]);
    const caller = staffCtx(db());
    const { next = "" } = (await ask(service, caller, { limit: 1 })).meta;
    expect(await codeOf(ask(service, caller, { limit: 3, after: next }))).toBe("taken");
    const other = {
      ...caller,
      actor: { kind: "key", id: crypto.randomUUID(), label: "", permissions: new Set<string>() },
    };
    const within = { ...caller, company: { id: crypto.randomUUID(), rights: new Set<never>() } };
    const foreign = [
      ask(service, other as KnownCtx, { limit: 1, after: next }),
      ask(service, within, { limit: 1, after: next }),
      ask(service, caller, { limit: 1, after: next }, "others.list"),
      ask(service, caller, { limit: 1, after: next, label: "x" } as ListRequest),
      ask(walked("label:asc"), caller, { limit: 1, after: next }),
      ask(service, caller, { limit: 1, after: `${next}A` }),
      ask(service, caller, { limit: 1, after: next.replace(/.{8}$/, "AAAAAAAA") }),
      ask(service, caller, { limit: 1, after: "page-2" }),
    ];
    expect(await Promise.all(foreign.map(codeOf))).toEqual(foreign.map(() => "invalid_input after"));
    for (const beside of [{ page: 2 }, { offset: 3 }, { isGetAll: true }])
      expect(await codeOf(ask(service, caller, { ...beside, after: next }))).toBe(
        `invalid_input ${Object.keys(beside)[0]}`,
      );
    expect(await codeOf(ask(service, caller, { sortBy: "label:asc", after: next }))).toBe("invalid_input sortBy");
  });

  it("is not there in another order, at the end, and where everything is asked for", async () => {
    const caller = staffCtx(db());
    const next = async (request: ListRequest) => typeof (await ask(service, caller, request)).meta.next;
    expect(await next({ limit: 1 })).toBe("string");
    expect(await next({ limit: 1, sortBy: "createdAt:desc" })).toBe("string");
    expect(await next({ limit: 1, sortBy: "label:asc" })).toBe("undefined");
    expect(await next({ limit: 1000 })).toBe("undefined");
    expect(await next({ isGetAll: true })).toBe("undefined");
  });

  it("carries the total of the first page, which is counted anew where that is asked", async () => {
    const caller = staffCtx(db());
    const { totalItems, next } = (await ask(service, caller, { limit: 1 })).meta;
    await fill([{ description: null, minute: 2 }]);
    const total = async (withTotal?: boolean) =>
      (await ask(service, caller, { limit: 1, after: next, withTotal })).meta.totalItems;
    expect([await total(), await total(true)]).toEqual([totalItems, totalItems + 1]);
  });

  it("is the same each time, so that an answer that nothing changed is the same text", async () => {
    const next = async () => (await ask(service, staffCtx(db()), { limit: 1 })).meta.next;
    expect(await next()).toBe(await next());
  });

  it("shows nothing of the row", async () => {
    const { next = "" } = (await ask(walked("label:asc"), staffCtx(db()), { limit: 1 })).meta;
    expect(Buffer.from(next, "base64url").toString("latin1")).not.toMatch(/Walk|label/);
  });
});
