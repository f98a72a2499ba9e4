import type { Page } from "playwright";
import { expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { cleanHtml } from "@/server/kit/value/html.rules";
import { xssPayloads } from "@/server/testing/xss-payloads";
import { settled, useBrowser, usePersdesk, visit } from "./harness";
import { usePeople } from "./person";
import { type Put, placesOf, storeEverywhere } from "./text-doors";

const persdesk = usePersdesk();
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);

/** Notes what scripts that run do, and what a page asks of others, from now on. */
async function watch(page: Page, own: string, found: string[]) {
  await page.exposeFunction("alert", () => found.push("a script ran"));
  page.on("dialog", (dialog) => dialog.dismiss().then(() => found.push("a dialog")));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !/^(?:about|data|blob):/.test(url)) found.push(url);
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) found.push(message.text());
  });
}

it("cleaned, no text runs a script or asks for anything, however a browser reads it", async () => {
  expect(new Set(xssPayloads).size).toBeGreaterThanOrEqual(200);
  const page = await openPage({ isOwn: true });
  const found: string[] = [];
  await watch(page, "https://nobody.test", found);
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
});

/** Asks a procedure as the page's person does. @returns the answer, or the status it was refused with */
async function call<T>(page: Page, procedure: string, input: object): Promise<T | number> {
  const response = await page.request.post(`${persdesk().url}/api/trpc/${procedure}`, {
    data: input,
    headers: { "x-persdesk": "1", origin: persdesk().url },
  });
  return response.ok() ? (await response.json()).result.data : response.status();
}

/** Opens a record's sheet with all of its parts, and its form. @returns how many previews it had */
async function openWhole(page: Page, at: string): Promise<number> {
  await visit(page, persdesk().url + at);
  const parts = page.getByRole("navigation", { name: "Parts of this record" }).getByRole("button");
  // What was opened stays drawn, so that all of it is waited for once.
  for (const part of await parts.all()) await part.click();
  await settled(page);
  const previews = await page.locator("iframe[srcdoc]").count();
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

/** The first of each, then the second of each and so on, so that a walk that is ended early has seen some of all kinds. */
const byTurns = (lists: string[][]) =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, n) =>
    lists.flatMap((list) => list.slice(n, n + 1)),
  ).flat();

/** How many kinds of texts each payload has on the translation desk. */
const kindsOnDesk = 14;

it("stored through every door of texts, it is shown everywhere and does nothing", { timeout: 7_200_000 }, async () => {
  const open = () => openAs("admin@persdesk.demo", undefined, { isOwn: true });
  const page = await open();
  const pages = isLong ? [page, await open(), await open()] : [page];
  const found: string[] = [];
  for (const one of pages) await watch(one, persdesk().url, found);
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
  const texts = sample(xssPayloads, Math.ceil(xssPayloads.length / 50), "scripts that are stored in every text");
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
  const sheets = isLong
    ? byTurns([...records.values()]).concat(
        `/documentations/${manualId}`,
        categories.map(({ id }) => `/company-categories/${id}`),
      )
    : (records.get("formatted-texts") ?? []).slice(0, 1);
  const shown = isLong
    ? lists.flatMap((at) => [1, 2, 3].map((n) => `/${at}?limit=100&sortBy=createdAt:desc&page=${n}`))
    : ["/faqs?sortBy=createdAt:desc", "/alerts?sortBy=createdAt:desc"];
  shown.push(`/faqs/${sectionId}`, `/companies/${companyId}?tab=mail-texts`);
  if (isLong) shown.push(`/pers/${persId}?tab=activity`);
  const deskPages = isLong ? Math.ceil((texts.length * kindsOnDesk) / 25) : 2;
  for (let n = 1; n <= deskPages; n++)
    shown.push(`/translations?show=all&languageId=${languageId}&keyword=x&page=${n}`);
  let previews = 0;
  const [toSee, left] = [[...shown], [...sheets]];
  await Promise.all(
    pages.map(async (page) => {
      for (let at = toSee.shift(); at; at = toSee.shift()) await visit(page, persdesk().url + at);
      for (let at = left.shift(); at; at = left.shift()) {
        const here = await openWhole(page, at);
        previews += here;
      }
    }),
  );
  expect(previews).toBeGreaterThan(0);
  expect(found).toEqual([]);
  if (isLong)
    console.info(
      `${texts.length} payloads, ${taken.size} doors: ${shown.length} screens, ${sheets.length} sheets with ${previews} previews, ${refused.length} refused`,
    );
});
