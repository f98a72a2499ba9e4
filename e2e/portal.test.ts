import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, signIn, usePeople } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();

const switchToPassword = "Demo-switch-2026";

const pathOf = (page: Page) => new URL(page.url()).pathname;
const companyOf = async (email: string) => {
  const [row] = await ask<{ company_id: string }>(
    persdesk(),
    (sql) => sql`select uc.company_id from backoffice.user_companies uc
      join backoffice.users u on u.id = uc.user_id where u.email = ${email}`,
  );
  return row?.company_id ?? "";
};
const userOf = async (email: string) => {
  const [row] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.users where email = ${email}`,
  );
  return row?.id ?? "";
};
const openAs = usePeople(persdesk, openPage);
/** Somebody who comes to the front door; from the login page people come to the same places, by the deep links below. */
const as = (email: string) => openAs(email, "/");

describe("everybody comes to their own place", () => {
  it("a company's administrator and a member to its workspace, with what their role shows them", async () => {
    const velora = await companyOf("admin@velora.demo");
    for (const [email, seesMembers, role] of [
      ["admin@velora.demo", true, "Administrator in Velora"],
      ["member@velora.demo", false, "Member in Velora"],
    ] as const) {
      const page = await as(email);
      const faults = faultsOf(page);
      await arrived(page, `**/portal/${velora}`);
      await page.getByRole("heading", { name: "Velora", exact: true }).waitFor();
      await page.locator("main").getByText("PERS devices", { exact: true }).waitFor();
      await expect
        .poll(() => page.locator("main").getByText("Members", { exact: true }).count())
        .toBe(seesMembers ? 1 : 0);
      await page.getByRole("button", { name: /^Account of/ }).click();
      await page.getByRole("button", { name: "Profile", exact: true }).click();
      await arrived(page, `**/portal/${velora}/profile`);
      await page.getByText(role, { exact: true }).waitFor();
      expect(faults).toEqual([]);
    }
  });

  it("a rider to their own vehicles, staff to the backoffice", async () => {
    const rider = await as("rider@persdesk.demo");
    await arrived(rider, "**/portal/me");
    await rider.getByText("of Robin").first().waitFor();
    await visit(rider, `${persdesk().url}/pers`);
    expect(pathOf(rider)).toBe("/portal/me");
    const staff = await as("support@persdesk.demo");
    expect(pathOf(staff)).toBe("/");
    await visit(staff, `${persdesk().url}/portal`);
    expect(pathOf(staff)).toBe("/");
  });

  it("another company's workspace is refused, whoever asks", async () => {
    const nordrad = `/portal/${await companyOf("admin@nordrad.demo")}`;
    for (const email of ["member@velora.demo", "rider@persdesk.demo", "admin@persdesk.demo"]) {
      const page = await openAs(email);
      for (const path of [nordrad, `${nordrad}/profile`, "/portal/01900000-0000-7000-8000-000000000000"]) {
        const answer = await visit(page, persdesk().url + path);
        expect([answer?.status(), await page.locator("h1").innerText()], `${email} ${path}`).toEqual([
          403,
          "You do not have access to this",
        ]);
      }
    }
  });

  it("a record that is not there is the page for that", async () => {
    const page = await openAs("admin@velora.demo");
    const at = `${persdesk().url}/portal/${await companyOf("admin@velora.demo")}`;
    for (const path of ["pers/01900000-0000-7000-8000-000000000000", "vehicles/x", "dealers/x/import"]) {
      const answer = await visit(page, `${at}/${path}`);
      expect([answer?.status(), await page.locator("h1").innerText()], path).toEqual([404, "Page not found"]);
    }
  });

  it("a deep link leads on after signing in, and never elsewhere", async () => {
    const velora = await companyOf("admin@velora.demo");
    const page = await openPage();
    for (const [email, next, path] of [
      ["member@velora.demo", `/portal/${velora}/profile`, `/portal/${velora}/profile`],
      ["rider@persdesk.demo", "/portal/me/profile", "/portal/me/profile"],
      ["admin@persdesk.demo", "/who-can?permission=pers.read", "/who-can"],
      ["rider@persdesk.demo", "https://evil.example/x", "/portal/me"],
      ["member@velora.demo", "//evil.example", `/portal/${velora}`],
    ] as const) {
      await page.context().clearCookies();
      await signIn(page, persdesk(), email, `/login?next=${encodeURIComponent(next)}`);
      await arrived(page, `${persdesk().url}${path}**`);
    }
    await page.context().clearCookies();
    await visit(page, `${persdesk().url}/portal/${velora}/profile`);
    expect(new URL(page.url()).searchParams.get("callbackUrl")).toBe(`/portal/${velora}/profile`);
  });
});

describe("switch-to", () => {
  it("to a member and back: reason, banner, countdown, what the sheet keeps of it, and a second window", async () => {
    const [velora, member] = [await companyOf("member@velora.demo"), await userOf("member@velora.demo")];
    const page = await openAs("admin@persdesk.demo");
    const own = await page.context().newPage();
    await visit(own, `${persdesk().url}/profile`);
    await visit(page, `${persdesk().url}/portal-users/${member}?tab=companies`);
    await page.getByRole("link", { name: "Switch to", exact: true }).click();
    await page.getByLabel("Switch-to password").fill("wrong");
    await page.getByLabel("Reason").fill("Ticket 4711: cannot see the vehicle");
    await page.getByRole("button", { name: "Switch", exact: true }).click();
    await page.getByText("This is not your switch-to password.").waitFor();
    await page.getByLabel("Switch-to password").fill(switchToPassword);
    await page.keyboard.press("Enter");
    await arrived(page, `**/portal/${velora}`);
    const banner = page.getByRole("region", { name: "Acting as a member" });
    await banner.getByText(/59:\d\d/).waitFor();
    await expect.poll(() => banner.innerText()).toContain("Théo Garnier");
    await visit(page, `${persdesk().url}/portal-users`);
    expect(pathOf(page)).toBe(`/portal/${velora}`);

    const languages = () =>
      ask<object>(
        persdesk(),
        (sql) => sql`select email, language_id from backoffice.users where email like 'admin@persdesk%'
        or email like 'member@velora%' order by 1`,
      );
    const before = await languages();
    await own.getByLabel("Language", { exact: true }).first().click();
    await own.getByRole("option", { name: "German" }).click();
    await own.getByText("signed in as someone else").waitFor();
    expect(await languages()).toEqual(before);
    await own.close();

    const second = await page.context().newPage();
    await visit(second, `${persdesk().url}/portal/${velora}/profile`);
    await expect.poll(() => second.getByLabel("Language").first().isDisabled()).toBe(true);
    await banner.getByRole("button", { name: "Switch back" }).click();
    await arrived(page, `${persdesk().url}/`);
    await second.getByRole("button", { name: "Switch back" }).click();
    await arrived(second, `${persdesk().url}/`);

    await visit(page, `${persdesk().url}/portal-users/${member}?tab=visits`);
    await page.getByText("Ticket 4711: cannot see the vehicle").first().waitFor();
    await page.getByRole("cell", { name: "1 min", exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Activity" }).click();
    await page.getByText("switched to this person", { exact: true }).first().waitFor();
  });

  it("ends with its hour while a page is open, and says so", async () => {
    const member = await userOf("member@velora.demo");
    const page = await openAs("admin@persdesk.demo");
    await visit(page, `${persdesk().url}/portal-users/${member}?tab=companies`);
    await page.getByRole("link", { name: "Switch to", exact: true }).click();
    await page.getByLabel("Switch-to password").fill(switchToPassword);
    await page.getByLabel("Reason").fill("Ticket 4712: the same again");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Switch", exact: true }).click();
    await arrived(page, "**/portal/*");
    await ask(
      persdesk(),
      (sql) => sql`update backoffice.sessions set expires_at = now() + interval '3 seconds'
        where act_user_id is not null and revoked_at is null`,
    );
    await visit(page, page.url());
    await arrived(page, "**/switch-to/*?over=1");
    await page.getByText("The hour is over and you are yourself again.").waitFor();
  });
});

describe("rights explained", () => {
  it("a role is given and taken on the sheet, a note written beside it, and the explainer knows at once", async () => {
    const member = await userOf("member@velora.demo");
    const page = await openAs("admin@persdesk.demo");
    const faults = faultsOf(page);
    await visit(page, `${persdesk().url}/portal-users/${member}?tab=roles`);
    await page.getByLabel("Role in Velora").selectOption({ label: "Administrator" });
    await page.getByRole("button", { name: "Save role" }).click();
    await page.getByText("Administrator in Velora").waitFor();
    await page.getByRole("button", { name: "Permissions", exact: true }).click();
    await page.getByRole("link", { name: "See the company's members" }).click();
    await arrived(page, "**/who-can?permission=company-member.read");
    await page.getByRole("row", { name: /Théo Garnier.*Administrator in Velora/ }).waitFor();
    const columns = encodeURIComponent("email=E-mail,roles=Through");
    const csv = await page.request.get(
      `${persdesk().url}/api/export/rightHolders?format=csv&permission=company-member.read&columns=${columns}`,
    );
    expect(await csv.text()).toContain("member@velora.demo,Administrator in Velora");
    await page.goBack();
    await page.getByRole("button", { name: "Activity", exact: true }).click();
    await page.getByText("role in Velora").waitFor();
    await page.getByLabel("Write a note").fill("Called: stands in for Margaux");
    await page.keyboard.press("Control+Enter");
    await page.locator("p", { hasText: "Called: stands in for Margaux" }).waitFor();
    await page.locator("main ol").getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("Edit the note").fill("Called: stands in until March");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("added a note, edited since").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator("p", { hasText: "stands in until March" }).waitFor();
    await page.getByRole("button", { name: "Roles", exact: true }).click();
    await page.getByLabel("Role in Velora").selectOption({ label: "Member" });
    await page.getByRole("button", { name: "Save role" }).click();
    await page.getByText("Member in Velora", { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it("support sees roles and rights, and changes nothing but its notes", async () => {
    const page = await openAs("support@persdesk.demo");
    const member = await userOf("member@velora.demo");
    await visit(page, `${persdesk().url}/portal-users/${member}?tab=roles`);
    await page.getByRole("heading", { name: "Role in each company" }).waitFor();
    await expect.poll(() => page.getByLabel("Role in Velora").count()).toBe(0);
    await page.getByRole("button", { name: "Permissions", exact: true }).click();
    await page.getByRole("link", { name: "See the company's vehicles" }).waitFor();
    await page.getByRole("button", { name: "Activity", exact: true }).click();
    await page.getByRole("textbox", { name: "Write a note" }).waitFor();
    expect(await page.getByRole("button", { name: "Edit", exact: true }).getAttribute("aria-disabled")).toBe("true");
  });
});
