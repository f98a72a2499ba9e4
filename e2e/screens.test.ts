import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { backofficeAreas } from "@/app/_resources/backoffice";
import { content } from "@/app/_resources/content";
import { workspace } from "@/app/_resources/workspace";
import { sample } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { axe, type Glance, look, moved, narrow, threeGlances, twoGlances } from "./look";
import { faultsOf, usePeople, useTurns } from "./person";
import { screens, type WalkedScreen } from "./register";
import { screenOf } from "./session";
import { type Part, type View, walk } from "./walk";

const persdesk = usePersdesk();
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);
const onPageOfAdmin = useTurns(() => openAs("admin@persdesk.demo", undefined, { isOfFile: true }));
const onPageOfSupport = useTurns(() => openAs("support@persdesk.demo", undefined, { isOfFile: true }));
const onPageOfCompany = useTurns(async () => {
  const page = await openAs("admin@velora.demo", "/portal", { isOfFile: true });
  await arrived(page, /\/portal\/[\da-f-]{36}$/);
  return page;
});
const go = (page: Page, path: string) => visit(page, persdesk().url + path);
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const everything: Part[] = ["list", "record", "form"];

/**
 * One screen of each shape, and every one that has parts of its own: what axe looks at, wide and narrow, light and dark.
 * All other screens are made of these parts. A screen with a part that no other has gets its line here.
 */
const shapes: [at: string, parts: Part[]][] = [
  ["/", ["list"]],
  ["/pers", everything],
  ["/portal-users", ["record"]],
  ["/staff", ["record"]],
  ["/switch-to", ["record"]],
  ["/roles", ["record", "form"]],
  ["/permission-matrix", ["list"]],
  ["/who-can", ["list"]],
  ["/api-keys", ["list", "record"]],
  ["/companies", ["record"]],
  ["/partner-referents", ["form"]],
  ["/firmware-versions", ["record"]],
  ["/vehicles", ["record"]],
  ["/vehicle-models", ["record", "form"]],
  ["/alerts", ["record", "form"]],
  ["/labels", ["record"]],
  ["/translations", ["list"]],
  ["/faqs", everything],
  ["/documentations", ["record"]],
  ["/privacy-policies", ["list", "record"]],
  ["/app-versions", ["list", "form"]],
  ["/formatted-texts", ["record"]],
  ["/mail-log", ["record"]],
  ["/routine-log", ["list"]],
  ["/contact-logs", ["record"]],
  ["/erp-sync", ["list"]],
  ["/privacy", ["list"]],
  ["/retention", ["list"]],
  ["/notification-templates", ["record"]],
  ["/notification-senders", ["list"]],
  ["/jobs", ["list"]],
];

/** Tabs that axe has looked at in this run, such as Activity, which is the same on every sheet. */
const tabs = new Set<string>();

/** How closely a part is looked at: one tab of each title, unless all is tried. */
function glancesAt(view: View): Glance[] | undefined {
  if (!isLong && view.kind === "tab") {
    if (tabs.has(view.title)) return undefined;
    tabs.add(view.title);
  }
  return view.kind === "new" ? threeGlances : twoGlances;
}

/** Walks a screen as the administrator; every fault it finds, and of the console. */
async function faultsOn(page: Page, screen: WalkedScreen, parts: Part[], withAxe: boolean) {
  const faults = faultsOf(page);
  let records = 0;
  await walk(page, persdesk().url, screen, parts, async (view) => {
    const { pathname } = new URL(page.url());
    if (pathname.startsWith(`${screen.at}/`) && pathname !== screen.create) records++;
    const glances = withAxe ? glancesAt(view) : undefined;
    // First of all, for other widths move everything.
    const found = view.kind === "new" || view.kind === "known" ? await moved(page) : [];
    found.push(...(await (glances ? look(page, glances, view.kind === "new" ? "html" : "main") : narrow(page))));
    for (const fault of found) faults.push(`${pathOf(page)} ${fault}`);
  });
  if (isLong && screen.hasPages && screen.create && parts.includes("record") && records === 0)
    faults.push(`${screen.at} has no record to look at; the demo needs one`);
  return faults;
}

