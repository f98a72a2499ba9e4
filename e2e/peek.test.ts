import type { Page } from "playwright";
import { expect, it } from "vitest";
import { scaled } from "@/db/testing/scale";
import { settled, useBrowser, usePersdesk } from "./harness";
import { usePeople } from "./person";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

const peek = (page: Page) => page.getByRole("complementary", { name: "Peek" });
const place = (page: Page, text: string) => peek(page).getByText(text, { exact: true }).waitFor();
const rowsOf = (page: Page) => page.locator('table[aria-busy="false"]:not([data-stale]) tbody tr');

const last = scaled(26, 101);
it(`${last} rows looked through by peek without the mouse: ${last + 1} keys`, async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  await rowsOf(page).first().waitFor();
  const keys: string[] = [];
  const press = (key: string) => {
    keys.push(key);
    return page.keyboard.press(key);
  };
  await press("j");
  await press("Space");
  await place(page, "1 of 2,000");
  const seen: string[] = [];
  for (let number = 2; number <= last; number++) {
    await press(number % 2 ? "j" : "ArrowDown");
    await place(page, `${number} of 2,000`);
    seen.push((await peek(page).getByRole("heading", { level: 2 }).textContent()) ?? "");
  }
  expect([new Set(seen).size, keys.length]).toEqual([last - 1, last + 1]);
  // The row that is looked at has the focus, on another page by now, and says how it is and what was changed of it.
  await page.getByText(`${last}–${last + 24} of 2,000`).waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest("tr")?.dataset.id)).toBe(
    await peek(page).getAttribute("data-peek"),
  );
  await peek(page).getByText("Latest changes").waitFor();
  await peek(page)
    .getByText(/^(Never heard|Heard|Silent)/)
    .waitFor();
  await page.keyboard.press("k");
  await place(page, `${last - 1} of 2,000`);
  await page.getByText(`${last - 25}–${last - 1} of 2,000`).waitFor();

  // Opened, the row's page goes on from there, by keys and over pages.
  const title = seen.at(-2) ?? "";
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  const ways = page.getByRole("navigation", { name: "In the list" });
  await ways.getByText(`${last - 1} of 2,000`).waitFor();
  await expect
    .poll(() => ways.getByRole("button", { name: "Next in the list" }).getAttribute("aria-disabled"))
    .toBe("false");
  await page.keyboard.press("]");
  await page.getByRole("heading", { level: 1, name: seen.at(-1) ?? "" }).waitFor();
  await ways.getByText(`${last} of 2,000`).waitFor();
  await expect
    .poll(() => ways.getByRole("button", { name: "Previous in the list" }).getAttribute("aria-disabled"))
    .toBe("false");
  await page.keyboard.press("[");
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
});

it("keys that come before the next page has come skip none of its rows", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  await rowsOf(page).first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await place(page, "1 of 2,000");
  for (let n = 0; n < 35; n++) await page.keyboard.press("j");
  await page.getByText("26–50 of 2,000").waitFor();
  await settled(page);
  await page.getByText("26–50 of 2,000").waitFor();
  const number = Number(
    (
      await peek(page)
        .getByText(/ of 2,000$/)
        .textContent()
    )?.split(" ")[0],
  );
  expect(number).toBeGreaterThanOrEqual(26);
  expect(number).toBeLessThanOrEqual(36);
});

it("by mouse: a click looks at a row while one is looked at, and opens it otherwise", async () => {
  const page = await openAs("admin@persdesk.demo", "/vehicles");
  await rowsOf(page).first().waitFor();
  await page.getByRole("button", { name: "Peek at rows" }).click();
  const third = rowsOf(page).nth(2);
  await third.locator("td").nth(2).click();
  await expect.poll(() => peek(page).getAttribute("data-peek")).toBe(await third.getAttribute("data-id"));
  await page.keyboard.press("Escape");
  await peek(page).waitFor({ state: "detached" });
  await third.locator("td").nth(2).click();
  await page
    .getByRole("navigation", { name: "In the list" })
    .getByText(/^3 of /)
    .waitFor();
});

it("the space bar is the control's own where one has the focus", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  await rowsOf(page).first().waitFor();
  await page.getByRole("checkbox", { name: "Select this row" }).first().focus();
  await page.keyboard.press("Space");
  await page.getByText("1 selected").waitFor();
  expect(await peek(page).count()).toBe(0);
});

it("`?` names the keys of the screen behind it, `g` and a letter lead to an area, and letters can be switched off", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  await rowsOf(page).first().waitFor();
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const placesOf = () => keys.getByRole("heading", { level: 3 }).allInnerTexts();
  await page.keyboard.press("?");
  await keys.getByText("Look at the row beside the list").waitFor();
  expect(await placesOf()).toEqual(["In a list", "Everywhere", "To an area"]);
  await page.keyboard.press("Escape");

  for (const key of ["g", "p"]) await page.keyboard.press(key);
  await page.waitForURL("**/riders");
  await rowsOf(page).first().waitFor();
  await page.keyboard.press("?");
  await keys.getByRole("switch", { name: "Single letters do something" }).click();
  await page.keyboard.press("Escape");
  for (const key of ["n", "j", "g", "d"]) await page.keyboard.press(key);
  // The arrows and the space bar go on; the page is still the same.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await peek(page).waitFor();
  expect(new URL(page.url()).pathname).toBe("/riders");
});
