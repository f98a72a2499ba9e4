import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import type { Database } from "@/db/client";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { staffCtx } from "@/server/kit/testing";
import { hasUncounted } from "@/server/platform/row-count/row-count.service";

// What migration 0031 declares by platform.count_table, on tables of the test's own: one that is counted by its kind, and one in
// partitions, which is counted by nothing.

const { db } = useDatabase();
type Sql = Pick<Database, "execute">;

const part = (n: number) =>
  `create table platform.counted_parts_${n} partition of platform.counted_parts for values in (${n})`;

beforeEach(async () => {
  for (const one of [
    "drop table if exists platform.counted_things, platform.counted_parts",
    "delete from platform.row_counts where table_name like 'platform.counted_%'",
    "create table platform.counted_things (id serial primary key, kind text not null)",
    "create table platform.counted_parts (id serial, n integer not null) partition by list (n)",
    part(1),
    part(2),
    "select platform.count_table('platform.counted_things', 'r.kind')",
    "select platform.count_table('platform.counted_parts')",
  ])
    await db().execute(sql.raw(one));
  await mend();
});

const mend = () =>
  db().execute<{ name: string; kept: string; found: string }>(sql`select * from platform.mend_row_counts()`);

/** What is kept beside what is there, by kind or table, in one snapshot. */
const compared = (tx: Sql) =>
  tx.execute<{ kind: string; kept: number; found: number }>(sql`
    select coalesce(k.key, t.kind) as kind, coalesce(k.n, 0)::int as kept, coalesce(t.n, 0)::int as found
    from (select coalesce(key, table_name) as key, sum(delta) as n from platform.row_counts
      where table_name like 'platform.counted_%' and not is_base group by 1) k
    full join (select kind, count(*) as n from platform.counted_things group by kind
      union all select 'platform.counted_parts', count(*) from platform.counted_parts) t on t.kind = k.key
    order by 1`);

async function expectExact() {
  for (const { kind, kept, found } of await compared(db())) expect([kind, kept]).toEqual([kind, found]);
}

const kinds = ["a", "b", "c"];
const kind = fc.constantFrom(...kinds);
/** One statement. */
const statement = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 5 }), kind)
    .map(([n, of]) => sql`insert into platform.counted_things (kind) select ${of} from generate_series(1, ${n}::int)`),
  fc.tuple(kind, fc.integer({ min: 1, max: 3 })).map(
    ([of, n]) => sql`delete from platform.counted_things where id in (
      select id from platform.counted_things where kind = ${of} order by id limit ${n} for update skip locked)`,
  ),
  fc.tuple(kind, kind).map(
    ([from, to]) => sql`update platform.counted_things set kind = ${to} where id in (
      select id from platform.counted_things where kind = ${from} order by id desc limit 2 for update skip locked)`,
  ),
  fc
    .array(fc.integer({ min: 1, max: 2 }), { maxLength: 4 })
    .map((parts) => sql`insert into platform.counted_parts (n) select unnest(${`{${parts}}`}::int[])`),
  fc.integer({ min: 1, max: 2 }).map(
    (n) => sql`delete from platform.counted_parts where id in (
      select id from platform.counted_parts where n = ${n} limit 2 for update skip locked)`,
  ),
  fc.constant(sql`update platform.counted_parts set n = 3 - n where id in (
    select id from platform.counted_parts limit 1 for update skip locked)`),
);
/** What a restore does: lists count, rows come with triggers off, and all is counted anew. */
const restored = [
  "delete from platform.row_counts where table_name = 'platform.counted_things' and is_base",
  "alter table platform.counted_things disable trigger user",
  "insert into platform.counted_things (kind) values ('a'), ('c')",
  "delete from platform.counted_things where kind = 'b'",
  "alter table platform.counted_things enable trigger user",
  "select platform.mend_row_counts()",
];
/** A partition goes, and an empty one takes its place. */
const replaced = (n: number, isDropped: boolean) => [
  // As the keeper of partitions does, one at a time.
  "select pg_advisory_xact_lock(1)",
  `select platform.uncount_partition('platform.counted_parts_${n}')`,
  ...(isDropped ? [] : [`alter table platform.counted_parts detach partition platform.counted_parts_${n}`]),
  `drop table platform.counted_parts_${n}`,
  part(n),
];
const raw = (all: string[]) => all.map((one) => sql.raw(one));
/** What one connection does: statements, then a commit or not; now and then one of the larger works. */
const work = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ all: fc.array(statement, { minLength: 1, maxLength: 5 }), isKept: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("things", "parts").map((name) => ({
      all: raw([`truncate platform.counted_${name}`]),
      isKept: true,
    })),
  },
  { weight: 1, arbitrary: fc.boolean().map((isKept) => ({ all: raw(restored), isKept })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 2 }), fc.boolean(), fc.boolean())
      .map(([n, isDropped, isKept]) => ({ all: raw(replaced(n, isDropped)), isKept })),
  },
  { weight: 1, arbitrary: fc.constant({ all: [sql`select platform.mend_row_counts()`], isKept: true }) },
);

