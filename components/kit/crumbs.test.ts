import { describe, expect, it } from "vitest";
import { backoffice, backofficeAreas } from "@/app/_resources/backoffice";
import { speaking } from "@/texts/node";
import { crumbsOf } from "./crumbs.rules";
import { areasFor } from "./screen";

describe("what stands above the title of a record", () => {
  it("is its area, and the way to its list", () => {
    expect(crumbsOf("Devices", "Vehicles")).toEqual([
      { name: "Devices", leads: false },
      { name: "Vehicles", leads: true },
    ]);
    expect(crumbsOf("Alerts", "Alerts")).toEqual([{ name: "Alerts", leads: true }]);
  });

  it.each(["en", "fr", "de"] as const)("says no name twice on any screen in %s", (language) => {
    speaking({ language, timeZone: "UTC" }, () => {
      const needs = backoffice.flatMap((screen) => screen.needs ?? []);
      const crumbs = areasFor(backofficeAreas, new Set(needs))
        .flat()
        .flatMap(({ heading, pages }) => pages.map((page) => crumbsOf(heading, page.heading).map(({ name }) => name)));
      expect(crumbs.length).toBeGreaterThan(20);
      expect(crumbs.filter((names) => new Set(names).size < names.length)).toEqual([]);
      expect(crumbs.filter((names) => names.length === 1).length).toBeGreaterThan(0);
    });
  });
});
