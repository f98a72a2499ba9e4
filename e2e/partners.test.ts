import type { Locator, Page } from "playwright";
import { expect, it } from "vitest";
import { password } from "@/scripts/demo.mjs";
import { sheetOf } from "@/server/kit/import/sheet/testing";
import { unseal } from "@/server/platform/mail/mail-template.rules";
import { arrived, settled, useBrowser, usePersdesk, visit } from "./harness";
import { overflow } from "./look";
import { ask, faultsOf, usePeople } from "./person";
import { screenOf } from "./session";

const persdesk = usePersdesk();
const openPage = useBrowser();
const pageOf = usePeople(persdesk, openPage);

const companyOf = async (email: string) => {
  const [row] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select uc.company_id as id from backoffice.user_companies uc
      join backoffice.users u on u.id = uc.user_id where u.email = ${email}`,
  );
  return row?.id ?? "";
};
const serialsOf = async (query: Parameters<typeof ask<{ serial: string }>>[1]) =>
  (await ask<{ serial: string }>(persdesk(), query)).map(({ serial }) => serial);

/** Reads a workbook on the page of an import, and runs it once the plan says this. */
async function importRows(page: Page, rows: string[][], plan: string, button: string, done: string) {
  await page.getByLabel("CSV or Excel file").setInputFiles({
    name: "rows.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: sheetOf(rows),
  });
  await page.getByText(plan).waitFor();
  const confirm = page.getByRole("button", { name: button });
  const place = await confirm.boundingBox();
  await settled(page);
  expect(await confirm.boundingBox()).toEqual(place); // its rows come below it
  await confirm.click();
  await page.getByText(done).first().waitFor();
}

/** The person at this address comes in by the link of their mail, which accepts the partnership in one step. */
async function accept(email: string, invitation: string) {
  const [mail] = await ask<{ link: string }>(
    persdesk(),
    (sql) =>
      sql`select secrets->>'link' as link from platform.mail_log where recipient = ${email} order by id desc limit 1`,
  );
  const page = await openPage();
  await visit(page, mail?.link ?? "");
  await page.getByRole("heading", { name: invitation }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Newcomer");
  await page.getByLabel("Password", { exact: true }).fill("Chosen-pass-2026");
  await page.keyboard.press("Enter");
  await page.getByText("We have told the people in charge.").waitFor();
  await page.getByRole("link", { name: "Go to Persdesk" }).click();
  await arrived(page, "**/portal/*-*");
  return page;
}

/** The serial numbers that somebody sees in a list of their own workspace. */
async function serialsAt(page: Page, list: string) {
  const workspace = /\/portal\/[^/]+/.exec(page.url())?.[0];
  await visit(page, `${persdesk().url}${workspace}/${list}`);
  const cells = await page.locator("tbody tr[data-id]").allInnerTexts();
  return cells.map((text) => /[A-Z][A-Z0-9]{2}-?\d{4}[\d-]*/.exec(text)?.[0]).sort();
}
it("a manufacturer invites 40 dealers by a file and a subcontractor, hands over, takes back, and undoes", async () => {
  const company = await companyOf("admin@velora.demo");
  const base = `${persdesk().url}/portal/${company}`;
  const velora = await pageOf("admin@velora.demo", `/portal/${company}/dealers/import`);
  const faults = faultsOf(velora);

  const good = Array.from({ length: 40 }, (_, n) => [`Rad ${n}`, `E2E-${n}`, `rad${n}@partners.demo`]);
  const bad = [
    ["No address", "E2E-BAD", "nowhere"],
    ["", "E2E-NONE", "none@partners.demo"],
    ["Twice", "E2E-1", "twice@partners.demo"],
  ];
  await importRows(
    velora,
    [["Name", "Register Number", "E-mail"], ...good, ...bad],
    "40 dealers will be imported: 40 new. 3 rows with errors are skipped.",
    "Import 40 dealers",
    "40 dealers imported: 40 new.",
  );
  const importAddress = velora.url();
  const dealer = await accept("rad7@partners.demo", "Velora invites you as a dealer");

  // 25 vehicles by a file: the dealer sees exactly those.
  const bikes = await serialsOf(
    (sql) => sql`select v.vehicle_serial_number as serial from backoffice.vehicles v
      join backoffice.company_vehicle_links l on l.vehicle_id = v.id and l.end_date is null
      where l.company_id = ${company} and not exists (select from backoffice.dealer_vehicles d where d.vehicle_id = v.id)
      order by 1 limit 25`,
  );
  await visit(velora, `${base}/dealers?name=Rad+7`);
  await velora.getByRole("link", { name: "Rad 7", exact: true }).click();
  await velora.getByRole("link", { name: "Import a file" }).click();
  await importRows(
    velora,
    [["Vehicle Serial Number"], ...bikes.map((serial) => [serial])],
    "25 vehicles will be imported: 25 new.",
    "Import 25 vehicles",
    "25 vehicles imported: 25 new.",
  );
  expect(await serialsAt(dealer, "vehicles")).toEqual(bikes);

  // Ten devices by a file and one brand for a subcontractor, whose people see exactly those.
  await visit(velora, `${base}/subcontractors`);
  await velora.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = velora.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Neue Werkstatt");
  await dialog.getByLabel("Register number").fill("E2E-SUB");
  await dialog.getByLabel("E-mail").fill("werkstatt@partners.demo");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await arrived(velora, "**/subcontractors/*-*");
  const sheet = velora.url();
  const workshop = await accept("werkstatt@partners.demo", "Velora invites you as a subcontractor");
  const [brand] = await ask<{ name: string; serials: string[] }>(
    persdesk(),
    (sql) => sql`select b.name, array_agg(p.nu_serial_pers_number) as serials from backoffice.vehicle_brands b
      join backoffice.company_vehicle_brand_links l on l.vehicle_brand_id = b.id and l.company_id = ${company}
        and l.link_type = 1 and l.granted_by_company_id is null
      join backoffice.vehicle_models m on m.vehicle_brand_id = b.id join backoffice.vehicles v on v.vehicle_model_id = m.id
      join backoffice.pers p on p.id = v.pers_id
      join backoffice.company_pers_links f on f.pers_id = p.id and f.company_id = ${company} and f.link_type = 1
        and f.end_date is null
      group by 1 order by count(*) limit 1`,
  );
  const devices = await serialsOf(
    (sql) => sql`select p.nu_serial_pers_number as serial from backoffice.pers p
      join backoffice.company_pers_links l on l.pers_id = p.id and l.company_id = ${company} and l.link_type = 1
        and l.end_date is null
      where p.nu_serial_pers_number <> all (${brand?.serials ?? []}) and not exists (
        select from backoffice.company_pers_links s where s.pers_id = p.id and s.link_type = 2)
      order by 1 limit 10`,
  );
  await visit(velora, sheet);
  await velora.getByRole("link", { name: "Import a file" }).click();
  await importRows(
    velora,
    [["Serial Number"], ...devices.map((serial) => [serial])],
    "10 devices will be imported: 10 new.",
    "Import 10 devices",
    "10 devices imported: 10 new.",
  );
  expect(await serialsAt(workshop, "pers")).toEqual(devices);
  await visit(velora, sheet);
  await velora
    .getByRole("row")
    .filter({ has: velora.getByText(brand?.name ?? "", { exact: true }) })
    .getByRole("checkbox")
    .check();
  await velora.getByRole("button", { name: "Hand over", exact: true }).click();
  await velora.getByText("1 handed over").waitFor();
  await visit(workshop, workshop.url());
  await workshop.getByText(`of ${10 + (brand?.serials.length ?? 0)}`).waitFor();

  // Three are taken back: the next request for one of them finds nothing.
  const gone = devices.slice(0, 3);
  await visit(workshop, `${workshop.url().split("?")[0]}?serialPersNumber=${gone[0]}`);
  const own = workshop.getByRole("link", { name: gone[0] });
  const device = await own.getAttribute("href");
  for (const serial of gone)
    await velora.getByRole("row").filter({ hasText: serial }).first().getByRole("checkbox").check();
  const chosen = velora.getByRole("region", { name: "Selected rows" });
  await chosen.getByRole("button", { name: "Take back", exact: true }).click();
  await velora.getByText("3 taken back").waitFor();
  await visit(workshop, persdesk().url + device);
  await workshop.getByRole("heading", { name: "Page not found" }).waitFor();

  // The import is undone: who accepted stays, and is named.
  await visit(velora, importAddress);
  await velora.getByRole("button", { name: "Undo the import" }).click();
  await velora.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await velora.getByText("Accepted by the partner.").waitFor();
  await velora.getByText("Rad 7", { exact: true }).first().waitFor();
  expect(faults).toEqual([]);
});

it("a dealer comes from the mail on their phone to the bike that was prepared for them with seven taps", async () => {
  const company = await companyOf("admin@velora.demo");
  const velora = await screenOf(persdesk(), "admin@velora.demo");
  const email = "port@partners.demo";
  const { items } = await velora.query("profile.languages", {});
  const french = items.find(({ code }: { code: string }) => code === "fr");
  const { id } = await velora.mutate("dealers.create", {
    companyId: company,
    name: "Cycles du Quai",
    registerNumber: "E2E-PORT",
    email,
    languageId: french.id,
    reason: "Les vélos du printemps",
  });
  const [bike] = await ask<{ id: string; serial: string }>(
    persdesk(),
    (sql) => sql`select v.id, v.vehicle_serial_number as serial from backoffice.vehicles v
      join backoffice.company_vehicle_links l on l.vehicle_id = v.id and l.end_date is null
      where l.company_id = ${company} and not exists (select from backoffice.dealer_vehicles d where d.vehicle_id = v.id)
        and not exists (select from backoffice.prepared_handovers h where h.vehicle_id = v.id)
      order by 2 desc limit 1`,
  );
  await velora.mutate("dealers.handOverVehicles", { companyId: company, id, vehicleIds: [bike?.id] });
  const [mail] = await ask<{ html: string; secrets: Record<string, string> }>(
    persdesk(),
    (sql) => sql`select html, secrets from platform.mail_log where recipient = ${email}`,
  );

  const phone = await openPage({
    width: 390,
    height: 844,
    colorScheme: "dark",
    locale: "fr-FR",
  });
  const faults = faultsOf(phone);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps++;
    await target.waitFor();
    expect(await overflow(phone)).toBe(0);
    await target.click();
  };
  await phone.setContent(unseal(mail?.html ?? "", mail?.secrets ?? null));
  await phone.getByText("Les vélos du printemps", { exact: true }).waitFor();
  await tap(phone.getByRole("link", { name: "Ouvrir l’invitation" }));
  await arrived(phone, "**/partner-invitation/*");
  await phone.getByRole("heading", { name: "Velora vous invite en tant que revendeur" }).waitFor();
  await tap(phone.getByRole("button", { name: "Continuer" }));
  await tap(phone.getByLabel("Prénom"));
  for (const text of ["Nora", "Marin", "Chosen-pass-2026"]) {
    await phone.keyboard.type(text);
    await phone.keyboard.press("Tab");
  }
  await tap(phone.getByRole("button", { name: "Accepter l’invitation" }));
  await phone.getByText("Nous avons informé les personnes responsables").waitFor();
  await tap(phone.getByRole("link", { name: "Aller à Persdesk" }));
  await arrived(phone, "**/portal/*-*");
  await tap(phone.getByRole("region", { name: "Véhicules" }).getByRole("link", { name: "1", exact: true }));
  await arrived(phone, "**/vehicles*");
  await tap(phone.locator("[data-id]").getByRole("link").first());
  await arrived(phone, `**/vehicles/${bike?.id}`);
  await phone
    .getByText(bike?.serial ?? "")
    .first()
    .waitFor();
  expect(taps).toBe(7);
  expect(faults).toEqual([]);
});

/** What the mail of a partner's invitation says to somebody without an account, who accepts it. */
async function acceptByLink(email: string) {
  const [mail] = await ask<{ link: string }>(
    persdesk(),
    (sql) =>
      sql`select secrets->>'link' as link from platform.mail_log where recipient = ${email} order by id desc limit 1`,
  );
  const token = mail?.link.split("/partner-invitation/")[1];
  const answer = await fetch(`${persdesk().url}/api/trpc/partnerInvitations.accept`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-persdesk": "1", origin: persdesk().url },
    body: JSON.stringify({ token, password, firstName: "Sam", lastName: "Squat" }),
  });
  expect(answer.status).toBe(200);
}

it("a register number that another company named first, in another spelling, gives nobody what is handed over", async () => {
  const [velora, nordrad] = [await companyOf("admin@velora.demo"), await companyOf("admin@nordrad.demo")];
  const [evil, real] = ["evil@squat.test", "real@radhaus.test"];
  const partner = { name: "Radhaus Berlin", email: evil, registerNumber: "DE 900-1" };
  const inviter = await screenOf(persdesk(), "admin@nordrad.demo");
  await inviter.mutate("dealers.create", { companyId: nordrad, ...partner });
  await acceptByLink(evil);
  const owner = await screenOf(persdesk(), "admin@velora.demo");
  const asked = { companyId: velora, ...partner, email: real, registerNumber: "de900.1" };
  const { id } = await owner.mutate("dealers.create", asked);
  await acceptByLink(real);
  // Who came first is asked whether to let the other one in; until then nobody has accepted.
  expect(await owner.query("dealers.get", { companyId: velora, id })).toMatchObject({
    status: "invited",
    company: { id: null },
  });
  const squatter = await screenOf(persdesk(), evil);
  const own = await companyOf(evil);
  const more = { companyId: own, name: "Another", email: "another@squat.test", registerNumber: "X-1" };
  await expect(squatter.mutate("subcontractors.create", more)).rejects.toThrow(/^4(03|22) /);
  const links = await ask(
    persdesk(),
    (sql) => sql`select from backoffice.company_links where linked_company_id = ${own} and status = 'accepted'`,
  );
  expect(links).toHaveLength(1);
});