it("counts are exact after parallel writes, rollbacks, truncations, restores, dropped partitions and comparisons", async () => {
  const sequences = fc.array(fc.array(work, { minLength: 1, maxLength: 8 }), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(sequences, async (connections) => {
      const undone = new Error("undone");
      const run = async ({ all, isKept }: { all: readonly ReturnType<typeof sql>[]; isKept: boolean }) => {
        await db()
          .transaction(async (tx) => {
            for (const one of all) await tx.execute(one);
            if (!isKept) throw undone;
          })
          .catch((error: unknown) => {
            // Two that take rows in another order may meet, wait long, or find a row gone to another partition; what PostgreSQL
            // then ends is a rollback too.
            const { code } = (error as { cause?: { code?: string } }).cause ?? {};
            if (error !== undone && !["40P01", "55P03", "40001"].includes(String(code))) throw error;
          });
      };
      await Promise.all(
        connections.map(async (those) => {
          for (const one of those) await run(one);
        }),
      );
      await expectExact();
    }),
    { numRuns: scaled(12, 200) },
  );
});

it("a snapshot beside writers has as many rows as are counted in it", async () => {
  let isOver = false;
  const writer = async () => {
    while (!isOver)
      await db().execute(sql`insert into platform.counted_things (kind) select 'a' from generate_series(1, 3)`);
  };
  const writers = [writer(), writer()];
  for (let n = 0; n < scaled(20, 300); n++) await expectExact();
  isOver = true;
  await Promise.all(writers);
  const [{ rows } = { rows: 0 }] = await db().execute<{ rows: number }>(
    sql`select count(*)::int as rows from platform.row_counts where table_name = 'platform.counted_things'`,
  );
  expect(rows).toBeLessThan(1_000);
});

it("rows that were written with triggers off are found and counted", async () => {
  await db().execute(sql`insert into platform.counted_things (kind) values ('a'), ('b')`);
  await db().execute(sql`alter table platform.counted_things disable trigger user`);
  await db().execute(sql`insert into platform.counted_things (kind) values ('b'), ('c')`);
  await db().execute(sql`alter table platform.counted_things enable trigger user`);
  expect((await mend()).toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: "platform.counted_things b", kept: "1", found: "2" },
    { name: "platform.counted_things c", kept: "0", found: "1" },
  ]);
  await expectExact();
  expect(await mend()).toEqual([]);
});

it("a table without a base is found, and counted from the next comparison on", async () => {
  expect(await hasUncounted(staffCtx(db()))).toBe(false);
  await db().execute(sql`delete from platform.row_counts where table_name = 'platform.counted_things'`);
  await db().execute(sql`insert into platform.counted_things (kind) values ('a')`);
  expect(await hasUncounted(staffCtx(db()))).toBe(true);
  // What was not counted before is no difference.
  expect(await mend()).toEqual([]);
  expect(await hasUncounted(staffCtx(db()))).toBe(false);
  await expectExact();
});

it("a table in partitions is counted by nothing, for a row may move to another partition", async () => {
  const refused = db().execute(sql`select platform.count_table('platform.counted_parts', 'r.n::text')`);
  await expect(refused).rejects.toMatchObject({ cause: { message: expect.stringContaining("is partitioned") } });
});
