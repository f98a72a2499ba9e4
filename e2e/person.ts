import type { Page } from "playwright";
import postgres from "postgres";
import { password } from "@/scripts/demo.mjs";
import { arrived, type Cookies, type PageOptions, type Persdesk, type useBrowser, visit } from "./harness";
import { screenOf } from "./session";

/** Signs a person of the demo in by the login page, and waits for the page they come to. */
export async function signIn(page: Page, { url }: Persdesk, email: string, at = "/login"): Promise<void> {
  await visit(page, url + at);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await arrived(page, (address) => !address.pathname.startsWith("/login"));
}

/** The cookies of a person of the demo who signed in over HTTP, for a browser. */
async function browserCookiesOf(persdesk: Pick<Persdesk, "url">, email: string) {
  const { cookie } = await screenOf(persdesk, email);
  return cookie.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    const place = { domain: new URL(persdesk.url).hostname, path: "/", expires: -1 };
    return { name, value, ...place, secure: true, httpOnly: true, sameSite: "Lax" as const };
  });
}

/** Signs a person of the demo in without the login page, which has tests of its own; the page stays where it is. */
export async function signInOverHttp(page: Page, persdesk: Pick<Persdesk, "url">, email: string): Promise<void> {
  await page.context().addCookies(await browserCookiesOf(persdesk, email));
}

type OpenPage = ReturnType<typeof useBrowser>;

/**
 * Pages of people who are signed in; each signs in once, for all tests of a file.
 * @returns a function that opens a page as that person, at a path where one is given
 */
export function usePeople(persdesk: () => Persdesk, openPage: OpenPage) {
  const sessions = new Map<string, Promise<Cookies>>();
  return async (email: string, path?: string, options: PageOptions = {}): Promise<Page> => {
    const session = sessions.get(email) ?? browserCookiesOf(persdesk(), email);
    sessions.set(email, session);
    const page = await openPage({ cookies: await session, ...options });
    if (path) await visit(page, persdesk().url + path);
    return page;
  };
}

/**
 * Pages that walks take in turns: one that has loaded the scripts before opens the next screen in half of the time.
 * @param open makes one more, where all are taken
 * @returns a function that does some work on a page of its own; one on which work failed is not taken again
 */
export function useTurns(open: () => Promise<Page>) {
  const free: Page[] = [];
  return async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const page = free.pop() ?? (await open());
    const done = await work(page);
    page.removeAllListeners("pageerror").removeAllListeners("console");
    free.push(page);
    return done;
  };
}

/** Asks the database of a running Persdesk, to know what a screen should show. */
export async function ask<T extends object>(
  { databaseUrl }: Persdesk,
  query: (sql: postgres.Sql) => Promise<T[]>,
): Promise<T[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    return await query(sql);
  } finally {
    await sql.end();
  }
}

/**
 * What a page's console complains of from now on: errors of scripts, what the content security policy stopped, and plots
 * that are drawn where there is no room for them.
 */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.text().startsWith("The width("))
      faults.push(`${page.url()}: ${message.text()}`);
  });
  return faults;
}
