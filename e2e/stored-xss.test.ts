import type { Page } from "playwright";
import { expect, it } from "vitest";
import { isLong } from "@/db/testing/scale";
import { cleanHtml } from "@/server/kit/html.rules";
import { xssPayloads } from "@/server/testing/xss-payloads";
import { settled, useBrowser, usePersdesk, visit } from "./harness";
import { usePeople } from "./person";
import { type Put, placesOf, storeEverywhere } from "./text-doors";

const persdesk = usePersdesk({ worker: false });
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);

/** What scripts that run do, and what a page asks of others, from now on. */
async function watched(page: Page, own: string) {
  const found: string[] = [];
  await page.exposeFunction("alert", () => found.push("a script ran"));
  page.on("dialog", (dialog) => dialog.dismiss().then(() => found.push("a dialog")));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !/^(?:about|data|blob):/.test(url)) found.push(url);
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) found.push(message.text());
  });
  return found;
}

it("cleaned, no text runs a script or asks for anything, however a browser reads it", async () => {
  expect(new Set(xssPayloads).size).toBeGreaterThanOrEqual(200);
  const page = await openPage();
  const found = await watched(page, "https://nobody.test");
  await page.setContent("<main></main>");
  const ways = (html: string) => [html, `<p>${html}</p>`, `<table><td>${html}</table>`, `${html}${html}`];
  const all = xssPayloads.flatMap((text) => ways(cleanHtml(text)).map((html) => [text, html] as const));
  const left = await page.evaluate((texts) => {
    const main = document.querySelector("main") ?? document.body;
    return texts.filter(([, html]) => {
      main.innerHTML = html;
      main.innerHTML = `${main.innerHTML}`; // once more, as an editor does
      const elements = [...main.querySelectorAll("*")];
      return elements.some((element) =>
        [...element.attributes].some(
          ({ name, value }) =>
            /^on/i.test(name) ||
            (name !== "href" && name !== "colspan" && name !== "rowspan") ||
            (name === "href" && !/^(?:https?:|mailto:|tel:)/.test((element as HTMLAnchorElement).href || value)),
        ),
      );
    });
  }, all);
  await page.waitForTimeout(300);
  expect(left).toEqual([]);
  expect(found).toEqual([]);
  await page.context().close();
});

/** Asks a procedure as the page's person does. @returns the answer, or the status it was refused with */
async function call<T>(page: Page, procedure: string, input: object): Promise<T | number> {
  const response = await page.request.post(`${persdesk().url}/api/trpc/${procedure}`, {
    data: input,
    headers: { "x-persdesk": "1", origin: persdesk().url },
  });
  return response.ok() ? (await response.json()).result.data : response.status();
}

/** Opens a record's sheet, each of its parts, and its form. @returns how many previews it had */
async function openWhole(page: Page, at: string): Promise<number> {
  await visit(page, persdesk().url + at);
  let previews = 0;
  for (const tab of await page.getByRole("navigation", { name: "Parts of this record" }).getByRole("button").all()) {
    await tab.click();
    await settled(page);
    previews += await page.locator("iframe[srcdoc]").count();
  }
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  if ((await edit.count()) === 1) {
    await edit.click();
    await settled(page);
  }
  return previews;
}

const lists = [
  "labels",
  "messages",
  "formatted-texts",
  "faqs",
  "most-frequent-questions",
  "help-desk-buttons",
  "documentations",
  "countries",
  "languages",
  "app-versions",
  "privacy-policies",
  "alerts",
  "level-alerts",
  "company-categories",
  "notification-templates",
  "notification-template-contents",
];

/** How many kinds of texts each payload has on the translation desk. */
const kindsOnDesk = 14;

it("stored through every door of texts, it is shown everywhere and does nothing", { timeout: 7_200_000 }, async () => {
  const page = await openAs("admin@persdesk.demo");
  const found = await watched(page, persdesk().url);
  const refused: string[] = [];
  const [asked, taken] = [new Set<string>(), new Set<string>()];
  const put: Put = async (procedure, input) => {
    asked.add(procedure);
    const made = await call<{ id: string }>(page, procedure, input);
    if (typeof made === "number") refused.push(`${procedure}: ${made}`);
    else taken.add(procedure);
    return typeof made === "number" ? undefined : made;
  };
  const places = await placesOf(persdesk(), put);
  // A sample in each run: some of every kind.
  const texts = isLong ? xssPayloads : xssPayloads.filter((_, n) => n % 40 === 0);
  const records = new Map<string, string[]>();
  for (const [n, text] of texts.entries()) {
    await storeEverywhere(put, places, { text, n }, (at, id) =>
      records.set(at, [...(records.get(at) ?? []), `/${at}/${id}`]),
    );
    // There are few categories, so each label is looked at before the next takes its place.
    if (isLong) await visit(page, `${persdesk().url}/company-categories`);
  }
  expect(refused.filter((one) => !one.endsWith(": 400") && !one.endsWith(": 422"))).toEqual([]);
  expect(found).toEqual([]);
  // Some of it is refused: where nothing is left of a text, or an address is none. No door refuses all.
  expect([...asked].filter((procedure) => !taken.has(procedure))).toEqual([]);
  expect(refused.length).toBeLessThan(texts.length * 5);

  const { languageId, sectionId, manualId, persId, companyId, categories } = places;
  const sheets = [
    ...(isLong
      ? [...records.values()].flat()
      : ["formatted-texts", "alerts"].flatMap((at) => records.get(at)?.[0] ?? [])),
    ...(isLong ? [`/documentations/${manualId}`, ...categories.map(({ id }) => `/company-categories/${id}`)] : []),
  ];
  const shown = isLong
    ? lists.flatMap((at) => [1, 2, 3].map((n) => `/${at}?limit=100&sortBy=createdAt:desc&page=${n}`))
    : ["/faqs?sortBy=createdAt:desc", "/labels?name=xss"];
  shown.push(`/faqs/${sectionId}`, `/pers/${persId}?tab=activity`, `/companies/${companyId}?tab=mail-texts`);
  for (let n = 1; n <= Math.ceil((texts.length * kindsOnDesk) / 25); n++)
    shown.push(`/translations?languageId=${languageId}&keyword=x&page=${n}`);
  for (const at of shown) await visit(page, persdesk().url + at);
  let previews = 0;
  for (const at of sheets) previews += await openWhole(page, at);
  expect(previews).toBeGreaterThan(0);
  expect(found).toEqual([]);
  if (isLong)
    console.info(
      `${texts.length} payloads, ${taken.size} doors: ${shown.length} screens, ${sheets.length} sheets with ${previews} previews, ${refused.length} refused`,
    );
  await page.context().close();
});
