import { describe, expect, it } from "vitest";
import { speaking } from "@/texts/node";
import { isSilent, positionOf, silenceOf } from "./pers-state.rules";

describe("the state", () => {
  const now = Date.parse("2026-02-01T12:00:00Z");
  it("is silent after a day", () => {
    expect(isSilent("2026-01-31T11:59:59Z", now)).toBe(true);
    expect(isSilent("2026-01-31T12:00:01Z", now)).toBe(false);
  });
  it("has a position in words, and as maps take it", () =>
    expect(positionOf({ latitude: -33.8568, longitude: 151.2153 })).toEqual({
      text: "33.8568° S, 151.2153° E",
      copied: "-33.8568, 151.2153",
    }));
  it("has it as each language writes numbers and directions", () => {
    const inWords = (language: "fr" | "de") =>
      speaking({ language, timeZone: "UTC" }, () => positionOf({ latitude: -33.8568, longitude: 151.2153 })?.text);
    expect([inWords("fr"), inWords("de")]).toEqual(["33,8568° S, 151,2153° E", "33,8568° S, 151,2153° O"]);
  });
  it("knows zero from nothing", () => {
    expect(positionOf({ latitude: 0, longitude: 0 })?.copied).toBe("0, 0");
    expect(positionOf({ latitude: null, longitude: null })).toBeUndefined();
  });
});

it("says of a quiet device when it spoke last, and how it was then", () => {
  const now = Date.parse("2026-02-01T12:00:00Z");
  const said = { lastMessageAt: "2026-01-29T11:00:00Z", batteryLevel: 2, signal: -112 };
  expect(silenceOf(said, now)).toBe("Last message 3 days ago, battery 2 %, signal -112 dBm.");
  expect(silenceOf({ ...said, signal: null }, now)).toBe("Last message 3 days ago, battery 2 %.");
  expect(silenceOf({ ...said, batteryLevel: null }, now)).toBe("Last message 3 days ago, signal -112 dBm.");
  expect(silenceOf({ ...said, lastMessageAt: "2026-02-01T11:00:00Z" }, now)).toBeUndefined();
  expect(silenceOf({ lastMessageAt: null, batteryLevel: null, signal: null }, now)).toBe(
    "This device has not sent any messages yet.",
  );
});
