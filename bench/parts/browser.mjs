// @ts-check
// What a person waits for on a screen, and what the browser loads for it.
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
  "--window-size=1280,887", // 800 of them for the page
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

/** Milliseconds of CPU that the page's main thread has used until now. */
async function mainThreadMs(/** @type {import("playwright").CDPSession} */ session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN) * 1000;
}

/** KiB of script (gzip) that a page asks for until it is interactive, and of what it loads ahead after that. */
async function scriptSizes(/** @type {import("playwright").BrowserContext} */ context, /** @type {Load} */ load) {
  const page = await context.newPage();
  const scripts = /** @type {Map<string, Promise<number>>} */ (new Map());
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const size = response.body().then(
      (body) => gzipSync(body).length / 1024,
      () => 0,
    );
    scripts.set(response.url(), size);
  });
  const { interactive } = await loaded(page, load);
  const atFirst = new Set(await page.evaluate(scriptsAtFirst, interactive));
  let [kib, ahead] = [0, 0];
  for (const [name, size] of scripts) {
    if (atFirst.has(name)) kib += await size;
    else ahead += await size;
  }
  await page.close();
  return { kib, ahead };
}

/** @typedef {{ url: string, selector: string }} Load a page, and its first row */

/** Loads a page until it rests: when its first row stood there, and when it was interactive. */
async function loaded(/** @type {Page} */ page, /** @type {Load} */ { url, selector }) {
  await page.addInitScript(watch, selector);
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForFunction(() => "interactive" in /** @type {any} */ (window).seen);
  return page.evaluate(() => /** @type {{ row: number, interactive: number }} */ (/** @type {any} */ (window).seen));
}

/**
 * Loads a page so many times: milliseconds to its first row and to being interactive, milliseconds of CPU that its main thread
 * took to come to rest, and the sizes of its scripts, which are taken in a load of their own, for that takes CPU as well.
 */
export async function hardLoads(
  /** @type {import("playwright").BrowserContext} */ context,
  /** @type {string} */ url,
  /** @type {string} */ selector,
  /** @type {number} */ loads,
) {
  const sizes = await scriptSizes(context, { url, selector });
  const [rows, interactive, cpu] = /** @type {number[][]} */ ([[], [], []]);
  for (let n = 0; n < loads; n++) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const seen = await loaded(page, { url, selector });
    cpu.push(await mainThreadMs(session));
    rows.push(seen.row);
    interactive.push(seen.interactive);
    await page.close();
  }
  return { row: median(rows), interactive: median(interactive), cpu: median(cpu), ...sizes };
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
/** @typedef {{ url: string, event: "click" | "keydown", selector: string, isGone?: boolean, act: (page: Page) => Promise<unknown> }} Step */

/**
 * Does something on pages that were loaded again and have come to rest.
 * @param {import("playwright").BrowserContext} context
 * @param {Step} step `selector`: what the first sight of ends the wait, or with `isGone` its absence
 * @param {number} loads
 * @returns the median of the milliseconds from the event until it could be seen
 */
export async function firstClicks(context, { url, event, selector, isGone = false, act }, loads) {
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

/** In the page, from its beginning: what moves by itself, tasks that hold it up, and how long each event waits for its answer. */
function feelAll() {
  const all = { shift: 0, task: 0, event: 0 };
  Object.assign(window, { all });
  /** @typedef {PerformanceEntry & { value: number, hadRecentInput: boolean }} Shift */
  const observe = (/** @type {object} */ what, /** @type {(entry: PerformanceEntry) => void} */ note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(what);
  observe({ type: "layout-shift", buffered: true }, (entry) => {
    const { value, hadRecentInput } = /** @type {Shift} */ (entry);
    if (!hadRecentInput) all.shift += value;
  });
  observe({ type: "longtask", buffered: true }, ({ duration }) => {
    all.task = Math.max(all.task, duration);
  });
  observe({ type: "event", buffered: true, durationThreshold: 16 }, ({ duration }) => {
    all.event = Math.max(all.event, duration);
  });
}

const felt = (/** @type {Page} */ page) =>
  page.evaluate(() => /** @type {{ shift: number, task: number, event: number }} */ (/** @type {any} */ (window).all));

/**
 * Opens a page and scrolls through it by the wheel: what moved by itself, in the browser's measure of it, and the longest task
 * in ms while it was scrolled, of 50 ms or more; 0 where there was none.
 */
export async function scrolled(
  /** @type {import("playwright").BrowserContext} */ context,
  /** @type {string} */ url,
  /** @type {number} */ turns,
) {
  const page = await context.newPage();
  await page.addInitScript(feelAll);
  await page.goto(url, { waitUntil: "networkidle" });
  const { shift: atFirst } = await felt(page);
  await page.evaluate(() => Object.assign(/** @type {any} */ (window).all, { task: 0 }));
  await page.locator("tr[data-id]").first().hover();
  for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, 400);
  await page.waitForTimeout(300);
  const { shift, task } = await felt(page);
  await page.close();
  return { shift: shift - atFirst, task, atFirst };
}

/** Walks on one page: the longest wait, in ms, of an event for what it drew; 0 where none took 16 ms. */
export async function walked(
  /** @type {import("playwright").BrowserContext} */ context,
  /** @type {string} */ url,
  /** @type {(page: Page) => Promise<unknown>} */ walk,
) {
  const page = await context.newPage();
  await page.addInitScript(feelAll);
  await page.goto(url, { waitUntil: "networkidle" });
  await walk(page);
  await page.waitForTimeout(300);
  const { event } = await felt(page);
  await page.close();
  return event;
}

/** A browser in which the demo's administrator is signed in at `url`, and the session's cookie. */
export async function signedIn(/** @type {string} */ url) {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });
  // A page that is said to be larger than its window is not painted where it stands out of that: events wait there for a frame.
  const context = await browser.newContext({ viewport: null });
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
