import type { Page } from "playwright";
import { expect, it } from "vitest";
import { scaled } from "@/db/testing/scale";
import { useBrowser, usePersdesk } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);

const statusOf = async (id: string) => {
  const [row] = await ask<{ status: string }>(
    persdesk(),
    (sql) => sql`select desk_status as status from backoffice.pers_alerts where id = ${id}`,
  );
  return row?.status;
};

/** The keys that do something to an alert, and what it is then; only a new one is acknowledged. */
const deeds = [
  { keys: ["c", "1"], after: "closed", of: ["new", "acknowledged"] },
  { keys: ["s", "2"], after: "snoozed", of: ["new", "acknowledged"] },
  { keys: ["a"], after: "acknowledged", of: ["new"] },
];

const many = scaled(9, 30);
it(`${many} alerts are worked through without the mouse: at most two and a half keys each, and the next one opens`, async () => {
  await ask(
    persdesk(),
    (
      sql,
    ) => sql`insert into backoffice.pers_alerts (id, pers_id, alert_id, started_at, ended_at, level_rank, created_at, updated_at)
      select gen_random_uuid(), p.id, a.id, now() - interval '1 minute', now(), 0, now(), now()
      from (select id from backoffice.alerts limit 1) a cross join backoffice.pers p where not exists (
        select from backoffice.pers_alerts other where other.pers_id = p.id and other.alert_id = a.id
          and coalesce(other.ended_at, 'infinity') > now() - interval '1 hour') limit 32`,
  );
  const page = await openAs("admin@persdesk.demo", "/alert-desk?view=nobodys");
  const faults = faultsOf(page);
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  const head = page.getByRole("region", { name: "Alert", exact: true });
  const idInAddress = () => page.url().match(/alert-desk\/([\w-]{36})/)?.[1] ?? "";
  const opened = async (before: string) => {
    await expect.poll(idInAddress).not.toBe(before);
    // The address is there before the screen, and until then keys are about the alert before.
    await page.locator(`a[aria-current="true"][href*="${idInAddress()}"]`).waitFor();
    await head.getByText("What happened").waitFor();
  };
  const worked: string[] = [];
  await page.getByRole("list", { name: "Alerts" }).waitFor();
  await press("j");
  await opened("");
  for (let n = 0; new Set(worked).size < many; n++) {
    const id = idInAddress();
    worked.push(id);
    const before = (await statusOf(id)) ?? "";
    const able = deeds.filter(({ of }) => of.includes(before));
    const { keys: own, after } = able[n % able.length] ?? { keys: [], after: "" };
    for (const key of own) {
      if (/\d/.test(key)) await page.getByRole("dialog").waitFor();
      await press(key);
    }
    await opened(id);
    const said = await page.getByRole("status").allInnerTexts();
    await expect.poll(() => statusOf(id), { message: `alert ${n} was ${before}; ${said.join("; ")}` }).toBe(after);
  }
  expect(keys / new Set(worked).size).toBeLessThanOrEqual(2.5);
  expect(faults).toEqual([]);
});

const [snoozed, kept] = ["admin@atelier.demo", "admin@velora.demo"];
const companyOf = async (email: string) => {
  const [row] = await ask<{ company_id: string }>(
    persdesk(),
    (sql) => sql`select uc.company_id from backoffice.user_companies uc
      join backoffice.users u on u.id = uc.user_id where u.email = ${email}`,
  );
  return row?.company_id ?? "";
};

/** An alert that was just raised on a device of Velora that its subcontractor reaches by a link of its own. */
async function sharedAlert() {
  const [maker, sub] = [await companyOf(kept), await companyOf(snoozed)];
  const [row] = await ask<{ id: string; pers_id: string }>(
    persdesk(),
    (sql) => sql`insert into backoffice.pers_alerts (id, pers_id, alert_id, started_at, created_at, updated_at)
      select gen_random_uuid(), own.pers_id, (select a.id from backoffice.alerts a where not exists (
        select from backoffice.pers_alerts open where open.pers_id = own.pers_id and open.alert_id = a.id
          and (open.ended_at is null or open.ended_at > now() - interval '1 minute')) limit 1), now(), now(), now()
      from backoffice.company_pers_links own
      join backoffice.company_pers_links theirs on theirs.pers_id = own.pers_id
      where own.company_id = ${sub} and own.end_date is null and own.start_date < now()
        and theirs.company_id = ${maker} and theirs.end_date is null and theirs.start_date < now()
      order by random() limit 1 returning id, pers_id`,
  );
  if (!row) throw new Error("the companies share no device");
  return { id: row.id, persId: row.pers_id, maker, sub };
}

