import type { Locator, Page } from "playwright";
import { expect, it } from "vitest";
import { patienceMs, scaled } from "@/db/testing/scale";
import { rowOf, workbookOf } from "@/server/kit/import/sheet/testing";
import { arrived, useBrowser, usePersdesk } from "./harness";
import { axe, narrow } from "./look";
import { ask, faultsOf, usePeople } from "./person";

// A send to many riders of two companies in three languages, with the keys and clicks that it takes: written for later, looked
// at, moved, and sent.

const persdesk = usePersdesk({ env: { SMTP_URL: "" } });
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);

/** 300 where everything is tried. */
const riders = scaled(12, 300);

/** Riders with a vehicle of one of two companies each, in turns of three languages. */
const makeRiders = () =>
  ask(
    persdesk(),
    (sql) => sql`
    with people as (
      insert into backoffice.users (id, email, first_name, last_name, type, status, language_id,
        created_at, updated_at)
      select gen_random_uuid(), 'rider' || n || '@sending.test', 'Rider' || n, 'Story', 'Rider', 'active',
        (select id from backoffice.languages where code = (array['en', 'fr', 'de'])[1 + n % 3]), now(), now()
      from generate_series(1, ${riders}::int) n returning id, email),
    bikes as (
      insert into backoffice.vehicles (id, vehicle_model_id, vehicle_serial_number, name_vehicle, rider_id,
        created_at, updated_at)
      select gen_random_uuid(), (select id from backoffice.vehicle_models order by id limit 1), 'SENDING-' || p.email,
        'Bike of ' || split_part(p.email, '@', 1), p.id, now(), now()
      from people p returning id, vehicle_serial_number)
    insert into backoffice.company_vehicle_links (id, vehicle_id, company_id, start_date, created_at, updated_at)
    select gen_random_uuid(), b.id, (select id from backoffice.companies where name like
      (array['Velora%', 'Nordrad%'])[1 + length(b.vehicle_serial_number) % 2] order by id limit 1), now() - interval '1 day', now(), now()
    from bikes b returning id`,
  );

/** Counts what a person does: a click is one, a text as many as it has letters, what is pasted two. */
function hands(page: Page) {
  let steps = 0;
  return {
    steps: () => steps,
    async click(target: Locator) {
      steps++;
      await target.click();
    },
    async type(target: Locator, text: string) {
      steps += text.length;
      await target.fill(text);
    },
    async paste(target: Locator, text: string) {
      steps += 2;
      await target.fill(text);
    },
    button: (name: string | RegExp) => page.getByRole("button", { name }),
  };
}

it("riders of two companies are greeted by their own names in three languages, later and then now", async () => {
  await makeRiders();
  const staff = await openAs("admin@persdesk.demo", "/notification-requests/send");
  const faults = faultsOf(staff);
  const does = hands(staff);
  await does.click(staff.getByRole("combobox", { name: "Template" }));
  await does.click(staff.getByRole("option", { name: "Service is due" }));
  await does.click(staff.getByLabel("Rider app"));
  await does.click(staff.getByRole("combobox", { name: "Recipients" }));
  await does.click(staff.getByRole("option", { name: "People of a list" }));
  await does.paste(staff.getByLabel("Link of the list"), `${persdesk().url}/riders?name=Story`);
  const year = new Date().getUTCFullYear() + 1;
  await does.type(staff.getByLabel("Send at"), `${year}-11-24T03:30`);
  await does.click(does.button("Check the recipients"));
  await staff.getByText("These tokens have no value yet: {{place}}").waitFor();
  await does.type(staff.getByLabel("Value of {{place}}"), "Velo Lyon");
  await does.click(does.button("Check the recipients"));

  const plan = staff.getByRole("region", { name: "Plan" });
  await plan.getByText(`${riders} recipients`).waitFor();
  await plan.getByText("What they will read").waitFor();
  const read = await plan.getByRole("listitem").allTextContents();
  for (const words of ["has time for Bike of rider", "peut recevoir Bike of rider", "Zeit für Bike of rider"])
    expect(read.some((text) => text.includes(words))).toBe(true);
  await plan.getByText(`Later: `).waitFor();
  expect(await axe(staff, undefined, "main")).toEqual([]);
  expect(await narrow(staff)).toEqual([]);
  await does.click(does.button(/^Schedule for .+ 24 Nov \d{4}, 03:30$/));
  if (riders > 100) await does.click(staff.getByRole("dialog").getByRole("button", { name: /^Schedule for/ }));
  await arrived(staff, (address) => /notification-requests\/[\w-]{36}$/.test(address.pathname));
  await staff.getByText(/^Scheduled for .+, 03:30$/).waitFor();
  await staff.getByRole("heading", { name: "Service is due" }).waitFor();
  const written = does.steps();
  expect(written).toBeLessThanOrEqual(40);

  await does.click(does.button("Change the time"));
  await does.type(staff.getByRole("dialog").getByLabel("Send at"), `${year}-11-25T09:00`);
  await does.click(staff.getByRole("dialog").getByRole("button", { name: /^Schedule for .+ 25 Nov/ }));
  await staff
    .getByText(/25 Nov \d{4}, 09:00$/)
    .first()
    .waitFor();
  await does.click(does.button("Send now"));
  await expect
    .poll(
      async () =>
        (
          await ask<{ status: string; n: number }>(
            persdesk(),
            (sql) => sql`select status, count(*)::int as n from notification.deliveries
              where email like '%@sending.test' and type = 1 group by status`,
          )
        ).map(({ status, n }) => `${status} ${n}`),
      { timeout: patienceMs },
    )
    .toEqual([`delivered ${riders}`]);
  // In the inbox and by mail; nobody has a phone.
  await staff.getByText(`${2 * riders} of ${3 * riders} delivered`).waitFor();

  const got = await ask<{ email: string; content: string; tokens: unknown; code: string }>(
    persdesk(),
    (sql) => sql`select d.email, d.content, d.tokens, l.code from notification.deliveries d
      join backoffice.languages l on l.id = d.content_language_id
      where d.email like '%@sending.test' and d.type = 1`,
  );
  const greetings: Record<string, string> = { en: "Hello", fr: "Bonjour", de: "Hallo" };
  for (const { email, content, tokens, code } of got) {
    const name = email.split("@")[0] ?? "";
    expect(content).toContain(`${greetings[code]} ${name.replace("r", "R")}, `);
    expect(content).toContain(`Bike of ${name}`);
    expect(tokens).toBeNull();
  }
  expect(new Set(got.map(({ code }) => code)).size).toBe(3);
  expect(faults).toEqual([]);
});

