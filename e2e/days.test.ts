import type { Page } from "playwright";
import { expect, it } from "vitest";
import { arrived, tab, useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

// Five people's day, with their clicks counted. What it took before stands in docs/benchmarks.md.

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

/** A page of somebody at home, whose clicks are counted; what is done with the keyboard is not. */
async function begin(email: string) {
  const page = await openAs(email, undefined, { isOwn: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    const count = ({ detail }: MouseEvent) => {
      if (detail > 0) sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks")) + 1));
    };
    document.addEventListener("click", count, true);
  });
  const faults = faultsOf(page);
  await visit(page, `${persdesk().url}/`);
  return { page, faults, clicks: () => page.evaluate(() => Number(sessionStorage.getItem("clicks"))) };
}

/** Takes the first hit of the palette that has this name. */
async function find(page: Page, words: string, name: string | RegExp) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everywhere" }).fill(words);
  const hit = page.getByRole("option", { name }).first();
  await hit.waitFor();
  await expect.poll(() => hit.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
}

it("support: a telephone rings, and the caller gets a note and a new PIN", async () => {
  const [caller] = await ask<{ phone: string; name: string; persId: string; serial: string }>(
    persdesk(),
    (sql) => sql`
      select u.phone_number as phone, u.first_name || ' ' || u.last_name as name, p.id as "persId",
        p.nu_serial_pers_number as serial
      from backoffice.users u join backoffice.vehicles v on v.rider_id = u.id join backoffice.pers p on p.id = v.pers_id
      join backoffice.pers_current_data c on c.pers_id = p.id
      where u.type = 'Rider' and u.phone_number is not null and p.status = 'active' and c.last_message_at is not null
        and (select count(*) from backoffice.vehicles o where o.rider_id = u.id) = 1
      order by u.id limit 1`,
  );
  if (!caller) throw new Error("the demo has a rider with a telephone and a device in use");
  const { page, faults, clicks } = await begin("support@persdesk.demo");

  await find(page, caller.phone.replace(/(..)(?=.)/g, "$1 "), new RegExp(caller.name));
  await page.getByRole("heading", { name: caller.name, level: 1 }).waitFor();
  await page.getByText(/^Rides .+; its device was heard/).waitFor();
  await page.getByRole("link", { name: caller.serial }).click();
  await arrived(page, `**/pers/${caller.persId}`);
  const sentence = page.getByText(/(Heard|Silent for) .+; battery .+; ridden by /);
  await sentence.waitFor();
  expect(await sentence.getByRole("link", { name: caller.phone }).getAttribute("href")).toBe(`tel:${caller.phone}`);

  await page.getByRole("button", { name: "Write a note" }).click();
  const note = page.getByRole("dialog").getByRole("textbox");
  await note.fill("Told the rider to charge it.");
  await note.press("Control+Enter");
  await page.getByText("Note added").waitFor();
  await page.getByRole("button", { name: "New activation PIN" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create and show" }).press("Enter");
  await page.getByText("It is shown only once.").waitFor();
  await page.keyboard.press("Escape");
  expect(await clicks()).toBe(3);

  // What support may not do says which permission is missing.
  const away = page.getByRole("button", { name: "Send to maintenance" });
  expect(await away.getAttribute("aria-disabled")).toBe("true");
  await away.click({ force: true }); // that it is disabled is what is tried
  await page.getByText("You need the permission “Edit PERS devices” for this.").waitFor();
  await tab(page, "Activity").click();
  await page.locator("main ol > li:visible", { hasText: "Told the rider to charge it." }).waitFor();
  expect(faults).toEqual([]);
});

it("fleet: old firmware with an open alert goes to maintenance", async () => {
  const { page, faults, clicks } = await begin("admin@persdesk.demo");
  await find(page, "PERS devices", /^PERS devices/);
  await arrived(page, "**/pers");
  const dialog = page.getByRole("dialog");
  const filter = page.getByRole("button", { name: "Filter", exact: true });
  await filter.click();
  await dialog.getByRole("button", { name: "Firmware version", exact: true }).click();
  await dialog.getByLabel("Below").fill("2.3.0");
  await page.keyboard.press("Enter");
  await arrived(page, "**/pers?firmwareVersionBelow=2.3.0");
  await filter.click();
  await dialog.getByRole("button", { name: "Alert", exact: true }).click();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await arrived(page, "**/pers?*hasOpenAlert=true*");
  const rows = page.locator("main tbody tr:visible");
  await expect.poll(() => rows.count()).toBeGreaterThan(2);
  // Two devices with the keyboard alone: the first row, chosen, and the one below.
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: "Send to maintenance" }).click();
  // What it would do is said before it is done.
  await dialog.getByRole("button", { name: /^Change .+ PERS devices?$/ }).click();
  await page.getByText(/PERS devices? changed\./).waitFor();
  expect(await clicks()).toBe(7);
  expect(faults).toEqual([]);
});

it("administration: a colleague gets the role to act for members, and the list of who can says so", async () => {
  const { page, faults, clicks } = await begin("admin@persdesk.demo");
  await find(page, "support@persdesk.demo", /Samir Haddad/);
  await page.getByRole("heading", { name: "Samir Haddad", level: 1 }).waitFor();
  await tab(page, "Roles").click();
  await page.getByRole("button", { name: "Grant Support, acting for members" }).click();
  await page.getByText("Support, acting for members granted").waitFor();
  expect(await clicks()).toBe(2);
  await find(page, "Who can do what", /^Who can do what/);
  await arrived(page, "**/who-can");
  await visit(page, `${persdesk().url}/who-can?permission=switch-to.use`);
  await page.getByRole("row", { name: /Samir Haddad.*Support, acting for members/ }).waitFor();
  expect(faults).toEqual([]);
});

it("a company: what waits comes first and leads to the device and a note; a colleague is invited", async () => {
  const { page, faults, clicks } = await begin("admin@velora.demo");
  const waiting = page.locator("section", { hasText: "Waiting for you" }).getByRole("listitem");
  await waiting.first().waitFor();
  await waiting.first().getByRole("link").click();
  await arrived(page, /\/portal\/[^/]+\/pers\//);
  await page.getByRole("heading", { name: "Alerts that need work" }).waitFor();
  await page.getByText(/^(Heard|Silent for) .+; battery/).waitFor();
  const note = page.getByRole("textbox", { name: "Write a note" });
  await note.fill("Called the rider.");
  await note.press("Control+Enter");
  await page.locator("p", { hasText: "Called the rider." }).waitFor();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await arrived(page, "**/team");
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByRole("dialog").getByLabel("E-mail").fill("neu@velora.demo");
  await page.getByRole("dialog").getByLabel("First name").fill("Noa");
  await page.getByRole("dialog").getByLabel("Last name").fill("Neu");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /neu@velora\.demo/ }).waitFor();
  expect(await clicks()).toBe(3);
  expect(faults).toEqual([]);
});

it("the first day: every area says what it is for, and ? shows the keys", async () => {
  const { page, faults, clicks } = await begin("content@persdesk.demo");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Search everywhere").waitFor();
  await page.keyboard.press("Escape");
  // Each area in the rail leads to a page that says what it is for.
  const areas = await page.getByRole("navigation").first().getByRole("link").all();
  expect(areas.length).toBeLessThanOrEqual(20);
  await find(page, "Interface labels", /^Interface labels/);
  await arrived(page, "**/labels");
  await page.getByText("Short texts of the apps: buttons, titles and fields.").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("rider");
  await arrived(page, "**/labels?*rider*");
  expect(await clicks()).toBe(0);
  expect(faults).toEqual([]);
});
