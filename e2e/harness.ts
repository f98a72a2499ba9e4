import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import { migrateDatabase } from "@/db/migrate";
import { cloneDatabase, ensureTemplate } from "@/db/testing/clone";
import { patienceMs } from "@/db/testing/scale";
import { startChild, stopChild } from "@/scripts/children.mjs";
import { findHeadless } from "@/scripts/chromium.mjs";
import { runNode } from "@/scripts/command.mjs";
import { demoSecrets } from "@/scripts/demo.mjs";
import { freePort } from "@/scripts/port.mjs";
import { cleanPage, dressPage, refuseLasting } from "./kept-page";

type Child = ReturnType<typeof startChild>;
type Variables = Record<string, string>;

export interface Persdesk {
  /** `http://localhost:PORT`, without a slash at the end. */
  url: string;
  databaseUrl: string;
  web: Child;
  worker: Child | undefined;
  /** Starts the web server again, on the same port, after a test killed it. */
  restartWeb: () => Promise<void>;
  /** Puts a demo that nobody has touched in the place of what is in the database; the server goes on. */
  renew: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The variables of a process of the demo, with a DATA_DIR of its own where `extra` names none. */
export function demoEnv(databaseUrl: string, extra: Variables): NodeJS.ProcessEnv {
  // Servers that all files of a worker use end with it; their folders go by this name (db/testing/global-setup.ts).
  const dataDir = mkdtempSync(join(tmpdir(), `persdesk-${inject("testDatabase").prefix}`));
  return {
    ...process.env,
    ...demoSecrets(dataDir),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    LOG_LEVEL: "warn",
    APP_URL: "http://localhost",
    RATE_LIMITS: "off",
    DRAIN_SECONDS: "0",
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...extra,
  };
}

/** Fills an empty database with the schema and the demo's data, by the program that `npm start` uses. */
export async function seedDemo(databaseUrl: string): Promise<void> {
  await migrateDatabase(databaseUrl);
  const env = demoEnv(databaseUrl, {});
  const { code, output } = await runNode(["--enable-source-maps", "dist/seed.js"], { env });
  rmSync(env.DATA_DIR ?? "", { recursive: true, force: true });
  if (code !== 0) throw new Error(`the demo could not be seeded:\n${output}`);
}

/**
 * A database with the demo in it; the demo is only seeded once for each state of its program.
 * @param name of a database whose place it takes, where it is not one of the test's own
 */
export async function demoDatabase(name?: string): Promise<string> {
  const { server, template, prefix } = inject("testDatabase");
  const seed = createHash("sha256").update(readFileSync("dist/seed.js")).digest("hex").slice(0, 12);
  const seeded = `${template}_${seed}`;
  await ensureTemplate(server, seeded, seedDemo);
  return cloneDatabase(server, seeded, name ?? `${prefix}${randomUUID().slice(0, 8)}`);
}

async function untilReady(url: string, web: Child, log: string) {
  for (const begun = Date.now(); Date.now() - begun < 60_000; await sleep(50)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (web.process.exitCode !== null) break;
    if (answer?.ok) return;
  }
  throw new Error(`the web server did not get ready:\n${readFileSync(log, "utf8").slice(-4_000)}`);
}

/**
 * Starts the production build, web and worker, as `npm start` does.
 * @param options `databaseUrl` instead of a fresh demo; `env` on top of the demo's (rate limits are off); `mount` says
 * what answers: our own server, or Next's; `folder` another checkout, whose build runs
 */
export async function startPersdesk(
  options: {
    databaseUrl?: string;
    worker?: boolean;
    mount?: "serve" | "next start";
    env?: Variables;
    folder?: string;
  } = {},
): Promise<Persdesk> {
  const { folder = "." } = options;
  if (!existsSync(join(folder, "dist/serve.js")) || !existsSync(join(folder, ".next/BUILD_ID")))
    throw new Error("e2e tests run the production build: npm run build");
  const databaseUrl = options.databaseUrl ?? (await demoDatabase());
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = demoEnv(databaseUrl, { PORT: String(port), APP_URL: url, NEXTAUTH_URL: url, ...options.env });
  mkdirSync("reports", { recursive: true });
  const log = `reports/e2e-${port}.log`;
  const output = openSync(log, "a");
  const start = (name: string) => startChild(name, ["--enable-source-maps", `dist/${name}.js`], env, output, folder);
  const startWeb = () =>
    options.mount === "next start"
      ? startChild("next start", ["node_modules/next/dist/bin/next", "start"], env, output)
      : start("serve");
  const running: Persdesk = {
    url,
    databaseUrl,
    web: startWeb(),
    worker: options.worker === false ? undefined : start("worker"),
    restartWeb: async () => {
      await running.web.ended;
      running.web = startWeb();
      await untilReady(url, running.web, log);
    },
    renew: async () => {
      await demoDatabase(new URL(databaseUrl).pathname.slice(1));
      await untilReady(url, running.web, log);
    },
    stop: async () => {
      await Promise.all([running.web, running.worker].map((child) => child && stopChild(child)));
      rmSync(env.DATA_DIR ?? "", { recursive: true, force: true });
    },
  };
  await untilReady(url, running.web, log).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  return running;
}

/** The Persdesk of all files of a worker that need none of their own: web and demo, without a worker process. */
let shared: Promise<Persdesk> | undefined;

/**
 * For the top of a test file: a running Persdesk for all its tests, with a demo that nobody has touched.
 * @param options what it is to be like, for one of the file's own; without them it is that of the test worker, for a server
 * takes as long to start as ten pages take to draw
 */
export function usePersdesk(options?: Parameters<typeof startPersdesk>[0]): () => Persdesk {
  let running: Persdesk | undefined;
  beforeAll(async () => {
    if (options) running = await startPersdesk(options);
    else if (shared) await (await shared).renew();
    else shared = startPersdesk({ worker: false });
    running ??= await shared;
  });
  afterAll(() => (options ? running?.stop() : undefined));
  return () => {
    if (!running) throw new Error("Persdesk runs from beforeAll on");
    return running;
  };
}

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

export type Cookies = Parameters<BrowserContext["addCookies"]>[0];

export type PageOptions = {
  width?: number;
  height?: number;
  /** whether no other test has the page, before or after: for what stays in it, and for what is loaded for the first time */
  isOwn?: boolean;
  /** whether it stays open for the tests of the file that follow */
  isOfFile?: boolean;
  /** of the session that the page begins with */
  cookies?: Cookies;
  colorScheme?: "light" | "dark";
} & Pick<BrowserContextOptions, "javaScriptEnabled" | "locale">;

/** The Chromium of all files of a worker. */
let headless: Promise<Browser> | undefined;
const launch = async (find: typeof findHeadless) => chromium.launch({ executablePath: await find(), args: flags });

/** Pages that no test has now. One that has run our scripts draws a screen in 0.3 seconds of CPU, a new one in 0.75. */
const free: Page[] = [];
const mostFree = 3;

/** What the browser showed when a test failed, and what it had done until then. */
async function keepPictures(context: BrowserContext, name: string) {
  mkdirSync("reports/failed", { recursive: true });
  for (const [n, page] of context.pages().entries())
    await page.screenshot({ path: `reports/failed/${name}-${n}.png`, timeout: 5_000 }).catch(() => undefined);
  await context.tracing.stopChunk({ path: `reports/failed/${name}.zip` }).catch(() => undefined);
}

/**
 * For the top of a test file: a Chromium for all its tests. Of a test that fails, a picture of each page and a trace for
 * Playwright's viewer are left in `reports/failed`.
 * @param find another browser than that of all files; `findChromium` for what notifications need
 * @returns a function that opens a page in a session of its own, in English, at 1280 × 800 or the size asked for; it is there
 * until the test ends
 */
export function useBrowser(find?: typeof findHeadless): (options?: PageOptions) => Promise<Page> {
  let browser: Browser | undefined;
  const lent = new Map<Page, { isKept: boolean; isOfFile: boolean }>();
  let running = 0;

  /** Pages are made as new for the next test that asks, or closed. */
  async function takeBack(which: (isOfFile: boolean) => boolean, hasFailed: boolean) {
    for (const [page, { isKept, isOfFile }] of [...lent]) {
      if (!which(isOfFile)) continue;
      lent.delete(page);
      const isClean = isKept && !hasFailed && free.length < mostFree && (await cleanPage(page));
      if (isClean) free.push(page);
      else await page.context().close();
    }
  }

  beforeAll(async () => {
    headless ??= find ? undefined : launch(findHeadless);
    browser = await (find ? launch(find) : headless);
  });
  beforeEach(() => {
    running++;
  });
  let hasFailed = false;
  afterEach(async ({ task }) => {
    running--;
    if (task.result?.state === "fail") {
      hasFailed = true;
      const test = `${basename(task.file.name, ".test.ts")} ${task.name}`.replace(/\W+/g, "-").slice(0, 100);
      let n = 0;
      for (const page of lent.keys()) await keepPictures(page.context(), `${test}-${n++}`);
    }
    // Nobody knows which page is whose of two tests that run beside each other.
    if (running > 0) return;
    await takeBack((isOfFile) => !isOfFile, hasFailed);
    hasFailed = false;
  });
  afterAll(async () => {
    await takeBack(() => true, false);
    if (find) await browser?.close();
  });

  /** A page that no test had before. */
  async function newPage(options: BrowserContextOptions) {
    if (!browser) throw new Error("the browser runs from beforeAll on");
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patienceMs);
    // Pictures and sources of each step would take longer than the steps.
    await context.tracing.start({ screenshots: false, snapshots: false });
    return context.newPage();
  }

