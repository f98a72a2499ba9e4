import { describe, expect, it } from "vitest";
import { backoffice } from "@/app/_resources/backoffice";
import { speaking } from "@/texts/node";
import { t } from "@/texts/t";
import { crumbsOf } from "./crumbs.rules";
import { entriesFor } from "./screen";

describe("what stands above a page's title", () => {
  it("is the group of a list, and of a record the way to the list too", () => {
    expect(crumbsOf("Devices", "Alerts", false)).toEqual([{ name: "Devices", leads: false }]);
    expect(crumbsOf("Devices", "Alerts", true)).toEqual([
      { name: "Devices", leads: false },
      { name: "Alerts", leads: true },
    ]);
  });

  it.each(["en", "fr", "de"] as const)("says no name twice on any screen in %s", (language) => {
    speaking({ language, timeZone: "UTC" }, () => {
      const needs = backoffice.flatMap((screen) => screen.needs ?? []);
      const entries = entriesFor(backoffice, new Set(needs));
      const namesakes = entries.filter(({ domain, heading }) => t(domain) === heading);
      expect(namesakes.map(({ at }) => at)).toContain("/companies");
      for (const { domain, heading } of entries) {
        const [first, second] = crumbsOf(t(domain), heading, true);
        expect(first?.name).not.toBe(second?.name);
        expect(crumbsOf(t(domain), heading, false).map(({ name }) => name)).not.toContain(heading);
      }
    });
  });
});
