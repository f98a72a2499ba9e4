import type { Page } from "playwright";
import { expect, it } from "vitest";
import { arrived, tab, useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);
const admin = "admin@persdesk.demo";

interface Raised {
  id: string;
  name: string;
  pers_id: string;
  vehicle_id: string;
  rider_id: string;
  company_id: string;
}

/** An alert that nobody has taken note of, on a device of Velora that somebody rides with, and no other that needs work on it. */
async function raised(): Promise<Raised> {
  const [row] = await ask<Raised>(
    persdesk(),
    (
      sql,
    ) => sql`insert into backoffice.pers_alerts (id, pers_id, alert_id, started_at, level_rank, created_at, updated_at)
      select gen_random_uuid(), v.pers_id, a.id, now(), 1, now(), now()
      from backoffice.vehicles v join backoffice.company_pers_links l on l.pers_id = v.pers_id and l.end_date is null and l.start_date < now()
      join backoffice.user_companies uc on uc.company_id = l.company_id join backoffice.users u on u.id = uc.user_id
      cross join lateral (select id from backoffice.alerts order by code limit 1) a
      where u.email = 'admin@velora.demo' and v.rider_id is not null and not exists (
        select from backoffice.pers_alerts o where o.pers_id = v.pers_id and (o.desk_status <> 'closed' or o.ended_at is null
          or (o.alert_id = a.id and o.ended_at > now() - interval '1 minute')))
      order by random() limit 1
      returning id, pers_id, (select alert_label from backoffice.alerts where id = alert_id) as name,
        (select v.id from backoffice.vehicles v where v.pers_id = pers_alerts.pers_id) as vehicle_id,
        (select v.rider_id from backoffice.vehicles v where v.pers_id = pers_alerts.pers_id) as rider_id,
        (select uc.company_id from backoffice.user_companies uc join backoffice.users u on u.id = uc.user_id
          where u.email = 'admin@velora.demo') as company_id`,
  );
  if (!row) throw new Error("the demo has no quiet device that somebody rides with");
  return row;
}

const stored = async (id: string) => {
  const [row] = await ask<{ status: string; assignee: string | null }>(
    persdesk(),
    (sql) => sql`select p.desk_status as status, u.email as assignee from backoffice.pers_alerts p
      left join backoffice.users u on u.id = p.assignee_id where p.id = ${id}`,
  );
  return row;
};

const rowOf = (page: Page, id: string) => page.getByRole("listitem").filter({ has: page.locator(`a[href$="${id}"]`) });

it("an alert is dealt with on the sheets of its device, its vehicle and its rider, and each leads to the desk", async () => {
  const { id, pers_id, vehicle_id, rider_id } = await raised();
  const page = await openAs(admin, `/pers/${pers_id}`);
  const faults = faultsOf(page);
  await tab(page, "Alerts").click();
  await rowOf(page, id).getByRole("button", { name: "Acknowledge" }).click();
  await expect.poll(() => stored(id)).toMatchObject({ status: "acknowledged" });

  await visit(page, `${persdesk().url}/vehicles/${vehicle_id}`);
  await tab(page, "Alerts").click();
  await rowOf(page, id).getByText("Acknowledged").waitFor();
  await rowOf(page, id).getByRole("button", { name: "Take" }).click();
  await expect.poll(() => stored(id)).toMatchObject({ assignee: admin });

  await visit(page, `${persdesk().url}/portal-users/${rider_id}`);
  await tab(page, "Alerts").click();
  await rowOf(page, id).getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("3");
  await expect.poll(() => stored(id)).toMatchObject({ status: "closed" });
  // What was done can be taken back there, and the alert is where it was.
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => stored(id)).toMatchObject({ status: "acknowledged" });
  await rowOf(page, id).getByRole("link").click();
  await arrived(page, `**/alert-desk/${id}`);
  expect(faults).toEqual([]);
});

