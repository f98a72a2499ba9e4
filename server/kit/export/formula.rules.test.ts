import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "@/db/testing/scale";
import { asWritten, withoutFormulas } from "./formula.rules";

describe("a text without formulas", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+33 6", "'+33 6"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["＝1", "'＝1"],
    ["－1＋1", "'－1＋1"],
    ["＠x", "'＠x"],
    ["\tx", "'\tx"],
    ["\rx", "'\rx"],
    ["\t=1", "'\t'=1"],
    ["  =1", "  '=1"],
    ['"=1"', '"\'=1"'],
    ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
    ["x,＝1", "x,'＝1"],
    ["x\t-1", "x\t'-1"],
    ["x|@1", "x|'@1"],
    ['x; "=1', "x; \"'=1"],
    ["two\n=lines", "two\n'=lines"],
    ["'=kept", "''=kept"],
    ["\u200b=1+1", "\u200b'=1+1"],
    ["x;\u200b\ufeff+1", "x;\u200b\ufeff'+1"],
    ["\u{e0001}@x", "\u{e0001}'@x"],
    ["\u0001\u00ad-2+3", "\u0001\u00ad'-2+3"],
    ["\u3164\u2060=1", "\u3164\u2060'=1"],
    ["x;''+1", "x;'''+1"],
  ])("%j is %j", (text, safe) => {
    expect(withoutFormulas(text)).toBe(safe);
    expect(asWritten(safe)).toBe(text);
  });

  it.each(["-5", "-1,5", "-0.25", "a=b", "a - b", "x; y", "l'été", "'quoted'", "' =1", "", "e-mail@host", "1,2;3"])(
    "%j stays as it is",
    (text) => {
      expect(withoutFormulas(text)).toBe(text);
      expect(asWritten(text)).toBe(text);
    },
  );

  it("holds no sign at the start of what any list separator makes a cell, and is read as it was", () => {
    const text = fc.string({ unit: fc.constantFrom(..."=+-@＝－;,|\t\r\n '\"a1"), maxLength: 30 });
    fc.assert(
      fc.property(text, (given) => {
        const safe = withoutFormulas(given);
        expect(asWritten(safe)).toBe(given);
        if (safe === given && /^-\d/.test(given)) return;
        for (const cell of safe.split(/[,;|\t\r\n]/)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("takes no longer than the text is long", () => {
    const text = `${"\t".repeat(200_000)}${"'".repeat(200_000)}${'"; '.repeat(100_000)}=`;
    const begun = performance.now();
    expect(asWritten(withoutFormulas(text))).toBe(text);
    expect(performance.now() - begun).toBeLessThan(scaled(10_000, 1_000));
  });
});
