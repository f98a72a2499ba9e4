import type { Page } from "playwright";
import { expect, it } from "vitest";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

// What a company sees of rollouts, and what other screens of staff say of them.

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());
const [admin, member] = ["admin@persdesk.demo", "member@velora.demo"];

const link = (page: Page, name: string) => page.locator("main").getByRole("link", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

/** The rollout with the most devices of the company by its own links, how many these are, and one of them. */
async function ofCompany() {
  const [row] = await ask<{
    company: string;
    id: string;
    name: string;
    installed: number;
    devices: number;
    all: number;
  }>(
    persdesk(),
    (sql) => sql`
      select m.company_id as company, r.id, r.name, count(*) filter (where d.status = 'installed')::int as installed,
        count(*)::int as devices, (select count(*)::int from backoffice.firmware_rollout_devices a where a.rollout_id = r.id) as all
      from backoffice.users u join backoffice.user_companies m on m.user_id = u.id
      join backoffice.company_pers_links l on l.company_id = m.company_id and l.link_type = 1 and l.end_date is null
        and l.start_date < now()
      join backoffice.firmware_rollout_devices d on d.pers_id = l.pers_id and d.status <> 'excluded'
      join backoffice.firmware_rollouts r on r.id = d.rollout_id
      where u.email = ${member} group by m.company_id, r.id order by count(*) desc limit 1`,
  );
  if (!row) throw new Error("a rollout of the demo has devices of the company");
  return row;
}

it("3 clicks: a company finds its own part of a rollout, with nothing to do and nothing of others", async () => {
  const { company, id, name, installed, devices, all } = await ofCompany();
  expect(all).toBeGreaterThan(devices);
  const page = await openAs(member, `/portal/${company}`);
  const faults = faultsOf(page);
  let clicks = 0;
  const click = async (target: ReturnType<typeof link>) => {
    clicks++;
    await target.click();
  };
  await click(page.getByRole("navigation").getByRole("link", { name: "Fleet", exact: true }));
  await click(page.getByRole("link", { name: "Firmware rollouts", exact: true }).first());
  await arrived(page, `**/portal/${company}/firmware-rollouts`);
  await click(link(page, name));
  await arrived(page, `**/portal/${company}/firmware-rollouts/${id}`);
  expect(clicks).toBe(3);
  await heading(page, name);
  await page.locator("main").getByText(`${installed} of ${devices} installed`).first().waitFor();
  const text = await page.locator("main").innerText();
  expect(text).not.toMatch(/Samir|Haddad|Excluded|Gates/);
  for (const action of ["Pause", "Resume", "Cancel rollout", "Roll back", "Approve"])
    expect(await page.locator("main").getByRole("button", { name: action, exact: true }).count()).toBe(0);
  const device = page.locator("main table").getByRole("link").first();
  const serial = (await device.innerText()).trim();
  await device.click();
  await arrived(page, `**/portal/${company}/pers/*`);
  await heading(page, serial);
  await page.getByRole("heading", { name: "Runs now" }).waitFor();
  expect(
    await page
      .locator("main")
      .getByRole("link", { name: /^\d+\.\d+\.\d+/ })
      .count(),
  ).toBe(0);
  await link(page, name).first().click();
  await arrived(page, `**/portal/${company}/firmware-rollouts/${id}`);

  await ask(
    persdesk(),
    (
      sql,
    ) => sql`update backoffice.firmware_rollout_devices set status = 'excluded' where rollout_id = ${id} and pers_id in
      (select pers_id from backoffice.company_pers_links where company_id = ${company})`,
  );
  await visit(page, `${persdesk().url}/portal/${company}/firmware-rollouts/${id}`);
  await page
    .getByText(/not found/i)
    .first()
    .waitFor();
  expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
});

it("home names the paused rollout first, a device says what it runs and why it waits, and a version who brought it", async () => {
  const [row] = await ask<{ rollout: string; name: string; pers: string; version: string; label: string }>(
    persdesk(),
    (sql) => sql`
      select r.id as rollout, r.name, d.pers_id as pers, v.id as version, v.firmware_version as label
      from backoffice.firmware_rollouts r join backoffice.firmware_versions v on v.id = r.firmware_version_id
      join backoffice.firmware_rollout_devices d on d.rollout_id = r.id and d.status = 'waiting'
      where r.status = 'paused' limit 1`,
  );
  if (!row) throw new Error("the demo has a paused rollout with devices that wait");
  const page = await openAs(admin, "/");
  const faults = faultsOf(page);
  const part = page.locator("section").filter({ has: page.getByRole("heading", { name: "Firmware rollouts" }) });
  await part.getByRole("listitem").first().getByText("Paused", { exact: true }).waitFor();
  await part.getByRole("link", { name: row.name, exact: true }).waitFor();

  await visit(page, `${persdesk().url}/pers/${row.pers}?tab=firmware`);
  await page.getByRole("heading", { name: "Runs now" }).waitFor();
  await page.getByRole("cell", { name: "Main", exact: true }).waitFor();
  await page.getByText("The rollout offers nothing now: Paused.").waitFor();
  await link(page, row.name).click();
  await arrived(page, `**/firmware-rollouts/${row.rollout}`);

  await visit(page, `${persdesk().url}/firmware-versions/${row.version}?tab=rollouts`);
  await link(page, row.name).waitFor();
  expect(faults).toEqual([]);
});

it("a plan says when it begins, how fast it goes, whom a wave is for, and after how many failures it pauses", async () => {
  const [version] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select v.id from backoffice.firmware_versions v where v.is_activated and v.firmware_type = 1 limit 1`,
  );
  const page = await openAs(admin, `/firmware-rollouts/new?version=${version?.id}&status=stock`);
  const faults = faultsOf(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("With a pace");
  await page.getByRole("textbox", { name: "Label of wave 1" }).fill("Own vehicles");
  await page.getByRole("radiogroup", { name: "How wave 1 is measured" }).getByText("Number", { exact: true }).click();
  await page.getByRole("textbox", { name: "Devices of wave 1" }).fill("25");
  await page.getByRole("textbox", { name: "Number of failures that pauses it" }).fill("7");
  await page.getByLabel("Not before").fill("2031-05-01T06:30");
  await page.getByRole("textbox", { name: "Offers per hour" }).fill("120");
  await page.getByRole("complementary", { name: "What it would do" }).getByText("Own vehicles").waitFor();
  await page.locator("main").getByRole("button", { name: "Save draft", exact: true }).click();
  await arrived(page, /firmware-rollouts\/[\da-f-]{36}$/);
  const [stored] = await ask<{ waves: unknown[]; errorCount: number; maxPerHour: number; startAt: Date }>(
    persdesk(),
    (
      sql,
    ) => sql`select waves, (gates->>'errorCount')::int as "errorCount", max_per_hour as "maxPerHour", start_at as "startAt"
      from backoffice.firmware_rollouts where name = 'With a pace'`,
  );
  expect(stored?.waves).toEqual([{ label: "Own vehicles", count: 25 }, { percent: 30 }, {}]);
  expect([stored?.errorCount, stored?.maxPerHour]).toEqual([7, 120]);
  expect(stored?.startAt.toISOString().slice(0, 8)).toBe("2031-05-");
  expect(faults).toEqual([]);
});
