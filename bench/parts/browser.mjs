// @ts-check
// What a person waits for on the PERS list, and what the browser loads for it.
import { gzipSync } from "node:zlib";
import { chromium } from "playwright";
import { findChromium } from "../../scripts/chromium.mjs";
import { password } from "../../scripts/demo.mjs";
import { median } from "./say.mjs";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** In the page: when its first row stands there, and when React has taken the page over. */
function watch(/** @type {string} */ selector) {
  const seen = /** @type {Record<string, number>} */ ({});
  Object.assign(window, { seen });
  const look = () => {
    const row = document.querySelector(selector);
    if (row) seen.row ??= performance.now();
    if (row && Object.keys(row).some((key) => key.startsWith("__reactFiber"))) seen.interactive ??= performance.now();
    if (!seen.interactive) requestAnimationFrame(look);
  };
  look();
}

/** Loads a page so many times: milliseconds to its first row and to being interactive, KiB of script (gzip). */
export async function hardLoads(
  /** @type {import("playwright").BrowserContext} */ context,
  /** @type {string} */ url,
  /** @type {string} */ selector,
  /** @type {number} */ loads,
) {
  const rows = [];
  const interactive = [];
  let bytes = 0;
  for (let n = 0; n < loads; n++) {
    const page = await context.newPage();
    await page.addInitScript(watch, selector);
    const scripts = /** @type {Promise<number>[]} */ ([]);
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script") return;
      scripts.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      );
    });
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForFunction(() => "interactive" in /** @type {any} */ (window).seen);
    const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
    rows.push(seen.row);
    interactive.push(seen.interactive);
    bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    await page.close();
  }
  return { row: median(rows), interactive: median(interactive), kib: bytes / 1024 };
}

/** A browser in which the demo's administrator is signed in at `url`, and the session's cookie. */
export async function signedIn(/** @type {string} */ url) {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}/login`, { waitUntil: "networkidle" });
  await page.fill("input[name=email]", "admin@persdesk.demo");
  await page.fill("input[name=password]", password);
  await page.keyboard.press("Enter");
  await page.waitForURL((address) => !address.pathname.startsWith("/login"));
  await page.close();
  const cookie = (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join("; ");
  return { browser, context, cookie };
}

/**
 * Hard loads of the PERS list and of an empty Next page in one browser: milliseconds to the first row and to being
 * interactive, KiB of script (gzip); and the session's cookie, for further questions.
 * @param {string} ours
 * @param {string} empty
 * @param {number} loads
 */
export async function screens(ours, empty, loads) {
  const { browser, context, cookie } = await signedIn(ours);
  try {
    const list = await hardLoads(context, `${ours}/pers`, "tr[data-id]", loads);
    const bare = await hardLoads(context, `${empty}/`, "p", loads);
    return { list, bare, cookie };
  } finally {
    await browser.close();
  }
}
