import { readFileSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it, vi } from "vitest";
import refusals from "@/texts/catalogue/refusals.json";
import { keyOf } from "@/texts/key.rules";
import { texts } from "@/texts/node";
import { sourcesIn, textsOf } from "./english-texts";

// Every English text of the screens has its French and German (ADR 41). What this test asks for:
// a text without translations gets its entry in texts/catalogue; a text that is none, `// not a text` on its line or above it.

const files = sourcesIn("app", "components").filter((file) => !file.startsWith("app/dev/"));
const walks = files.map((file) => textsOf(file, readFileSync(file, "utf8")));
const found = walks.flatMap((walk) => walk.found);

/** The names in a compiled message, those of its branches included. */
const namesIn = (tokens: unknown): string[] =>
  Array.isArray(tokens)
    ? tokens.flatMap((token) =>
        Array.isArray(token) ? [String(token[0]), ...Object.values(token[2] ?? {}).flatMap(namesIn)] : [],
      )
    : [];

/** The values and the parts that a text has places for. */
const slots = (text: string) => {
  const values = /\{\w+,/.test(text)
    ? namesIn(compileMessage(text))
    : [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parts = [...text.matchAll(/<(\w+)\/?>/g)].map(([, name]) => name);
  return [...new Set([...values, ...parts])]
    .filter((name) => name !== "gender")
    .sort()
    .join();
};

describe("the English texts of the screens", () => {
  it("are found", () => {
    expect(found.length).toBeGreaterThan(1000);
  });

  it("are each one text, said by t() where it is drawn", () => {
    expect(walks.flatMap((walk) => walk.faults)).toEqual([]);
  });

  it("have their French and German in texts/catalogue", () => {
    expect(found.filter(({ text }) => !texts[text]).map(({ text, at }) => `${at} ${text}`)).toEqual([]);
  });

  it("of nouns have a gender, for languages in which words agree with them", () => {
    const nouns = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^\s+one: "(.+)",$/gm)].map(([, one]) => `${one}|gender`),
    );
    expect(nouns.length).toBeGreaterThan(20);
    expect(nouns.filter((noun) => !texts[noun])).toEqual([]);
  });
});

describe("the refusals of the server", () => {
  it("are all still said by it", () => {
    const server = sourcesIn("server", "db")
      .map((file) => readFileSync(file, "utf8"))
      .join();
    const said = (text: string) => server.includes(JSON.stringify(text)) || server.includes(`'${text}'`);
    expect(Object.keys(refusals).filter((text) => !said(text))).toEqual([]);
  });
});

describe("the catalogues", () => {
  const entries = Object.entries(texts);

  it("have no text twice, and no two texts with one key", () => {
    expect(new Set(entries.map(([text]) => keyOf(text))).size).toBe(entries.length);
  });

  it("say the same with the same values and parts", () => {
    const wrong = entries.filter(([english, said]) => {
      if (english.endsWith("|gender")) return false;
      return said.length !== 2 || said.some((text) => text === "" || slots(text) !== slots(english));
    });
    expect(wrong).toEqual([]);
  });

  it("are ICU messages that can be read", () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const [english, said] of entries)
      for (const text of [english, ...said]) if (/\{\w+,/.test(text)) compileMessage(text);
    expect(complain.mock.calls).toEqual([]);
    complain.mockRestore();
  });
});
