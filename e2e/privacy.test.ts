import { expect, it } from "vitest";
import { settled, useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

it("what a member writes is anonymised and brought back; then the member is looked up, and a second person erases them", async () => {
  const { url } = persdesk();
  const email = "member@velora.demo";
  const [place] = await ask<{ company: string }>(
    persdesk(),
    (sql) => sql`select uc.company_id as company from backoffice.user_companies uc
      join backoffice.users u on u.id = uc.user_id where u.email = ${email}`,
  );
  const member = await openAs(email, `/portal/${place?.company}/contact`);
  await member.getByLabel("Message").fill("My bell is silent since Monday.");
  await member.getByRole("button", { name: "Send message" }).click();
  await member.getByText("Your message has arrived").waitFor();

  const admin = await openAs("admin@persdesk.demo", "/contact-logs?content=bell");
  const faults = faultsOf(admin);
  await admin.getByRole("link", { name: email }).click();
  await admin.getByRole("button", { name: "Anonymise", exact: true }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Anonymise", exact: true }).click();
  await admin.getByRole("button", { name: "Bring back" }).waitFor();
  await expect.poll(() => admin.locator("main").innerText()).not.toMatch(/bell is silent|velora\.demo/);
  await admin.getByRole("button", { name: "Bring back" }).click();
  await admin.getByText("My bell is silent").waitFor();

  await visit(admin, `${url}/privacy`);
  await admin.getByLabel("E-mail address of the person").fill(email);
  await admin.getByRole("button", { name: "Look up" }).click();
  await admin.getByText("Contact logs (").waitFor();
  const download = admin.waitForEvent("download");
  await admin.getByRole("button", { name: "Download as JSON" }).click();
  expect((await download).suggestedFilename()).toMatch(/^personal-data-[\d-]{10}\.json$/);
  await admin.getByRole("button", { name: "Plan erasure" }).click();
  await admin.getByRole("dialog").getByText("Contact logs", { exact: true }).waitFor();
  await admin.getByLabel("Reason").fill("A letter of 20 November");
  await admin.getByRole("button", { name: "Ask for erasure" }).click();
  await admin.waitForURL(/\/erasures\/./);
  await settled(admin);
  await expect.poll(() => admin.getByRole("button", { name: "Look at the plan and confirm" }).count()).toBe(0);
  expect(faults).toEqual([]);

  // Another administrator, who has been one for long, signs in and confirms.
  const [other] = await ask<{ email: string }>(
    persdesk(),
    (sql) => sql`with other as (select id, email from backoffice.users
        where type = 'Staff' and status = 'active' and email <> 'admin@persdesk.demo' order by id limit 1)
      insert into backoffice.user_roles (user_id, role_id, created_at)
      select other.id, roles.id, now() - interval '2 days' from other, backoffice.roles where code = 'ADMIN'
      on conflict (user_id, role_id) do update set created_at = excluded.created_at
      returning (select email from other) as email`,
  );
  const second = await openAs(other?.email ?? "", new URL(admin.url()).pathname);
  await second.getByRole("button", { name: "Look at the plan and confirm" }).click();
  await second.getByRole("button", { name: "Erase for good" }).click();
  await second.getByRole("button", { name: "Certificate" }).waitFor();
  await visit(second, `${url}/privacy`);
  await second.getByLabel("E-mail address of the person").fill(email);
  await second.getByRole("button", { name: "Look up" }).click();
  await second.getByText(`Nothing is held of ${email}`).waitFor();
});
