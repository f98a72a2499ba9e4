import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RolloutGates } from "@/db/schema";
import {
  defaultGates,
  errorGate,
  fisher,
  isFaster,
  isLooser,
  isWorse,
  percentOf,
  roomLeft,
  roomOf,
  shareOf,
  type WaveFigures,
  waveFault,
  waveSizes,
} from "./firmware-rollout.rules";

const gates = (more: Partial<RolloutGates> = {}): RolloutGates => ({ ...defaultGates, ...more });
const none = { waiting: 0, offered: 0, downloading: 0, installed: 0, failed: 0 };
const wave = (more: Partial<WaveFigures>): WaveFigures => {
  const figures = { ...none, ...more };
  const devices = Object.values(figures).reduce((sum, one) => sum + one, 0);
  return { devices, ...figures };
};

describe("waves", () => {
  it("have one measure each, and only the last one takes what is left", () => {
    expect(waveFault([{}])).toBe(undefined);
    expect(waveFault([{ percent: 5 }, { count: 3 }, {}])).toBe(undefined);
    expect(waveFault([{ percent: 60 }, { percent: 40 }, {}])).toBe(undefined);
    expect(waveFault([{ percent: 60 }, { percent: 41 }, {}])?.at).toBe(1);
    expect(waveFault([{}, {}])?.at).toBe(0);
    expect(waveFault([{ percent: 5 }, { percent: 5, count: 3 }, {}])?.at).toBe(1);
  });

  it("are as large as planned, the last one as what is left", () => {
    expect(waveSizes([{}], 7)).toEqual([7]);
    expect(waveSizes([{ percent: 5 }, { percent: 30 }, {}], 200)).toEqual([10, 60, 130]);
    expect(waveSizes([{ count: 3 }, { percent: 50 }, {}], 10)).toEqual([3, 5, 2]);
    // A share of few devices is one of them at least.
    expect(waveSizes([{ percent: 1 }, {}], 10)).toEqual([1, 9]);
    expect(waveSizes([{ count: 8 }, { count: 8 }, {}], 10)).toEqual([8, 2, 0]);
    expect(waveSizes([{ percent: 5 }, {}], 0)).toEqual([0, 0]);
  });

  it("add up to all devices, however they are planned", () => {
    const planned = fc.oneof(
      fc.record({ percent: fc.double({ min: 0.01, max: 100, noNaN: true }) }),
      fc.record({ count: fc.integer({ min: 1, max: 5000 }) }),
    );
    fc.assert(
      fc.property(fc.array(planned, { maxLength: 19 }), fc.nat(20_000), (waves, devices) => {
        const sizes = waveSizes([...waves, {}], devices);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(devices);
        expect(sizes).toHaveLength(waves.length + 1);
        expect(sizes.every((size) => size >= 0 && Number.isInteger(size))).toBe(true);
      }),
    );
  });
});

describe("room", () => {
  it("is five times what gates need, until enough ended", () => {
    expect(roomOf({ devices: 10_000, installed: 9, failed: 0 }, gates())).toBe(50);
    expect(roomOf({ devices: 10_000, installed: 5, failed: 4 }, gates({ minEnded: 2 }))).toBe(1000);
    expect(roomOf({ devices: 10_000, installed: 0, failed: 0 }, gates({ minEnded: 1 }))).toBe(5);
  });

  it("is afterwards a share of the wave, and a hundred at least", () => {
    expect(roomOf({ devices: 10_000, installed: 6, failed: 4 }, gates())).toBe(1000);
    expect(roomOf({ devices: 1001, installed: 10, failed: 0 }, gates())).toBe(101);
    expect(roomOf({ devices: 200, installed: 10, failed: 0 }, gates())).toBe(100);
    expect(roomOf({ devices: 200, installed: 10, failed: 0 }, gates({ maxInFlightPercent: 0 }))).toBe(100);
  });

  it("is taken by offers and downloads, and never below none", () => {
    expect(roomLeft(wave({ waiting: 100, offered: 20, downloading: 10 }), gates())).toBe(20);
    expect(roomLeft(wave({ waiting: 100, offered: 30, downloading: 20 }), gates())).toBe(0);
    expect(roomLeft(wave({ waiting: 10, offered: 400, installed: 10 }), gates())).toBe(0);
  });
});

