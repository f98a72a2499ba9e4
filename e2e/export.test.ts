import { parse } from "papaparse";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { settled, useBrowser, usePersdesk } from "./harness";
import { usePeople } from "./person";
import { screens } from "./register";

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());

/** Where a list shows a number of things, less of a text than a file holds, a number with its own row's unit, a reason in words, a date that counts no more, or what a change was. */
const more: Record<string, string[]> = {
  "/roles": ["Permissions"],
  "/api-keys": ["May do", "Permissions"],
  "/company-categories": ["Permissions allowed"],
  "/company-merges": ["Can be undone until"],
  "/conditional-features": ["For"],
  "/documentations": ["Documents"],
  "/faqs": ["Questions"],
  "/formatted-texts": ["Text", "Value"],
  "/history": ["Change"],
  "/glossary-terms": ["Translations", "Missing translations"],
  "/iot-messages": ["Payload"],
  "/labels": ["Text", "Value"],
  "/languages": ["Status"],
  "/messages": ["Text", "Value"],
  "/notification-deliveries": ["Reason"],
  "/pers-alerts": ["Reading"],
  "/privacy-policies": ["Version", "Status"],
  "/routine-log": ["Duration"],
  "/webhooks": ["Turned on"],
};
/** Screens without a list. */
const others = ["/", "/alert-desk", "/permission-matrix", "/who-can"];
const lists = screens.filter(({ at, hasRecords }) => hasRecords && !others.includes(at)).map(({ at }) => at);

/** Ticks all columns in the menu of the view. */
async function showAll(page: Page) {
  await page.getByRole("button", { name: "Columns and density" }).click();
  const boxes = page.getByRole("checkbox").filter({ visible: true });
  const names = await page.locator("label:has(input[type=checkbox]):not(:has-text('More space between rows'))").all();
  for (const name of names) if (!(await name.locator("input").isChecked())) await name.click();
  await expect.poll(() => boxes.count()).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await settled(page);
}

/** What a table says: its heads, and the cells of its first rows as texts, instants as files write them. */
const tableOf = (page: Page) =>
  page.locator("main table").evaluate((table) => {
    const textOf = (cell: Element) => {
      const time = cell.querySelector("time")?.getAttribute("datetime");
      if (time) return time.slice(0, 19).replace("T", " ");
      const copy = cell.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll("[aria-hidden]")) hidden.remove();
      const text = (copy.textContent ?? "").trim();
      return text === "None" || text === "Complete" ? "" : text;
    };
    // A column of buttons has no name, and no file has it.
    const isNamed = [...table.querySelectorAll("thead tr > :not(:has(input))")].map(({ tagName }) => tagName === "TH");
    const cells = (row: Element) =>
      [...row.querySelectorAll("td:not(:has(> input[type=checkbox]))")].filter((_, n) => isNamed[n]).map(textOf);
    return {
      heads: [...table.querySelectorAll("thead th:not(:has(input))")].map((head) => (head.textContent ?? "").trim()),
      rows: [...table.querySelectorAll("tbody tr[data-id]")].slice(0, 10).map(cells),
    };
  });

/** A text as it counts: without thousands separators and the quote that stops a formula, all in lower case. */
const plain = (text: string, unit: string) =>
  text
    .replace(unit && new RegExp(`\\s*${unit}$`), "")
    .replace(/^'(?=[=+@-])/, "")
    .replace(/(?<=\d),(?=\d{3})/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();

it("walks the lists there are", () => expect(lists.length).toBeGreaterThan(15));

// The server's part is tried with every list by server/doors/export-walk.slow.test.ts; of the screens' part a sample is enough.
const compared = sample(lists, 3, "lists whose export is compared with them");
it.each(compared)("%s: a file says what the list says, in every column", async (at) => {
  const page = await openAs("admin@persdesk.demo", at);
  await showAll(page);
  // A list that is empty in the demo says why, in place of a table.
  const table = (await page.locator("main table").count()) > 0 ? await tableOf(page) : undefined;
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const links = page.getByRole("dialog", { name: "Export" }).getByRole("link");
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(hrefs).toHaveLength(3);
  const answers = [];
  for (const href of hrefs) answers.push(await page.request.get(href)); // two at once are all that one person gets
  expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200]);
  const csv = answers.find((answer) => answer.headers()["content-type"]?.startsWith("text/csv"));
  const [titles = [], ...lines] = parse<string[]>(((await csv?.text()) ?? "").trimEnd()).data;

  if (!table) {
    expect([titles.length > 0, lines]).toEqual([true, []]);
    return;
  }
  const { heads, rows } = table;
  const units = titles.map((title) => / \(([\w%]+)\)$/.exec(title)?.[1] ?? "");
  expect(titles.map((title) => title.replace(/ \([\w%]+\)$/, ""))).toEqual(heads);
  const wrong = rows.flatMap((row, n) =>
    row.flatMap((seen, index) => {
      const [head = "", unit = "", said = ""] = [heads[index], units[index], lines[n]?.[index]];
      const isSame = plain(seen, unit) === plain(said, unit) || more[at]?.includes(head);
      return isSame ? [] : [`${head}: "${seen}" in the list, "${said}" in the file`];
    }),
  );
  expect(wrong).toEqual([]);
  await page.context().close();
});
