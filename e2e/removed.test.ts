import { expect, it } from "vitest";
import { backofficeAreas } from "@/app/_resources/backoffice";
import { screensOf } from "@/components/kit/screen";
import { useBrowser, usePersdesk } from "./harness";
import { ask, usePeople } from "./person";
import { cookiesOf } from "./session";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

/** Lists of staff whose records come back after a removal, by their addresses: what the walk over routers says, seen on the pages. */
const some = ["/model-pers", "/pers", "/vehicles", "/labels", "/roles", "/countries", "/faqs", "/partner-referents"];

it("lists whose records can be removed have the way to those that were", async () => {
  const cookie = await cookiesOf(persdesk().url, "admin@persdesk.demo");
  const has: string[] = [];
  for (const { at } of screensOf(backofficeAreas)) {
    const html = await (await fetch(persdesk().url + at, { headers: { cookie } })).text();
    if (html.includes('aria-label="Removed records"')) has.push(at);
  }
  expect(has).toEqual(expect.arrayContaining(some));
  expect(has.length).toBeGreaterThan(20);
  expect(has).not.toContain("/mail-log");
});

it("f opens the choice of a filter", async () => {
  const page = await openAs("admin@persdesk.demo", "/history");
  await page.locator("tbody tr").first().waitFor();
  await page.keyboard.press("f");
  await page.getByRole("dialog", { name: "Add a filter" }).waitFor();
});

it("5 clicks: a removed model is brought back after a week, from its old address, and found in the history", async () => {
  const page = await openAs("admin@persdesk.demo", "/model-pers");
  const [model] = await ask(
    persdesk(),
    (sql) => sql<{ id: string; label: string }[]>`
      insert into backoffice.model_pers (id, label, created_at, updated_at)
      values (gen_random_uuid(), 'Core of last week', now(), now()) returning id, label`,
  );
  const { id = "", label = "" } = model ?? {};
  await page.goto(`${persdesk().url}/model-pers/${id}`);
  await page.getByRole("button", { name: "Delete this PERS model" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText(`${label} deleted`).waitFor();
  await ask(
    persdesk(),
    (sql) => sql`update platform.removals set at = at - interval '7 days', until = until - interval '7 days'`,
  );
  await page.goto(`${persdesk().url}/model-pers?removed=1`);
  await page.getByRole("cell", { name: label }).waitFor();
  await page.goto(`${persdesk().url}/model-pers/${id}`);
  await page.getByText(/Removed by .* on .*kept until/).waitFor();
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.getByText("It returns as it was").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Bring back" }).click();
  await page.getByRole("button", { name: "Delete this PERS model" }).waitFor();
  await page.goto(`${persdesk().url}/history?objectId=${id}`);
  await page.getByText(/Restored: PERS model/).waitFor();
  await page.getByText(/Deleted: PERS model/).waitFor();

  // What a colleague does meanwhile comes when it is asked for.
  const colleague = await openAs("admin@persdesk.demo", `/model-pers/${id}`);
  await colleague.getByRole("button", { name: "Delete this PERS model" }).click();
  await colleague.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Show new rows" }).click();
  await expect.poll(() => page.getByText(/Deleted: PERS model/).count()).toBe(2);
});