const workOn = (page: Page) => page.getByRole("region", { name: "Alert", exact: true });
const stateIn = (page: Page, state: string) =>
  workOn(page)
    .locator("[data-tone]")
    .filter({ hasText: new RegExp(`^${state}$`) });

it("a subcontractor snoozes an alert, and the manufacturer's stays open", async () => {
  const { id, maker, sub } = await sharedAlert();
  const page = await openAs(snoozed, `/portal/${sub}/alert-desk/${id}`);
  const faults = faultsOf(page);
  await stateIn(page, "New").waitFor();
  await page.keyboard.press("s");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("1");
  await page.getByRole("status").getByText("snoozed").waitFor();
  await page.goto(`${persdesk().url}/portal/${sub}/alert-desk/${id}?view=snoozed`);
  await stateIn(page, "Snoozed").waitFor();
  const other = await openAs(kept, `/portal/${maker}/alert-desk/${id}`);
  await stateIn(other, "New").waitFor();
  const staff = await openAs("admin@persdesk.demo", `/alert-desk/${id}`);
  await stateIn(staff, "New").waitFor();
  await workOn(staff).getByText("At companies").waitFor();
  expect(faults).toEqual([]);
});

it("two people at one alert see each other, and the second action is told what the first one changed", async () => {
  const { id } = await sharedAlert();
  const [first, second] = ["admin@persdesk.demo", "support@persdesk.demo"];
  const nameOf = async (email: string) => {
    const [row] = await ask<{ name: string }>(
      persdesk(),
      (sql) => sql`select first_name || ' ' || last_name as name from backoffice.users where email = ${email}`,
    );
    return row?.name ?? "";
  };
  const here = (page: Page) => page.getByRole("note", { name: "Who else is here" });
  const one = await openAs(first, `/alert-desk/${id}`);
  await stateIn(one, "New").waitFor();
  expect(await here(one).innerText()).toBe("");
  const other = await openAs(second, `/alert-desk/${id}`);
  const faults = [...faultsOf(one), ...faultsOf(other)];
  await here(one)
    .getByText(`${await nameOf(second)} has this alert open too`)
    .waitFor();
  await here(other)
    .getByText(`${await nameOf(first)} has this alert open too`)
    .waitFor();
  await other.keyboard.press("m");
  await other.getByRole("status").getByText("Undo").waitFor();
  await one.keyboard.press("c");
  await one.getByRole("dialog").waitFor();
  await one.keyboard.press("1");
  await one.getByRole("status").getByText("changed meanwhile, nothing was stored").waitFor();
  expect(await statusOf(id)).toBe("new");
  await other.close();
  await one.goto(`${persdesk().url}/alert-desk/${id}`);
  await stateIn(one, "New").waitFor();
  await expect.poll(() => here(one).innerText()).toBe("");
  expect(faults).toEqual([]);
});

it("a link ends in the middle of the work: the next action is refused, and the alert is gone from the queue", async () => {
  const { id, persId, sub } = await sharedAlert();
  const page = await openAs(snoozed, `/portal/${sub}/alert-desk/${id}`);
  await workOn(page).getByText("What happened").waitFor();
  await ask(
    persdesk(),
    (sql) => sql`with brands as (delete from backoffice.company_vehicle_brand_links where company_id = ${sub})
      update backoffice.company_pers_links set end_date = now() where pers_id = ${persId} and company_id = ${sub}`,
  );
  await page.keyboard.press("a");
  await page
    .getByRole("status")
    .filter({ hasText: /not found/i })
    .waitFor();
  await expect.poll(() => page.locator(`a[href*="${id}"]`).count()).toBe(0);
});