  return async ({
    width = 1280,
    height = 800,
    colorScheme = "light",
    cookies = [],
    isOwn,
    isOfFile,
    ...options
  } = {}) => {
    const isKept = !isOwn && !find && Object.keys(options).length === 0;
    const kept = isKept ? free.pop() : undefined;
    const page = kept ?? (await newPage({ viewport: { width, height }, colorScheme, locale: "en-GB", ...options }));
    if (kept) {
      await kept.context().tracing.startChunk();
      await dressPage(kept, { width, height, colorScheme });
    } else if (isKept) refuseLasting(page);
    lent.set(page, { isKept, isOfFile: isOfFile ?? running === 0 });
    await page.context().addCookies(cookies);
    return watch(page);
  };
}

/** What each page is still waiting for. */
const underWay = new WeakMap<Page, Set<Request>>();

/** A stream of live messages never ends, and of what outlives its page nobody hears the end. */
const isAwaited = (request: Request) =>
  request.resourceType() !== "eventsource" && !request.url().endsWith("/listViews.noteRecent");

function watch(page: Page) {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on("request", (request) => isAwaited(request) && requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  return page;
}

/**
 * Waits until a page listens: React has taken over every control that the server drew. What is clicked before is lost on
 * it, which people are too slow to notice.
 */
const listens = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll("body :is(a[href], button, input, select, textarea):not([aria-hidden=true])")].every(
      (control) => Object.keys(control).some((key) => key.startsWith("__reactProps")),
    ),
  );

/** Waits until a page listens and has all that it asked for, so that what it shows is what it will show. */
export async function settled(page: Page): Promise<void> {
  const moment = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  for (const begun = Date.now(); Date.now() - begun < patienceMs; ) {
    await listens(page);
    // What has just been drawn asks for its data a moment later; or it leads elsewhere, and the moment has no page any more.
    const isHere = await moment().then(
      () => true,
      () => false,
    );
    if (isHere && !underWay.get(page)?.size) return;
    if (page.isClosed()) throw new Error("the page was closed");
    await sleep(20);
  }
  const asked = [...(underWay.get(page) ?? [])].map((request) => request.url());
  throw new Error(`${page.url()} did not come to rest; it still waits for ${asked.join(", ") || "nothing"}`);
}

/** Opens an address and waits until the page is settled. */
export async function visit(page: Page, url: string) {
  const response = await page.goto(url);
  await settled(page);
  return response;
}

/** Waits until the page has come to an address by itself and is settled. */
export async function arrived(page: Page, url: Parameters<Page["waitForURL"]>[0]): Promise<void> {
  await page.waitForURL(url);
  await settled(page);
}

/** The button of a part of a record's sheet, such as "Activity". */
export const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of this record" }).getByRole("button", { name, exact: true });