it("people of a company do the same on their sheets, in their own desk", async () => {
  const { id, pers_id, company_id } = await raised();
  const page = await openAs("admin@velora.demo", `/portal/${company_id}/pers/${pers_id}`);
  const faults = faultsOf(page);
  await rowOf(page, id).getByRole("button", { name: "Acknowledge" }).click();
  await rowOf(page, id).getByText("Acknowledged").waitFor();
  expect(await stored(id)).toMatchObject({ status: "new" });
  await rowOf(page, id).getByRole("link").click();
  await arrived(page, `**/portal/${company_id}/alert-desk/${id}`);
  await page.getByRole("heading", { name: "Notes" }).waitFor();
  expect(faults).toEqual([]);
});

it("who acts second is told what the first one did, and loses nothing", async () => {
  const { id } = await raised();
  const [first, second] = [await openAs(admin, `/alert-desk/${id}`), await openAs(admin, `/alert-desk/${id}`)];
  const region = (page: Page) => page.getByRole("region", { name: "Alert", exact: true });
  await region(first).getByText("What happened").waitFor();
  await region(second).getByText("What happened").waitFor();
  await first.keyboard.press("m");
  await expect.poll(() => stored(id)).toMatchObject({ assignee: admin });
  await second.keyboard.press("c");
  await second.getByRole("dialog").waitFor();
  await second.keyboard.press("1");
  await second
    .getByRole("status")
    .filter({ hasText: /changed meanwhile, nothing was stored\. It is new\. It is with Ada Moreau\./ })
    .waitFor();
  expect(await stored(id)).toMatchObject({ status: "new", assignee: admin });
});

it("the queue is filtered by a company, and a row of the log leads to the alert", async () => {
  const { id, company_id } = await raised();
  const page = await openAs(admin, `/alert-desk?companyId=${company_id}`);
  const queue = page.getByRole("list", { name: "Alerts" });
  await queue.locator(`a[href*="${id}"]`).waitFor();
  await page.getByRole("button", { name: /^Remove the filter company is Velora/i }).waitFor();
  expect(await queue.getByRole("link").filter({ hasNotText: "Velora" }).count()).toBe(0);
  await visit(page, `${persdesk().url}/pers-alerts?sortBy=startedAt:desc`);
  await page.locator(`tr:has(a[href$="${id}"]), a[href$="${id}"]`).first().click();
  await arrived(page, `**/alert-desk/${id}`);
});

it("all alerts that match are acted on at once, after a question, and it is taken back", async () => {
  const { id } = await raised();
  const [device] = await ask<{ serial: string }>(
    persdesk(),
    (sql) => sql`with one as (select p.id, p.nu_serial_pers_number as serial from backoffice.pers p
        join backoffice.pers_alerts a on a.pers_id = p.id where a.id = ${id}),
      more as (insert into backoffice.pers_alerts (id, pers_id, alert_id, started_at, level_rank, created_at, updated_at)
        select gen_random_uuid(), one.id, rule.id, now(), 1, now(), now() from one
        cross join (select id from backoffice.alerts order by code offset 1 limit 2) rule)
      select serial from one`,
  );
  const statuses = async () => {
    const rows = await ask<{ status: string }>(
      persdesk(),
      (sql) => sql`select desk_status as status from backoffice.pers_alerts where pers_id =
        (select pers_id from backoffice.pers_alerts where id = ${id}) and started_at > now() - interval '10 minutes'`,
    );
    return rows.map(({ status }) => status);
  };
  const page = await openAs(admin, `/alert-desk/${id}?search=${device?.serial}`);
  const faults = faultsOf(page);
  await page.getByRole("region", { name: "Alert", exact: true }).getByText("What happened").waitFor();
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Select all 3" }).click();
  await page.keyboard.press("a");
  await page.getByRole("dialog").getByText("3 alerts are changed.").waitFor();
  await page.getByRole("button", { name: "Change them" }).click();
  await expect.poll(statuses).toEqual(["acknowledged", "acknowledged", "acknowledged"]);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect.poll(statuses).toEqual(["new", "new", "new"]);
  expect(faults).toEqual([]);
});
