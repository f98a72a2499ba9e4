import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/server/kit/process/log";

/** Milliseconds between two pages, for the requests that came meanwhile. */
const pause = 25;

/**
 * Loads the code of the pages one by one, so that nobody waits for it at the first view of a page. Next would load all before
 * the server listens, which is a third of its start, and beside them the API's route, which our own server never asks.
 * @param dir where Next has built them
 * @param isOver whether the process ends
 */
export async function loadPagesAhead(dir: string, isOver: () => boolean) {
  const folder = resolve(dir, "server");
  const load = createRequire(resolve(folder, "none.js"));
  const files: Record<string, string> = JSON.parse(readFileSync(resolve(folder, "app-paths-manifest.json"), "utf8"));
  let loaded = 0;
  for (const [page, file] of Object.entries(files)) {
    if (!page.endsWith("/page")) continue;
    await sleep(pause, undefined, { ref: false });
    if (isOver()) return;
    try {
      load(resolve(folder, file));
      loaded++;
    } catch (error) {
      log.warn({ err: error, page }, "a page could not be loaded ahead"); // its first view says what is wrong with it
    }
  }
  log.info({ pages: loaded }, "pages loaded ahead");
}
