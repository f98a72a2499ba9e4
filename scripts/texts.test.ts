import { readFileSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it, vi } from "vitest";
import { constraints } from "@/db/constraints/all";
import { groupCodes, moduleCodes } from "@/server/permission-modules.rules";
import { permissionCatalogue } from "@/server/permissions";
import answers from "@/texts/catalogue/answers.json";
import ofConstraints from "@/texts/catalogue/constraints.json";
import refusals from "@/texts/catalogue/refusals.json";
import wrongInput from "@/texts/catalogue/wrong-input.json";
import { keyOf } from "@/texts/key.rules";
import { texts } from "@/texts/node";
import { sourcesIn, textsOf } from "./english-texts";
import { serverTextsOf } from "./server-texts";

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

describe("the sentences of the server", () => {
  // What is said in a terminal.
  const terminal = new Set(["server/admin-create.ts", "server/doors/openapi.ts", "server/doors/openapi-parts.ts"]);
  const sources = sourcesIn("server", "db/constraints").filter((file) => !terminal.has(file));
  const said = sources.map((file) => serverTextsOf(file, readFileSync(file, "utf8")));
  const sentences = said.flatMap((walk) => walk.found);
  const named = [...constraints.values()].flatMap(({ what, users = [] }) => (what ? [what, ...users] : users));

  it("are found", () => {
    expect(sentences.length).toBeGreaterThan(500);
  });

  it("are each one text, its values given to t()", () => {
    expect(said.flatMap((walk) => walk.faults)).toEqual([]);
  });

  it("have their French and German in texts/catalogue", () => {
    expect(sentences.filter(({ text }) => !texts[text]).map(({ text, at }) => `${at} ${text}`)).toEqual([]);
  });

  it("name records that are in texts/catalogue", () => {
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((noun) => !texts[noun])).toEqual([]);
  });

  it("and permissions, with their modules and groups, are in texts/catalogue", () => {
    const labels = Object.values(permissionCatalogue).map(([label]) => label);
    const all = [...labels, ...Object.values(moduleCodes), ...Object.values(groupCodes)];
    expect(all.filter((label) => !texts[label])).toEqual([]);
  });

  it("are the only ones in the catalogues of the server", () => {
    const known = new Set([...sentences.map(({ text }) => text), ...named]);
    const all = sources.map((file) => readFileSync(file, "utf8")).join();
    const isSaid = (text: string) => known.has(text) || all.includes(JSON.stringify(text)) || all.includes(`'${text}'`);
    const unsaid = Object.keys({ ...refusals, ...answers, ...ofConstraints, ...wrongInput }).filter(
      (text) => !isSaid(text),
    );
    expect(unsaid).toEqual([]);
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
