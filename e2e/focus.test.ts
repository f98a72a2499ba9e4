import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { useBrowser, usePersdesk, visit } from "./harness";
import { ask, usePeople } from "./person";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());
const open = (path: string) => openAs("admin@persdesk.demo", path);

/** Presses a key on a control, as who works without a mouse does; after what it does has come, the focus is where it was. */
async function keeps(page: Page, control: Locator, key: string, come: () => Promise<unknown>) {
  await control.focus();
  await page.keyboard.press(key);
  await come();
  const isThere = await control.evaluate((element) => element === document.activeElement);
  expect(isThere, `the focus stays on ${control} after ${key}`).toBe(true);
}

const settled = (page: Page) => page.locator('table[aria-busy="false"]:not([data-stale])').first().waitFor();

describe("every control keeps the focus", () => {
  it("of a list: its pages, heads, ticks, columns and rows on a page", async () => {
    const page = await open("/pers");
    const come = (text: string | RegExp) => async () => {
      await page.getByText(text).first().waitFor();
      await settled(page);
    };
    const button = (name: string) => page.getByRole("button", { name });
    await come("1–25 of 2,000")();
    await keeps(page, button("Next page"), "Enter", come("26–50 of"));
    await keeps(page, button("Next page"), "Space", come("51–75 of"));
    await keeps(page, button("Previous page"), "Enter", come("26–50 of"));
    await keeps(page, button("Last page"), "Enter", come("1,976–2,000 of"));
    // Where there is no page further on, the button is there still, and holds the focus.
    await keeps(page, button("Last page"), "Enter", come("1,976–2,000 of"));
    await keeps(page, button("First page"), "Enter", come("1–25 of"));

    const head = page.getByRole("columnheader", { name: "Serial number" });
    const order = (direction: string) => async () => {
      await expect.poll(() => head.getAttribute("aria-sort")).toBe(direction);
      await settled(page);
    };
    await keeps(page, head.getByRole("button"), "Enter", order("ascending"));
    await keeps(page, head.getByRole("button"), "Enter", order("descending"));

    const tick = page.getByRole("checkbox", { name: "Select this row" }).first();
    await keeps(page, tick, "Space", come("1 selected"));
    await keeps(page, tick, "Space", () => page.getByText("1 selected").waitFor({ state: "detached" }));

    await button("Columns and density").click();
    const column = page.getByRole("checkbox", { name: "ERP id" });
    await keeps(page, column, "Space", () => page.getByRole("columnheader", { name: "ERP id" }).waitFor());
    await page.keyboard.press("Escape");

    const size = page.getByRole("combobox", { name: "Rows per page" });
    await keeps(page, size, "ArrowDown", come("1–50 of"));
  });

  it("of a sheet: its tabs, and the list in one of them", async () => {
    const [device] = await ask<{ id: string }>(
      persdesk(),
      (sql) => sql`select p.id from backoffice.pers p
        join backoffice.iot_messages m on m.pers_serial_number = p.nu_serial_pers_number
        group by p.id having count(*) > 30 order by count(*) desc limit 1`,
    );
    const page = await open(`/pers/${device?.id}`);
    const tab = page
      .getByRole("navigation", { name: "Parts of this record" })
      .getByRole("button", { name: "Messages" });
    await keeps(page, tab, "Enter", () => page.getByText(/^1–25 of \d+$/).waitFor());
    const next = page.getByRole("button", { name: "Next page" });
    await keeps(page, next, "Enter", () => page.getByText(/^26–\d+ of \d+$/).waitFor());
    expect(new URL(page.url()).search).toBe("?tab=messages");
  });

  it("of the choice between two people's changes", async () => {
    const [device] = await ask<{ id: string }>(
      persdesk(),
      (sql) => sql`select id from backoffice.pers order by id limit 1`,
    );
    const [first, second] = [await open(`/pers/${device?.id}?edit`), await open(`/pers/${device?.id}?edit`)];
    for (const [page, value] of [
      [first, "ERP-THEIRS"],
      [second, "ERP-YOURS"],
    ] as const) {
      await page.getByLabel("ERP id").fill(value);
      await page.getByRole("button", { name: "Save changes" }).click();
      if (page === first) await page.getByText("PERS device saved").waitFor();
    }
    const dialog = second.getByRole("dialog", { name: "Someone else changed this while you were editing" });
    const choice = (value: string) => dialog.getByRole("radio", { name: value });
    for (const value of ["ERP-THEIRS", "ERP-YOURS"])
      await keeps(second, choice(value), "Space", () => expect.poll(() => choice(value).isChecked()).toBe(true));
  });
});

it("a new record begins with its first field, and a list does not open over that field's error", async () => {
  const page = await open("/firmware-versions/new");
  const first = page.locator("form input").first();
  await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Create firmware version" }).click();
  await page.locator("form [aria-invalid=true]").first().waitFor();
  expect(await first.evaluate((input) => input === document.activeElement)).toBe(true);
  await expect.poll(() => page.getByRole("listbox").count()).toBe(0);
});

it("a sheet shows facts; editing is a step of its own, from which Cancel, saving and Back lead to the facts", async () => {
  const [device] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.pers order by id desc limit 1`,
  );
  const page = await open(`/pers/${device?.id}`);
  const field = page.getByLabel("ERP id");
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await edit.waitFor();
  await expect.poll(() => page.locator("main input, main textarea").count()).toBe(0);
  await page.keyboard.press("e");
  await field.waitFor();
  expect(new URL(page.url()).search).toBe("?edit");
  const first = page.locator("form input").first();
  await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill("NOT-SAVED");
  await page.getByRole("button", { name: "Cancel" }).click();
  await edit.waitFor();
  expect(new URL(page.url()).search).toBe("");
  await edit.click();
  await field.fill("ERP-SAVED");
  await page.keyboard.press("Control+s");
  await page.getByText("PERS device saved").waitFor();
  await page.locator("dd", { hasText: "ERP-SAVED" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  // Nothing of the form is left in the history of the tab.
  await page.goBack();
  await page.waitForURL((url) => !url.pathname.startsWith("/pers/"));
});

it("a form asks for nothing that the content security policy stops, and a browser finds an icon", async () => {
  const page = await openAs("admin@persdesk.demo", undefined, { isOwn: true });
  await page.addInitScript(() => {
    const stopped: string[] = [];
    Object.assign(window, { stopped });
    document.addEventListener("securitypolicyviolation", (event) => stopped.push(event.blockedURI));
  });
  await visit(page, `${persdesk().url}/roles/new`);
  await page.getByLabel("Name").first().fill("Auditors");
  expect(await page.evaluate(() => Reflect.get(window, "stopped"))).toEqual([]);
  expect((await page.request.get(`${persdesk().url}/favicon.ico`)).status()).toBe(200);
});

it("the search box takes no letter away while the address follows it, on a slow machine too", async () => {
  const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
  const page = await openAs("admin@persdesk.demo", "/pers", { isOwn: true });
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  const box = page.getByLabel("Search by serial number");
  const serial = "PC1-2404-000286";
  await box.pressSequentially(serial, { delay: 40 });
  expect(await box.inputValue()).toBe(serial);
  await expect.poll(() => asked(page)).toEqual({ nuSerialPersNumber: serial });
  expect(await box.inputValue()).toBe(serial);
  await box.fill("");
  await expect.poll(() => asked(page)).toEqual({});
  await visit(page, new URL("/pers?nuSerialPersNumber=-24", page.url()).href);
  expect(await box.inputValue()).toBe("-24");
});
