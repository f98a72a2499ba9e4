import type { Page } from "playwright";
import { expect, it } from "vitest";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();
const pageOf = usePeople(persdesk, openPage);

const linkTo = async (email: string) => {
  const [mail] = await ask<{ link: string }>(
    persdesk(),
    (sql) =>
      sql`select secrets->>'link' as link from platform.mail_log where recipient = ${email} order by id desc limit 1`,
  );
  return mail?.link ?? "";
};
/** Opens a tab of the sheet. */
const open = (page: Page, tab: string) =>
  page.getByRole("navigation", { name: "Parts of this record" }).getByRole("button", { name: tab }).click();
/** The row of a table that holds this text. */
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

it("a company is made, its admin comes in with a role, and loses a right when the category's ceiling is lowered", async () => {
  const email = "ada.admin@newly.demo";
  const staff = await pageOf("admin@persdesk.demo", "/companies/new");
  const faults = faultsOf(staff);
  await staff.getByLabel("Name", { exact: true }).fill("Newly made");
  await staff.getByLabel("Register number").fill("NEW-1");
  await staff.getByRole("combobox", { name: "Category" }).fill("Fleet");
  await staff.getByRole("option", { name: "Fleet" }).click();
  await staff.getByRole("button", { name: "Create company" }).click();
  await arrived(staff, "**/companies/*");

  await open(staff, "Roles");
  await staff.getByRole("button", { name: "Create role" }).click();
  const dialog = staff.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Looks after people");
  await dialog.getByLabel("See the company's members").check();
  await dialog.getByRole("button", { name: "Create role" }).click();
  await rowOf(staff, "Looks after people").first().waitFor();
  await staff.getByRole("checkbox", { name: "Looks after people: See the company's PERS devices" }).check();
  await staff.getByRole("button", { name: "Save 1 change" }).click();
  await staff.getByText("1 change saved").waitFor();

  await open(staff, "People");
  await staff.getByRole("button", { name: "Invite member" }).click();
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("First name").fill("Ada");
  await dialog.getByLabel("Last name").fill("Aardvark");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await rowOf(staff, email).getByRole("button", { name: "Send again" }).waitFor();

  const ada = await openPage();
  await visit(ada, await linkTo(email));
  await ada.getByLabel("Password", { exact: true }).fill("Chosen-pass-2026");
  await ada.keyboard.press("Enter");
  await arrived(ada, "**/portal/*");
  const figure = ada.locator("main").getByText("Members", { exact: true });
  await figure.waitFor();

  await visit(staff, `${persdesk().url}/company-categories?label=Fleet`);
  await staff.getByRole("link", { name: "Fleet", exact: true }).click();
  await staff.getByRole("button", { name: "Edit", exact: true }).click();
  await staff.getByLabel("See the company's members").uncheck();
  await staff.getByText("Looks after people").waitFor();
  await staff.getByRole("button", { name: "Save changes" }).click();
  await staff.getByText("Company category saved").waitFor();
  await visit(ada, ada.url());
  await expect.poll(() => figure.count()).toBe(0);
  expect(faults).toEqual([]);
});

it("PERS devices are linked to a company by a file, and all of it goes back", async () => {
  const [company] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.companies order by register_number limit 1`,
  );
  const devices = await ask<{ id: string; serial: string }>(
    persdesk(),
    (sql) => sql`select p.id, p.nu_serial_pers_number as serial from backoffice.pers p where not exists (
      select from backoffice.company_pers_links l where l.pers_id = p.id and l.link_type = 2) order by 2 limit 2`,
  );
  const linked = () =>
    ask(persdesk(), (sql) => sql`select from backoffice.company_pers_links where comment = 'From the file'`);
  const rows = devices.map(({ serial }) => `${serial},Subcontractor,,,From the file\n`);
  const staff = await pageOf("admin@persdesk.demo", `/companies/${company?.id}?tab=pers`);
  const faults = faultsOf(staff);
  await staff.getByRole("link", { name: "Import a file" }).click();
  await arrived(staff, "**/pers-import");
  await staff.getByLabel("CSV or Excel file").setInputFiles({
    name: "links.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Serial Number,Link Type,Start Date,End Date,Comment\n${rows.join("")}NOBODY,2,,,\n`),
  });
  await staff.getByText("2 PERS links will be imported: 2 new. 1 row with errors is skipped.").waitFor();
  expect(await linked()).toHaveLength(0);
  await staff.getByRole("button", { name: "Import 2 PERS links" }).click();
  await staff.getByText("2 PERS links imported: 2 new. 1 row with errors is skipped.").waitFor();
  expect(await linked()).toHaveLength(2);
  const address = staff.url();
  await staff.getByRole("link", { name: "Go to PERS links" }).click();
  await rowOf(staff, devices[0]?.serial ?? "").waitFor();
  await visit(staff, address);
  await staff.getByRole("button", { name: "Undo the import" }).click();
  await staff.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await staff.getByText("2 PERS links deleted.").waitFor();
  expect(await linked()).toHaveLength(0);
  expect(faults).toEqual([]);
});
