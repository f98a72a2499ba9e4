import { describe, expect, it } from "vitest";
import { speaking } from "@/texts/node";
import { payloadParts, payloadText, readingOf, readingWords } from "./reading.rules";

describe("a payload in words", () => {
  it("has known fields first, with units, and nothing that is null", () =>
    expect(
      payloadParts({
        gearRatio: 3,
        speed: 0,
        tamper: true,
        "x-1": 4,
        signal: null,
        batteryLevel: 81,
        wheels: { front: 28 },
      }),
    ).toEqual([
      ["Battery", "81 %"],
      ["Speed", "0 km/h"],
      ["Tampering", "yes"],
      ["Gear ratio", "3"],
      ["x-1", "4"],
      ["Wheels", '{"front":28}'],
    ]));
  it("knows no field by an inherited name", () =>
    expect(payloadParts({ constructor: 1 })).toEqual([["Constructor", "1"]]));
  it("is one text", () =>
    expect(payloadText({ speed: 3, batteryLevel: 81, tamper: null })).toBe("Battery 81 %, Speed 3 km/h"));
  it.each([
    ["temperature", 64, "64 °C"],
    ["signal", -116, "-116 dBm"],
    ["positionFix", false, "no"],
    ["gearRatio", 3, "3"],
    ["constructor", 3, "3"],
    [null, 3, "3"],
  ])("has one reading with its unit: %s %s", (field, value, text) => expect(readingOf(field, value)).toBe(text));
  it.each([
    ["batteryLevel", 12, "Battery: 12 %"],
    ["fall", true, "Fall: yes"],
    ["updateStatus", "failed", "Firmware update: failed"],
    ["updateStatus", "constructor", "Firmware update: constructor"],
    [null, 3, "3"],
  ])("says what a reading is of: %s %s", (field, value, text) => expect(readingWords(field, value)).toBe(text));
  it("is said in the reader's language, with numbers as it writes them", () => {
    const reader = { language: "de", timeZone: "UTC" } as const;
    const said = speaking(reader, () => payloadText({ batteryLevel: 81.5, distance: 12345, tamper: true }));
    expect(said).toBe("Akku 81,5 %, Strecke 12.345 km, Manipulation ja");
  });
  it("cuts what is long", () => expect(payloadParts({ dump: "x".repeat(900) })[0]?.[1]).toHaveLength(161));
});
