import type { Page } from "playwright";
import { speaking } from "@/texts/node";
import type { Language } from "@/texts/speech";
import { t } from "@/texts/t";
import { arrived, settled, visit } from "./harness";
import type { WalkedScreen } from "./register";

export type Part = "list" | "record" | "form";

/** What stands open: a page whose frame is new to the walk, or another one in the same frame, or a tab or the form of a record. */
export type View = { kind: "new" | "known" | "edit" } | { kind: "tab"; title: string };

const firstLink = (page: Page) => page.locator("main table tbody td a, main [data-id] a").first();

/**
 * Makes the first record of an empty list through its form, where that only needs any texts.
 * @returns whether there is one now; who may not write can open no form
 */
async function makeFirst(page: Page, create: string): Promise<boolean> {
  const form = page.locator(`main a[href="${create}"]:not([aria-disabled])`).first();
  if ((await form.count()) === 0) return false;
  await form.click();
  await arrived(page, (url) => url.pathname === create);
  await page.locator("main form button[type=submit]").waitFor(); // a form is loaded when it is opened
  const fields = page.locator("main form [aria-required=true]");
  const texts = page.locator(
    "main form :is(input:not([type]), input[type=text], textarea)[aria-required=true]:not([aria-haspopup])",
  );
  if ((await fields.count()) !== (await texts.count())) return false;
  for (const text of await texts.all()) await text.fill("First");
  await page.locator("main form button[type=submit]").click();
  const refused = page.locator("main form [aria-invalid=true]").first();
  await Promise.race([page.waitForURL((url) => url.pathname !== create), refused.waitFor()]);
  await settled(page);
  return new URL(page.url()).pathname !== create;
}

/** Opens a page of the walk. @throws Error where only the page for faults is there, which stands still like any other */
async function open(page: Page, address: string, language: Language) {
  await visit(page, address);
  const fault = speaking({ language, timeZone: "UTC" }, () => t("This page could not be displayed"));
  if ((await page.getByRole("heading", { name: fault }).count()) > 0) throw new Error(`${address}: ${fault}`);
}

/**
 * Opens the parts of a screen, each tab of its first record and its form included; a list that has no record gets one.
 * @param language in which the person reads
 * @param see is called with each as it stands open
 */
export async function walk(
  page: Page,
  url: string,
  { at, hasRecords, create }: WalkedScreen,
  parts: Part[],
  see: (view: View) => Promise<void>,
  language: Language = "en",
) {
  await open(page, url + at, language);
  if (parts.includes("list")) await see({ kind: "new" });
  if (parts.includes("record") && hasRecords) {
    let hasFirst = (await firstLink(page).count()) > 0;
    if (!hasFirst && create && (await makeFirst(page, create))) {
      hasFirst = true;
      await visit(page, url + at);
    }
    if (hasFirst) await walkRecord(page, url + (await firstLink(page).getAttribute("href")), see, language);
  }
  if (parts.includes("form") && create) {
    await open(page, url + create, language);
    await see({ kind: "known" });
  }
}

async function walkRecord(page: Page, url: string, see: (view: View) => Promise<void>, language: Language) {
  await open(page, url, language);
  await see({ kind: "known" });
  const name = speaking({ language, timeZone: "UTC" }, () => t("Parts of this record"));
  const tabs = page.getByRole("navigation", { name }).getByRole("button");
  for (const tab of (await tabs.all()).slice(1)) {
    await tab.click();
    await settled(page);
    await see({ kind: "tab", title: ((await tab.textContent()) ?? "").replace(/[\d\s+]+$/, "") });
  }
  const edit = page.locator("main header").getByRole("button", { name: "Edit", exact: true, disabled: false });
  if ((await edit.count()) === 0) return;
  await edit.click();
  await page.locator("main form button[type=submit]:visible").waitFor(); // a form is loaded when it is opened
  await settled(page);
  await see({ kind: "edit" });
}
