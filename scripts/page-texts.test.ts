import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { actionWords } from "@/app/_screen/action-words";
import { partOf, texts } from "@/texts/node";
import { pageTexts } from "./page-texts.mjs";

const areas = await pageTexts();
const folders = Object.keys(areas);
const around = (folder: string) => folders.filter((one) => `${folder}/`.startsWith(`${one}/`));

describe("the texts of pages", () => {
  it.each(folders)("are sent by the layout or the page of %s, which names itself", (folder) => {
    const [layout, page] = [`${folder}/layout.tsx`, `${folder}/page.tsx`];
    const source = readFileSync(existsSync(layout) ? layout : page, "utf8");
    expect(source).toMatch(/textsLayout\("|<AreaTexts of="|resourcePage\(\s*"/);
    expect(source).toContain(`"${folder}"`);
  });

  it.each(folders)("in %s take at most 18 KiB of one language, with those of the frame around", (folder) => {
    const needed = around(folder).flatMap((one) => areas[one] ?? []);
    for (const language of ["fr", "de"] as const)
      expect(gzipSync(JSON.stringify(partOf(language, needed))).length).toBeLessThan(18 * 1024);
  });

  it("come with the layout that is nearest to those who need them", () => {
    const home = (text: string) => folders.filter((folder) => areas[folder]?.includes(text));
    expect(home("Restart to open its messages")).toEqual([]);
    expect(home("Try again")).toEqual(["app"]);
    expect(home("Parts of this record")).not.toEqual([]); // beside a template with a value
    expect(home("Filter")).not.toContain("app/(auth)");
    expect(home("Switch-to password")).not.toContain("app/(backoffice)/(devices)");
  });

  it("are known ones, and nouns come with their genders", () => {
    const all = folders.flatMap((folder) => areas[folder] ?? []);
    expect(all.filter((text) => !texts[text])).toEqual([]);
    expect(areas["app/(backoffice)"]).toContain("PERS device|gender");
    expect(areas["app/(backoffice)"]).toEqual(expect.arrayContaining(Object.values(actionWords)));
  });
});
