import type { Page, Route } from "playwright";
import { expect, it } from "vitest";
import { useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

const persdesk = usePersdesk({ worker: true });
const openAs = usePeople(persdesk, useBrowser());

interface Device {
  id: string;
  status: string;
}
const devicesBy = (ids: string[]) =>
  ask<Device>(persdesk(), (sql) => sql`select id, status from backoffice.pers where id in ${sql(ids)} order by id`);
const countOf = async (status: string) => {
  const [row] = await ask<{ n: number }>(
    persdesk(),
    (sql) => sql`select count(*)::int as n from backoffice.pers where status = ${status}`,
  );
  return row?.n ?? 0;
};
const dialog = (page: Page) => page.getByRole("dialog");
const ticks = (page: Page) => page.getByRole("checkbox", { name: "Select this row" });

it("6 clicks: 30 devices get another status, and each goes back to what it had", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers?limit=50&sortBy=nuSerialPersNumber:asc");
  const faults = faultsOf(page);
  let clicks = 0;
  const click = async (target: ReturnType<Page["locator"]>, options: Parameters<typeof target.click>[0] = {}) => {
    clicks++;
    await target.click(options);
  };
  await page.locator("tbody tr[data-id]").nth(29).waitFor();
  const ids = await page
    .locator("tbody tr[data-id]")
    .evaluateAll((rows) => rows.slice(0, 30).map((row) => (row as HTMLElement).dataset.id ?? ""));
  const before = await devicesBy(ids);
  const others = before.filter(({ status }) => status !== "maintenance").length;
  expect(new Set(before.map(({ status }) => status)).size).toBeGreaterThan(1);

  await click(ticks(page).first());
  await click(ticks(page).nth(29), { modifiers: ["Shift"] });
  await page.getByText("30 selected").waitFor();
  await click(page.getByRole("button", { name: "Send to maintenance" }));
  await dialog(page).getByText(`${others} PERS devices will change.`).waitFor();
  await click(dialog(page).getByText("Show the rows"));
  await expect
    .poll(() => dialog(page).getByRole("list", { name: "Rows that will change" }).locator("> li").count())
    .toBe(others);
  expect(await devicesBy(ids)).toEqual(before);
  await click(dialog(page).getByRole("button", { name: `Change ${others} PERS devices` }));
  await page.getByText(`${others} PERS devices changed.`).waitFor();
  expect((await devicesBy(ids)).map(({ status }) => status)).toEqual(ids.map(() => "maintenance"));
  await click(page.getByRole("button", { name: "Undo" }));
  await page.getByText(`${others} PERS devices set back to their earlier values.`).waitFor();
  expect(await devicesBy(ids)).toEqual(before);
  expect(clicks).toBe(6);
  expect(faults).toEqual([]);

  // Its history names the whole change.
  const changed = before.find(({ status }) => status !== "maintenance")?.id;
  await visit(page, `${persdesk().url}/pers/${changed}?tab=activity`);
  await page
    .getByRole("button", { name: `Bulk change of ${others} records` })
    .first()
    .click();
  await dialog(page).getByText("set back to their earlier values").waitFor();
});

it("rows of the filter before are not chosen while those of the next one are on their way", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  const all = page.getByRole("checkbox", { name: "Select all rows on this page" });
  const held: Route[] = [];
  await page.route(/pers\.rows/, (route) => void held.push(route));
  await page.locator("[data-views]").getByRole("link", { name: "Firmware behind" }).click();
  await page.locator("table[data-stale]").waitFor();
  for (const box of [all, ticks(page).first()]) {
    await box.focus();
    await page.keyboard.press("Space");
  }
  expect(await all.isEnabled()).toBe(false);
  for (const route of held) await route.continue();
  await page.unrouteAll();
  await page.locator('table[aria-busy="false"]').waitFor();
  expect(await page.getByRole("region", { name: "Selected rows" }).count()).toBe(0);
  await all.click();
  await page.getByRole("button", { name: /^Select all .* matching rows$/ }).waitFor();
});

it("all that match are changed by a worker, found again under bulk changes, and taken back", async () => {
  const before = await countOf("active");
  expect(before).toBeGreaterThan(500);
  const page = await openAs("admin@persdesk.demo", "/pers?status=active");
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await page.getByRole("button", { name: /^Select all .* matching rows$/ }).click();
  await page.getByRole("button", { name: "Change a field" }).click();
  await dialog(page).getByLabel("New value").selectOption("retired");
  await dialog(page).getByRole("button", { name: "Review" }).click();
  await dialog(page)
    .getByRole("button", { name: /^Change .* PERS devices$/ })
    .click();
  await expect.poll(() => countOf("active"), { timeout: 60_000 }).toBe(0);
  await visit(page, `${persdesk().url}/bulk-changes`);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await dialog(page).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => countOf("active"), { timeout: 60_000 }).toBe(before);
  await dialog(page).getByText("set back to their earlier values").waitFor();
});
