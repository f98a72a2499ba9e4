import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askedBy } from "./asking";
import { connect, longDatabase } from "./client";
import { useDatabase } from "./testing/database";

const { url } = useDatabase();
const patience = { acquireMs: 300, lockMs: 200, statementMs: 1_000, idleMs: 300 };
const opened: ReturnType<typeof connect>[] = [];
const pool = (max: number) => {
  const connection = connect(url, max, patience);
  opened.push(connection);
  return connection;
};
afterAll(() => Promise.all(opened.map(({ close }) => close())));

/** How a statement or transaction failed, below what drizzle wraps around it. */
const stateOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error & { code?: string }) => error.code ?? (error.cause as { code?: string } | undefined)?.code,
  );
const took = async (work: Promise<unknown>) => {
  const begun = performance.now();
  await work;
  return performance.now() - begun;
};
/** @returns what the work gives, which must be done before the other is */
async function earlier<T>(other: Promise<unknown>, work: Promise<T>) {
  let isOver = false;
  void other.finally(() => {
    isOver = true;
  });
  const answer = await work;
  expect(isOver).toBe(false);
  return answer;
}
const asleep = sql`select pg_sleep(0.8)`;

describe("waiting for a connection", () => {
  it("ends for a statement, and the pool serves again", async () => {
    const { db } = pool(2);
    await db.execute(sql`select 1`);
    const busy = stateOf(db.execute(asleep));
    const states = Promise.all([1, 2, 3].map(() => stateOf(db.execute(asleep))));
    expect(await earlier(busy, states)).toEqual(["POOL_BUSY", "POOL_BUSY", "POOL_BUSY"]);
    expect(await busy).toBe("done");
    expect(await db.execute(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  it("ends for a statement of the prepared client too, and leaves fragments alone", async () => {
    const { client } = pool(2);
    const fragment = client`where true`;
    expect(await client`select 1 as one ${fragment}`).toEqual([{ one: 1 }]);
    const busy = client`select pg_sleep(0.8)`.execute();
    expect(await stateOf(client`select pg_sleep(${0.8}) ${fragment}`)).toBe("POOL_BUSY");
    await busy;
    expect(await client`select 1 as one ${fragment}`).toEqual([{ one: 1 }]);
  });

  it("ends for a transaction, while those before it go on", async () => {
    const { db } = pool(4);
    const holders = [1, 2].map(() => stateOf(db.transaction((tx) => tx.execute(asleep))));
    const late = [1, 2, 3].map(() => stateOf(db.transaction((tx) => tx.execute(asleep))));
    expect(await Promise.all(late)).toEqual(["POOL_BUSY", "POOL_BUSY", "POOL_BUSY"]);
    expect(await Promise.all(holders)).toEqual(["done", "done"]);
    expect(await stateOf(db.transaction((tx) => tx.execute(sql`select 1`)))).toBe("done");
  });

  it("does not hold up statements while transactions take all of their half, nor the other way round", async () => {
    const { db } = pool(4);
    const holders = [1, 2].map(() => db.transaction((tx) => tx.execute(asleep)));
    await earlier(Promise.any(holders), db.execute(sql`select 1`));
    await Promise.all(holders);
    const readers = [1, 2].map(() => stateOf(db.execute(asleep)));
    await earlier(
      Promise.any(readers),
      db.transaction((tx) => tx.execute(sql`select 1`)),
    );
    await Promise.all(readers);
  });
});

describe("the share of a caller", () => {
  it("is a quarter of the reading connections, and the next waits no longer than it may", async () => {
    const { db } = pool(16); // eight for reading
    const ask = (caller: string[]) => askedBy(caller, () => stateOf(db.execute(asleep)));
    const greedy = Promise.all([1, 2, 3, 4, 5].map(() => ask(["greedy"])));
    await earlier(
      greedy,
      askedBy(["other"], () => db.execute(sql`select 1`)),
    );
    expect((await greedy).sort()).toEqual(["CALLER_BUSY", "CALLER_BUSY", "CALLER_BUSY", "done", "done"]);
    const colleagues = await Promise.all([1, 2, 3].map((n) => ask([`colleague ${n}`, "company"])));
    expect(colleagues.sort()).toEqual(["CALLER_BUSY", "done", "done"]);
    // A job is nobody's.
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => ask([])))).toEqual(Array(8).fill("done"));
  });

  it("is one connection at the least", async () => {
    const { db } = pool(2);
    expect(await askedBy(["anybody"], () => db.execute(sql`select 1 as one`))).toEqual([{ one: 1 }]);
  });
});

describe("a connection", () => {
  const { db } = pool(4);
  beforeAll(() => db.execute(sql`create table locked as select 1 as id`));

  it("waits for a lock no longer than it may", async () => {
    let locked = () => {};
    let isOver = false;
    const isLocked = new Promise<void>((done) => {
      locked = done;
    });
    const held = db.transaction(async (tx) => {
      await tx.execute(sql`update locked set id = 2`);
      locked();
      while (!isOver) await tx.execute(sql`select pg_sleep(0.05)`);
    });
    await isLocked;
    expect(await stateOf(db.execute(sql`update locked set id = 3`))).toBe("55P03");
    expect(await stateOf(db.transaction((tx) => tx.execute(sql`update locked set id = 4`)))).toBe("55P03");
    isOver = true;
    await held;
  });

  it("ends a statement that takes too long", async () => {
    const forever = sql`select pg_sleep(5)`;
    expect(await took(stateOf(db.execute(forever)))).toBeLessThan(4_900);
    expect(await stateOf(db.execute(forever))).toBe("57014");
    expect(await stateOf(db.transaction((tx) => tx.execute(forever)))).toBe("57014");
  });

  it("ends a transaction that does nothing, and lets go of its locks", async () => {
    const idle = stateOf(
      db.transaction(async (tx) => {
        await tx.execute(sql`update locked set id = 5`);
        await sleep(600);
        await tx.execute(sql`select 1`);
      }),
    );
    await sleep(400);
    expect(await stateOf(db.execute(sql`update locked set id = 6`))).toBe("done");
    expect(await idle).toMatch(/^(CONNECTION_CLOSED|25P03)$/);
    expect(await stateOf(db.transaction((tx) => tx.execute(sql`select 1`)))).toBe("done");
  });
});

it("long transactions run beside those of requests, on the same database", async () => {
  const db = longDatabase();
  const [row] = await db.transaction(async (tx) => tx.execute(sql`select current_database() as name`));
  expect(row?.name).toBe(new URL(url).pathname.slice(1));
  expect(await db.execute(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});
