import { describe, expect, it } from "vitest";
import { merged, passes } from "./pers-message.rules";
import { isSilent, positionOf } from "./pers-state.rules";

const message = (id: string, receivedAt: string, iotMessageType = "status") => ({ id, receivedAt, iotMessageType });
const early = message("a", "2026-01-31T10:00:00.000Z");
const late = message("b", "2026-01-31T10:05:59.500Z", "Position");

describe("the filter of messages", () => {
  it("holds a live message as the list would", () => {
    expect(passes(late, {})).toBe(true);
    expect(passes(late, { iotMessageType: " posi " })).toBe(true);
    expect(passes(early, { iotMessageType: "posi" })).toBe(false);
    expect(passes(early, { dtBegin: "2026-01-31T10:01:00Z" })).toBe(false);
    expect(passes(early, { dtBegin: "2026-01-31T10:00:00Z" })).toBe(true);
  });
  it("counts the last minute whole", () => {
    expect(passes(late, { dtEnd: "2026-01-31T10:05:59.999Z" })).toBe(true);
    expect(passes(late, { dtEnd: "2026-01-31T10:04:59.999Z" })).toBe(false);
  });
});

describe("live messages and the log", () => {
  it("are one list, newest first, each once", () =>
    expect(merged([late], [late, early]).map(({ id }) => id)).toEqual(["b", "a"]));
  it("keep the newest only", () => expect(merged([early], [late], 1)).toEqual([late]));
});

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
