import { describe, expect, it } from "vitest";
import { isSilent, positionOf } from "./pers-state.rules";

describe("the state", () => {
  const now = Date.parse("2026-02-01T12:00:00Z");
  it("is silent after a day", () => {
    expect(isSilent("2026-01-31T11:59:59Z", now)).toBe(true);
    expect(isSilent("2026-01-31T12:00:01Z", now)).toBe(false);
  });
  it("has a position in words, and as maps take it", () =>
    expect(positionOf({ latitude: -33.8568, longitude: 151.2153 })).toEqual({
      text: "33.85680° S, 151.21530° E",
      copied: "-33.8568, 151.2153",
    }));
  it("knows zero from nothing", () => {
    expect(positionOf({ latitude: 0, longitude: 0 })?.copied).toBe("0, 0");
    expect(positionOf({ latitude: null, longitude: null })).toBeUndefined();
  });
});
