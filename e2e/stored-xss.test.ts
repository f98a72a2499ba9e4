import type { Page } from "playwright";
import { expect, it } from "vitest";
import { isLong } from "@/db/testing/scale";
import { cleanHtml } from "@/server/kit/html.rules";
import { xssPayloads } from "@/server/testing/xss-payloads";
import { settled, useBrowser, usePersdesk, visit } from "./harness";
import { ask, usePeople } from "./person";

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

const lists = [
  "labels",
  "messages",
  "formatted-texts",
  "faqs",
  "most-frequent-questions",
  "help-desk-buttons",
  "documentations",
  "countries",
  "app-versions",
  "privacy-policies",
];

interface Made {
  id: string;
  contents?: { id: string }[];
}

it("stored through every door of texts, it is shown everywhere and does nothing", { timeout: 1_800_000 }, async () => {
  const page = await openAs("admin@persdesk.demo");
  const found = await watched(page, persdesk().url);
  const [language] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.languages where is_default`,
  );
  const [module] = await ask<{ id: string }>(persdesk(), (sql) => sql`select id from backoffice.modules order by code`);
  const [app] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.platform_techs order by label`,
  );
  const [languageId, moduleId, platformTechId] = [language?.id ?? "", module?.id ?? "", app?.id ?? ""];
  // A sample in each run: some of every kind.
  const texts = isLong ? xssPayloads : xssPayloads.filter((_, n) => n % 40 === 0);
  const refused: string[] = [];
  const screens = new Set<string>();
  const put = async (at: string, procedure: string, input: object) => {
    const made = await call<Made>(page, procedure, input);
    if (typeof made === "number") refused.push(`${procedure}: ${made}`);
    else if (at.endsWith("/")) screens.add(`${at}${made.id}`);
    return typeof made === "number" ? undefined : made;
  };
  const section = await put("/faqs/", "faqs.create", { name: "Stored", topic: "Stored" });
  const manual = await put("/documentations/", "documentations.create", { name: "Stored" });
  for (const [n, text] of texts.entries()) {
    const line = text.replace(/\s+/g, " ").trim().slice(0, 200);
    const html = `<p>Text ${n}</p>${text}`;
    const translations = [{ languageId, value: text }];
    await put("", "labels.create", {
      name: `xss.${n}`,
      moduleId,
      description: line,
      labelInterfacePage: line.slice(0, 120),
      translations,
    });
    await put("/messages/", "messages.create", { name: `xss.${n}`, moduleId, description: line, translations });
    await put("/formatted-texts/", "formattedTexts.create", {
      name: `xss.${n}`,
      moduleId,
      translations: [{ languageId, value: html }],
    });
    await put("", "faqContents.create", {
      faqId: section?.id,
      translations: [{ languageId, question: line, answer: html }],
    });
    await put("/faqs/", "faqs.create", { name: line, topic: line.slice(0, 120) });
    const question = await put("/most-frequent-questions/", "mostFrequentQuestions.create", { name: line });
    await put("", "mostFrequentQuestions.translate", { id: question?.id, languageId, title: line, content: html });
    const button = await put("/help-desk-buttons/", "helpDeskButtons.create", {
      topic: line.slice(0, 120),
      groupName: line.slice(0, 120),
    });
    await put("", "helpDeskButtons.translate", {
      id: button?.id,
      languageId,
      label: line.slice(0, 120),
      link: "https://example.test/",
    });
    const content = await put("", "documentations.addContent", { id: manual?.id, url: "https://example.test/manual" });
    await put("", "documentations.translateContent", {
      id: manual?.id,
      contentId: content?.contents?.at(-1)?.id,
      languageId,
      title: line,
    });
    await put("/countries/", "countries.create", {
      code: `${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n % 26]}${"QXYZ"[Math.floor(n / 26) % 4]}`,
      name: line.slice(0, 100),
      phonePrefix: "+1",
    });
    const version = await put("/app-versions/", "appVersions.create", {
      platformTechId,
      os: "iOS",
      version: `9.${n}.0`,
    });
    await put("", "appVersions.translate", { id: version?.id, languageId, releaseNote: text });
    await put("", "privacyPolicies.upsert", { languageId, title: line, content: html });
  }
  const records = [...screens];
  let previews = 0;
  const shown = isLong
    ? [...lists.map((at) => `/${at}?limit=100&sortBy=createdAt:desc`), ...records]
    : [
        "/faqs?sortBy=createdAt:desc",
        "/labels?name=xss",
        `/faqs/${section?.id}`,
        ...records.filter((at) => at.startsWith("/formatted")).slice(0, 1),
      ];
  for (let n = 1; n <= Math.ceil((texts.length * 9) / 25); n++)
    shown.push(`/translations?languageId=${languageId}&keyword=x&page=${n}`);
  for (const at of shown) {
    await visit(page, persdesk().url + at);
    if (!records.includes(at)) continue;
    for (const tab of isLong ? ["preview", "translations", "questions", "history"] : ["preview"]) {
      await visit(page, `${persdesk().url}${at}?tab=${tab}`);
      await settled(page);
      previews += await page.locator("iframe[srcdoc]").count();
    }
  }
  expect(previews).toBeGreaterThan(1);
  // Some of it is refused: where nothing is left of a text, or an address is none.
  expect(refused.filter((one) => !one.endsWith(": 400") && !one.endsWith(": 422"))).toEqual([]);
  expect(refused.length).toBeLessThan(texts.length * 3);
  expect(found).toEqual([]);
  await page.context().close();
});
