import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import * as schema from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { scaled } from "@/db/testing/scale";
import "@/server/root";
import { type KnownCtx, systemCtx } from "@/server/kit/call/context";
import { type AppError, toAppError } from "@/server/kit/call/errors";
import { manyOf } from "@/server/kit/record/many-service";
import { keyOf } from "@/server/kit/record/record-rows";
import { recordService } from "@/server/kit/record/record-service";
import { staffCtx } from "@/server/kit/testing";
import { AnyRows, type AnyValues, randomOf } from "@/server/testing/any-row";
import {
  companyNotes,
  createCompanyNotes,
  noteService,
  openNoteService,
  ownNoteService,
} from "@/server/testing/company-note";
import { listService } from "./list-service";
import type { ListSource, ListTable } from "./list-source";
import { type AnyRecord, registry } from "./registry";

// Callers try what they like with rows that are not theirs, through every service that has a scope or a company: read,
// create, change, remove, bring back, one and many, link. Nothing leaves what they reach, and nothing enters it.

const { db } = useDatabase();
beforeAll(async () => {
  await createCompanyNotes(db());
});

const { users } = schema;
type Source = ListSource<ListTable>;
/** Other test files have tables of their own, which are not in this database. */
const tables = new Set<unknown>([...Object.values(schema), companyNotes]);
const named = <S extends { of: Source }>(services: S[]) =>
  services
    .filter(({ of }) => of.isScoped && tables.has(of.table))
    .map((one, index) => [`${getTableName(one.of.table)} (${index})`, one] as const);
const lists = named([...registry.lists]);
const records = named([...registry.records]);
const sets = [...registry.sets].flatMap(({ parent, ...set }) =>
  (parent?.isScoped || set.children.isScoped) && tables.has(set.children.table) ? { ...set, parent } : [],
);

const stored = (table: PgTable): Promise<AnyValues[]> => db().select().from(table);

/** Some rows, and a caller who reaches some of them: one of the users there are, inside one of the companies there are. */
async function worldOf(of: Source, seed: number) {
  const rows = new AnyRows(db(), randomOf(seed));
  for (let n = (await stored(of.table)).length; n < 12; n++) await rows.insert(of.table);
  const people = await stored(users);
  if (people.length === 0) people.push(await rows.insert(users));
  const { actor, ...staff } = staffCtx(db());
  for (let tried = 1; ; tried++) {
    const ctx: KnownCtx = { ...staff, actor: { ...actor, id: rows.pick(people).id } as typeof actor };
    if (of.company) {
      const id = rows.pick(await stored(of.table))[keyOf(of.table, of.company)] as string;
      ctx.company = { id, rights: new Set<never>() };
    }
    if (tried === 20 || (await within(of, ctx)).size > 0) return { ctx, rows };
  }
}

/** The ids within reach; of a company's rows by their column too, for the condition itself may be what is wrong. */
async function within({ table, company, reach }: Source, ctx: KnownCtx): Promise<Set<unknown>> {
  const rows: AnyValues[] = await db()
    .select()
    .from(table as PgTable)
    .where(reach(ctx));
  const own = rows.filter((row) => !company || row[keyOf(table, company)] === ctx.company?.id);
  return new Set(own.map((row) => row.id));
}

const refusal = (work: Promise<unknown>): Promise<AppError | undefined> =>
  work.then(
    () => undefined,
    (error) => toAppError(error),
  );

it("finds the services it tries", () => {
  const found = records.map(([, record]) => record.of);
  for (const { of } of [noteService, openNoteService, ownNoteService]) expect(found).toContain(of);
  expect(lists.map(([, { of }]) => of.table)).toContain(users);
  expect(sets.length).toBeGreaterThan(1);
});

