import type { Page, Request } from "playwright";
import { expect, it } from "vitest";
import { arrived, settled, useBrowser, usePersdesk } from "./harness";
import { ask, usePeople } from "./person";
import { screenOf } from "./session";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

/** The paths of whole pages that the page asks for; what a page has before it is opened comes by requests of its own. */
function pagesAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request: Request) => {
    const { rsc, "next-router-prefetch": isPart } = request.headers();
    if (rsc && !isPart) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

const firstRow = (page: Page) => page.locator("tr[data-id] [data-primary]").first();

it("a page is asked for when its link is pressed, and not again when the button is let go", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  const asked = pagesAsked(page);
  const path = new URL((await firstRow(page).getAttribute("href")) ?? "", page.url()).pathname;
  await firstRow(page).hover();
  await page.mouse.down();
  await expect.poll(() => asked).toEqual([path]);
  await page.mouse.up();
  await arrived(page, (url) => url.pathname === path);
  expect(asked.filter((one) => one === path)).toEqual([path]);

  // With Ctrl it opens in a tab of its own, which asks by itself.
  const menu = page.getByRole("link", { name: "Companies", exact: true }).first();
  await menu.hover();
  await page.keyboard.down("Control");
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await page.keyboard.up("Control");
  expect(asked.filter((one) => one !== path)).toEqual([]);
});

it.each(["mouse", "keys"])(
  "a record that is opened again by %s shows what a colleague changed meanwhile",
  async (by) => {
    const page = await openAs("admin@persdesk.demo", "/pers");
    const path = new URL((await firstRow(page).getAttribute("href")) ?? "", page.url()).pathname;
    const erpId = () => page.locator("main dd", { hasText: `ERP-BY-${by}` }).count();
    await firstRow(page).click();
    await arrived(page, (url) => url.pathname === path);
    expect(await erpId()).toBe(0);
    await page.goBack();
    await firstRow(page).waitFor();
    const colleague = await screenOf(persdesk(), "admin@persdesk.demo");
    await colleague.mutate("pers.update", { id: path.split("/").at(-1), erpPersId: `ERP-BY-${by}` });
    if (by === "mouse") await firstRow(page).click();
    else await firstRow(page).press("Enter");
    await arrived(page, (url) => url.pathname === path);
    await expect.poll(erpId).toBe(1);
  },
);

it("the rows of a page, an order and a view are asked for while the button is pressed, and once", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("pers.rows")) asked.push(request.url());
  });
  for (const [count, control] of [
    page.getByRole("button", { name: "Next page", exact: true }),
    page.locator("thead button").first(),
    page.locator("[data-views]").getByRole("link", { name: "Firmware behind" }),
  ].entries()) {
    const before = page.url();
    const first = await firstRow(page).innerText();
    await control.hover();
    await page.mouse.down();
    await expect.poll(() => asked.length).toBe(count + 1);
    expect(page.url()).toBe(before);
    await page.mouse.up();
    await expect.poll(() => page.url()).not.toBe(before);
    await expect.poll(() => firstRow(page).innerText()).not.toBe(first);
    await settled(page);
    expect(asked.length).toBe(count + 1);
  }
});

it("a page names its screen's scripts before its rows are there", async () => {
  const page = await openAs("admin@persdesk.demo", "/");
  /** What of the answer came first: the name of the screen, or nothing within three seconds. */
  const begin = async () => {
    const { body } = await fetch("/pers", { headers: { rsc: "1" } });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    const timeUp = new Promise<undefined>((resolve) => setTimeout(resolve, 3_000));
    let text = "";
    for (;;) {
      const part = await Promise.race([reader?.read(), timeUp]);
      text += part?.value ?? "";
      if (part === undefined || part.done || text.includes('"PersList"')) {
        await reader?.cancel();
        return { isNamed: text.includes('"PersList"'), hasRows: text.includes('"nuSerialPersNumber":') };
      }
    }
  };
  await ask(persdesk(), (sql) =>
    sql.begin(async (sql): Promise<object[]> => {
      await sql`lock table backoffice.pers in access exclusive mode`; // its rows wait for it
      expect(await page.evaluate(begin)).toEqual({ isNamed: true, hasRows: false });
      return [];
    }),
  );
});

it("links of the menu and of a row open their pages without a new load, and with Ctrl a tab", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const vehicle = page.locator('tr[data-id] a[data-inner][href^="/vehicles/"]').first();
  const tab = page.context().waitForEvent("page");
  await vehicle.click({ modifiers: ["Control"] });
  await (await tab).close();
  expect(new URL(page.url()).pathname).toBe("/pers");
  await vehicle.click();
  await arrived(page, /\/vehicles\/[\da-f-]{36}/);
  await page.getByLabel("Main menu").getByRole("link", { name: "Devices", exact: true }).click();
  await arrived(page, (url) => url.pathname === "/pers");
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);
});

it("nothing is drawn beyond its cell, and few cells of a row are layers of their own", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  await ask(
    persdesk(),
    (sql) => sql`update backoffice.vehicles set name_vehicle = ${"Wartungsfahrzeug ".repeat(8)} where pers_id =
      (select p.id from backoffice.pers p join backoffice.vehicles v on v.pers_id = p.id order by p.nu_serial_pers_number limit 1)`,
  );
  for (const path of ["/pers?limit=200&sortBy=nuSerialPersNumber:asc", "/vehicles", "/companies", "/mail-log"]) {
    await page.goto(new URL(path, page.url()).href);
    await page.locator('table[aria-busy="false"] tr[data-id]').first().waitFor();
    const cells = await page.locator("tr[data-id] td").evaluateAll((all) =>
      all.map((cell) => ({
        text: (cell as HTMLElement).innerText,
        isBeyond: cell.scrollWidth > cell.clientWidth + 1,
        isCut: getComputedStyle(cell).overflowX === "hidden",
      })),
    );
    expect(cells.filter(({ isBeyond, isCut }) => isBeyond && !isCut)).toEqual([]);
    if (!path.startsWith("/pers")) continue;
    expect(cells.filter(({ isBeyond, isCut }) => isBeyond && isCut).map(({ text }) => text)).toContainEqual(
      expect.stringContaining("Wartungsfahrzeug"),
    );
    const rows = await page.locator("tr[data-id]").count();
    expect(cells.filter(({ isCut }) => isCut).length).toBeLessThan(rows);
  }
});
