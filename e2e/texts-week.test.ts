import type { Page } from "playwright";
import { expect, it } from "vitest";
import { useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

const translator = "content@persdesk.demo";
const other = "support@persdesk.demo";
const reviewer = "admin@persdesk.demo";

/** The other translator may write texts; and a text is there that reads as the one that they will translate. */
const prepare = () =>
  ask(
    persdesk(),
    (sql) => sql`
      with given as (
        insert into backoffice.user_roles (user_id, role_id, created_at)
        select u.id, r.id, now() from backoffice.users u, backoffice.roles r where u.email = ${other} and r.code = 'CONTENT'),
      module as (select module_id from backoffice.messages where name = 'ride.finished'),
      made as (
        insert into backoffice.messages (id, name, module_id, created_at, updated_at)
        select gen_random_uuid(), 'ride.ended', module_id, now(), now() from module returning id)
      insert into backoffice.message_translations (id, parent_id, language_id, value, created_at, updated_at)
      select gen_random_uuid(), made.id, t.language_id,
        case l.code when 'fr' then 'Trajet de {distance} en {time}.' else t.value end, now(), now()
      from made, backoffice.message_translations t join backoffice.messages m on m.id = t.parent_id
        join backoffice.languages l on l.id = t.language_id where m.name = 'ride.finished' and l.code in ('en', 'fr')`,
  );

it("is a week of two translators and a reviewer, from a machine's file to the last text", async () => {
  await prepare();
  const [french] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.languages where code = 'fr'`,
  );
  const others = await ask<{ name: string; value: string }>(
    persdesk(),
    (sql) => sql`
      select m.name, t.value || ' *' as value from backoffice.messages m
      join backoffice.message_translations t on t.parent_id = m.id and t.language_id = ${french?.id ?? ""}
      where m.name not like 'ride.%' order by m.name limit 2`,
  );
  expect(others).toHaveLength(2);
  const desk = (more: string) => `${persdesk().url}/translations?resource=message&languageId=${french?.id}&${more}`;
  const bar = (page: Page) => page.getByRole("button", { name: "French", exact: false }).first();

  // Monday: what a machine translated comes in, and counts as not done.
  const claire = await openAs(translator, `/messages/import?languageId=${french?.id}`);
  const faults = faultsOf(claire);
  await claire.getByLabel("Written by").selectOption("machine");
  const rows = [...others, { name: "ride.finished", value: "Vous roulez {distance} dans {time}." }];
  const file = ["name,value", ...rows.map(({ name, value }) => `${name},"${value.replaceAll('"', '""')}"`)].join("\n");
  await claire
    .locator("input[type=file]")
    .setInputFiles({ name: "machine.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await claire.getByRole("button", { name: "Import 3 messages" }).click();
  await claire.getByText("3 messages imported: 3 changed.").waitFor();
  await visit(claire, desk("show=review"));
  await bar(claire).getByText(`${rows.length} need`, { exact: false }).waitFor();
  await expect.poll(() => claire.getByText("Written by a machine").count()).toBe(rows.length);

  // Tuesday: she gives one to the other translator, who finds it from the first page.
  await claire.getByRole("combobox", { name: "Assignee of ride.finished" }).selectOption({ label: "Samir Haddad" });
  const samir = await openAs(other, "/");
  await samir
    .getByRole("row", { name: /French/ })
    .locator("a[href*='assigned=me']")
    .click();
  const cell = samir.getByRole("textbox", { name: "ride.finished in French" });
  await cell.waitFor();
  await samir.getByRole("combobox", { name: "Whose texts" }).waitFor();
  await expect.poll(() => samir.getByRole("combobox", { name: "Whose texts" }).inputValue()).toBe("me");

  // Wednesday: a token is lost and told, a comment is answered.
  await cell.fill("Trajet de {distance}.");
  await cell.press("Enter");
  await samir.getByText("{time} is missing.", { exact: false }).waitFor();
  await samir.getByRole("button", { name: "Add comment" }).click();
  await samir.getByRole("textbox", { name: "New comment" }).fill("Do riders need the time?");
  await samir.getByRole("dialog").getByRole("button", { name: "Add comment" }).click();
  await samir.getByRole("listitem").getByText("Do riders need the time?").waitFor();
  await samir.keyboard.press("Escape");
  await visit(claire, desk("show=all&keyword=ride.finished"));
  await claire.getByRole("button", { name: "1 comment" }).click();
  await claire.getByRole("textbox", { name: "New comment" }).fill("They do.");
  await claire.getByRole("dialog").getByRole("button", { name: "Add comment" }).click();
  await claire.getByRole("listitem").getByText("They do.").waitFor();
  expect(await claire.getByRole("button", { name: "Delete comment" }).count()).toBe(1);
  await claire.getByRole("button", { name: "Delete comment" }).click();
  await claire.getByText("Comment deleted").waitFor();
  await claire.getByRole("button", { name: "Undo" }).click();
  await claire.getByRole("listitem").getByText("They do.").waitFor();

  // Thursday: he takes what the same source has become elsewhere.
  await visit(samir, desk("show=all&keyword=ride.finished"));
  await cell.focus();
  await samir.getByRole("button", { name: /100\s%\s*Alt 1/ }).waitFor();
  await samir.keyboard.press("Alt+1");
  await samir.getByText("Saved", { exact: true }).waitFor();
  await expect.poll(() => cell.inputValue()).toBe("Trajet de {distance} en {time}.");
  await samir.getByText("{time} is missing.", { exact: false }).waitFor({ state: "detached" });

  // Friday: the reviewer says of the rest that it is correct.
  const ada = await openAs(reviewer, "/");
  await visit(ada, desk("show=review"));
  for (const { name } of others) {
    const text = ada.getByRole("region", { name: `${name}, Messages` });
    await text.getByRole("button", { name: "The translation is correct" }).click();
    await text.getByText("Written by a machine").waitFor({ state: "detached" });
  }
  await visit(ada, desk("show=review"));
  await ada.getByText("Nothing to do").waitFor();
  await bar(ada).getByText("complete").waitFor();
  await bar(ada).getByText("100 %").waitFor();
  expect(faults).toEqual([]);
});
