import type { Page } from "playwright";
import { expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { type Persdesk, useBrowser, usePersdesk, visit } from "./harness";
import { axe, contrast, cutOff, overflow, painted } from "./look";
import { ask, usePeople } from "./person";

// The ten kinds of page, in every width, both themes and the three languages: nothing sticks out, no word is cut off, and all can
// be read.

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

const admin = "admin@persdesk.demo";
const velora = "admin@velora.demo";
const widths = [390, 768, 1024, 1440, 1920];
/** Where the layout of most pages is another: colours are looked at in these. */
const looked = new Set([390, 1440]);

type Open = (page: Page, of: Persdesk) => Promise<void>;
const at =
  (path: string): Open =>
  async (page, { url }) =>
    void (await visit(page, url + path));

/** The sheet of a list's first record. */
const first =
  (list: string, tab = ""): Open =>
  async (page, { url }) => {
    await visit(page, url + list);
    const link = page.locator("main tbody td a").first();
    await visit(page, `${url}${await link.getAttribute("href")}${tab}`);
  };

/** What a file would do, with rows that are new, changed and wrong. */
const review: Open = async (page, { url }) => {
  await visit(page, `${url}/labels/import`);
  const rows = [
    "name,value,module",
    "button.save,Other,mobile-app",
    "a.new.one,New,mobile-app",
    "two words,Wrong,mobile-app",
  ];
  const buffer = Buffer.from(rows.join("\n"));
  await page.setInputFiles("input[type=file]", { name: "labels.csv", mimeType: "text/csv", buffer });
  await page.locator("main table").first().waitFor();
};

const profile: Open = async (page, { url }) => {
  await visit(page, `${url}/portal`);
  await visit(page, `${page.url()}/profile`);
};

const kinds: [what: string, email: string, open: Open][] = [
  ["home", admin, at("/")],
  ["a list", admin, at("/pers")],
  ["a sheet", admin, first("/pers?sortBy=nuSerialPersNumber:asc")],
  ["a form", admin, at("/companies/new")],
  ["the review of an import", admin, review],
  ["the translation desk", admin, at("/translations")],
  ["the template studio", admin, first("/notification-templates", "?tab=contents")],
  ["sending", admin, at("/notification-requests/send")],
  ["home of the portal", velora, at("/portal")],
  ["a profile", velora, profile],
];

const speak = (language: string) =>
  ask(
    persdesk(),
    (sql) => sql`
      update backoffice.users set language_id = (select id from backoffice.languages where code = ${language})
      where email in ${sql([admin, velora])} returning id`,
  );

const views = kinds.flatMap(([what, email, open]) =>
  (["en", "fr", "de"] as const).flatMap((language) =>
    (["light", "dark"] as const).map((theme) => [what, language, theme, email, open] as const),
  ),
);

it.each(sample(views, 2, "kinds of page in every width, theme and language"))(
  "%s, %s, %s: nothing sticks out, is cut off or hard to read",
  { timeout: 120_000 },
  async (_, language, theme, email, open) => {
    await speak(language);
    const page = await openAs(email);
    await open(page, persdesk());
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await painted(page, theme);
    const faults: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const pixels = await overflow(page);
      if (pixels > 0) faults.push(`${width}: ${pixels} pixels stick out`);
      for (const text of await cutOff(page)) faults.push(`${width}: "${text}" is cut off`);
      if (looked.has(width)) for (const fault of await axe(page, contrast)) faults.push(`${width}: ${fault}`);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
