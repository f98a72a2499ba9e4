import { readFile } from "node:fs/promises";
import ExcelJS from "exceljs";
import Papa from "papaparse";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { ask, usePeople } from "./person";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());
const open = (path: string) => openAs("admin@persdesk.demo", path);
const rowsCall = /\/api\/trpc\/[^?]*pers\.rows/; // also in one call with other questions
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const settled = (page: Page) => page.locator('table[aria-busy="false"]').waitFor();
/** What the first link of each row says. */
const shown = (page: Page) =>
  page.locator("tbody tr[data-id]").evaluateAll((rows) => rows.map((row) => row.querySelector("a")?.innerText ?? ""));
const serials = async (page: Page) => {
  await settled(page);
  return shown(page);
};
/** "1–25 of 2,004" once the total is known; the screen has come to life by then. */
const range = async (page: Page) => {
  const foot = page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/);
  await foot.waitFor();
  return foot.innerText();
};

interface Device {
  serial: string;
  status: string;
  model: string;
}
const devices = (where: string) =>
  ask(
    persdesk(),
    (sql) => sql<Device[]>`
      select p.nu_serial_pers_number as serial, p.status, m.label as model
      from backoffice.pers p join backoffice.model_pers m on m.id = p.model_pers_id
      where ${sql.unsafe(where)} order by serial desc`,
  );

describe("the list's URL", () => {
  it("holds search, filters, order and page, and a copied link shows the same rows", async () => {
    const page = await open("/pers");
    await page.keyboard.press("/");
    await page.keyboard.type("-24");
    await expect.poll(() => query(page)).toEqual({ nuSerialPersNumber: "-24" });
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Status", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Active", { exact: true }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: /^Remove the filter status is Active/ }).waitFor();
    const head = page.getByRole("columnheader", { name: "Serial number" }).getByRole("button");
    await head.evaluate((button: HTMLElement) => {
      button.click();
      button.click(); // before the first one shows
    });
    await page.getByRole("button", { name: "Next page" }).click();
    const wanted = {
      nuSerialPersNumber: "-24",
      status: "active",
      sortBy: "nuSerialPersNumber:desc",
      page: "2",
    };
    await expect.poll(() => query(page)).toEqual(wanted);

    const all = await devices("p.status = 'active' and p.nu_serial_pers_number like '%-24%'");
    const expected = all.slice(25, 50).map(({ serial }) => serial);
    await expect.poll(() => serials(page)).toEqual(expected);
    expect(await range(page)).toBe(`26–${25 + expected.length} of ${all.length.toLocaleString("en")}`);

    const copy = await open(new URL(page.url()).pathname + new URL(page.url()).search);
    expect(await serials(copy)).toEqual(expected);
    expect(await range(copy)).toBe(await range(page));

    await page.goBack();
    await expect.poll(() => query(page).page).toBeUndefined();
    await expect.poll(() => serials(page)).toEqual(all.slice(0, 25).map(({ serial }) => serial));
    await page.getByRole("button", { name: /^Remove the filter status is Active/ }).click();
    await expect.poll(() => query(page).status).toBeUndefined();
    await page.goForward();
    await expect.poll(() => page.getByLabel("Search by serial number").inputValue()).toBe("-24");
  });

  it("shows a list, not an error, where it holds nonsense", async () => {
    const page = await open("/pers?page=-3&limit=many&sortBy=nope:up&status=lost&columns=x,y");
    expect((await serials(page)).length).toBe(25);
  });

  it("comes back to where it was from a record", async () => {
    const page = await open("/pers?sortBy=nuSerialPersNumber:desc&page=3");
    const before = await serials(page);
    await page.locator("tbody tr").nth(4).getByRole("link").first().click();
    await arrived(page, /\/pers\/[\da-f-]{36}/);
    await page.goBack();
    await expect.poll(() => serials(page)).toEqual(before);
  });
});

