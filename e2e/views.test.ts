import type { Page } from "playwright";
import { expect, it } from "vitest";
import { backofficeAreas } from "@/app/_resources/backoffice";
import { workspaceAreas } from "@/app/_resources/workspace";
import { screensOf } from "@/components/kit/screen";
import { sample } from "@/db/testing/sample";
import { scaled } from "@/db/testing/scale";
import { useBrowser, usePersdesk, visit } from "./harness";
import { ask, usePeople } from "./person";
import { cookiesOf } from "./session";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

const menu = async (page: Page, item: string | RegExp) => {
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("dialog", { name: "Views" }).getByRole("button", { name: item }).click();
};
const tab = (page: Page, name: string) => page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
const heads = (page: Page) => page.locator("thead th button").allInnerTexts();

/** Where each list of a rail is, and what its page lacks of what every list has, as the server wrote it. */
async function tabsOn(email: string, paths: string[]) {
  const cookie = await cookiesOf(persdesk().url, email);
  const found: string[] = [];
  const without: string[] = [];
  for (const path of sample(paths, 8, "screens whose list has all that lists have")) {
    const html = await (await fetch(persdesk().url + path, { headers: { cookie } })).text();
    if (!html.includes('aria-label="Columns and density"')) continue;
    found.push(path);
    if (!html.includes("data-views")) without.push(`${path}: views`);
    if (!html.includes('aria-label="Export"')) without.push(`${path}: export`);
    const isPeeked = html.includes('aria-label="Peek at rows"');
    if (html.includes("data-leads") && !isPeeked) without.push(`${path}: peek`);
  }
  return { found, without };
}

it("every list of staff and of a company has its views, columns, export and, where its rows lead somewhere, peek", async () => {
  const staff = await tabsOn(
    "admin@persdesk.demo",
    // The desk has views of its own, which say what is whose.
    screensOf(backofficeAreas).flatMap(({ at }) => (at === "/alert-desk" ? [] : [at])),
  );
  expect(staff.without).toEqual([]);
  expect(staff.found.length).toBeGreaterThan(scaled(0, 30));
  const [company] = await ask(
    persdesk(),
    (sql) => sql<{ id: string }[]>`
      select c.company_id as id from backoffice.user_companies c join backoffice.users u on u.id = c.user_id
      where u.email = 'admin@velora.demo'`,
  );
  const at = (path: string) => `/portal/${company?.id}${path === "/" ? "" : path}`;
  const portal = await tabsOn(
    "admin@velora.demo",
    // The same for its desk. Roles and teams are parts of the company that staff see as tabs of its sheet: lists in a page.
    screensOf(workspaceAreas).flatMap((screen) =>
      /^\/(alert-desk|roles|teams)$/.test(screen.at) ? [] : at(screen.at),
    ),
  );
  expect(portal.without).toEqual([]);
  expect(portal.found.length).toBeGreaterThan(scaled(0, 4));
});

