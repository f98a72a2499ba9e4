import type { Page } from "playwright";
import { expect, it } from "vitest";
import { password as demoPassword } from "@/scripts/demo.mjs";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { ask, usePeople } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();
const pageOf = usePeople(persdesk, openPage);
const password = "Chosen-pass-2026";

const linkTo = async (email: string) => {
  const [mail] = await ask<{ link: string }>(
    persdesk(),
    (sql) =>
      sql`select secrets->>'link' as link from platform.mail_log where recipient = ${email} order by id desc limit 1`,
  );
  return mail?.link ?? "";
};

/** Opens a link of an invitation, chooses a password, and comes to where it leads. */
async function accept(link: string): Promise<Page> {
  const page = await openPage();
  await visit(page, link);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await arrived(page, (url) => !url.pathname.startsWith("/invitation"));
  return page;
}

it("a colleague is invited, gets a role, comes in, and is out once disabled", async () => {
  const { url } = persdesk();
  const email = "nora.neu@persdesk.demo";
  const admin = await pageOf("admin@persdesk.demo", "/staff/new");
  await admin.getByLabel("First name").fill("Nora");
  await admin.getByLabel("Last name").fill("Neu");
  await admin.getByRole("textbox", { name: "E-mail" }).fill(email);
  await admin.getByRole("combobox", { name: "Roles" }).click();
  await admin.getByRole("option", { name: "Support", exact: true }).click();
  await admin.keyboard.press("Control+s");
  await arrived(admin, /\/staff\/[\da-f-]{36}/);
  await admin.getByText("Granted when the invitation is accepted").waitFor();
  const earlier = await linkTo(email);
  await admin.getByRole("button", { name: "Send invitation again" }).click();
  await admin.getByText("Invitation sent").waitFor();
  const dead = await openPage();
  await visit(dead, earlier);
  await dead.getByText("This invitation is no longer valid").waitFor();
  const nora = await accept(await linkTo(email));
  expect(nora.url()).toBe(`${url}/`);
  await visit(nora, `${url}/staff`);
  await nora.getByRole("link", { name: "Nora Neu" }).waitFor();
  // What she may not do stands there, and leads nowhere.
  const invite = nora.getByRole("link", { name: "Invite staff" });
  await expect.poll(() => invite.getAttribute("aria-disabled")).toBe("true");
  await invite.click({ force: true });
  await nora.getByText("You need the permission “Invite, edit and disable staff” for this.").waitFor();
  expect(new URL(nora.url()).pathname).toBe("/staff");
  await visit(admin, admin.url());
  await admin.getByRole("button", { name: "Disable account" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
  await admin.getByText("Account disabled").waitFor();
  await visit(nora, `${url}/staff`);
  expect(new URL(nora.url()).pathname).toBe("/login");
});

it("somebody invited to a company can really get in", async () => {
  const [invited] = await ask<{ id: string; email: string; companyId: string }>(
    persdesk(),
    (sql) => sql`select u.id, u.email, m.company_id as "companyId" from backoffice.user_companies m
      join backoffice.users u on u.id = m.user_id where m.status = 'invited' and u.status = 'pending' limit 1`,
  );
  const admin = await pageOf("admin@persdesk.demo", `/portal-users/${invited?.id}?tab=companies`);
  await admin.getByRole("button", { name: "Send invitation again" }).click();
  await admin.getByText("Invitation sent").waitFor();
  const link = await linkTo(invited?.email ?? "");
  const page = await accept(link);
  expect(page.url()).toBe(`${persdesk().url}/portal/${invited?.companyId}`);
  // Not as the person invited, who reads in the language of their account.
  const again = await openPage();
  await visit(again, link);
  await again.getByText("This invitation is no longer valid").waitFor();
});

it("a key and its successor both work until the old one ends", async () => {
  const page = await pageOf("admin@persdesk.demo", "/api-keys");
  const call = async (key: string) =>
    (await fetch(`${persdesk().url}/api/v1/backoffice/pers-firmware-categories`, { headers: { "x-api-key": key } }))
      .status;
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Build server");
  await page.getByText("Everything, including permissions added later").click();
  await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click();
  const old = await page.getByTestId("api-key").innerText();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("link", { name: "Build server" }).click();
  const rotate = async (overlap: string) => {
    await page.getByRole("button", { name: "Rotate key" }).click();
    await page.getByLabel("The old key stops working").selectOption(overlap);
    await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
    const key = await page.getByTestId("api-key").innerText();
    // Not copied yet: Escape asks once.
    await page.keyboard.press("Escape");
    await page.getByText("The key has not been copied").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Replaces").waitFor();
    return key;
  };
  const second = await rotate("1h");
  expect([await call(old), await call(second)]).toEqual([200, 200]);
  await page.getByText("It works until").waitFor();
  const third = await rotate("none");
  expect([await call(second), await call(third)]).toEqual([403, 200]);
});

it("another address waits until it is confirmed, by staff's wish and by one's own", async () => {
  const { url } = persdesk();
  const wanted = "renamed.rider@persdesk.demo";
  const [rider] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.users where email = 'rider@persdesk.demo'`,
  );
  const admin = await pageOf("admin@persdesk.demo", `/portal-users/${rider?.id}`);
  const change = async () => {
    await admin.getByRole("button", { name: "Edit", exact: true }).click();
    await admin.getByRole("textbox", { name: "E-mail" }).fill(wanted);
    await admin.keyboard.press("Control+s");
    await admin.getByText(`Waiting for confirmation of ${wanted}`).waitFor();
  };
  await change();
  await admin.getByRole("button", { name: "Cancel change" }).click();
  await admin.getByText("Address change cancelled").waitFor();
  await change();
  const page = await openPage();
  await visit(page, await linkTo(wanted));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await arrived(page, `${url}/login`);

  const own = await pageOf(wanted, "/portal/me/profile");
  await own.getByLabel("New e-mail address").fill("mine@persdesk.demo");
  await own.getByLabel("Current password").first().fill(demoPassword);
  await own.getByRole("button", { name: "Change address" }).click();
  await own.getByText("mine@persdesk.demo becomes your address").waitFor();
  await own.getByRole("button", { name: "Cancel change" }).click();
  await own.getByLabel("New e-mail address").waitFor();
});
