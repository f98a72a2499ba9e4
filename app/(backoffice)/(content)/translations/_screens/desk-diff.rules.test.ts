import fc from "fast-check";
import { expect, it } from "vitest";
import { diffWords } from "./desk-diff.rules";

it("says word by word what was taken out and what was put in", () => {
  expect(diffWords("Save the red file", "Save the file now")).toEqual([
    { text: "Save the ", kind: "same" },
    { text: "red ", kind: "removed" },
    { text: "file", kind: "same" },
    { text: " now", kind: "added" },
  ]);
});

it("keeps signs apart from words, and {tokens} and tags whole", () => {
  expect(diffWords("In {time}. It's <b>on</b>", "In {time} today. It's <b>off</b>")).toEqual([
    { text: "In {time}", kind: "same" },
    { text: " today", kind: "added" },
    { text: ". It's <b>", kind: "same" },
    { text: "on", kind: "removed" },
    { text: "off", kind: "added" },
    { text: "</b>", kind: "same" },
  ]);
});

it("holds both texts, whatever they are", () => {
  const text = fc.array(fc.constantFrom("a", "b", ".", "{c}", "😀", "<", " ", "\n")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const words = diffWords(before, after);
      const without = (kind: string) => words.flatMap((word) => (word.kind === kind ? [] : word.text)).join("");
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }),
  );
});