describe("a list that was left", () => {
  const top = (page: Page) => page.locator("[data-list-scroll]").evaluate((box) => box.scrollTop);
  const address = { status: "active", sortBy: "nuSerialPersNumber:desc", limit: "100" };
  const leave = async (page: Page) => {
    await page.locator("[data-list-scroll]").evaluate((box) => box.scrollTo(0, 900));
    await page.locator("tbody tr[data-id]").nth(30).locator("td").nth(3).click();
    await arrived(page, /\/pers\/[\da-f-]{36}/);
  };

  const ways: [string, (page: Page) => Promise<unknown>][] = [
    ["Back", (page) => page.goBack()],
    ["the breadcrumb", (page) => page.getByLabel("Breadcrumbs").getByRole("link").click()],
    ["the rail", (page) => page.getByLabel("Main menu").getByRole("link", { name: "Devices", exact: true }).click()],
  ];
  it("is found as it was, scroll included, by Back, by the breadcrumb and by the rail", async () => {
    const page = await open(`/pers?${new URLSearchParams(address)}`);
    await range(page);
    for (const [way, back] of ways) {
      await leave(page);
      await back(page);
      await settled(page);
      await expect.poll(() => query(page), { message: way }).toEqual(address);
      await expect.poll(() => top(page), { message: way }).toBe(900);
      await page.getByRole("button", { name: "Next page" }).click();
      await expect.poll(() => query(page).page, { message: way }).toBe("2");
      await expect.poll(() => top(page), { message: way }).toBe(0);
      await page.getByRole("button", { name: "Previous page" }).click();
      await expect.poll(() => query(page), { message: way }).toEqual(address);
      await settled(page);
    }
    await page.getByRole("button", { name: "Next page" }).evaluate((next: HTMLElement) => {
      document.querySelector("[data-list-scroll]")?.scrollTo(0, 300);
      next.click(); // before the browser tells of the scrolling
    });
    await expect.poll(() => top(page)).toBe(0);
  });
});

it("opens a row where it is clicked, in a tab of its own with Ctrl or the middle button, and not while text is selected", async () => {
  const page = await open("/pers");
  await range(page);
  const row = page.locator("tbody tr[data-id]").nth(2);
  const id = await row.getAttribute("data-id");
  const cell = row.locator("td").nth(2);
  const elsewhere = async (click: () => Promise<void>) => {
    const [tab] = await Promise.all([page.context().waitForEvent("page"), click()]);
    await tab.waitForURL(`**/pers/${id}`);
    await tab.close();
  };
  await elsewhere(() => cell.click({ modifiers: ["Control"] }));
  await elsewhere(() => cell.click({ button: "middle" }));
  expect(new URL(page.url()).pathname).toBe("/pers");

  const box = await cell.boundingBox();
  if (!box) throw new Error("the cell is not there");
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).not.toBe("");
  expect(new URL(page.url()).pathname).toBe("/pers");

  await row.getByRole("checkbox").check();
  expect(new URL(page.url()).pathname).toBe("/pers");
  await cell.click();
  await arrived(page, `**/pers/${id}`);

  // A message is no record of its own: it leads to its device.
  await visit(page, `${persdesk().url}/iot-messages`);
  await page.locator("tbody tr[data-id] td").nth(1).click();
  await page.waitForURL((url) => /^\/pers\/[0-9a-f-]{36}$/.test(url.pathname) && url.search === "?tab=messages");
});

