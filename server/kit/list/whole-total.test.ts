import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import type { Database } from "@/db/client";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { staffCtx } from "@/server/kit/testing";
import { hasUncounted } from "@/server/platform/row-count/row-count.service";

// The triggers of migration 0024, on a table of the test's own that is counted by its kind.

const { db } = useDatabase();
type Sql = Pick<Database, "execute">;

beforeEach(async () => {
  await db().execute(sql`drop table if exists platform.counted_things`);
  await db().execute(sql`delete from platform.row_counts where table_name = 'platform.counted_things'`);
  await db().execute(sql`create table platform.counted_things (id serial primary key, kind text not null)`);
  for (const [name, when, rows] of [
    ["count_new_rows", "insert", "referencing new table as changed_rows"],
    ["count_gone_rows", "delete", "referencing old table as changed_rows"],
    ["count_other_rows", "update", "referencing new table as new_rows old table as old_rows"],
    ["count_no_rows", "truncate", ""],
  ])
    await db().execute(
      sql.raw(`create trigger ${name} after ${when} on platform.counted_things ${rows}
        for each statement execute function platform.count_rows('kind')`),
    );
  await mend();
});

const mend = () =>
  db().execute<{ name: string; kept: string; found: string }>(sql`select * from platform.mend_row_counts()`);

/** What is kept beside what is there, by kind, in one snapshot. */
const compared = (tx: Sql) =>
  tx.execute<{ kind: string; kept: number; found: number }>(sql`
    select coalesce(k.key, t.kind) as kind, coalesce(k.n, 0)::int as kept, coalesce(t.n, 0)::int as found
    from (select key, sum(delta) as n from platform.row_counts
      where table_name = 'platform.counted_things' and not is_base group by key) k
    full join (select kind, count(*) as n from platform.counted_things group by kind) t on t.kind = k.key
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
);
/** What one connection does: statements, then a commit or not; now and then all rows go, or the counts are compared. */
const work = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ all: fc.array(statement, { minLength: 1, maxLength: 5 }), isKept: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ all: [sql`truncate platform.counted_things`], isKept: true }) },
  { weight: 1, arbitrary: fc.constant({ all: [sql`select platform.mend_row_counts()`], isKept: true }) },
);

it("counts are exact after parallel writes, rollbacks, truncations and comparisons", async () => {
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
            // Two that take rows in another order may meet; what PostgreSQL then ends is a rollback too.
            if (error !== undone && !/deadlock/.test(String((error as { cause?: unknown }).cause ?? error)))
              throw error;
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
