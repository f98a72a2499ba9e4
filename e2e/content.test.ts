import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";
import { screenOf } from "./session";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());
const open = (path?: string) => openAs("admin@persdesk.demo", path);

it("keeps the order of help-desk buttons that were moved by keyboard and by hand", async () => {
  const page = await open("/help-desk-buttons");
  const faults = faultsOf(page);
  const order = async () =>
    (
      await ask<{ topic: string }>(
        persdesk(),
        (sql) => sql`select topic from backoffice.help_desk_buttons order by rank, id`,
      )
    ).map(({ topic }) => topic);
  expect(await order()).toEqual(["Manual", "Call the partner", "Write to us"]);
  await page.getByRole("button", { name: "Change order" }).click();
  const handle = (title: string) => page.getByRole("button", { name: `Move ${title}` });
  await handle("Manual").waitFor();
  await handle("Manual").focus();
  await page.keyboard.press("Space");
  await page.getByText("Manual is over position 1.").waitFor({ state: "attached" });
  // An arrow that comes before the rows have been measured is lost, as a person's would be: he presses again.
  const isSecond = page.getByText("Manual is over position 2.");
  await expect
    .poll(async () => {
      if (await page.getByText("Manual is over position 1.").count()) await page.keyboard.press("ArrowDown");
      return await isSecond.waitFor({ state: "attached", timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await page.keyboard.press("Space");
  await page.getByText("Manual dropped at position 2.").waitFor({ state: "attached" });
  // To hover waits until a row stands still: after the drop they glide to their places.
  await handle("Call the partner").hover();
  const to = await handle("Call the partner").boundingBox();
  if (!to) throw new Error("the handle is not on the screen");
  await handle("Write to us").hover();
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 + 4, { steps: 8 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 - 4, { steps: 4 });
  await page.getByText("Write to us is over position 1.").waitFor({ state: "attached" });
  await page.mouse.up();
  await page.getByText("Write to us dropped at position 1.").waitFor({ state: "attached" });
  // The end of a drag by mouse eats the click that the browser makes of it: one within 50 ms, which no hand gives.
  await page.waitForTimeout(100);
  await page.getByRole("button", { name: "Save order" }).click();
  await page.getByText("Order saved").waitFor();
  expect(await order()).toEqual(["Write to us", "Call the partner", "Manual"]);
  expect(faults).toEqual([]);
});

it("publishes a policy once and for all, and drafts the next version from its texts", async () => {
  const page = await open("/privacy-policies");
  const faults = faultsOf(page);
  await page.getByRole("button", { name: "Edit the draft" }).click();
  await page.getByRole("heading", { level: 1, name: "Version 2" }).waitFor();
  await page.getByRole("button", { name: "English", exact: false }).first().click();
  const editor = page.getByRole("textbox", { name: "Content" });
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" You may ask for your data.");
  await page.keyboard.press("Control+s");
  await page.getByText("English saved").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("button", { name: "Publish version 2" }).click();
  await page.getByText("Version 2 published").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Publish" }).count()).toBe(0);
  await visit(page, `${persdesk().url}/privacy-policies`);
  await page.getByRole("button", { name: "Edit the draft" }).click();
  await page.getByRole("heading", { level: 1, name: "Version 3" }).waitFor();
  const [text] = await ask<{ content: string }>(
    persdesk(),
    (sql) => sql`
      select t.content from backoffice.privacy_policies p
      join backoffice.privacy_policy_translations t on t.parent_id = p.id
      join backoffice.languages l on l.id = t.language_id and l.is_default where p.number = 3`,
  );
  expect(text?.content).toContain("You may ask for your data.");
  expect(faults).toEqual([]);
});

it("shows what an app with an older version is told, and in which language", async () => {
  const page = await open("/app-versions");
  await page.getByRole("button", { name: "Update advice" }).click();
  await page.getByText("Rider app, iOS").waitFor();
  await page
    .getByRole("combobox", { name: "System" })
    .or(page.getByRole("textbox", { name: "System" }))
    .click();
  await page.getByRole("option", { name: "iOS" }).click();
  await page.getByRole("textbox", { name: "Installed version" }).fill("3.0.5");
  await page.getByRole("status").getByText("Older than 3.1.0: must update").waitFor();
  await page.getByRole("textbox", { name: "Installed version" }).fill("3.1.0");
  await page.getByRole("status").getByText("Can update to 3.2.0").waitFor();
});

it("lets a translator fill gaps by keyboard alone, from one resource into the next", async () => {
  const page = await openAs("content@persdesk.demo", "/translations");
  const faults = faultsOf(page);
  const [german] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.languages where code = 'de'`,
  );
  const gaps = async () =>
    (
      await ask<{ n: number }>(
        persdesk(),
        (sql) => sql`
          select (select count(*)::int from backoffice.labels) - count(*)::int as n
          from backoffice.label_translations where language_id = ${german?.id ?? ""}`,
      )
    )[0]?.n ?? 0;
  await visit(page, `${persdesk().url}/translations?resource=label&show=missing&languageId=${german?.id}`);
  const before = await gaps();
  expect(before).toBeGreaterThan(20);
  await page.keyboard.press("F8");
  for (let n = 0; n < 20; n++) {
    const cell = page.locator("textarea[data-cell]:focus");
    await cell.waitFor();
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement | null)?.value === "");
    await page.keyboard.type(`Neu ${n}`);
    await page.keyboard.press("Control+Enter");
  }
  await page.getByText("Saved", { exact: true }).nth(19).waitFor();
  expect(await gaps()).toBe(before - 20);
  expect(faults).toEqual([]);
});

it("marks the translations of a source that changed, until they are changed or confirmed", async () => {
  const page = await openAs("content@persdesk.demo", "/translations");
  const languages = await ask<{ id: string; code: string }>(
    persdesk(),
    (sql) => sql`select id, code from backoffice.languages`,
  );
  const at = (code: string, more = "") =>
    `${persdesk().url}/translations?resource=message&languageId=${languages.find((one) => one.code === code)?.id}${more}`;
  await visit(page, at("en", "&show=all"));
  const source = page.getByRole("textbox", { name: "ride.finished in English" });
  await source.fill("You rode {distance} in {time} today.");
  await page.keyboard.press("Enter");
  await page.getByText("Saved", { exact: true }).waitFor();
  for (const code of ["fr", "de"]) {
    await visit(page, at(code, "&show=outdated"));
    await page.getByText("The source changed").waitFor();
    await expect.poll(() => page.locator("main ins").allTextContents()).toEqual([" today"]);
    await page.getByRole("main").getByText("Needs review", { exact: true }).last().waitFor();
  }
  await page.getByRole("button", { name: "The translation is still correct" }).click();
  await page.getByText("The source changed").waitFor({ state: "detached" });
  await visit(page, at("fr", "&show=outdated"));
  await page
    .getByRole("textbox", { name: "ride.finished in French" })
    .fill("Vous avez parcouru {distance} en {time} ce jour.");
  await page.keyboard.press("Enter");
  await page.getByText("The source changed").waitFor({ state: "detached" });
  await visit(page, at("fr", "&show=outdated"));
  await page.getByText("Nothing to do").waitFor();
});

it("replaces a word wherever it stands after a preview, and takes it all back", async () => {
  const page = await open("/translations");
  await page.getByRole("button", { name: "Find and replace" }).click();
  await page.getByRole("textbox", { name: "Find", exact: true }).fill("Bluetooth");
  await page.getByRole("textbox", { name: "Replace with" }).fill("Radio");
  await page.getByRole("button", { name: "Show matches" }).click();
  await page.getByText("9 texts would change.").waitFor();
  await page.getByRole("button", { name: "Replace in 9 texts" }).click();
  await page.getByText("9 texts changed").waitFor();
  const holding = async (word: string) =>
    (
      await ask<{ n: number }>(
        persdesk(),
        (sql) => sql`
          select count(*)::int as n from (
            select content from backoffice.most_frequent_question_translations
            union all select value from backoffice.label_translations
          ) texts where content like ${`%${word}%`}`,
      )
    )[0]?.n;
  expect([await holding("Bluetooth"), await holding("Radio")]).toEqual([0, 9]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Everything is restored").waitFor();
  expect([await holding("Bluetooth"), await holding("Radio")]).toEqual([9, 0]);
});

it("exports XLIFF, shows what a worked-on file would change, imports it and takes it back", async () => {
  const page = await openAs("content@persdesk.demo");
  const faults = faultsOf(page);
  const [french] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.languages where code = 'fr'`,
  );
  const texts = () =>
    ask<{ value: string }>(
      persdesk(),
      (sql) => sql`
        select t.value from backoffice.label_translations t join backoffice.labels l on l.id = t.parent_id
        where t.language_id = ${french?.id ?? ""} order by l.name, l.id`,
    );
  const before = await texts();
  await visit(page, `${persdesk().url}/translations?resource=label&show=all&languageId=${french?.id}`);
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("menuitem", { name: "XLIFF" })
      .or(page.getByRole("button", { name: "XLIFF" }))
      .click(),
  ]);
  const file = readFileSync(await download.path(), "utf8");
  let changed = 0;
  const worked = file.replace(/<target>([^<]+)<\/target>/g, (all, text: string) =>
    changed < 2 ? `<target>${text} ${++changed}</target>` : all,
  );
  expect(changed).toBe(2);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.locator("input[type=file]").setInputFiles({
    name: download.suggestedFilename(),
    mimeType: "application/xliff+xml",
    buffer: Buffer.from(worked),
  });
  await page.getByText("2 translations will be imported: 2 changed.").waitFor();
  await page.getByRole("button", { name: "Import 2 translations" }).click();
  await page.getByText("2 translations imported: 2 changed.").waitFor();
  expect((await texts()).filter(({ value }, n) => value !== before[n]?.value)).toHaveLength(2);
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await page.getByText("2 translations restored to their earlier values.").waitFor();
  expect(await texts()).toEqual(before);
  expect(faults).toEqual([]);
});

