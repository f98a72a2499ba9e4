import type { Page, Request } from "playwright";
import { expect, it } from "vitest";
import { arrived, settled, useBrowser, usePersdesk } from "./harness";
import { usePeople } from "./person";
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
