import type { Page } from "playwright";
import { expect, it } from "vitest";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

const persdesk = usePersdesk({ worker: false });
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

it("an admin of a company is invited on its sheet, comes in with a role, and loses its rights when it is deactivated", async () => {
  const email = "ada.admin@velora.demo";
  const staff = await pageOf("admin@persdesk.demo", "/companies?name=Velora");
  const faults = faultsOf(staff);
  await staff.getByRole("link", { name: "Velora", exact: true }).click();
  await open(staff, "Roles");
  await staff.getByRole("button", { name: "Create role" }).click();
  const dialog = staff.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Looks after people");
  await dialog.getByLabel("See the company's members").check();
  await dialog.getByRole("button", { name: "Create role" }).click();
  await rowOf(staff, "Looks after people").waitFor();

  await open(staff, "People");
  await staff.getByRole("button", { name: "Invite admin" }).click();
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("First name").fill("Ada");
  await dialog.getByLabel("Last name").fill("Aardvark");
  await dialog.getByLabel("Role").selectOption({ label: "Looks after people" });
  await dialog.getByRole("button", { name: "Create admin" }).click();
  const earlier = await rowOf(staff, email)
    .getByRole("button", { name: "Send again" })
    .waitFor()
    .then(() => linkTo(email));
  await rowOf(staff, email).getByRole("button", { name: "Send again" }).click();
  await staff.getByText("Invitation sent").waitFor();
  const dead = await openPage();
  await visit(dead, earlier);
  await dead.getByText("This invitation is no longer valid").waitFor();

  const ada = await openPage();
  await visit(ada, await linkTo(email));
  await ada.getByLabel("Password", { exact: true }).fill("Chosen-pass-2026");
  await ada.keyboard.press("Enter");
  await arrived(ada, "**/portal/*");
  const figure = ada.locator("main").getByText("Members", { exact: true });
  await figure.waitFor();

  await open(staff, "Roles");
  await rowOf(staff, "Looks after people").getByRole("button", { name: "Deactivate" }).click();
  await staff.getByText("Role deactivated").waitFor();
  await visit(ada, ada.url());
  expect(await figure.count()).toBe(0);
  expect(faults).toEqual([]);
});