const read = sample(lists, 30, "lists that show what is within reach");
describe.each(read)("the list of %s", (_, list) => {
  it("shows what is within reach, and nothing else", async () => {
    const { ctx } = await worldOf(list.of, 1);
    const inside = await within(list.of, ctx);
    const request = { limit: 1000 };
    const { items, meta } = await list.list(ctx, request);
    const seen = items.map(({ id }) => id);
    expect(new Set(seen)).toEqual(inside);
    expect(meta.totalItems).toBe(inside.size);
    expect(await list.count(ctx, request)).toEqual({ totalItems: inside.size });
    expect((await list.rows(ctx, request)).items.map(({ id }) => id)).toEqual(seen);
    const streamed: unknown[] = [];
    await list.stream(ctx, request, async (rows) => void streamed.push(...rows.map(({ id }) => id)));
    expect(streamed).toEqual(seen);
    for (const { id } of await stored(list.of.table))
      expect((await refusal(list.get(ctx, id as string)))?.code).toBe(inside.has(id) ? undefined : "not_found");
  });
});

const anyRow = fc.noBias(fc.nat());
const attempt = fc.record({
  kind: fc.constantFrom("create", "update", "update", "remove", "restore", "updateMany", "removeMany", "restoreMany"),
  targets: fc.tuple(anyRow, anyRow, anyRow),
  isOwn: fc.constantFrom(true, true, false),
  other: anyRow,
  /** which of the other row's values are taken, by their place */
  columns: fc.noBias(fc.bigInt(0n, 2n ** 60n)),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer A> ? A : never;

const at = <T>(values: T[], n: number) => values[n % values.length] as T; // callers give at least one

/** Ids to try: the caller's own ones alone, where there are any, or any. */
function idsOf(all: AnyValues[], inside: Set<unknown>, isOwn: boolean, picks: number[]) {
  const ours = all.filter((row) => inside.has(row.id));
  return [...new Set(picks.map((n) => at(isOwn && ours.length ? ours : all, n).id as string))];
}

/** Some of another row's values, such as its owner; texts are new ones, because many are unique. */
const some = (table: PgTable, row: AnyValues, mask: bigint) =>
  Object.fromEntries(
    Object.keys(getTableColumns(table))
      .filter((key, index) => (mask >> BigInt(index)) % 2n === 1n && !/^(id|createdAt|updatedAt|version)$/.test(key))
      .map((key) => [key, `${row[key]}`.startsWith("any ") ? `any ${crypto.randomUUID()}` : row[key]]),
  );

/** The same resource without a scope, by which others remove rows and bring them back. */
function everybodys({ of }: AnyRecord) {
  const { input, query, table } = of;
  const list = listService({ table, scope: "global", input, joins: query.joins, sort: query.sort, filters: {} });
  return recordService(list, of);
}

async function run(record: AnyRecord, ctx: KnownCtx, rows: AnyRows, all: AnyValues[], ids: string[], by: Attempt) {
  const { table } = record.of;
  const many = manyOf(record);
  const values = (n: number) => some(table, at(all, by.other + n), by.columns);
  const [id = ""] = ids;
  if (by.kind === "create") return record.create(ctx, { ...(await rows.values(table)), ...values(0) });
  if (by.kind === "update") return record.update(ctx, id, values(0));
  if (by.kind === "updateMany")
    return many.updateMany(
      ctx,
      ids.map((id, n) => ({ id, values: values(n) })),
    );
  if (by.kind === "remove") return record.remove(ctx, id);
  if (by.kind === "removeMany")
    return many.removeMany(
      ctx,
      ids.map((id) => ({ id })),
    );
  return by.kind === "restore" ? record.restore(ctx, id) : many.restoreMany(ctx, ids);
}

const tried = sample(records, 3, "records that random sequences of writes are tried on");
describe.each(tried)("the records of %s", (_, record) => {
  const { of } = record;
  const others = manyOf(everybodys(record));
  const done = { allowed: 0, refused: 0 };

  async function attempted(ctx: KnownCtx, rows: AnyRows, by: Attempt) {
    const all = await stored(of.table);
    const ids = idsOf(all, await within(of, ctx), by.isOwn, by.targets);
    const isBack = by.kind.startsWith("restore");
    const gone = ids.map((id) => ({ id }));
    if (isBack && (await refusal(others.removeMany(systemCtx("others"), gone)))) return; // still in use
    const before = await stored(of.table);
    const inside = await within(of, ctx);
    const error = await refusal(run(record, ctx, rows, all, ids, by));
    const after = new Map((await stored(of.table)).map((row) => [row.id, row]));
    const now = await within(of, ctx);
    for (const row of before)
      if (!inside.has(row.id)) expect(after.get(row.id), "a row out of reach stays as it is").toEqual(row);
      else if (after.has(row.id)) expect(now.has(row.id), "a row within reach does not leave it").toBe(true);
    const known = new Set(before.map((row) => row.id));
    for (const id of after.keys()) if (!known.has(id)) expect(now.has(id), "a new row is within reach").toBe(true);
    if (error) {
      expect([after.size, [...after.values()]]).toEqual([before.length, expect.arrayContaining(before)]);
      expect([404, 412, 422], error.detail).toContain(error.status);
    }
    done[error ? "refused" : "allowed"]++;
    const missing = isBack ? ids.filter((id) => !after.has(id)) : [];
    if (missing.length) await others.restoreMany(systemCtx("others"), missing);
  }

  it("neither leave what a caller reaches nor enter it", async () => {
    const sequence = fc.asyncProperty(
      fc.integer(),
      fc.array(attempt, { minLength: 14, maxLength: 14 }),
      async (seed, tries) => {
        const { ctx, rows } = await worldOf(of, seed);
        for (const by of tries) await attempted(ctx, rows, by);
      },
    );
    // A resource with many unique or checked values may refuse all of several series: it gets others until one is allowed.
    for (let series = 0; series < 60 && !(done.allowed && done.refused); series++)
      await fc.assert(sequence, { numRuns: scaled(3, 6), endOnFailure: true });
    for (const [what, times] of Object.entries(done)) expect(times, `tries that were ${what}`).toBeGreaterThan(0);
  });
});

it.each(sets.map((set, index) => [`${getTableName(set.links.table)} (${index})`, set] as const))(
  "the links of %s bind only what is within reach",
  async (_, { parent, children, links, set }) => {
    if (!parent) throw new Error("a set whose children have a scope says what its records are");
    let bound = 0;
    const wish = fc.record({
      parent: anyRow,
      isOwn: fc.constantFrom(true, true, false),
      areOwn: fc.boolean(),
      children: fc.array(anyRow, { maxLength: 5 }),
    });
    const sequence = fc.asyncProperty(
      fc.integer(),
      fc.array(wish, { minLength: 6, maxLength: 6 }),
      async (seed, wishes) => {
        const { ctx, rows } = await worldOf(parent, seed);
        for (let n = 0; n < 5; n++) await rows.insert(links.table);
        const [parents, linkable] = [await stored(parent.table), await stored(children.table)];
        for (const { parent: n, isOwn, areOwn, children: ns } of wishes) {
          const [reached, ours] = [await within(parent, ctx), await within(children, ctx)];
          const [id = ""] = idsOf(parents, reached, isOwn, [n]);
          const foreign = (row: AnyValues) => !ours.has(row[keyOf(links.table, links.child)]);
          const before = await stored(links.table);
          const error = await refusal(set(ctx, id, idsOf(linkable, ours, areOwn, ns)));
          const after = await stored(links.table);
          expect(after.filter(foreign), "what is not theirs is neither bound nor let go").toEqual(
            before.filter(foreign),
          );
          if (!reached.has(id)) expect(error?.code).toBe("not_found");
          if (!error) bound++;
          else expect([after.length, after]).toEqual([before.length, expect.arrayContaining(before)]);
        }
      },
    );
    await fc.assert(sequence, { numRuns: scaled(3, 6), endOnFailure: true });
    expect(bound).toBeGreaterThan(scaled(1, 3));
  },
);