it("shows source and translation of texts in their list, and opens a text on them", async () => {
  const page = await openAs("content@persdesk.demo", "/messages?keyword=ride.finished");
  const [french] = await ask<{ value: string }>(
    persdesk(),
    (sql) => sql`
      select t.value from backoffice.message_translations t
      join backoffice.messages m on m.id = t.parent_id and m.name = 'ride.finished'
      join backoffice.languages l on l.id = t.language_id and l.code = 'fr'`,
  );
  const row = page.getByRole("row").filter({ hasText: "ride.finished" });
  await row.getByText("You rode", { exact: false }).waitFor();
  await visit(page, `${persdesk().url}/messages?keyword=${encodeURIComponent(french?.value.slice(0, 20) ?? "")}`);
  await row.getByRole("link", { name: "ride.finished" }).click();
  await page.getByRole("button", { name: "Translations", exact: true }).waitFor();
  expect(
    await page.getByRole("navigation", { name: "Parts of this record" }).locator("[aria-current]").textContent(),
  ).toBe("Translations");
});

it("takes no formatted text that was only looked at for a changed one", async () => {
  const page = await openAs("content@persdesk.demo");
  const [text] = await ask<{ name: string; language: string }>(
    persdesk(),
    (sql) => sql`
      update backoffice.formatted_text_translations t set value = '<p>Before:</p><ul><li>Brake</li></ul>'
      from backoffice.formatted_texts f, backoffice.languages l
      where f.id = t.parent_id and l.id = t.language_id and l.code = 'fr'
        and f.id = (select parent_id from backoffice.formatted_text_translations
          where language_id = l.id order by parent_id limit 1)
      returning f.name, l.id as language`,
  );
  await visit(
    page,
    `${persdesk().url}/translations?resource=formatted-text&show=all&languageId=${text?.language}&keyword=${text?.name}`,
  );
  await page.getByRole("button", { name: `Open ${text?.name}` }).click();
  const editor = page.getByRole("dialog").locator("[contenteditable=true]");
  await editor.getByText("Brake").click();
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Cancel" }).click();
  await editor.waitFor({ state: "detached" });
  expect(await page.getByText("Your text has not been applied.").count()).toBe(0);
});

