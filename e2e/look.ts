import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { sample } from "@/db/testing/sample";
import { visit } from "./harness";

const heights = { 1440: 900, 360: 780, 320: 640 };

export type Glance = [width: 1440 | 360, colorScheme: "light" | "dark", rules?: string[]];
/** The rule of axe that alone depends on colours. */
export const contrast = ["color-contrast"];

/** All of axe at both widths; in the other theme only the colours are new. */
export const threeGlances: Glance[] = [
  [1440, "light"],
  [360, "light"],
  [360, "dark", contrast],
];

/** For parts of a page whose frame was looked at before. */
export const twoGlances: Glance[] = [
  [1440, "light"],
  [360, "dark", contrast],
];

/** What axe finds in the element that `within` selects, as "rule: the element"; `rules` where not all are needed again. */
export async function axe(page: Page, rules?: string[], within = "html") {
  // The frame of a mail runs no scripts, so axe would wait for it for ever; what is well it need not describe.
  const builder = new AxeBuilder({ page })
    .include(within)
    .setLegacyMode()
    .options({ iframes: false, resultTypes: ["violations"] });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

const stickingOut = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** How many pixels of the page stick out at its right; what measures itself, such as a plot, has a second to follow. */
export async function overflow(page: Page) {
  for (const begun = Date.now(); Date.now() - begun < 1_000; await page.waitForTimeout(20))
    if ((await page.evaluate(stickingOut)) <= 0) return 0;
  return page.evaluate(stickingOut);
}

/** The theme follows the system by script and colours by transition: what is seen before both are through is neither theme. */
export const painted = (page: Page, colorScheme: "light" | "dark") =>
  page.waitForFunction(
    (wanted) =>
      document.documentElement.dataset.mantineColorScheme === wanted &&
      document.getAnimations().every((animation) => animation.playState !== "running"),
    colorScheme,
  );

const resize = (page: Page, width: keyof typeof heights) => page.setViewportSize({ width, height: heights[width] });

/** What sticks out of the open page on the narrowest screen. */
export async function narrow(page: Page): Promise<string[]> {
  await resize(page, 320);
  const pixels = await overflow(page);
  await resize(page, 1440);
  return pixels > 0 ? [`320: ${pixels} pixels stick out`] : [];
}

/**
 * Looks at the page that is open at both widths and in both themes, where all is tried; else at one of them. Only what
 * differs between them is asked again.
 * @param within the part that axe looks at: "main" where the frame around it was looked at before
 */
export async function look(page: Page, glances = threeGlances, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme, rules] of sample(glances, 1, "glances at an open page, by axe")) {
    await resize(page, width);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await painted(page, colorScheme);
    for (const fault of await axe(page, rules, within)) found.push(`${width} ${colorScheme} ${fault}`);
  }
  found.push(...(await narrow(page)));
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** Words of the product that do not fit where they stand: buttons, heads, labels and titles; and buttons that a cell cuts off. */
export const cutOff = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "main :is(button, th, label, h1, h2, h3, legend, dt), nav :is(a, button)",
      ),
    ]
      .filter((element) => {
        const { overflowX, clipPath } = getComputedStyle(element);
        // What is clipped away is for screen readers alone.
        const isSeen = clipPath === "none" && element.getClientRects().length > 0 && element.textContent?.trim();
        return (
          isSeen && overflowX !== "visible" && overflowX !== "auto" && element.scrollWidth > element.clientWidth + 1
        );
      })
      .concat(
        [...document.querySelectorAll<HTMLElement>("main td :is(button, a.mantine-Button-root)")].filter((button) => {
          const cell = button.closest("td");
          const isSeen = button.getClientRects().length > 0 && cell && getComputedStyle(cell).overflowX !== "visible";
          return isSeen && button.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
        }),
      )
      .map((element) => element.textContent?.trim() ?? ""),
  );

/** How much may move by itself as a page opens, in the browser's measure of layout shift, of which a tenth counts as good. */
const mostMoved = 0.02;

/** How much moved by itself since the page was opened. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const shifts = list.getEntriesByType("layout-shift") as (PerformanceEntry & Record<"value", number>)[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        });
        observer.observe({ type: "layout-shift", buffered: true });
        observer.observe({ type: "navigation", buffered: true }); // there is always one
      }),
  );

/**
 * What moves by itself as the page that is open opens. On a busy machine parts may come later than a page waits for them:
 * what moves each time it is loaded again is a fault.
 */
export async function moved(page: Page): Promise<string[]> {
  let by = await shiftOf(page);
  for (let again = 0; by > mostMoved && again < 3; again++) {
    await visit(page, page.url());
    by = Math.min(by, await shiftOf(page));
  }
  return by > mostMoved ? [`moved by itself: ${by.toFixed(3)}`] : [];
}
