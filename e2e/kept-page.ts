import type { Page } from "playwright";

/** All that a test may listen to. What Playwright itself listens to stays. */
const events = [
  "console",
  "dialog",
  "download",
  "filechooser",
  "framenavigated",
  "load",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
] as const;

/**
 * Makes the open document inert: it asks for nothing, keeps nothing, hears of nothing and leads nowhere. To leave it for
 * another one would cost a third of what the next screen does, whose scripts it still holds.
 */
function stopDocument(): true {
  for (const event of ["beforeunload", "pagehide", "visibilitychange", "storage"])
    window.addEventListener(event, (heard) => heard.stopImmediatePropagation(), true);
  const never = () => new Promise<Response>(() => undefined);
  class Silent extends EventTarget {
    close() {}
  }
  Object.assign(window, { fetch: never, EventSource: Silent });
  Storage.prototype.setItem = () => undefined;
  const last = window.setTimeout(() => undefined);
  for (let timer = 0; timer <= last; timer++) window.clearTimeout(timer);
  // What the test does next may wait for an address: it is not this one. Next has replaced the method of the object.
  History.prototype.replaceState.call(window.history, null, "", "/icon.svg");
  window.navigation.addEventListener("navigate", (event) => event.preventDefault());
  window.stop(); // live messages, and what is under way
  window.sessionStorage.clear();
  return true;
}

/**
 * Makes a page as new for the next test: nobody is signed in, nothing is stored, nothing listens, the window is what is asked.
 * What the test left unsaved would be written where the page is left, so its document is stopped first.
 * @returns whether it is; not where the page is none of a server
 */
export const cleanPage = (page: Page): Promise<boolean> =>
  clean(page).then(
    () => true,
    () => false,
  );

async function clean(page: Page) {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  for (const event of events) page.removeAllListeners(event);
  for (const event of ["page", "request", "response", "console"] as const) context.removeAllListeners(event);
  await page.waitForFunction(stopDocument, undefined, { timeout: 5_000 });
  const { origin } = new URL(page.url());
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await devtools.detach();
  await context.clearCookies();
  await context.clearPermissions();
  await context.tracing.stopChunk();
}

interface Looks {
  width: number;
  height: number;
  colorScheme: "light" | "dark";
}

/** Sets what a test finds a page to look like. */
export async function dressPage(page: Page, { width, height, colorScheme }: Looks): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({
    colorScheme,
    reducedMotion: "no-preference",
    forcedColors: "none",
    contrast: "no-preference",
    media: null,
  });
  await page.mouse.move(0, 0);
}

/** What a test gives a page for good would be there in the next test too. */
export function refuseLasting(page: Page): void {
  const refuse = () => {
    throw new Error("a page keeps this: ask for one of your own, with openPage({ isOwn: true })");
  };
  Object.assign(page, { addInitScript: refuse, exposeFunction: refuse, exposeBinding: refuse });
  Object.assign(page.context(), { addInitScript: refuse, exposeFunction: refuse, exposeBinding: refuse });
}
