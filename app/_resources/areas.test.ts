import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { type AreaEntry, type AreaGroups, areasFor } from "@/components/kit/screen";
import { systemRoles } from "@/server/identity/role/system-role";
import { permissionCodes } from "@/server/permissions";
import { backoffice, backofficeAreas } from "./backoffice";
import { workspace, workspaceAreas } from "./workspace";

const all = new Set<string>(permissionCodes);
const roles = systemRoles.map(({ name, permissions }) => [name, new Set<string>(permissions)] as const);

const railOf = (groups: AreaGroups, rights: ReadonlySet<string>) => areasFor(groups, rights).flat();
const namesOf = (areas: AreaEntry[]) => areas.map(({ heading }) => heading);

/** The addresses of all pages of a folder, as Next has them: groups in brackets are no part of them. */
const pagesOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replace(/\([^)]*\)\/?/g, "")}`)
    .filter((at) => !at.includes("[...unknown]"));

/** The page of the rail that an address stands below. */
const homeOf = (at: string, pages: readonly { at: string }[]) =>
  pages.filter((page) => at === page.at || (page.at !== "/" && at.startsWith(`${page.at}/`)));

describe.each([
  ["the backoffice", backofficeAreas, backoffice, "app/(backoffice)"],
  ["a company's workspace", workspaceAreas, workspace, "app/portal/[companyId]"],
] as const)("the rail of %s", (_, groups, screens, root) => {
  it("has every page in one area", () => {
    const addresses = screens.map(({ at }) => at);
    expect(addresses.filter((at, place) => addresses.indexOf(at) !== place)).toEqual([]);
    const pages = pagesOf(root);
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((at) => homeOf(at, screens).length === 0)).toEqual([]);
    const topmost = pages.filter((at) => /^\/[^/]*$/.test(at));
    expect(topmost.filter((at) => homeOf(at, screens).length !== 1)).toEqual([]);
  });

  it("has at most twenty entries for who may see all", () => {
    const rail = railOf(groups, all);
    expect(rail.length).toBeLessThanOrEqual(20);
    expect(new Set(namesOf(rail)).size).toBe(rail.length);
    expect(rail.flatMap(({ pages }) => pages).length).toBe(screens.filter(({ isUnlisted }) => !isUnlisted).length);
  });

  it("sends the lines of each icon, which are all there is to it", () => {
    const drawn = new Map(screens.map(({ at, icon }) => [at, renderToStaticMarkup(createElement(icon))]));
    for (const { pages, others } of railOf(groups, all))
      for (const { at, icon } of [...pages, ...others]) {
        const tags = [...(drawn.get(at as `/${string}`) ?? "").matchAll(/<(\w+) ?([^>]*)>/g)].map(([, tag, rest]) => [
          tag,
          rest,
        ]);
        const lines = tags
          .slice(1)
          .map(([tag, rest]) => (tag === "path" ? /^d="(M[^"]+)"$/.exec(rest ?? "")?.[1] : tag));
        expect(lines.length).toBeGreaterThan(0);
        expect(icon).toBe(lines.join(""));
      }
  });

  it("begins with the home page, whoever looks", () => {
    for (const rights of [new Set<string>(), all, ...roles.map(([, held]) => held)])
      expect(railOf(groups, rights)[0]?.heading).toBe("Home");
  });

  it("leads to pages that say what they are for, in one sentence", () => {
    const listed = groups.flat().flatMap(({ pages }) => pages.filter(([{ at }]) => at !== "/"));
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.filter(([, purpose]) => !purpose).map(([{ at }]) => at)).toEqual([]);
    const purposes = listed.map(([, purpose]) => purpose);
    expect(purposes.filter((purpose) => !/^[A-Z].{20,110}\.$/.test(purpose ?? ""))).toEqual([]);
    expect(new Set(purposes).size).toBe(purposes.length);
  });

  it("leads to pages that show it: their title is that of the screen, by ScreenHeader", () => {
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));
    const shown = files.map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
    expect(shown.filter(([, text]) => /<PageHeader\s+title=\{[^}]*heading/.test(text)).map(([file]) => file)).toEqual(
      [],
    );
  });
});

describe("the rail of a role", () => {
  it.each(roles)("%s: only areas with a page that they may see, each as the page where there is one", (_, held) => {
    const rail = railOf(backofficeAreas, held);
    expect(rail.length).toBeGreaterThan(1);
    expect(rail.length).toBeLessThanOrEqual(railOf(backofficeAreas, all).length);
    const may = new Set(backoffice.filter(({ needs }) => !needs || held.has(needs)).map(({ at }) => at as string));
    const led = rail.flatMap(({ pages }) => pages.map(({ at }) => at));
    expect(led.filter((at) => !may.has(at))).toEqual([]);
    for (const { heading, pages } of rail) if (pages.length === 1) expect(heading).toBe(pages[0]?.heading);
  });

  it("is short for who has two rights, and each entry is the page itself", () => {
    const rail = railOf(backofficeAreas, new Set(["vehicle.read", "country.read"]));
    expect(rail.map(({ heading, pages }) => [heading, pages.length])).toEqual([
      ["Home", 1],
      ["Vehicles", 1],
      ["Device set-up", 2],
      ["Countries", 1],
    ]);
  });

  it("begins with what the role may change, and then tells what it may read", () => {
    const read = permissionCodes.filter((code) => code.endsWith(".read"));
    const rail = namesOf(railOf(backofficeAreas, new Set([...read, "faq.write"])));
    expect(rail.slice(0, 3)).toEqual(["Home", "Translation desk", "Texts"]);
    expect(rail.indexOf("Devices")).toBeGreaterThan(rail.indexOf("Languages and countries"));
    // Who may change nothing, or everything, finds all in its usual order.
    expect(namesOf(railOf(backofficeAreas, new Set(read)))[1]).toBe("Alerts");
    expect(namesOf(railOf(backofficeAreas, all))[1]).toBe("Alerts");
  });
});
