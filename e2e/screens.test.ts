import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { navigation, type Screen } from "@/components/kit/navigation";
import { useBrowser, usePersdesk } from "./harness";
import { faultsOf, usePeople } from "./person";

const persdesk = usePersdesk({ worker: false });
const openAs = usePeople(persdesk, useBrowser());

const go = (page: Page, path: string) => page.goto(persdesk().url + path, { waitUntil: "networkidle" });

/** What axe finds, as "rule: the element"; `rules` where not all are needed again. */
async function axe(page: Page, rules?: string[]) {
  // The frame of a mail runs no scripts, so axe would wait for it for ever.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ iframes: false });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** How many pixels of the page stick out at its right. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const heights = { 1440: 900, 360: 780, 320: 640 };

type Glance = [width: 1440 | 360, colorScheme: "light" | "dark", rules?: string[]];
const contrast = ["color-contrast"];
/** All of axe at both widths; in the other theme only the colours are new. */
const threeGlances: Glance[] = [
  [1440, "light"],
  [360, "light"],
  [360, "dark", contrast],
];
/** For parts of a page whose frame was looked at before. */
const twoGlances: Glance[] = [
  [1440, "light"],
  [360, "dark", contrast],
];

/** The theme follows the system by script and colours by transition: what is seen before both are through is neither theme. */
const settled = (page: Page, colorScheme: "light" | "dark") =>
  page.waitForFunction(
    (wanted) =>
      document.documentElement.dataset.mantineColorScheme === wanted &&
      document.getAnimations().every((animation) => animation.playState !== "running"),
    colorScheme,
  );

/** Looks at the page that is open at both widths and in both themes; only what differs between them is asked again. */
async function look(page: Page, glances = threeGlances): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme, rules] of glances) {
    await page.setViewportSize({ width, height: heights[width] });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page, colorScheme);
    for (const fault of await axe(page, rules)) found.push(`${width} ${colorScheme} ${fault}`);
  }
  await page.setViewportSize({ width: 320, height: heights[320] });
  const pixels = await overflow(page);
  if (pixels > 0) found.push(`320: ${pixels} pixels stick out`);
  await page.setViewportSize({ width: 1440, height: heights[1440] });
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

describe("every screen, wide and narrow, light and dark", () => {
  it.concurrent.each(navigation.map((screen) => [screen.title, screen] as const))(
    "%s: its list, its first record and its form",
    { timeout: 120_000 },
    async (_, screen: Screen) => {
      const page = await openAs("admin@persdesk.demo");
      const faults = faultsOf(page);
      const seen = async (glances?: Glance[]) => {
        const path = new URL(page.url()).pathname + new URL(page.url()).search;
        for (const fault of await look(page, glances)) faults.push(`${path} ${fault}`);
      };
      await go(page, screen.href);
      await seen();
      const record = page.locator("main table tbody td a, main [data-id] a").first();
      if (screen.router && (await record.count()) > 0) {
        await go(page, (await record.getAttribute("href")) ?? "");
        await seen(twoGlances);
        const tabs = page.getByRole("navigation", { name: "Parts of this record" }).getByRole("button");
        for (const tab of (await tabs.all()).slice(1)) {
          await tab.click();
          await page.waitForLoadState("networkidle");
          await seen(twoGlances);
        }
      }
      if (screen.create) {
        await go(page, screen.create.href);
        await seen(twoGlances);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it("the command palette, the drawer and the sign-in page", async () => {
    const page = await openAs("admin@persdesk.demo");
    const faults = faultsOf(page);
    await go(page, "/");
    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
    faults.push(...(await look(page)));
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    faults.push(...(await axe(page)));
    await page.context().clearCookies();
    await go(page, "/login");
    faults.push(...(await look(page)));
    expect(faults).toEqual([]);
  });
});

describe("what people see", () => {
  const links = (page: Page) =>
    page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));

  it("support reads everything and finds nothing to write with", async () => {
    const page = await openAs("support@persdesk.demo");
    await go(page, "/");
    const readable = navigation.filter(({ needs }) => !needs || needs.endsWith(".read"));
    expect(await links(page)).toEqual(readable.map(({ href }) => href));
    const writes =
      /^(create|write|delete|save|new|edit|import|revert|activate|retire|send|put|revoke|discard|add|replace|invite|disable|enable|rotate|reset|give|take|sign out)\b/i;
    const found: string[] = [];
    let visited = 0;
    for (const { href, create } of readable) {
      const paths = [href, ...(create ? [create.href] : [])];
      await go(page, href);
      const record = page.locator("main table tbody td a").first();
      if (create && (await record.count())) paths.push((await record.getAttribute("href")) ?? "");
      for (const path of paths) {
        if (path !== href) await go(page, path);
        visited++;
        for (const name of await page.locator("main :is(button, a):visible").allTextContents())
          if (writes.test(name.trim()) && name.trim() !== "Edit") found.push(`${path}: ${name}`);
        const ticks = await page.getByRole("checkbox", { name: "Choose this row" }).count();
        if (ticks && href !== "/pers" && href !== "/labels") found.push(`${path}: rows can be chosen`);
      }
    }
    expect(visited).toBeGreaterThan(readable.length);
    expect(found).toEqual([]);
  }, 180_000);

  it("content sees the content alone, and is told so elsewhere", async () => {
    const page = await openAs("content@persdesk.demo");
    await go(page, "/");
    const mine = navigation.filter(({ domain }) => domain === "Home" || domain === "Content");
    expect(await links(page)).toEqual(mine.map(({ href }) => href));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search everywhere" }).fill("PERS");
    await page.getByText("Nothing is called that.").waitFor();
    await go(page, "/pers");
    await page.getByRole("heading", { name: "You may not see this" }).waitFor();
    await page.getByText("ask an administrator").waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    expect(await page.locator("tbody tr[data-id]").count()).toBe(0);
    await go(page, "/labels/new");
    await page.getByRole("button", { name: "Create label" }).waitFor();
  });

  it("a company's person comes to the company, not to the backoffice", async () => {
    const page = await openAs("admin@velora.demo");
    for (const path of ["/", "/pers", "/roles/new"]) {
      await go(page, path);
      expect(new URL(page.url()).pathname).toMatch(/^\/portal\//);
    }
    expect(await look(page)).toEqual([]);
    await page.getByRole("link", { name: "Profile" }).click();
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    expect(await look(page, twoGlances)).toEqual([]);
    const rider = await openAs("rider@persdesk.demo");
    await go(rider, "/portal/me");
    expect(await look(rider, twoGlances)).toEqual([]);
  });
});

describe("a hard load of the PERS list", () => {
  it("has its rows in the HTML, and asks for nothing but the total", async () => {
    const page = await openAs("admin@persdesk.demo");
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(pathname);
    });
    const response = await page.goto(`${persdesk().url}/pers?sortBy=nuSerialPersNumber:asc`, {
      waitUntil: "networkidle",
    });
    const html = (await response?.text()) ?? "";
    expect(html.match(/<tr data-id=/g)?.length).toBe(25);
    const first = await page.locator("tbody tr td a").first().innerText();
    expect(html).toContain(`>${first}<`);
    expect(asked.filter((path) => path !== "/api/trpc/pers.count")).toEqual([]);
  });
});
