import type { Page } from "playwright";
import { expect, it } from "vitest";
import { backofficeAreas } from "@/app/_resources/backoffice";
import { screensOf } from "@/components/kit/screen";
import { sample } from "@/db/testing/sample";
import { scaled } from "@/db/testing/scale";
import { useBrowser, usePersdesk } from "./harness";
import { ask, usePeople } from "./person";
import { cookiesOf } from "./session";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

const cell = (page: Page, n: number, field: string) =>
  page.locator("tbody tr[data-id]").nth(n).locator(`[data-edit="${field}"]`);
const toast = (page: Page, text: RegExp) => page.getByRole("status").filter({ hasText: text });
const nameOf = (id: string | null) =>
  ask<{ name: string; version: number }>(
    persdesk(),
    (sql) => sql`select name_vehicle as name, version from backoffice.vehicles where id = ${id}`,
  );

it("values are changed in the list by keys and by mouse, taken back, and never written over somebody else's", async () => {
  const page = await openAs("admin@persdesk.demo", "/vehicles");
  const row = page.locator("tbody tr[data-id]").first();
  const id = await row.getAttribute("data-id");
  const [before] = await nameOf(id);
  const field = page.getByRole("textbox", { name: "Name", exact: true });

  // By keys: the row, its first value, another one.
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await field.fill("Renamed in the list");
  await page.keyboard.press("Enter");
  await toast(page, /Renamed in the list/).waitFor();
  await expect.poll(async () => (await nameOf(id))[0]?.name).toBe("Renamed in the list");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.dataset.id)).toBe(id);

  // Taken back.
  await toast(page, /Renamed in the list/)
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(async () => (await nameOf(id))[0]?.name).toBe(before?.name);

  // A second colleague was quicker: nothing is written over, and nothing that was typed is lost.
  await page
    .getByText(before?.name ?? "", { exact: true })
    .first()
    .waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await field.fill("Mine");
  await ask(
    persdesk(),
    (sql) =>
      sql`update backoffice.vehicles set name_vehicle = 'Theirs', version = version + 1 where id = ${id} returning id`,
  );
  await page.keyboard.press("Enter");
  await page.getByText("Somebody changed this record meanwhile").waitFor();
  expect([await field.inputValue(), (await nameOf(id))[0]?.name]).toEqual(["Mine", "Theirs"]);
  await cell(page, 0, "nameVehicle").getByText("Theirs").waitFor();
  await field.press("Enter");
  await expect.poll(async () => (await nameOf(id))[0]?.name).toBe("Mine");

  // Found in the history, and taken back from the page of that change.
  await page.goto(`${persdesk().url}/history?objectId=${id}`);
  // Not where the row names its record, whose page is another one.
  await page.locator("tbody tr[data-id] td").first().click();
  await page.getByRole("button", { name: "Revert" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revert" }).click();
  await toast(page, /Change reverted/).waitFor();
  expect((await nameOf(id))[0]?.name).toBe("Theirs");
  await expect.poll(() => page.getByRole("button", { name: "Revert" }).count()).toBe(0);

  // By mouse, which rests on the cell before the page has its scripts; one of a few values.
  await page.goto(`${persdesk().url}/pers?status=stock`, { waitUntil: "commit" });
  const status = cell(page, 0, "status");
  await status.hover();
  await status.getByRole("button", { name: "Change Status" }).click();
  await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "In maintenance" });
  await page.keyboard.press("Enter");
  await toast(page, /In stock is In maintenance now/).waitFor();
});

it("who may only read finds no pencil, and `e` does nothing", async () => {
  const page = await openAs("support@persdesk.demo", "/model-pers");
  await page.locator("tbody tr[data-id]").first().hover();
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  expect(await page.locator("tbody :is(button, input[aria-label])").count()).toBe(0);
});

/** The values that lists of staff let be changed, as the server wrote their first rows: of a third of the screens each day. */
async function changeable() {
  const cookie = await cookiesOf(persdesk().url, "admin@persdesk.demo");
  const found: { at: string; field: string }[] = [];
  const screens = screensOf(backofficeAreas);
  for (const { at } of sample(screens, Math.ceil(screens.length / 3), "screens whose lists let values be changed")) {
    const html = await (await fetch(persdesk().url + at, { headers: { cookie } })).text();
    const fields = new Set([...html.matchAll(/ data-edit="([^"]+)"/g)].map(([, field = ""]) => field));
    found.push(...[...fields].map((field) => ({ at, field })));
  }
  return found;
}

it("each value that a list lets be changed is changed there, and taken back by one click", async () => {
  const all = await changeable();
  expect(all.length).toBeGreaterThan(scaled(0, 20));
  const page = await openAs("admin@persdesk.demo");
  const failed: string[] = [];
  for (const { at, field } of sample(all, 3, "values that lists let be changed")) {
    await page.goto(persdesk().url + at);
    // A choice that is none of those that are changed by hand, such as a device on a vehicle, has no pencil.
    const cells = page.locator(`tbody td[data-edit="${field}"]`);
    const pencil = cells.getByRole("button", { name: /^Change / });
    for (let n = 0; n < 10 && (await pencil.count()) === 0 && n < (await cells.count()); n++) {
      await cells.nth(n).hover();
      await pencil.waitFor({ timeout: 2000 }).catch(() => {});
    }
    await pencil.click();
    const control = page.locator(`td[data-edit="${field}"] :is(input, select)`);
    const before = await control.inputValue();
    if ((await control.evaluate((one) => one.tagName)) === "SELECT") {
      const others = await control
        .locator("option")
        .evaluateAll((options) => options.map((one) => one.getAttribute("value")));
      await control.selectOption(others.find((value) => value !== before) ?? "");
    } else
      await control.fill(
        /^\d+$/.test(before) ? String(Number(before) + 1) : before.includes("@") ? `a${before}` : `${before || "1"}2`,
      );
    await control.press("Enter");
    const said = toast(page, / is .* now/);
    const isSaved = await said.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (!isSaved) {
      failed.push(`${at} ${field}: ${await page.getByRole("status").allInnerTexts()}`);
      continue;
    }
    const undone = page.waitForResponse(/\.update/);
    await said.getByRole("button", { name: "Undo" }).click();
    if (!(await undone).ok()) failed.push(`${at} ${field}: is not taken back`);
  }
  expect(failed).toEqual([]);
});