const faultsIn = (screen: WalkedScreen, parts: Part[], withAxe: boolean) =>
  onPageOfAdmin((page) => faultsOn(page, screen, parts, withAxe));

describe("each shape of screen, wide and narrow, light and dark", () => {
  const looked = sample(shapes, 1, "shapes of screens that axe looks at");
  it.concurrent.each(looked)("%s: %s", async (at, parts) => {
    const screen = screens.find((one) => one.at === at);
    if (!screen) throw new Error(`there is no screen at ${at}`);
    expect(await faultsIn(screen, parts, true)).toEqual([]);
  });

  it("the command palette and the drawer", async () => {
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
    expect(faults).toEqual([]);
  });

  const open = sample(["/login", "/register", "/forgot"], 1, "pages for whoever comes, by axe");
  it.concurrent.each(open)("%s, for whoever comes", async (path) => {
    const page = await openPage();
    const faults = faultsOf(page);
    await go(page, path);
    faults.push(...(await look(page)));
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it("the import of a file, and one's own profile", async () => {
    const page = await openAs("admin@persdesk.demo");
    const faults = faultsOf(page);
    for (const path of sample(["/labels/import", "/profile"], 1, "pages that are no screen of a record, by axe")) {
      await go(page, path);
      for (const fault of await look(page, twoGlances)) faults.push(`${path} ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});

describe("every other screen", () => {
  const whole = new Set(shapes.filter(([, parts]) => parts === everything).map(([at]) => at));
  const others = screens.filter(({ at }) => !whole.has(at));

  const opened = sample(others, 1, "screens whose list, record and form are opened");
  it.concurrent.each(opened.map((screen) => [screen.title, screen] as const))(
    "%s: its list, its first record and its form, without a fault",
    { timeout: 120_000 },
    async (_, screen) => {
      expect(await faultsIn(screen, everything, isLong)).toEqual([]);
    },
  );
});

describe("a company's own pages", () => {
  const pages = sample(workspace, 2, "pages of a company that are opened");
  it.concurrent.each(pages.map((page) => [page.heading, page] as const))(
    "%s: the page and its first record, without a fault",
    { timeout: 120_000 },
    async (_, { at }) => {
      const faults = await onPageOfCompany(async (page) => {
        const found = faultsOf(page);
        const base = /^\/portal\/[\da-f-]{36}/.exec(pathOf(page))?.[0] ?? "";
        await go(page, base + at.replace(/\/$/, ""));
        found.push(...(await moved(page)));
        const record = page.locator(`main table tbody td a[href^="${base}${at}/"]`).first();
        if ((await record.count()) === 0) return found;
        await go(page, String(await record.getAttribute("href")));
        return [...found, ...(await moved(page))];
      });
      expect(faults).toEqual([]);
    },
  );
});

describe("what people see", () => {
  const links = (page: Page) =>
    page
      .getByRole("navigation", { name: "Main menu" })
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));

  const readable = screens.filter(({ needs }) => !needs || needs.endsWith(".read"));

  /** What the rail leads to: of each area the first of these pages. */
  const firstOf = (pages: string[]) =>
    backofficeAreas.flat().flatMap((area) => area.pages.find(([{ at }]) => pages.includes(at))?.[0].at ?? []);

  it("support finds every area of which it may read a page, in the order of the rail", async () => {
    const page = await openAs("support@persdesk.demo");
    await go(page, "/");
    expect(await links(page)).toEqual(firstOf(readable.map(({ at }) => at)));
  });

  it("the rail keeps the open area in view, tells its pages as tabs, and remembers favourites", async () => {
    const page = await openAs("admin@persdesk.demo");
    const rail = page.getByRole("navigation", { name: "Main menu" });
    const tabs = page.getByRole("navigation", { name: "Senders and mail log" });
    await page.setViewportSize({ width: 1440, height: 600 });
    await go(page, "/notification-senders");
    await tabs.getByRole("link", { name: "E-mail log" }).focus();
    await page.keyboard.press("Enter");
    await arrived(page, (url) => url.pathname === "/mail-log");
    await expect.poll(() => tabs.locator("[aria-current=page]").textContent()).toBe("E-mail log");
    // The tabs stay where they are, and so does the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("E-mail log");
    const here = rail.locator("a[aria-current]");
    await expect.poll(() => here.allTextContents()).toEqual(["Senders and mail log"]);
    await expect
      .poll(() => here.evaluate((link) => link.getBoundingClientRect().bottom <= window.innerHeight - 40))
      .toBe(true);
    const saved = page.waitForResponse(/setFavourites/);
    await page.getByRole("button", { name: "Favourite: E-mail log" }).click();
    await saved;
    const html = (await (await go(page, "/riders"))?.text()) ?? "";
    expect(html).toContain("Favourites");
    const areas = backofficeAreas.flat().map(({ pages: [first] }) => first?.[0].at);
    expect(await links(page)).toEqual(["/", "/mail-log", ...areas.slice(1)]);
    await page.getByRole("button", { name: "Collapse the menu" }).click();
    await rail.getByRole("link", { name: "Devices" }).hover();
    await page.getByRole("tooltip", { name: "Devices" }).waitFor();
  });

  it("every page of the backoffice answers, says what it is for, and has the tabs of its area", async () => {
    const { cookie } = await screenOf(persdesk(), "admin@persdesk.demo");
    const plain = (html: string) => html.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
    const faults: string[] = [];
    for (const area of sample(backofficeAreas.flat(), 3, "areas whose pages are opened")) {
      const [, isMany] = area.pages;
      const others = (area.others ?? []).map((one) => [one, undefined] as const);
      for (const [{ at, isUnlisted }, purpose] of [...area.pages, ...others]) {
        const answer = await fetch(persdesk().url + at, { headers: { cookie } });
        const html = plain(await answer.text());
        const isTab = Boolean(isMany) && !isUnlisted;
        // A list may lead on to itself, as it is filtered at first.
        const isThere = answer.status === 200 && new URL(answer.url).pathname === at;
        if (!isThere) faults.push(`${at}: ${answer.status}, ${answer.url}`);
        if (purpose && !html.includes(`>${purpose}</p>`)) faults.push(`${at} does not say what it is for`);
        if (html.includes(`aria-label="${area.heading}"`) !== isTab) faults.push(`${at}: tabs of ${area.heading}`);
      }
    }
    expect(faults).toEqual([]);
  });

  const writes =
    /^(create|write|delete|save|new|edit|import|revert|activate|retire|send|put|revoke|discard|add|replace|invite|disable|enable|rotate|reset|give|take|sign out)\b/i;

  /** What the role may do beside reading. */
  const supports = ["Write a note", "Add note", "Add comment", "New activation PIN", "Take", "Give back"];

  /** What the open page offers to write with; the names of rights, of records and of texts are no actions, and one's own notes can be changed. */
  async function writesHere(page: Page) {
    const actions = page.locator(
      'main :is(button, a:not([href^="/who-can"], td a)):not(ol button, [aria-disabled=true]):visible',
    );
    const names = (await actions.allTextContents()).map((name) => name.trim());
    const isAction = (name: string) => writes.test(name) && !/^\w+\.\w/.test(name);
    return names
      .filter((name) => isAction(name) && !supports.some((one) => name.startsWith(one)))
      .map((name) => `${pathOf(page)}: ${name}`);
  }

  const read = sample(readable, 1, "screens that support reads");
  it.concurrent.each(read.map((screen) => [screen.title, screen] as const))(
    "support reads %s and finds nothing to write with",
    { timeout: 120_000 },
    async (_, screen) => {
      const found: string[] = [];
      let seen = 0;
      await onPageOfSupport((page) =>
        walk(page, persdesk().url, screen, everything, async () => {
          seen++;
          found.push(...(await writesHere(page)));
          const fields = await page.locator("main :is(input, textarea, select):disabled:visible").count();
          if (fields) found.push(`${pathOf(page)}: fields that cannot be filled in`);
          // Rows can be chosen; what is done with them is shown to who may not do it, and cannot be pressed.
          const tick = page.getByRole("checkbox", { name: "Select this row" }).first();
          if ((await tick.count()) === 0) return;
          await tick.check();
          await page.getByRole("region", { name: "Selected rows" }).waitFor();
          found.push(...(await writesHere(page)));
          await tick.uncheck();
        }),
      );
      expect(seen).toBeGreaterThan(0);
      expect(found).toEqual([]);
    },
  );

  it("support who asks for a form sees the facts, or is told why there is none", async () => {
    const page = await openAs("support@persdesk.demo");
    await go(page, "/pers");
    const sheet = await page.locator("main tbody td a").first().getAttribute("href");
    await go(page, `${sheet}?edit`);
    await page.getByText("Serial number", { exact: true }).waitFor();
    await expect.poll(() => page.locator("main form").count()).toBe(0);
    for (const path of ["/pers/new", "/labels/import"]) {
      expect((await go(page, path))?.status()).toBe(403);
      await page.getByRole("heading", { name: "You are not allowed to do this" }).waitFor();
      await page.getByRole("navigation", { name: "Main menu" }).waitFor();
    }
  });

  it("an unknown address keeps its frame, in the backoffice and in the portal", async () => {
    const page = await openAs("admin@persdesk.demo");
    expect((await go(page, "/no/such/page"))?.status()).toBe(404);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await page.getByRole("navigation", { name: "Main menu" }).waitFor();
    const member = await openAs("admin@velora.demo");
    await go(member, "/portal");
    expect((await go(member, `${new URL(member.url()).pathname}/no/such/page`))?.status()).toBe(404);
    await member.getByRole("heading", { name: "Page not found" }).waitFor();
    await member.getByRole("navigation", { name: "Main menu" }).waitFor();
  });

  it("content sees the content alone, and is told so elsewhere", async () => {
    const page = await openAs("content@persdesk.demo");
    await go(page, "/");
    expect(await links(page)).toEqual(["/", ...firstOf(content.flatMap((area) => area.pages.map(([{ at }]) => at)))]);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search everywhere" }).fill("PERS");
    await page.getByText("No results.").waitFor();
    await go(page, "/pers");
    await page.getByRole("heading", { name: "You do not have access to this" }).waitFor();
    await page.getByText("ask a Persdesk administrator").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await expect.poll(() => page.locator("tbody tr[data-id]").count()).toBe(0);
    await go(page, "/labels/new");
    await page.getByRole("button", { name: "Create label" }).waitFor();
  });

  it("a company's person comes to the company, not to the backoffice", async () => {
    const page = await openAs("admin@velora.demo");
    for (const path of ["/", "/pers", "/roles/new"]) {
      await go(page, path);
      expect(new URL(page.url()).pathname).toMatch(/^\/portal\//);
    }
    const looked = sample(["company", "profile", "rider"], 1, "pages of people of companies, by axe");
    if (looked.includes("company")) expect(await look(page)).toEqual([]);
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("button", { name: "Profile", exact: true }).click();
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    if (looked.includes("profile")) expect(await look(page, twoGlances)).toEqual([]);
    const rider = await openAs("rider@persdesk.demo");
    await go(rider, "/portal/me");
    if (looked.includes("rider")) expect(await look(rider, twoGlances)).toEqual([]);
  });
});

describe("a hard load of the PERS list", () => {
  it("has its rows in the HTML, and asks for nothing but the total; the bell and the counts of alerts and of views come later", async () => {
    const page = await openAs("admin@persdesk.demo");
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(pathname);
    });
    const response = await visit(page, `${persdesk().url}/pers?sortBy=nuSerialPersNumber:asc`);
    const html = (await response?.text()) ?? "";
    expect(html.match(/<tr data-id=/g)?.length).toBe(25);
    const first = await page.locator("tbody tr td a").first().innerText();
    expect(html).toContain(`>${first}<`);
    const later = ["pers.count", "alertDesk.counts", "listViews.counts"];
    const names = asked.flatMap((path) => path.replace("/api/trpc/", "").split(","));
    expect(names.filter((name) => !later.includes(name) && !name.startsWith("/api/live/inbox/"))).toEqual([]);
  });
});
