import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// The documents stay short, and their sentences stay readable.

/** Words in the longest sentence. */
const longest = 30;

const pagesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

const guides = pagesOf("docs").filter((page) => !page.startsWith("docs/adr/"));
/** Made by tests: these grow with the product. */
const made = ["docs/data-model.md", "docs/operations/settings.md", "docs/resources.md"];

/** Pages, each with the words that they may have together. */
const areas = [
  { of: "guides", pages: guides.filter((page) => !made.includes(page)), most: 13_400 },
  { of: "pages that tests make", pages: made, most: Number.POSITIVE_INFINITY },
  { of: "decisions", pages: pagesOf("docs/adr"), most: 18_300 },
  { of: "README and CONTRIBUTING", pages: ["README.md", "CONTRIBUTING.md"], most: 1_450 },
];

/** A page without code: a code span, a link and a picture are one word each. */
const proseOf = (text: string) =>
  text
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/(`+)[^`].*?\1/g, "code")
    .replace(/!?\[[^\]]*\]\([^)]*\)/g, "link");

const wordsOf = (text: string) => text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part));

/** Paragraphs, items of lists, cells of tables and headings. */
const blocksOf = (prose: string) =>
  prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|#+|\|)\s)/)
    .flatMap((block) => (block.trimStart().startsWith("|") ? block.split("|") : [block]));

const sentencesOf = (text: string) => blocksOf(proseOf(text)).flatMap((block) => block.split(/(?<=[.!?][)"'*]*)\s+/));
const tooLong = (text: string) =>
  sentencesOf(text)
    .filter((sentence) => wordsOf(sentence).length > longest)
    .map((sentence) => `${wordsOf(sentence).length}: ${sentence.replace(/\s+/g, " ").trim()}`);

describe("a sentence", () => {
  const words = (count: number) => "word ".repeat(count).trim();

  it("is counted by paragraph, item and cell, without code", () => {
    expect(tooLong(`${words(31)}.`)).toHaveLength(1);
    expect(tooLong(`${words(30)}. ${words(30)}.\n\n- ${words(30)}\n- ${words(30)}\n`)).toEqual([]);
    expect(tooLong(`| ${words(30)} | ${words(30)} |\n|---|---|\n| ${words(31)} | one |\n`)).toHaveLength(1);
    expect(tooLong(`${words(28)} \`a b c | d\` [several words](a.md)`)).toEqual([]);
    expect(tooLong(`\`\`\`\n${words(31)}\n\`\`\`\n`)).toEqual([]);
  });
});

describe.each(areas)("$of", ({ pages, most }) => {
  it("is short", () => {
    expect(pages.length).toBeGreaterThan(1);
    const counts = pages.map((page) => wordsOf(proseOf(readFileSync(page, "utf8"))).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
  });

  it.each(pages)(`%s has no sentence of more than ${longest} words`, (page) => {
    expect(tooLong(readFileSync(page, "utf8"))).toEqual([]);
  });
});
