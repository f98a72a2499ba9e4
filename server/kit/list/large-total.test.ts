import { afterEach, expect, it, vi } from "vitest";
import { rememberLarge, rememberLargeEach } from "./large-total";

afterEach(() => {
  vi.useRealTimers();
});

it("counts small totals each time, and large ones once a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const count = vi.fn(async () => 9_999);
  for (const _ of [1, 2]) expect(await rememberLarge("small", count)).toBe(9_999);
  expect(count).toHaveBeenCalledTimes(2);
  const large = vi.fn(async () => 10_000 + large.mock.calls.length);
  expect([await rememberLarge("large", large), await rememberLarge("large", large)]).toEqual([10_001, 10_001]);
  expect(await rememberLarge("another", large)).toBe(10_002);
  vi.setSystemTime(Date.now() + 59_999);
  expect(await rememberLarge("large", large)).toBe(10_001);
  vi.setSystemTime(Date.now() + 2);
  expect(await rememberLarge("large", large)).toBe(10_003);
});

it("counts several at once, and only those that it does not know", async () => {
  const count = vi.fn(async (ids: string[]) => new Map(ids.map((id) => [id, id === "big" ? 20_000 : 3])));
  const first = await rememberLargeEach("rows of", ["big", "few"], count);
  expect([...first]).toEqual([
    ["big", 20_000],
    ["few", 3],
  ]);
  const again = await rememberLargeEach("rows of", ["big", "few", "none"], async () => new Map());
  expect(Object.fromEntries(again)).toEqual({ big: 20_000, few: 0, none: 0 });
  await rememberLargeEach("rows of", ["big"], count);
  expect(count.mock.calls).toEqual([[["big", "few"]]]);
});