it("nothing that was typed vanishes, and who has no such app is skipped, in figures that add up", async () => {
  const staff = await openAs("admin@persdesk.demo", "/notification-requests/send");
  const faults = faultsOf(staff);
  await staff.getByText("Own text").click();
  await staff.getByLabel("Title").fill("For {{recipient.firstName}}: {{level}} %");
  await staff.getByLabel("Text", { exact: true }).fill("Hello {{recipient.firstName}}.");
  await staff.getByLabel("Rider app").check();
  const table =
    "email;level;My column\nrider@persdesk.demo;12\nbroken-address;1\nRider@persdesk.demo;9\nmember@velora.demo;7";
  await staff.getByLabel("E-mail addresses").fill(table);
  await staff.getByText("Values by its columns: level.").waitFor();
  await staff.getByText("No token can be called so: My column.").waitFor();
  await staff.getByRole("button", { name: "Check the recipients" }).click();
  const plan = staff.getByRole("region", { name: "Plan" });
  await plan.getByText("broken-address: not an e-mail address").waitFor();
  await plan.getByText("Rider@persdesk.demo: repeated").waitFor();
  await plan.getByText("they do not have this app").first().waitFor();
  await plan.getByText(/^For \w+: 12 %$/).waitFor();
  await staff.getByRole("button", { name: "Send to 2 recipients" }).click();
  await arrived(staff, (address) => /notification-requests\/[\w-]{36}$/.test(address.pathname));
  await staff.getByRole("heading", { name: "For …: … %" }).waitFor();
  await staff.getByText(/^\d of \d skipped: .*they do not have this app \(1\)/).waitFor({ timeout: patienceMs });
  expect(faults).toEqual([]);
});

it("a workbook is read as a table of recipients, and the vehicle that it is about decides for who rides several", async () => {
  const staff = await openAs("admin@persdesk.demo", "/notification-requests/send");
  const faults = faultsOf(staff);
  const email = "two-bikes@sending.test";
  const bikes = await ask<{ name: string }>(
    persdesk(),
    (sql) => sql`
      with rider as (
        insert into backoffice.users (id, email, first_name, last_name, type, status, created_at, updated_at)
        values (gen_random_uuid(), ${email}, 'Two', 'Bikes', 'Rider', 'active', now(), now()) returning id)
      insert into backoffice.vehicles (id, vehicle_model_id, vehicle_serial_number, name_vehicle, rider_id,
        created_at, updated_at)
      select gen_random_uuid(), (select id from backoffice.vehicle_models order by id limit 1), 'TWO-' || n,
        'Cargo of Two ' || n, rider.id, now(), now() from rider, generate_series(1, 2) n returning name_vehicle as name`,
  );
  await staff.getByText("Own text").click();
  await staff.getByLabel("Title").fill("{{recipient.vehicle}}: {{level}} %");
  await staff.getByLabel("Text", { exact: true }).fill("Charge it.");
  await staff.getByLabel("Rider app").check();
  const rows = [rowOf("email", "level"), rowOf(email, "12")].join("");
  const file = { name: "riders.xlsx", mimeType: "application/octet-stream", buffer: workbookOf({ rows }) };
  await staff.locator("input[type=file]").setInputFiles(file);
  await staff.getByText("Values by its columns: level.").waitFor();
  await staff.getByRole("button", { name: "Check the recipients" }).click();
  await staff.getByText("Ambiguous, because they have several", { exact: false }).waitFor();
  const vehicle = bikes[1]?.name ?? "";
  await staff.getByRole("combobox", { name: "Vehicle" }).or(staff.getByLabel("Vehicle")).first().fill(vehicle);
  await staff.getByRole("option", { name: vehicle }).click();
  await staff.getByRole("button", { name: "Check the recipients" }).click();
  await staff.getByText(`${vehicle}: 12 %`).first().waitFor();
  expect(faults).toEqual([]);
});
