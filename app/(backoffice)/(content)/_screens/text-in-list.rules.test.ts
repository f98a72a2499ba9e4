import { describe, expect, test } from "vitest";
import { languageShown, lineOf } from "./text-in-list.rules";

const language = (code: string, isDefault = false, status = true) => ({ id: `id-${code}`, code, isDefault, status });
const languages = [language("de"), language("en", true), language("fr"), language("it", false, false)];

describe("the language of the second column", () => {
  test.each([
    ["the one asked for", "id-en", "fr", "en"],
    ["the reader's", null, "fr", "fr"],
    ["the first other one for who reads the default language", null, "en", "de"],
    ["none that is off, unless it is asked for", null, "it", "de"],
    ["the reader's where the one asked for is gone", "id-xx", "fr", "fr"],
  ])("%s", (_, asked, reader, code) => expect(languageShown(languages, asked, reader)?.code).toBe(code));
  test("none where there is only the default one", () =>
    expect(languageShown([language("en", true)], null, "en")).toBeUndefined());
});

test.each([
  [
    "<p>Fahren&nbsp;Sie <strong>vorsichtig</strong></p><ul><li><p>bremsen</p></li></ul>",
    "Fahren Sie vorsichtig bremsen",
  ],
  ["Save\nnow", "Save now"],
  ["a < b & c > d {count}", "a < b & c > d {count}"],
  ["Q&amp;A &#39;x&#39; &unknown;", "Q&A 'x' &unknown;"],
])("%s on one line", (text, line) => expect(lineOf(text)).toBe(line));
