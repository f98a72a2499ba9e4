import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workspace } from "@/app/_resources/workspace";
import { sample } from "@/db/testing/sample";
import { texts } from "@/texts/node";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { cutOff } from "./look";
import { ask, signInOverHttp, usePeople, useTurns } from "./person";
import { screens } from "./register";
import { walk } from "./walk";

const persdesk = usePersdesk();
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);
const onPageOfAdmin = useTurns(() => openAs("admin@persdesk.demo", undefined, { isOfFile: true }));

const languages = [
  ["fr", 0],
  ["de", 1],
] as const;

/** The English texts that a page in another language must not show: no word of that language reads the same. */
function englishBut(at: 0 | 1): Set<string> {
  const all = Object.entries(texts).filter(([english]) => !english.endsWith("|gender"));
  const said = new Set(all.map(([, translations]) => translations[at]));
  const shown = all.map(([english]) => english.replace(/\|.*$/, ""));
  return new Set(shown.filter((text) => !said.has(text) && !/[{<]/.test(text) && text.length >= 3));
}

/** Every text of the page, and every name that a screen reader says. Contents of the product are no texts of its own. */
const saidOn = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent && !parent.closest("script, style, code, [lang]:not(html), td, [role=option], [translate=no]"))
        found.push(node.textContent ?? "");
    }
    for (const element of document.querySelectorAll("body [aria-label], body [title], body [placeholder], body [alt]"))
      for (const name of ["aria-label", "title", "placeholder", "alt"])
        if (!element.closest("td, [translate=no]")) found.push(element.getAttribute(name) ?? "");
    return [...new Set(found.map((text) => text.trim()))];
  });

const stickingOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What records are called, such as a role "Content": contents may read like a text of the product. */
async function namesOfRecords() {
  const columns = await ask<{ of: string }>(
    persdesk(),
    (sql) => sql`
      select format('select distinct %I as name from backoffice.%I', column_name, table_name) as of
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'backoffice' and table_type = 'BASE TABLE' and data_type = 'text'
        and column_name in ('name', 'label', 'title', 'alert_label', 'label_interface_page', 'term')`,
  );
  const all = columns.map(({ of }) => of).join(" union ");
  return ask<{ name: string }>(persdesk(), (sql) => sql.unsafe(all));
}

/**
 * The language of both administrators, of the product and of a company, from now on. What they opened last is called as it was
 * called then.
 */
const speak = (language: string) =>
  ask(
    persdesk(),
    (sql) => sql`
      with people as (
        update backoffice.users set language_id = (select id from backoffice.languages where code = ${language})
        where email in ('admin@persdesk.demo', 'admin@velora.demo') returning id)
      update platform.person_settings set value = value - 'recents' where user_id in (select id from people) returning key`,
  );

/** What a page says in English, and what is cut off on it. */
async function faultsOn(page: Page, english: ReadonlySet<string>): Promise<string[]> {
  const { pathname } = new URL(page.url());
  const faults = (await saidOn(page))
    .filter((text) => english.has(text))
    .map((text) => `${pathname} in English: ${text}`);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const text of await cutOff(page)) faults.push(`${pathname} cut off at ${width}: ${text}`);
    if ((await stickingOut(page)) > 0) faults.push(`${pathname} is wider than ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}

describe.each(languages)("in %s", (language, at) => {
  const english = englishBut(at);
  beforeAll(async () => {
    await speak(language);
    for (const { name } of await namesOfRecords()) english.delete(name);
  });
  afterAll(() => speak("en"));

  const read = sample(screens, 1, "backoffice screens in French and German");
  it.concurrent.each(read.map((screen) => [screen.title, screen] as const))(
    "%s says nothing in English and cuts nothing off",
    { timeout: 120_000 },
    async (_, screen) => {
      const faults: string[] = [];
      await onPageOfAdmin((page) =>
        walk(
          page,
          persdesk().url,
          screen,
          ["list", "record", "form"],
          async () => {
            faults.push(...(await faultsOn(page, english)));
          },
          language,
        ),
      );
      expect([...new Set(faults)]).toEqual([]);
    },
  );

  it("a company's workspace says nothing in English and cuts nothing off", async () => {
    const page = await openAs("admin@velora.demo", "/portal");
    await arrived(page, /\/portal\/[\da-f-]{36}$/);
    const base = page.url();
    const faults: string[] = [];
    for (const { at } of sample(workspace, 1, "portal screens in French and German")) {
      await visit(page, base + at.replace(/\/$/, ""));
      faults.push(...(await faultsOn(page, english)));
    }
    expect(faults).toEqual([]);
  });
});

describe("the language of a person", () => {
  it("is the browser's before they sign in", async () => {
    const page = await openPage({ locale: "fr-FR" });
    await visit(page, `${persdesk().url}/login`);
    await page.getByRole("button", { name: "Se connecter" }).waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("fr");
  });

  it("is what their profile says, at once", async () => {
    const page = await openPage();
    await signInOverHttp(page, persdesk(), "support@persdesk.demo");
    await visit(page, `${persdesk().url}/profile`);
    await page
      .getByRole("combobox", { name: "Language" })
      .or(page.getByRole("textbox", { name: "Language" }))
      .click();
    await page.getByRole("option", { name: "German" }).click();
    await page.getByRole("heading", { name: "Profil", exact: true }).waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
    await page.getByRole("link", { name: "Geräte", exact: true }).first().click();
    await page.getByRole("columnheader", { name: "Seriennummer" }).waitFor();
  });
});

it("who registers on the German page gets a German mail and a German account", async () => {
  const page = await openPage({ locale: "de-DE" });
  await visit(page, `${persdesk().url}/register`);
  const email = "karl@languages.demo";
  await page.getByLabel("Vorname").fill("Karl");
  await page.getByLabel("Nachname").fill("Rad");
  await page.getByLabel("E-Mail").fill(email);
  await page.getByLabel("Passwort", { exact: true }).fill("Frühling-am-Kanal");
  await page.keyboard.press("Enter");
  await arrived(page, "**/activate*");
  const found = await ask<{ code: string; html: string }>(
    persdesk(),
    (sql) => sql`select l.code, m.html from backoffice.users u join backoffice.languages l on l.id = u.language_id
      join platform.mail_log m on m.recipient = u.email where u.email = ${email}`,
  );
  expect(found.map(({ code, html }) => [code, html.includes("Guten Tag Karl"), html.includes('lang="de"')])).toEqual([
    ["de", true, true],
  ]);
});
