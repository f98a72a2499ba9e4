import { describe, expect, it } from "vitest";
import { gapsOf, spanWithData } from "./iot-picture.rules";

const hour = 3_600_000;
const day = 24 * hour;

describe("the span of a picture", () => {
  it("is the one that was asked for, where it has data", () => {
    expect(spanWithData("month", hour, 80 * day)).toBe("month");
    expect(spanWithData("day", hour, 80 * day)).toBe("day");
    expect(spanWithData("month", null, null)).toBe("month");
  });

  it("is a longer one for a device that is silent since before it", () => {
    expect(spanWithData("day", 3 * day, 80 * day)).toBe("week");
    expect(spanWithData("month", 40 * day, 80 * day)).toBe("quarter");
    expect(spanWithData("month", 100 * day, 200 * day)).toBe("month");
  });

  it("is a shorter one where all would be one point", () => {
    expect(spanWithData("month", hour, 6 * hour)).toBe("day");
    expect(spanWithData("month", hour, 20 * hour)).toBe("week");
    expect(spanWithData("month", 5 * day, 5 * day + 8 * hour)).toBe("week");
    expect(spanWithData("month", 10 * day, 10 * day + hour)).toBe("month");
    expect(spanWithData("quarter", hour, 100 * day)).toBe("quarter");
  });
});

describe("the gaps of a picture", () => {
  const points = (text: string) => [...text].map((one) => ({ at: "", isHeard: one === "x" }));
  it("are the runs without a message after the first one", () => {
    expect(gapsOf(points("..x.xx..x"), day, false)).toEqual([
      [3, 4],
      [6, 8],
    ]);
    expect(gapsOf(points("..x.xx..x"), day, true)).toEqual([
      [0, 2],
      [3, 4],
      [6, 8],
    ]);
  });

  it("last six hours at least, and until now where the device is still silent", () => {
    expect(gapsOf(points("x.....x......x"), hour, false)).toEqual([[7, 13]]);
    expect(gapsOf(points("xx."), day, false)).toEqual([]);
    expect(gapsOf(points("xx.."), day, false)).toEqual([[2, 4]]);
    expect(gapsOf(points("...."), day, false)).toEqual([]);
    expect(gapsOf(points("...."), day, true)).toEqual([[0, 4]]);
  });
});
