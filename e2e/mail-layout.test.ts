import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sample } from "@/db/testing/sample";
import { findHeadless } from "@/scripts/chromium.mjs";
import { mailSamples } from "@/server/testing/mail-samples";

// Every mail of the catalogue in Chromium, in three languages and both themes. MAIL_SHEETS=folder keeps pictures of them.

const samples = mailSamples();
const folder = process.env.MAIL_SHEETS;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findHeadless(), args: ["--no-sandbox"] });
  page = await browser.newPage();
  if (folder) await mkdir(folder, { recursive: true });
});
afterAll(() => browser.close());

const wider = () => document.documentElement.scrollWidth - window.innerWidth;

/** Letters whose contrast to what is behind them is below AA, by the colours that are drawn. */
const faint = () => {
  const parsed = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r = 0, g = 0, b = 0]: number[]) => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map((part) => {
      const c = part / 255;
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element: Element | null): number[] => {
    if (!element) return [255, 255, 255];
    const color = parsed(getComputedStyle(element).backgroundColor);
    return color.length === 4 && color[3] === 0 ? behind(element.parentElement) : color;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element?.checkVisibility() || !node.textContent?.trim()) continue;
    const [a, b] = [light(parsed(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.push(`${contrast.toFixed(1)}: ${node.textContent.trim().slice(0, 60)}`);
  }
  return found;
};

describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  const widths = sample([320, 390, 600], 1, "widths at which all mails are looked at, in each theme");
  it.each(widths)("no mail is wider than %i px, and its letters can be read", async (width) => {
    expect(samples.length).toBeGreaterThan(90);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 700 });
    const wrong: [string, string, number, string[]][] = [];
    for (const { name, language, html } of samples) {
      await page.setContent(html);
      const [over, unread] = [await page.evaluate(wider), await page.evaluate(faint)];
      if (over > 0 || unread.length) wrong.push([name, language, over, unread]);
      if (folder)
        await page.screenshot({
          path: join(folder, `${name} ${language} ${colorScheme} ${width}.png`),
          fullPage: true,
        });
    }
    expect(wrong).toEqual([]);
  });
});

it("every mail says its language, has a title, and what is hidden in it is what programs show beside the subject", async () => {
  for (const { name, language, html } of samples) {
    await page.setContent(html);
    const [lang, title, viewport] = await page.evaluate(() => [
      document.documentElement.lang,
      document.title,
      document.querySelector("meta[name=viewport]")?.getAttribute("content"),
    ]);
    expect([name, lang, viewport]).toEqual([name, language, "width=device-width,initial-scale=1"]);
    expect(title).not.toBe("");
  }
});
