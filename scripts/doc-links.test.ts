import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

// What documents point at is there: links with their sections, and files that they name.

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));

const pages = ["README.md", "CONTRIBUTING.md", ...filesOf("docs").filter((name) => name.endsWith(".md"))];
const textOf = (page: string) => readFileSync(page, "utf8").replace(/^```[\s\S]*?^```$/gm, "");

/** The sections of a page as addresses name them. */
const sectionsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );

/** @returns links of a page that lead nowhere */
function deadLinks(page: string, text = textOf(page)) {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^(https?|mailto):/.test(link))
    .filter((link) => {
      const [path = "", section] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      return !existsSync(target) || (section !== undefined && !sectionsOf(target).includes(section));
    });
}

const folders = readdirSync(".", { withFileTypes: true }).filter(
  (one) => one.isDirectory() && /^[a-z]+$/.test(one.name),
);
const programs = folders.flatMap(({ name }) => (["dist", "reports"].includes(name) ? [] : filesOf(name)));
const isThere = (name: string) => programs.some((file) => file === name || file.endsWith(`/${name}`));

/** @returns files of programs that a text names by their path, or tests by their name, and that are not there */
function deadFiles(text: string) {
  const spans = [...text.matchAll(/`([\w@./-]+\.(?:ts|tsx|mjs))`/g)].map(([, name = ""]) => name);
  const isNamed = (name: string) => name.includes("/") || name.endsWith(".test.ts");
  return spans.filter(isNamed).filter((name) => !existsSync(name) && !isThere(name));
}

it("what is not there is found", () => {
  const text = "[a](nowhere.md) [b](#no-such-section) [c](#the-demo) `e2e/nowhere.ts` `nowhere.test.ts` `env/env.ts`";
  expect(deadLinks("README.md", text)).toEqual(["nowhere.md", "#no-such-section"]);
  expect(deadFiles(text)).toEqual(["e2e/nowhere.ts", "nowhere.test.ts"]);
});

it.each(pages)("%s links to what is there", (page) => expect(deadLinks(page)).toEqual([]));

// A decision may name a file that was there when it was taken.
const present = pages.filter((page) => !page.startsWith("docs/adr/"));
it.each(present)("%s names files that are there", (page) => expect(deadFiles(textOf(page))).toEqual([]));
