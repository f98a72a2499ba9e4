import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { scaled } from "@/db/testing/scale";
import { csvStream, type Producer, xlsxStream } from "./spreadsheet";

// Memory is that of the whole process, so these have one of their own. What nobody holds any more does not count: how long
// it stays is up to the machine.
setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
function held(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Held all at once, they would be more than the limit of the test in either run. */
const rows = scaled(50_000, 100_000);

describe("streaming", () => {
  test.each([
    ["csv", csvStream],
    ["xlsx", xlsxStream],
  ] as const)(
    `${rows} rows as %s wait for their reader, and are never held all at once`,
    async (_, stream) => {
      const row = Array.from({ length: 10 }, (_, index) => `cell ${index} ${"x".repeat(40)}`);
      let written = 0;
      const produce: Producer = async (write) => {
        for (let batch = 0; batch < rows / 1000; batch++) {
          await write(Array.from({ length: 1000 }, (_, n) => [...row, batch * 1000 + n]));
          written += 1000;
        }
      };
      const reader = stream(["a"], produce).getReader();
      await reader.read();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(written).toBeLessThan(40_000);
      const before = held();
      let [size, looked, peak] = [0, 0, 0];
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        size += piece.value.byteLength;
        if (written < looked + rows / 3) continue;
        looked = written;
        peak = Math.max(peak, held() - before);
      }
      expect(written).toBe(rows);
      expect(size).toBeGreaterThan(1_000_000);
      expect(peak).toBeLessThan(10 * 1024 * 1024);
    },
    240_000,
  );

  test.each([
    ["csv", csvStream],
    ["xlsx", xlsxStream],
  ] as const)("%s stops asking for rows when its reader goes away", async (_, stream) => {
    let [written, ended] = [0, false];
    const row = ["x".repeat(10_000)];
    const reader = stream(["a"], async (write) => {
      try {
        for (;;) {
          await write(Array.from({ length: 100 }, () => row));
          written++;
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        ended = true;
      }
    }).getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => ended).toBe(true);
    expect(written).toBeLessThan(1000);
  });
});