it("9 keys and clicks beside its name: a view saved and shared; then changed and discarded, opened by a colleague with fewer rights", async () => {
  const page = await openAs("admin@persdesk.demo", "/pers");
  await tab(page, "Silent for 3 days").click();
  await page.getByRole("button", { name: /^Remove the filter silent for/ }).waitFor();
  await tab(page, "All").click();

  // A filter by a model, which the colleague does not read, and a column moved by keys.
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Status", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Active", { exact: true }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: /^Remove the filter status is Active/ }).waitFor();
  const [first, second] = await heads(page);
  await page.locator("thead th button").first().focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => (await heads(page)).slice(0, 2)).toEqual([second, first]);

  await menu(page, "Save as a new view");
  await page.getByLabel("Name").fill("In the field");
  await page.getByLabel("Who sees it").selectOption("everybody");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await tab(page, "In the field").waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.has("view")).toBe(true);
  const link = page.url();

  await page.getByRole("button", { name: /^Remove the filter status is Active/ }).click();
  await page.getByText("Changed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: /^Remove the filter status is Active/ }).waitFor();

  const kept = page.waitForResponse(/listViews\.setFavourites/);
  await menu(page, "Mail it to me on Mondays");
  await page.getByText(/comes by mail on Mondays/).waitFor();
  await menu(page, "Stop mailing it on Mondays");
  await page.getByText(/no longer comes by mail/).waitFor();
  await menu(page, "Add to favourites");
  await kept;
  await page.reload();
  await page.getByRole("list", { name: "Favourites" }).getByRole("link", { name: "In the field" }).waitFor();

  const colleague = await openAs("support@persdesk.demo", new URL(link).pathname + new URL(link).search);
  await colleague.getByRole("button", { name: /^Remove the filter status is Active/ }).waitFor();
  expect((await heads(colleague)).slice(0, 2)).toEqual([second, first]);
  await colleague.getByRole("button", { name: "Views", exact: true }).click();
  const open = colleague.getByRole("dialog", { name: "Views" });
  await open.getByRole("button", { name: "Save as a new view" }).waitFor();
  expect(await open.getByRole("button", { name: "Delete view" }).count()).toBe(0);
  await colleague.keyboard.press("Escape");

  // Without the right to read models, a view by a model shows no row and says why.
  const [model] = await ask(persdesk(), (sql) => sql<{ id: string }[]>`select id from backoffice.model_pers limit 1`);
  await ask(
    persdesk(),
    (sql) => sql`update platform.list_views set query = query || ${sql.json({ modelPERSId: model?.id ?? "" })}`,
  );
  await ask(
    persdesk(),
    (sql) => sql`update backoffice.roles set permissions = array_remove(permissions, 'model-pers.read')
      where code = 'SUPPORT'`,
  );
  await visit(colleague, link);
  await colleague.getByText("You may not use all of this view").waitFor();
  await colleague.getByText(/It uses Model, which your role does not grant/).waitFor();
  expect(await colleague.locator("tbody tr[data-id]").count()).toBe(0);
  await colleague.getByRole("button", { name: "Open without it" }).click();
  await colleague.locator("tbody tr[data-id]").first().waitFor();
  expect(new URL(colleague.url()).searchParams.get("view")).toBe("all");

  await menu(page, "Delete view");
  await page.getByRole("button", { name: "Undo" }).click();
  await tab(page, "In the field").waitFor();
});

it("the palette leads to a view, and does what the open record and the chosen rows offer; a record is a favourite", async () => {
  const page = await openAs("admin@persdesk.demo", "/");
  const find = async (words: string, name: string | RegExp) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search everywhere" }).fill(words);
    await page.getByRole("option", { name }).click();
  };
  await find("failed mails", "Failed mails today");
  await page.waitForURL(/\/mail-log\?view=failed-mails-today/);

  await visit(page, `${persdesk().url}/pers`);
  const boxes = page.locator("tbody tr[data-id] input[type=checkbox]");
  await boxes.first().click();
  await find("change a field", "Change a field");
  await page.getByRole("dialog", { name: /Change/ }).waitFor();
  await page.keyboard.press("Escape");

  await page.locator("tbody a[data-primary]").first().click();
  await page.waitForURL(/\/pers\/[0-9a-f-]{36}/);
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  const kept = page.waitForResponse(/listViews\.setFavourites/);
  await page.getByRole("button", { name: `Favourite: ${title}` }).click();
  await kept;
  await find("edit", "Edit");
  await page.waitForURL(/\?edit/);
  await visit(page, `${persdesk().url}/`);
  await page.getByRole("list", { name: "Favourites" }).getByRole("link", { name: title }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
});

it("2 clicks: the records that somebody opened last are there in another browser, and not for a colleague", async () => {
  const page = await openAs("admin@persdesk.demo", "/model-pers");
  const link = page.locator("tbody a[data-primary]").first();
  const title = await link.innerText();
  const noted = page.waitForResponse(/listViews\.noteRecent/);
  await link.click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  expect((await noted).status()).toBe(200);
  const recentsOf = async (email: string) => {
    const other = await openAs(email, "/");
    return other.getByRole("heading", { name: "Recently opened" }).locator("xpath=..").innerText();
  };
  expect(await recentsOf("admin@persdesk.demo")).toContain(title);
  expect(await recentsOf("support@persdesk.demo")).not.toContain(title);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("recent")))).toEqual([]);
});
