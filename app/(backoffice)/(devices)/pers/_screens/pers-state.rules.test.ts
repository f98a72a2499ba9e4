import { describe, expect, it } from "vitest";
import { speaking } from "@/texts/node";
import { positionOf } from "./pers-state.rules";

describe("the state", () => {
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
