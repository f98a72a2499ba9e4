import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noWaits, Shares, Turns } from "./turns";

const tick = () => new Promise((done) => setTimeout(done, 1));

describe("shares", () => {
  it("let each caller do so much at once, whatever the others do, and forget who has nothing to do", async () => {
    const work = fc.array(fc.record({ caller: fc.nat(4), company: fc.nat(1), fails: fc.boolean() }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(work, fc.integer({ min: 1, max: 3 }), async (all, places) => {
        const shares = new Shares(places, 60_000);
        const now = new Map<string, number>();
        let most = 0;
        const begin = (names: string[], by: number) => {
          for (const name of names) {
            now.set(name, (now.get(name) ?? 0) + by);
            most = Math.max(most, now.get(name) ?? 0);
          }
        };
        await Promise.all(
          all.map(async ({ caller, company }) => {
            const names = [`user ${caller}`, `company ${company}`];
            const giveBack = shares.takeNow(names) ?? (await shares.take(names));
            begin(names, 1);
            await tick();
            begin(names, -1);
            giveBack();
            giveBack(); // once is enough
          }),
        );
        expect(most).toBeLessThanOrEqual(places);
        expect(shares.size).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it("are taken at once only where there is one of each", async () => {
    const shares = new Shares(1, 30);
    const giveBack = shares.takeNow(["a", "c"]);
    expect(shares.takeNow(["b", "c"])).toBeUndefined();
    const other = shares.takeNow(["b"]);
    expect([typeof giveBack, typeof other, shares.size]).toEqual(["function", "function", 3]);
    giveBack?.();
    other?.();
    expect(shares.size).toBe(0);
  });

  it("are waited for a while, and left whole by who gives up", async () => {
    const shares = new Shares(1, 30);
    const giveBack = await shares.take(["a", "c"]);
    await expect(shares.take(["a", "c"])).rejects.toMatchObject({ code: "CALLER_BUSY" });
    await expect(shares.take(["b", "c"])).rejects.toMatchObject({ code: "CALLER_BUSY" });
    (await shares.take(["b"]))();
    (await shares.take([]))();
    giveBack();
    (await shares.take(["a", "c"]))();
    expect(shares.size).toBe(0);
  });

  it("stay empty for as long as the work took, where the same caller waits, and for nobody else", async () => {
    const shares = new Shares(1, 60_000, (took) => took);
    const ended: number[] = [];
    const begun: number[] = [];
    const work = async () => {
      const giveBack = await shares.take(["a"]);
      begun.push(performance.now());
      await new Promise((done) => setTimeout(done, 20));
      ended.push(performance.now());
      giveBack();
    };
    await Promise.all([work(), work(), work()]);
    const pauses = begun.slice(1).map((at, n) => at - (ended[n] ?? 0));
    for (const pause of pauses) expect(pause).toBeGreaterThan(18);
    const patient = new Shares(1, 60_000, () => 60_000);
    (await patient.take(["a"]))();
    (await patient.take(["a"]))(); // a minute later, if it waited for nothing
    expect([shares.size, patient.size]).toEqual([0, 0]);
  });

  it("of a company are taken by its people in turn, however much one of them asks for", async () => {
    const shares = new Shares(1, 60_000);
    const order: string[] = [];
    const ask = async (name: string) => {
      const giveBack = await shares.take([name, "company"]);
      order.push(name);
      await tick();
      giveBack();
    };
    const many = Array.from({ length: 20 }, () => ask("greedy"));
    await ask("modest");
    expect(order.length).toBeLessThanOrEqual(3);
    await Promise.all(many);
  });
});

it("turns are refused as their owner says", async () => {
  const turns = new Turns(1, 5, () => new Error("ours"));
  await turns.take();
  await expect(turns.take()).rejects.toThrow("ours");
});

it("are counted while somebody waits for a place, and after", async () => {
  const waits = noWaits();
  const turns = new Turns(1, 20, () => new Error("late"), waits);
  const giveBack = await turns.take();
  const second = turns.take();
  expect(waits).toMatchObject({ now: 1, count: 1, refused: 0 });
  giveBack();
  await second;
  await expect(turns.take()).rejects.toThrow("late");
  expect(waits).toMatchObject({ now: 0, count: 2, refused: 1 });
  expect(waits.seconds).toBeGreaterThan(0.01);
});
