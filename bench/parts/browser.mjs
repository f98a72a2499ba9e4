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

/** In the page: the scripts that it asked for before it was interactive. */
const scriptsAtFirst = (/** @type {number} */ interactive) =>
  performance
    .getEntriesByType("resource")
    .filter(({ name, startTime }) => name.endsWith(".js") && startTime < interactive)
    .map(({ name }) => name);

/**
 * Loads a page so many times: milliseconds to its first row and to being interactive, KiB of script (gzip) that it asked for
 * until then, and of what it loads ahead once it is idle.
 */
export async function hardLoads(
  /** @type {import("playwright").BrowserContext} */ context,
  /** @type {string} */ url,
  /** @type {string} */ selector,
  /** @type {number} */ loads,
) {
  const rows = [];
  const interactive = [];
  let [kib, ahead] = [0, 0];
  for (let n = 0; n < loads; n++) {
    const page = await context.newPage();
    await page.addInitScript(watch, selector);
    const scripts = /** @type {Map<string, Promise<number>>} */ (new Map());
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script") return;
      const size = response.body().then(
        (body) => gzipSync(body).length / 1024,
        () => 0,
      );
      scripts.set(response.url(), size);
    });
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForFunction(() => "interactive" in /** @type {any} */ (window).seen);
    const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
    rows.push(seen.row);
    interactive.push(seen.interactive);
    const atFirst = new Set(await page.evaluate(scriptsAtFirst, seen.interactive));
    [kib, ahead] = [0, 0];
    for (const [name, size] of scripts) {
      if (atFirst.has(name)) kib += await size;
      else ahead += await size;
    }
    await page.close();
  }
  return { row: median(rows), interactive: median(interactive), kib, ahead };
}

/** In the page: the milliseconds from an event until what it asks for stands there, painted, in `window.felt`. */
function feel(/** @type {{ event: string, selector: string, isGone: boolean }} */ { event, selector, isGone }) {
  Object.assign(window, { felt: undefined });
  /** @type {number | undefined} */
  let begun;
  // The last of several events counts, as the last key of a search does.
  const begin = (/** @type {Event} */ { timeStamp }) => {
    begun = timeStamp;
  };
  const isThere = () =>
    [...document.querySelectorAll(selector)].some((one) => one instanceof HTMLElement && one.offsetParent) !== isGone;
  const look = () => {
    if (begun === undefined || !isThere()) return requestAnimationFrame(look);
    const since = begun;
    return setTimeout(() => Object.assign(window, { felt: performance.now() - since }));
  };
  window.addEventListener(event, begin, true);
  look();
}

/** @typedef {import("playwright").Page} Page */
/**
 * Does something on pages that were loaded again and have come to rest.
 * @param {import("playwright").BrowserContext} context
 * @param {string} url
 * @param {{ event: "click" | "keydown", selector: string, isGone?: boolean, act: (page: Page) => Promise<unknown> }} what
 * `selector`: what the first sight of ends the wait, or with `isGone` its absence
 * @param {number} loads
 * @returns the median of the milliseconds from the event until it could be seen
 */
async function firstClicks(context, url, { event, selector, isGone = false, act }, loads) {
  const felt = [];
  for (let n = 0; n < loads; n++) {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle" });
    await page.evaluate(feel, { event, selector, isGone });
    await act(page);
    await page.waitForFunction(() => /** @type {any} */ (window).felt !== undefined);
    felt.push(await page.evaluate(() => /** @type {any} */ (window).felt));
    await page.close();
  }
  return median(felt);
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
 * What people feel: a first click, and a search, each on a page that was just loaded.
 * @param {import("playwright").BrowserContext} context
 * @param {string} ours
 * @param {string} empty
 * @param {{ id: string, nuSerialPersNumber: string }} device one that is not on the list's first page
 * @param {number} loads
 * @returns {Promise<[what: string, ms: number][]>} first a click on an empty page, which adds a word to it
 */
async function feelings(context, ours, empty, device, loads) {
  const add = () =>
    document.body.addEventListener("click", () =>
      document.body.append(Object.assign(document.createElement("b"), { textContent: "a" })),
    );
  const addsWord = async (/** @type {Page} */ page) => {
    await page.evaluate(add);
    await page.click("p");
  };
  const list = `${ours}/pers`;
  const page = await context.newPage();
  await page.goto(list);
  const first = await page.locator("tr[data-id]").first().getAttribute("data-id");
  await page.close();
  const search = async (/** @type {Page} */ page) => {
    await page.locator("main search input").click();
    await page.keyboard.type(device.nuSerialPersNumber.slice(-7));
  };
  const kit = { event: /** @type {const} */ ("click"), selector: "main input[name$=mount]" };
  const openKit = (/** @type {Page} */ page) => page.getByRole("button", { name: "Kit", exact: true }).click();
  const palette = { event: /** @type {const} */ ("keydown"), selector: "dialog input[role=combobox]" };
  const openPalette = (/** @type {Page} */ page) => page.keyboard.press("Control+k");
  const rows = { event: /** @type {const} */ ("keydown"), selector: `tr[data-id="${first}"]`, isGone: true };
  const word = { event: /** @type {const} */ ("click"), selector: "b" };
  return [
    [
      "an empty Next page: a click adds a word",
      await firstClicks(context, `${empty}/`, { ...word, act: addsWord }, loads),
    ],
    ["a device: its tab Kit", await firstClicks(context, `${ours}/pers/${device.id}`, { ...kit, act: openKit }, loads)],
    ["the PERS list: the palette", await firstClicks(context, list, { ...palette, act: openPalette }, loads)],
    [
      "the PERS list: last key of a search to its rows",
      await firstClicks(context, list, { ...rows, act: search }, loads),
    ],
  ];
}

/**
 * Hard loads of the PERS list and of an empty Next page in one browser: milliseconds to the first row and to being
 * interactive, KiB of script (gzip) until then and ahead; first clicks where a device is given; and the session's cookie, for further questions.
 * @param {string} ours
 * @param {string} empty
 * @param {number} loads
 * @param {Parameters<typeof feelings>[3]} [device]
 */
export async function screens(ours, empty, loads, device) {
  const { browser, context, cookie } = await signedIn(ours);
  try {
    const list = await hardLoads(context, `${ours}/pers`, "tr[data-id]", loads);
    const bare = await hardLoads(context, `${empty}/`, "p", loads);
    const felt = device ? await feelings(context, ours, empty, device, loads) : [];
    return { list, bare, felt, cookie };
  } finally {
    await browser.close();
  }
}
