import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { askFirst, type preparedSql } from "./client";
import { openPipelines, type Pipeline, type Pipelines, pipelinesIn } from "./pipeline";
import { useDatabase } from "./testing/database";

const { url } = useDatabase();
const opened: Pipelines[] = [];
const open = (count: number) => {
  const made = openPipelines(url, count);
  opened.push(made);
  return made;
};
afterAll(() => Promise.all(opened.map(({ close }) => close())));

const nextTurn = () => new Promise((done) => setImmediate(done));
const backendOf = async ({ client }: Pipeline) => {
  const [row] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
};
const chosen = (pipelines: Pipelines): Pipeline => {
  const found = pipelines.now;
  if (!found) throw new Error("no pipeline can take more");
  return found;
};

describe("pipelines", () => {
  it("are a part of the pool's connections", () => {
    expect([1, 4, 5, 10, 20, 100].map(pipelinesIn)).toEqual([0, 0, 1, 2, 4, 4]);
  });

  it("send what is asked in one turn over one connection, and what is asked in the next over the one that waits least", async () => {
    const pipelines = open(2);
    const first = chosen(pipelines);
    const slow = first.ask(first.client`select pg_sleep(0.3)`);
    expect(chosen(pipelines)).toBe(first);
    await nextTurn();
    const other = chosen(pipelines);
    expect(other).not.toBe(first);
    expect(await backendOf(other)).not.toBe(0);
    await slow;
  });

  it("answer in order, and one that fails does not fail those behind it", async () => {
    const pipeline = chosen(open(1));
    await pipeline.ask(pipeline.client`select 1`);
    const told: string[] = [];
    const tell = (word: string) => (result: unknown) =>
      told.push(`${word} ${result instanceof Error ? "failed" : "done"}`);
    const asked = [
      pipeline.ask(pipeline.client`select pg_sleep(0.05)`).then(tell("first")),
      pipeline.ask(pipeline.client`select 1 / 0`).catch(tell("second")),
      pipeline.ask(pipeline.db.execute(sql`select 3`)).then(tell("third")),
    ];
    await Promise.all(asked);
    expect(told).toEqual(["first done", "second failed", "third done"]);
  });

  it("take no more while one has answered nothing for a while, or has much under way", async () => {
    const pipelines = open(1);
    const pipeline = chosen(pipelines);
    await pipeline.ask(pipeline.client`select 1`);
    const many = Array.from({ length: 16 }, () => pipeline.ask(pipeline.client`select 1`));
    expect(pipelines.now).toBeUndefined();
    await Promise.all(many);
    const slow = pipeline.ask(pipeline.client`select pg_sleep(0.5)`);
    expect(chosen(pipelines)).toBe(pipeline);
    await expect.poll(() => pipelines.now).toBeUndefined();
    await slow;
    expect(chosen(pipelines)).toBe(pipeline);
  });

  it("wait shortly for a lock, because those behind them wait as well", async () => {
    const pipeline = chosen(open(1));
    const [lock] = await pipeline.client<{ lock: string; statement: string }[]>`
      select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`;
    expect(lock).toEqual({ lock: "150ms", statement: "1s" });
  });
});

describe("askFirst", () => {
  const one = (sql: ReturnType<typeof preparedSql>) => sql<{ one: number }[]>`select 1 as one`;

  it("asks the pool where a pipeline has lost its connection, and sends what is beside it once", async () => {
    let besides = 0;
    const ask = () =>
      askFirst(one, (pipeline) => {
        besides += 1;
        pipeline.ask(pipeline.client`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined);
      });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(([row]) => row)).toEqual([{ one: 1 }, { one: 1 }, { one: 1 }]);
    expect(besides).toBe(3);
    expect((await askFirst(one))[0]).toEqual({ one: 1 });
  });

  it("fails with what the pool says", async () => {
    const wrong = (client: ReturnType<typeof preparedSql>) => client`select 1 / 0`;
    await expect(askFirst(wrong)).rejects.toMatchObject({ code: "22012" });
  });
});
