import { expect, it } from "vitest";
import { backofficeAreas } from "@/app/_resources/backoffice";
import { screensOf } from "@/components/kit/screen";
import { sample } from "@/db/testing/sample";
import { isLong, scaled } from "@/db/testing/scale";
import { useBrowser, usePersdesk } from "./harness";
import { ask, usePeople } from "./person";
import { cookiesOf, screenOf } from "./session";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

/** Lists of staff whose records come back after a removal, by their addresses: what the walk over routers says, seen on the pages. */
const some = ["/model-pers", "/pers", "/vehicles", "/labels", "/roles", "/countries", "/faqs", "/partner-referents"];

it("lists whose records can be removed have the way to those that were", async () => {
  const cookie = await cookiesOf(persdesk().url, "admin@persdesk.demo");
  const has: string[] = [];
  const screens = screensOf(backofficeAreas).map(({ at }) => at);
  for (const at of isLong ? screens : [...sample(some, 2, "lists with removed records, on their pages"), "/mail-log"]) {
    const html = await (await fetch(persdesk().url + at, { headers: { cookie } })).text();
    if (html.includes('aria-label="Removed records"')) has.push(at);
  }
  if (isLong) expect(has).toEqual(expect.arrayContaining(some));
  expect(has.length).toBeGreaterThan(scaled(1, 20));
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

it("7 clicks: of removed teams in the sheet of a company two are brought back at once, and the third says why not", async () => {
  const staff = await screenOf(persdesk(), "admin@persdesk.demo");
  const [company] = await ask(
    persdesk(),
    (sql) => sql<{ id: string }[]>`select id from backoffice.companies where name like 'Velora%' limit 1`,
  );
  const companyId = company?.id ?? "";
  const made: string[] = [];
  for (const name of ["Gone one", "Gone two", "Gone three"]) {
    const { id } = await staff.mutate("companyTeams.create", { companyId, name });
    await staff.mutate("companyTeams.remove", { id });
    made.push(id);
  }
  const page = await openAs("admin@persdesk.demo", `/companies/${companyId}?tab=teams`);
  await page.getByRole("button", { name: "Removed records" }).click();
  for (const name of ["Gone one", "Gone two", "Gone three"]) await page.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: "Bring back 3 records" }).click();
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByText("It can come back.").count()).toBe(3);
  await staff.mutate("companyTeams.restore", { id: made[2] }); // a colleague was quicker
  await dialog.getByRole("button", { name: "Bring back 3 records" }).click();
  await expect.poll(() => dialog.getByText("Brought back", { exact: true }).count()).toBe(2);
  await dialog.getByText(/It cannot come back now/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("Nothing to bring back.").waitFor();
  await page.getByRole("button", { name: "Back to the list" }).click();
  await page.getByRole("cell", { name: "Gone one" }).waitFor();
});
