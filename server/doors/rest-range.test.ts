import { expect, it } from "vitest";
import { rangeOf } from "./rest-range";

it("reads the one part that is asked for", () => {
  expect(rangeOf("bytes=0-3", 10)).toEqual({ from: 0, to: 4 });
  expect(rangeOf("bytes=4-", 10)).toEqual({ from: 4, to: 10 });
  expect(rangeOf("bytes=-3", 10)).toEqual({ from: 7, to: 10 });
  expect(rangeOf("bytes=-30", 10)).toEqual({ from: 0, to: 10 });
  expect(rangeOf("bytes=8-99", 10)).toEqual({ from: 8, to: 10 });
});

it("is the whole file for what is not understood, and nothing for what lies behind its end", () => {
  for (const header of [null, "", "bytes=-", "bytes=5-2", "bytes=0-1,4-5", "rows=0-1", "bytes=a-b"])
    expect(rangeOf(header, 10)).toBe(undefined);
  expect(rangeOf("bytes=10-", 10)).toBe(null);
  expect(rangeOf("bytes=-0", 10)).toBe(null);
});
