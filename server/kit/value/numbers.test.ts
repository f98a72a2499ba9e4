import { describe, expect, it } from "vitest";
import { speaking } from "@/texts/node";
import type { Language } from "@/texts/speech";
import { plainNumber, typedNumber } from "./numbers.rules";

describe("a number in an input", () => {
  it.each<[Language, string, number | undefined]>([
    ["en", "1.5", 1.5],
    ["en", "1,5", undefined],
    ["de", "1,5", 1.5],
    ["de", "1.5", 1.5],
    ["fr", " -12,25 ", -12.25],
    ["fr", "1 234", undefined],
    ["de", "1.234,5", undefined],
    ["de", "12", 12],
    ["en", "", undefined],
    ["en", "1.", undefined],
    ["en", "3.1.0", undefined],
  ])("in %s, %s is read as %s", (language, typed, value) => {
    expect(speaking({ language, timeZone: "UTC" }, () => typedNumber(typed))).toBe(value);
  });

  it.each<[Language, string]>([
    ["en", "1234.5"],
    ["fr", "1234,5"],
    ["de", "1234,5"],
  ])("in %s, is shown as %s, and read back", (language, shown) => {
    speaking({ language, timeZone: "UTC" }, () => {
      expect(plainNumber(1234.5)).toBe(shown);
      expect(typedNumber(shown)).toBe(1234.5);
    });
  });
});
