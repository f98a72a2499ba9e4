import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "@/db/testing/scale";
import { demoSecrets, password, randomSecrets } from "@/scripts/demo.mjs";
import { codeOf } from "@/server/identity/second-factor/testing";
import { demoDatabase, type Persdesk, startPersdesk, useBrowser, visit } from "./harness";
import { screenOf } from "./session";

// The moment in which all three lists of keys are turned: one web makes with the old keys and reads the new ones, the other
// makes with the new ones and reads the old ones. Every answer of one is shown to the other.

let folder = "";
const webs: Persdesk[] = [];
const openPage = useBrowser();

function persdeskAt(n: number): Persdesk {
  const web = webs[n % 2];
  if (!web) throw new Error("two webs run");
  return web;
}
const at = (n: number) => persdeskAt(n).url;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "persdesk-keys-"));
  const databaseUrl = await demoDatabase();
  const [old, next] = [demoSecrets(folder), randomSecrets()];
  const listsOf = (one: typeof next, other: typeof next) => ({
    ...old,
    NEXTAUTH_SECRET: `${one.NEXTAUTH_SECRET},${other.NEXTAUTH_SECRET}`,
    JWT_PRIVATE_KEY: `${one.JWT_PRIVATE_KEY}\n${other.JWT_PRIVATE_KEY}`,
    DATA_KEYS: `${one.DATA_KEYS},${other.DATA_KEYS}`,
  });
  const renamed = { ...next, DATA_KEYS: next.DATA_KEYS.replace("k1:", "k2:") };
  for (const env of [listsOf(old, renamed), listsOf(renamed, old)])
    webs.push(await startPersdesk({ databaseUrl, env, worker: false }));
});
afterAll(async () => {
  await Promise.all(webs.map((web) => web.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const post = (url: string, path: string, body: object, headers = {}) =>
  fetch(`${url}/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const login = async (url: string, email: string, totpCode?: string) => {
  const answer = await post(url, "users/login", { email, password, totpCode });
  expect([answer.status, email]).toEqual([200, email]);
  return (await answer.json()) as { accessToken: string; refreshToken: string };
};

it("phones go on at both webs: bearers, refreshes, published keys", async () => {
  let tokens = await login(at(0), "admin@velora.demo");
  for (let n = 0; n < scaled(6, 400); n++) {
    const authorization = `Bearer ${tokens.accessToken}`;
    const seen = await Promise.all(
      webs.map(({ url }) => fetch(`${url}/api/v1/users/me`, { headers: { authorization } })),
    );
    expect(seen.map(({ status }) => status)).not.toContain(401);
    const refreshed = await post(
      at(n + 1),
      "users/refresh-token",
      {},
      { authorization, refreshToken: `Bearer ${tokens.refreshToken}` },
    );
    expect(refreshed.status).toBe(200);
    tokens = await refreshed.json();
  }
  const published = await Promise.all(
    webs.map(async ({ url }) => (await (await fetch(`${url}/.well-known/jwks.json`)).json()).keys),
  );
  expect(published.map((keys) => keys.length)).toEqual([2, 2]);
  expect(published[0]).toEqual(published[1].toReversed());
});

it("browsers stay signed in at both webs, and a form of one is taken by the other", async () => {
  for (const n of [0, 1]) {
    const pairs = (answer: Response) => answer.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
    const form = await fetch(`${at(n)}/api/auth/csrf`);
    const { csrfToken } = await form.json();
    const sent = await fetch(`${at(n + 1)}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { cookie: pairs(form).join("; ") },
      body: new URLSearchParams({ csrfToken, email: "support@persdesk.demo", password, json: "true" }),
    });
    expect((await sent.json()).url).not.toContain("csrf");
    const cookie = pairs(sent).join("; ");
    expect(cookie).toContain("persdesk.session=");
    for (const { url } of webs) {
      const page = await fetch(`${url}/account`, { headers: { cookie }, redirect: "manual" });
      expect(page.headers.get("location") ?? "").not.toContain("/login");
      const asked = await fetch(`${url}/api/trpc/secondFactor.status?input=%7B%7D`, {
        headers: { cookie, "x-persdesk": "1" },
      });
      expect(asked.status).toBe(200);
    }
  }
});

/** Sets up an authenticator at the first web, confirmed at the second. */
async function enrol(email: string) {
  const { cookie, mutate } = await screenOf(persdeskAt(0), email);
  const { secret } = await mutate("secondFactor.start", { currentPassword: password });
  const headers = { cookie, "x-persdesk": "1", origin: at(1), "content-type": "application/json" };
  const body = JSON.stringify({ code: codeOf(secret, -1) });
  return {
    secret,
    confirmAt: (n: number) =>
      fetch(`${at(n)}/api/trpc/secondFactor.confirm`, { method: "POST", headers: { ...headers, origin: at(n) }, body }),
  };
}

it("a second factor that is set up across the two opens the account at both, by code and by recovery code", async () => {
  const email = "content@persdesk.demo";
  const { secret, confirmAt } = await enrol(email);
  const { recoveryCodes } = (await (await confirmAt(1)).json()).result.data;
  await login(at(0), email, codeOf(secret));
  await login(at(1), email, codeOf(secret, 1));
  await login(at(0), email, recoveryCodes[0]);
  await login(at(1), email, recoveryCodes[1]);
});

it("whose recovery codes are of an older secret is asked at sign-in to make new ones, and may go on", async () => {
  const email = "admin@nordrad.demo";
  const { secret, confirmAt } = await enrol(email);
  expect((await confirmAt(0)).status).toBe(200);
  const page = await openPage();
  await visit(page, `${at(1)}/login`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await page.getByText("Your recovery codes will soon stop working.").waitFor();
  expect(await page.getByRole("button", { name: "Later" }).isEnabled()).toBe(true);
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Create new codes" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).locator("li");
  await codes.first().waitFor();
  const [first] = await codes.allTextContents();
  await login(at(0), email, first);
});
