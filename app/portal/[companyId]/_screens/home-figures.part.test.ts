import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FiguresSection } from "./home-figures.part";

it("leads from every figure to the list behind it", () => {
  const partners = { accepted: 3, invited: 2, waiting: 1 };
  const figures = {
    pers: { total: 9, silent: 2, alerting: 3, urgent: 1, behind: 4 },
    week: { distance: 12, alerts: 1 },
    vehicles: { total: 5, distance: 120, withoutRider: 1 },
    members: { active: 4, invited: 1 },
    dealers: partners,
    subcontractors: partners,
  };
  const html = renderToStaticMarkup(createElement(FiguresSection, { base: "/portal/1", figures }));
  const numbers = html.match(/>[^<]*\d[^<]*</g) ?? [];
  expect(numbers).toHaveLength(17);
  expect(html.match(/<a [^>]*href="\/portal\/1\/[^>]*>[^<]*\d[^<]*<\/a>/g)).toHaveLength(numbers.length);
});