it("asks nothing of who opened a question in three languages, looked into each, and left", async () => {
  const page = await openAs("content@persdesk.demo", "/faqs");
  const faults = faultsOf(page);
  await page.getByRole("link", { name: "Battery and charging" }).first().click();
  for (const language of ["English", "French", "German"]) {
    await page
      .getByRole("button", { name: new RegExp(`^${language}`) })
      .first()
      .click();
    const editors = page.locator("[contenteditable=true]");
    await editors.first().waitFor();
    for (const editor of await editors.all()) {
      await editor.click();
      await page.keyboard.press("End");
    }
    for (const save of await page.getByRole("button", { name: /^Save / }).all())
      expect(await save.isDisabled()).toBe(true);
  }
  await page.getByRole("button", { name: "Overview", exact: true }).click();
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").last().click();
  await page.getByRole("heading", { name: "FAQ" }).first().waitFor();
  expect(await page.getByText("Leave without saving?").count()).toBe(0);
  expect(faults).toEqual([]);
});

it("limits a feature to a company, a model and a version, says so in its list, and tries it on a person", async () => {
  const page = await open("/conditional-features/new");
  const faults = faultsOf(page);
  const [person] = await ask<{ name: string; email: string; company: string; model: string }>(
    persdesk(),
    (sql) => sql`
      select u.first_name || ' ' || u.last_name as name, u.email, c.name as company, m.label as model
      from backoffice.users u
      join backoffice.vehicles v on v.rider_id = u.id
      join backoffice.pers p on p.id = v.pers_id
      join backoffice.model_pers m on m.id = p.model_pers_id
      join backoffice.company_vehicle_links l on l.vehicle_id = v.id and l.end_date is null
      join backoffice.companies c on c.id = l.company_id
      where u.status = 'active'
        and (select count(*) from backoffice.users o where o.first_name || o.last_name = u.first_name || u.last_name) = 1
      order by u.id limit 1`,
  );
  if (!person) throw new Error("the demo has a rider of a company");
  const pick = async (field: string, text: string) => {
    await page
      .getByRole("combobox", { name: field })
      .or(page.getByLabel(field, { exact: false }))
      .first()
      .fill(text);
    await page.getByRole("option", { name: text, exact: true }).click();
  };
  await page.getByLabel("Title").fill("Ride coach");
  await page.getByLabel("Keyword").fill("ride.coach");
  await page.getByRole("combobox", { name: "Module" }).or(page.getByLabel("Module")).first().click();
  await page.getByRole("option").first().click();
  await page.getByRole("switch", { name: "On" }).click();
  await pick("Companies", person.company);
  await pick("PERS models", person.model);
  await page.getByLabel("Rider app from").fill("two");
  await page.getByRole("button", { name: "Create conditional feature" }).click();
  await page.getByText("Give a version of three numbers", { exact: false }).waitFor();
  await page.getByLabel("Rider app from").fill("2.1.0");
  await page.getByRole("button", { name: "Create conditional feature" }).click();
  await page.getByRole("heading", { name: "Ride coach" }).waitFor();
  const words = `${person.company}, ${person.model}, Rider app from 2.1.0`;
  await page.getByText(words, { exact: false }).first().waitFor();
  await page.getByText("no app in such a version", { exact: false }).waitFor();
  const trying = page
    .getByRole("combobox", { name: "Person" })
    .or(page.getByLabel("Person", { exact: true }))
    .first();
  await trying.fill(person.name);
  await page.getByRole("option", { name: person.name }).first().click();
  await page.getByText("Off: no app in such a version").waitFor();
  await ask(
    persdesk(),
    (sql) => sql`
      insert into notification.devices (id, email, key_platform_tech, mobile_device_id, token, os, app_version,
        token_at, created_at, updated_at)
      values (gen_random_uuid(), ${person.email}, 'RIDER_APP', 'phone', 'token', 1, '2.1', now(), now(), now())
      returning id`,
  );
  await page.reload();
  await trying.fill(person.name);
  await page.getByRole("option", { name: person.name }).first().click();
  await page.getByText("On for this person").waitFor();
  await page
    .getByText("1 person, 1 PERS device", { exact: false })
    .or(page.getByText(/^1 person,/))
    .first()
    .waitFor();
  await visit(page, `${persdesk().url}/conditional-features?title=Ride%20coach`);
  await page.getByRole("row").filter({ hasText: "ride.coach" }).getByText(words).waitFor();
  expect(faults).toEqual([]);
});

it("a list of texts has them in its HTML, in place of dashes that are filled in later", async () => {
  const { cookie } = await screenOf(persdesk(), "admin@persdesk.demo");
  const answer = await fetch(`${persdesk().url}/labels`, { headers: { cookie } });
  expect((await answer.text()).match(/<td[^>]*><span[^>]* lang="en"/g)?.length).toBeGreaterThan(10);
});
