import { expect, it } from "vitest";
import { Breaker } from "./breaker";

it("a provider that is away for an hour is asked a score of times, and is found within five minutes of its return", () => {
  const breaker = new Breaker();
  const [second, hour] = [1_000, 3_600_000];
  let asked = 0;
  for (let now = second; now <= hour; now += second)
    if (breaker.pausedUntil(now) === 0) {
      asked += 1;
      breaker.failed(0, now);
    }
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(25);
  let back = hour;
  while (breaker.pausedUntil(back) !== 0) back += second;
  expect(back - hour).toBeLessThanOrEqual(300 * second);
  breaker.succeeded();
  expect(breaker.pausedUntil(back)).toBe(0);
});
