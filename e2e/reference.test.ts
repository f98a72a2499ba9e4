import { expect, it } from "vitest";
import { password } from "@/scripts/demo.mjs";
import { useBrowser, usePersdesk } from "./harness";
import { axe } from "./look";
import { ask, faultsOf } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();

it("the reference's introduction and operations are there without JavaScript", async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(`${persdesk().url}/api/reference#op-listLabels`);
  expect(await page.getByRole("article").count()).toBeGreaterThan(300);
  await page.getByRole("heading", { name: "Signing in" }).waitFor();
  const operation = page.locator("#op-listLabels");
  expect(await operation.innerText()).toMatch(/List labels[\s\S]+GET[\s\S]+label-interface[\s\S]+label\.read/);
  const { y = -1 } = (await operation.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(50);
  expect(y).toBeLessThan(400);
  expect(await page.getByRole("button").count()).toBe(0);
  expect(await page.getByRole("searchbox").count()).toBe(0);
});

it("where people look for documents first leads to the reference", async () => {
  for (const path of ["/docs", "/changelog"]) {
    const answer = await fetch(`${persdesk().url}${path}`, { redirect: "manual" });
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 307, "/api/reference"]);
  }
});

it("a machine that asks below .well-known gets what is there or 404, and no page for signing in", async () => {
  for (const [name, expected] of [
    ["jwks.json", 200],
    ["openid-configuration", 404],
  ]) {
    const answer = await fetch(`${persdesk().url}/.well-known/${name}`, { redirect: "manual" });
    expect([name, answer.status]).toEqual([name, expected]);
    expect(answer.headers.get("content-type")).toMatch(/^application\/(problem\+)?json/);
    await answer.body?.cancel();
  }
});

it("searches, signs in and tries, and asks nobody but its own server", async () => {
  const { url } = persdesk();
  const page = await openPage({ width: 1440, height: 900 });
  const faults = faultsOf(page);
  const asked: string[] = [];
  let bytes = 0;
  page.on("request", (request) => asked.push(request.url()));
  page.on("requestfinished", async (request) => {
    bytes += (await request.sizes()).responseBodySize;
  });
  await page.goto(`${url}/api/reference`, { waitUntil: "networkidle" });
  expect(asked.filter((address) => /swagger|openapi\.json/.test(address))).toEqual([]);
  expect(bytes).toBeLessThan(500 * 1024);

  await page.getByRole("searchbox").fill("invite");
  const texts = await page.getByRole("article").allInnerTexts();
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => !/invite/i.test(text))).toEqual([]);
  expect(page.url()).toContain("?q=invite");
  await page.getByRole("searchbox").fill("");

  await page.getByLabel("E-mail").fill("admin@persdesk.demo");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Signed in as admin@persdesk.demo.").waitFor();
  await page.getByLabel("Key of an internal service").fill("demo-internal-key");

  for (const [id, sent] of [
    ["listLabels", "Sent as admin@persdesk.demo."],
    ["listFirmwareCategories", "Sent with the key."],
  ]) {
    const operation = page.locator(`#op-${id}`);
    await operation.getByRole("button", { name: /^Try/ }).press("Enter");
    await operation.getByText(sent ?? "").waitFor();
    await operation.getByRole("button", { name: "Execute" }).press("Enter");
    await operation.locator(".live-responses-table .response-col_status").getByText("200").waitFor();
  }
  const withBody = page.locator("#op-createLabel");
  await withBody.getByRole("button", { name: /^Try/ }).click();
  await withBody.locator("textarea").waitFor();

  expect(asked.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith("data:"))).toEqual([]);
  expect(faults).toEqual([]);
  // All operations are drawn alike: a part of them is enough to look at.
  await page.getByRole("searchbox").fill("interface label");
  expect(await axe(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html.dark-mode").waitFor();
  expect(await axe(page, ["color-contrast"], "#op-listLabels")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByText("Signed out.").waitFor();
});

it("asks for the code of whoever has a second factor", async () => {
  const page = await openPage();
  const sent: unknown[] = [];
  await page.route("**/api/v1/users/login", (route) => {
    sent.push(route.request().postDataJSON());
    const body = { code: "second_factor_required", detail: "Give the code." };
    return route.fulfill({ status: 401, contentType: "application/problem+json", body: JSON.stringify(body) });
  });
  await page.goto(`${persdesk().url}/api/reference`);
  await page.getByLabel("E-mail").fill("a@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("x");
  await page.keyboard.press("Enter");
  await page.getByLabel("Code of your authenticator").waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "totpCode");
  await page.keyboard.type("123456");
  await page.keyboard.press("Enter");
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual({ email: "a@example.com", password: "x", totpCode: "123456" });
});

it("renews a token that has expired, and asks whoever's session has ended to sign in again", async () => {
  const page = await openPage();
  const { url } = persdesk();
  let renewed = 0;
  page.on("response", (answer) => {
    if (answer.url() === `${url}/api/v1/users/refresh-token` && answer.ok()) renewed += 1;
  });
  await page.route(`${url}/api/v1/users/login`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), expiresIn: 0 } });
  });
  await page.goto(`${url}/api/reference`);
  await page.getByLabel("E-mail").fill("admin@persdesk.demo");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Signed in as admin@persdesk.demo.").waitFor();
  const operation = page.locator("#op-listLabels");
  await operation.getByRole("button", { name: /^Try/ }).click();
  const status = operation.locator(".live-responses-table .response-col_status");
  const send = async (expected: string) => {
    await operation.getByRole("button", { name: "Execute" }).press("Enter");
    await status.getByText(expected).waitFor();
  };
  // The page knows that the token it got is too old, and takes the next one first.
  await send("200");
  expect(renewed).toBe(1);

  // A clock that is wrong does not know it: the answer says it.
  const labels = `${url}/api/v1/backoffice/admin/label-interface?*`;
  const body = JSON.stringify({ code: "token_expired", detail: "The access token has expired." });
  const expired = { status: 401, contentType: "application/problem+json", body };
  await page.route(labels, (route) => route.fulfill(expired), { times: 1 });
  await send("401");
  await page.getByText("The token had expired and was renewed. Send the call again.").waitFor();
  expect(renewed).toBe(2);
  await send("200");

  await ask(persdesk(), (sql) => sql`update backoffice.sessions set revoked_at = now() where kind = 'api'`);
  await send("401");
  await page.getByText(/Sign in again\.$/).waitFor();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(renewed).toBe(2);
});
