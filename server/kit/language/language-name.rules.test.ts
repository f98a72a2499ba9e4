import { afterEach, expect, it } from "vitest";
import { type Language, speech } from "@/texts/speech";
import { languageName } from "./language-name.rules";

const { manner } = speech();
const read = (language: Language) => {
  speech().manner = () => ({ ...manner(), language });
};
afterEach(() => {
  speech().manner = manner;
});

it("calls a language by its name in the reader's language, and leaves a name that somebody chose", () => {
  const german = { code: "de", name: "German" };
  const own = { code: "de-CH", name: "Swiss" };
  const said = (["en", "fr", "de"] as const).map((language) => {
    read(language);
    return [languageName(german), languageName(own)];
  });
  expect(said).toEqual([
    ["German", "Swiss"],
    ["Allemand", "Swiss"],
    ["Deutsch", "Swiss"],
  ]);
});