it("answers which devices of some models run an old firmware and have an open alert, by the keyboard, as a file", async () => {
  const models = await ask(
    persdesk(),
    (sql) => sql<{ label: string }[]>`
      select m.label from backoffice.pers p join backoffice.model_pers m on m.id = p.model_pers_id
      where exists (select from backoffice.pers_alerts a where a.pers_id = p.id and a.ended_at is null)
      group by 1 order by count(*) desc, 1 limit 2`,
  );
  const [version] = await ask(
    persdesk(),
    (sql) => sql<{ version: string }[]>`
      select max(f.firmware_version_sort), f.firmware_version as version from backoffice.pers p
      join backoffice.firmware_versions f on f.id = p.firmware_version_id group by 2 order by 1 desc limit 1`,
  );
  const names = models.map(({ label }) => label);
  const expected = await ask(
    persdesk(),
    (sql) => sql<{ serial: string; model: string; version: string }[]>`
      select p.nu_serial_pers_number as serial, m.label as model, f.firmware_version as version
      from backoffice.pers p join backoffice.model_pers m on m.id = p.model_pers_id
      join backoffice.firmware_versions f on f.id = p.firmware_version_id
      where m.label = any(${names}) and f.firmware_version_sort < (
          select max(firmware_version_sort) from backoffice.firmware_versions where firmware_version = ${version?.version ?? ""})
        and exists (select from backoffice.pers_alerts a where a.pers_id = p.id and a.ended_at is null)
      order by serial`,
  );
  expect(names).toHaveLength(2);
  expect(expected.length).toBeGreaterThan(0);

  const page = await open("/pers?sortBy=nuSerialPersNumber:asc");
  await range(page);
  const choose = async (field: string) => {
    await page.getByRole("button", { name: "Filter", exact: true }).press("Enter");
    await page.keyboard.type(field);
    await page.keyboard.press("Enter");
  };
  await choose("model");
  for (const label of names) await page.getByRole("dialog").getByLabel(label, { exact: true }).press("Space");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Remove the filter Model is any of ${names.join(", ")}` }).waitFor();
  await choose("firmware ver");
  await page.keyboard.type(version?.version ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Remove the filter Firmware version is below ${version?.version}` }).waitFor();
  await choose("alert");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove the filter Alert is open" }).waitFor();
  expect((await range(page)).split(" of ")[1]).toBe(expected.length.toLocaleString("en"));

  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as CSV" }).click(),
  ]);
  const bytes = await readFile(await file.path());
  const { data } = Papa.parse<Record<string, string>>(bytes.toString().replace(/^\ufeff/, ""), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data.map((row) => [row["Serial number"], row.Model, row.Firmware])).toEqual(
    expected.map((row) => [row.serial, row.model, row.version]),
  );
  expect(data.every((row) => Number(row["Open alerts"]) > 0)).toBe(true);
});

it("is worked by the keyboard alone", async () => {
  const page = await open("/pers");
  await range(page);
  const focused = () => page.evaluate(() => document.activeElement?.closest("tr")?.dataset.id);
  const ids = await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id));
  await page.keyboard.press("/");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Search by serial number");
  await page.keyboard.press("Escape");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  expect(await focused()).toBe(ids[1]);
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByText("2 selected").count()).toBe(0);
  await page.keyboard.press("Enter");
  await arrived(page, `**/pers/${ids[2]}`);
  await page.goBack();
  await settled(page);
  await page.keyboard.press("n");
  await arrived(page, "**/pers/new");
});