describe("gates", () => {
  it("stop at the share that failed, once enough ended and failed", () => {
    expect(errorGate({ installed: 5, failed: 4 }, gates())).toBe(undefined);
    expect(errorGate({ installed: 6, failed: 4 }, gates())).toBe(undefined);
    expect(errorGate({ installed: 5, failed: 5 }, gates())).toBe("error_percent");
    expect(errorGate({ installed: 95, failed: 5 }, gates())).toBe("error_percent");
    expect(errorGate({ installed: 96, failed: 5 }, gates())).toBe(undefined);
    expect(errorGate({ installed: 0, failed: 4 }, gates({ minEnded: 1, minFailed: 4 }))).toBe("error_percent");
  });

  it("stop at a number that failed, however few ended", () => {
    expect(errorGate({ installed: 0, failed: 2 }, gates({ errorCount: 3 }))).toBe(undefined);
    expect(errorGate({ installed: 0, failed: 3 }, gates({ errorCount: 3 }))).toBe("error_count");
    expect(errorGate({ installed: 9999, failed: 3 }, gates({ errorCount: 3 }))).toBe("error_count");
  });

  it("stop nothing where nothing failed", () => {
    expect(errorGate({ installed: 100, failed: 0 }, gates({ errorPercent: 0 }))).toBe(undefined);
  });

  it("know whether a wave reached its share, missed it, or may still reach it", () => {
    expect(shareOf(wave({}), gates())).toBe("empty");
    expect(shareOf({ ...wave({}), devices: 5 }, gates())).toBe("empty");
    expect(shareOf(wave({ waiting: 1, installed: 9 }), gates())).toBe("reached");
    expect(shareOf(wave({ downloading: 2, installed: 9 }), gates())).toBe("open");
    expect(shareOf(wave({ failed: 1, installed: 9 }), gates())).toBe("reached");
    expect(shareOf(wave({ failed: 2, installed: 9 }), gates())).toBe("missed");
    expect(shareOf(wave({ offered: 1 }), gates())).toBe("open");
    expect(shareOf(wave({ waiting: 1 }), gates({ successPercent: 0 }))).toBe("reached");
  });

  it("are looser in each figure in one direction, in two of them in both", () => {
    const looser: Partial<RolloutGates>[] = [
      { errorPercent: 6 },
      { errorCount: 11 },
      { errorCount: null },
      { minFailed: 6 },
      { maxInFlightPercent: 11 },
      { answerHours: 13 },
      { maxDays: 31 },
      { successPercent: 89 },
      { watchHours: 23 },
      { pauseAfterWave: false },
    ];
    const before = gates({ errorCount: 10, pauseAfterWave: true });
    expect(isLooser(before, before)).toBe(false);
    for (const change of looser) {
      const after = { ...before, ...change };
      expect([change, isLooser(before, after), isLooser(after, before)]).toEqual([change, true, false]);
    }
    const either: Partial<RolloutGates>[] = [{ minEnded: 11 }, { silentDays: 15 }];
    for (const change of either) {
      const after = { ...before, ...change };
      expect([change, isLooser(before, after), isLooser(after, before)]).toEqual([change, true, true]);
    }
    expect(new Set([...looser, ...either].flatMap(Object.keys))).toEqual(new Set(Object.keys(defaultGates)));
  });

  it("and the rate lets more through without a limit, or with a higher one", () => {
    expect([isFaster(10, 11), isFaster(10, null)]).toEqual([true, true]);
    expect([isFaster(10, 10), isFaster(10, 9), isFaster(null, 10), isFaster(null, null)]).toEqual(Array(4).fill(false));
  });
});

describe("Fisher's exact test", () => {
  it("gives what is known of it", () => {
    // The lady who tastes tea: 1/70 for all four cups, 17/70 for three of them.
    expect(fisher({ hit: 4, of: 4 }, { hit: 0, of: 4 })).toBeCloseTo(1 / 70, 12);
    expect(fisher({ hit: 3, of: 4 }, { hit: 1, of: 4 })).toBeCloseTo(17 / 70, 12);
    expect(fisher({ hit: 9, of: 12 }, { hit: 1, of: 12 })).toBeCloseTo(0.001379728, 9);
    expect(fisher({ hit: 0, of: 12 }, { hit: 5, of: 12 })).toBeCloseTo(1, 12);
    expect(fisher({ hit: 0, of: 5 }, { hit: 0, of: 5 })).toBeCloseTo(1, 12);
    expect(fisher({ hit: 5, of: 5 }, { hit: 5, of: 5 })).toBeCloseTo(1, 12);
  });

  it("is a likelihood, and smaller the more there are", () => {
    const group = fc.nat(300).chain((of) => fc.record({ hit: fc.nat(of), of: fc.constant(of) }));
    fc.assert(
      fc.property(group, group, (first, second) => {
        const p = fisher(first, second);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        if (first.hit > 0 && second.hit < second.of)
          expect(p).toBeLessThanOrEqual(
            fisher({ ...first, hit: first.hit - 1 }, { ...second, hit: second.hit + 1 }) + 1e-9,
          );
      }),
    );
  });

  it("stops a rollout only with five points, five devices and hardly any chance", () => {
    expect(isWorse({ hit: 10, of: 40 }, { hit: 0, of: 120 })).toBe(true);
    // Four points more, of however many.
    expect(isWorse({ hit: 500, of: 10_000 }, { hit: 100, of: 10_000 })).toBe(false);
    // Four devices more.
    expect(isWorse({ hit: 4, of: 4 }, { hit: 0, of: 10_000 })).toBe(false);
    expect(isWorse({ hit: 5, of: 5 }, { hit: 0, of: 10_000 })).toBe(true);
    // By chance: p is 0.0014.
    expect(isWorse({ hit: 9, of: 12 }, { hit: 1, of: 12 })).toBe(false);
    expect(isWorse({ hit: 5, of: 5 }, { hit: 0, of: 0 })).toBe(false);
    expect(isWorse({ hit: 0, of: 0 }, { hit: 5, of: 5 })).toBe(false);
  });
});

it("shares are in percent to one place, and of nothing 0", () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 0), percentOf(7, 7)]).toEqual([33.3, 66.7, 0, 100]);
});
