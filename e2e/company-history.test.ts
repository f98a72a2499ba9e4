import { expect, it } from "vitest";
import { useBrowser, usePersdesk, visit } from "./harness";
import { ask, usePeople } from "./person";
import { screenOf } from "./session";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

it("3 clicks: a company's people see who changed what in it, by name where it is one of them, and open a change", async () => {
  const [company] = await ask(
    persdesk(),
    (sql) => sql<{ id: string }[]>`
      select c.company_id as id from backoffice.user_companies c join backoffice.users u on u.id = c.user_id
      where u.email = 'admin@velora.demo'`,
  );
  const companyId = company?.id ?? "";
  const [own, staff] = [
    await screenOf(persdesk(), "admin@velora.demo"),
    await screenOf(persdesk(), "admin@persdesk.demo"),
  ];
  const { id } = await own.mutate("teams.create", { companyId, name: "Coast" });
  await staff.mutate("companyTeams.update", { id, name: "North coast", ifMatch: "*" });

  const page = await openAs("admin@velora.demo", `/portal/${companyId}/preferences`);
  await page.getByRole("main").getByRole("link", { name: "History" }).click();
  const row = page.locator("tbody tr[data-id]").filter({ hasText: "North coast" }).first();
  await row.getByText("Changed: team").waitFor();
  await expect.poll(() => row.innerText()).toMatch(/Persdesk[\s\S]*Coast[\s\S]*North coast/);
  await page.locator("tbody tr[data-id]").filter({ hasText: "Created: team" }).first().waitFor();
  const { label } = await staff.query("profile.me", {}).then(({ firstName, lastName }) => ({
    label: `${firstName} ${lastName}`,
  }));
  expect(await page.locator("main").innerText()).not.toContain(label);

  await row.locator("td").first().click();
  await page.getByRole("heading", { name: "Before and after" }).waitFor();
  expect(await page.locator("main").innerText()).not.toContain(label);
  await visit(page, `${persdesk().url}/portal/${companyId}/history?kind=company-team`);
  const rows = page.locator("tbody tr[data-id]");
  await expect.poll(() => rows.count()).toBe(2);

  const member = await openAs("member@velora.demo", `/portal/${companyId}`);
  expect(await member.getByRole("link", { name: "History" }).count()).toBe(0);
  await visit(member, `${persdesk().url}/portal/${companyId}/history`);
  await member.getByText("You do not have access to this").waitFor();
});