it("scrolls in its own box, stays in place when a row is chosen, and keeps the focus in a filter", async () => {
  const page = await open("/pers?limit=100");
  await range(page);
  const beyond = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(await beyond()).toBe(0);
  const top = () => page.getByRole("table").evaluate((table) => table.getBoundingClientRect().top);
  const before = await top();
  await page.getByRole("checkbox", { name: "Select this row" }).first().check();
  await page.getByText("1 selected").waitFor();
  expect(await top()).toBe(before);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Model", exact: true }).click();
  await page.keyboard.type("Core");
  await expect.poll(() => page.getByRole("textbox", { name: "Model is" }).inputValue()).toBe("Core");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

it("shows on a phone what a list says, and a chosen row in one piece", async () => {
  const page = await open("/pers-alerts");
  await page.setViewportSize({ width: 390, height: 844 });
  await range(page);
  const row = page.locator("tbody tr[data-id]").first();
  await expect.poll(() => row.locator("td:visible").count()).toBe(4);
  await expect.poll(() => row.locator("td:visible time").count()).toBeGreaterThan(0);
  await visit(page, `${persdesk().url}/pers`);
  await page.getByRole("checkbox", { name: "Select this row" }).first().check();
  const chosen = page.locator("tr[data-chosen]");
  const ground = (element: Element) => getComputedStyle(element).backgroundColor;
  expect(await chosen.evaluate(ground)).not.toBe("rgba(0, 0, 0, 0)");
  const cells = await chosen
    .locator("td:visible")
    .evaluateAll((all) => all.map((td) => getComputedStyle(td).backgroundColor));
  expect(new Set(cells)).toEqual(new Set(["rgba(0, 0, 0, 0)"]));
});

it("changes the rows that were chosen, and no other", async () => {
  const page = await open("/pers?status=stock&sortBy=nuSerialPersNumber:asc");
  await range(page);
  const before = await serials(page);
  for (const row of [0, 2, 3]) await page.getByRole("checkbox", { name: "Select this row" }).nth(row).check();
  await page.getByRole("button", { name: "Send to maintenance" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change 3 PERS devices" }).click();
  await page.getByText("3 PERS devices changed.").waitFor();
  await expect.poll(async () => (await serials(page)).slice(0, 2)).toEqual([before[1], before[4]]);
  const rows = await ask(
    persdesk(),
    (sql) => sql`select nu_serial_pers_number as serial from backoffice.pers p
      where status = 'maintenance' and nu_serial_pers_number = any(${before}) order by 1`,
  );
  expect(rows.map(({ serial }) => serial)).toEqual([before[0], before[2], before[3]]);
});

describe("an export", () => {
  const path = "/pers?status=active&sortBy=nuSerialPersNumber:desc&columns=nuSerialPersNumber,modelPERS.label,status";

  const rowsOf = {
    csv: async (bytes: Buffer) =>
      Papa.parse<string[]>(bytes.toString().replace(/^\ufeff/, ""), { skipEmptyLines: true }).data,
    xlsx: async (bytes: Buffer) => {
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(new Uint8Array(bytes).buffer as ArrayBuffer);
      return (book.worksheets[0]?.getSheetValues() ?? []).slice(1).map((row) => (row as unknown[]).slice(1));
    },
  };

  it("holds exactly the filtered rows of all pages and the shown columns, as CSV and as Excel", async () => {
    const page = await open(path);
    const total = Number((await range(page)).split(" of ")[1]?.replaceAll(",", ""));
    const wanted = (await devices("p.status = 'active'")).map((row) => [row.serial, row.model, "Active"]);
    expect(wanted).toHaveLength(total);
    for (const ending of ["csv", "xlsx"] as const) {
      await page.getByRole("button", { name: "Export" }).click();
      const link = page.getByRole("link", { name: `Export as ${ending === "csv" ? "CSV" : "Excel"}` });
      const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
      const rows = await rowsOf[ending](await readFile(await file.path()));
      expect(file.suggestedFilename().endsWith(`.${ending}`)).toBe(true);
      expect(rows).toEqual([["Serial number", "Model", "Status"], ...wanted]);
      await page.keyboard.press("Escape");
      await link.waitFor({ state: "hidden" });
    }
  });
});

describe("what a list says instead of rows", () => {
  it("keeps the old rows, dimmed, while new ones load", async () => {
    const page = await open("/pers");
    const before = await serials(page);
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.route(rowsCall, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "Next page" }).click();
    await page.locator("table[data-stale]").waitFor();
    expect(await shown(page)).toEqual(before);
    release();
    await page.locator("table:not([data-stale])").waitFor();
    expect(await serials(page)).not.toEqual(before);
  });

  it("says what failed and tries again, and is well as soon as the server is", async () => {
    const page = await open("/pers");
    await page.route(rowsCall, (route) => route.abort());
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByRole("heading", { name: "The list could not be loaded" }).waitFor();
    await page.unroute(rowsCall);
    await page.getByRole("button", { name: "Try again" }).click();
    expect((await serials(page)).length).toBe(25);
  });

  it("says that nothing matches, and takes the filters away", async () => {
    const page = await open("/pers?nuSerialPersNumber=no-such-serial&status=active");
    await page.getByRole("heading", { name: "No results" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    expect((await serials(page)).length).toBe(25);
    expect(query(page)).toEqual({});
  });

  it("says which filter of an address makes no sense, and shows the list without it", async () => {
    const page = await open("/pers?modelPERSId=cut-in-ha");
    await page.getByRole("heading", { name: "This address is not valid" }).waitFor();
    await page.getByText("The value for Model is").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    expect((await serials(page)).length).toBe(25);
  });

  it("says why it is empty, and what to do", async () => {
    await ask(persdesk(), (sql) => sql`delete from backoffice.api_keys`);
    const page = await open("/api-keys");
    await page.getByRole("heading", { name: "No API keys yet" }).waitFor();
    await page.getByRole("button", { name: "Create API key" }).first().waitFor();
  });
});
