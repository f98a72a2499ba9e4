import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { mailed as mailedTo } from "./mailbox";
import { faultsOf } from "./person";

// A portal user's whole life, as an app leads it and as a browser does: the codes come by mail, to the demo's mailbox.

const persdesk = usePersdesk({ env: { LOG_LEVEL: "trace" } });
const openPage = useBrowser();
const [first, second, third] = ["First-pass-2026", "Second-pass-2026", "Third-pass-2026"] as const;
/** What must stand in no log: the passwords, and the tokens as they come. */
const secrets: string[] = [first, second, third];

const mailed = (to: string, subject: RegExp, already?: number) => mailedTo(persdesk().url, to, subject, already);

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const init = {
    method,
    headers: { ...json, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  const answer = await fetch(`${persdesk().url}/api/v1/users${path}`, init);
  const text = await answer.text();
  const answered = text ? JSON.parse(text) : {};
  if (answered.accessToken) secrets.push(answered.accessToken.split(".")[2], answered.refreshToken);
  return { status: answer.status, body: answered };
}
const post = (path: string, body?: unknown, headers?: Record<string, string>) => call("POST", path, body, headers);
const bearer = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` });
const seen = async (tokens: { accessToken: string }) => (await call("GET", "/me", undefined, bearer(tokens))).status;

it("is led by REST: register, activate, log in, change, forget, reset, log out everywhere", async () => {
  const email = "rest.life@riders.test";
  const me = { email, password: first, firstName: "Resi", lastName: "Life" };
  expect((await post("/register", me)).body).toEqual({ email, status: "pending" });
  expect((await post("/login", me)).body.code).toBe("account_not_activated");
  const activation = { email, code: await mailed(email, /activation code/) };
  expect((await post("/verify/activation-code", activation)).status).toBe(204);
  expect((await post("/verify/activation-code", activation)).status).toBe(422);

  const phone = (await post("/login", me)).body;
  const tablet = (await post("/login", me)).body;
  expect([await seen(phone), await seen(tablet)]).toEqual([200, 200]);
  const change = { currentPassword: first, newPassword: second };
  expect((await post("/change-password", change, bearer(phone))).status).toBe(204);
  expect([await seen(phone), await seen(tablet)]).toEqual([200, 401]);
  expect((await post("/login", me)).status).toBe(401);

  expect((await post("/forgot-password", { email })).status).toBe(200);
  const code = await mailed(email, /new password/);
  const reset = (await post("/validate-password-reset-code", { email, code })).body;
  expect(await seen(reset)).toBe(401);
  expect((await post("/reset-password", { password: third }, bearer(reset))).status).toBe(204);
  expect((await post("/reset-password", { password: third }, bearer(reset))).status).toBe(401);
  expect(await seen(phone)).toBe(401);

  const again = (await post("/login", { email, password: third })).body;
  const refreshToken = { refreshToken: `Bearer ${again.refreshToken}` };
  const renewed = (await post("/refresh-token", undefined, { ...bearer(again), ...refreshToken })).body;
  const rest = { ...bearer(renewed), refreshToken: `Bearer ${renewed.refreshToken}` };
  expect((await post("/logout", undefined, rest)).status).toBe(204);
  expect([await seen(again), await seen(renewed)]).toEqual([401, 401]);
  expect((await post("/refresh-token", undefined, rest)).status).toBe(401);
});

describe("in a browser", () => {
  const email = "browser.life@riders.test";
  const fill = async (page: Page, values: Record<string, string>, button: string) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: button, exact: true }).click();
  };
  const open = (page: Page, path: string) => visit(page, persdesk().url + path);
  const signIn = async (page: Page, secret: string) => {
    await open(page, "/login");
    await fill(page, { "E-mail": email, Password: secret }, "Sign in");
  };
  const isIn = (page: Page) => arrived(page, (url) => url.pathname.startsWith("/portal"));
  const isOut = async (page: Page) => {
    await visit(page, page.url());
    await arrived(page, /\/login/);
  };

  it("is led by hand: register, activate, sign in, change, forget, reset, sign out everywhere", async () => {
    const page = await openPage();
    const faults = faultsOf(page);
    await open(page, "/register");
    await fill(page, { "First name": "Bo", "Last name": "Life", "E-mail": email, Password: first }, "Create account");
    await arrived(page, /\/activate/);
    await fill(page, { Code: await mailed(email, /activation code/) }, "Activate account");
    await arrived(page, /\/login/);
    await signIn(page, first);
    await isIn(page);

    const other = await openPage();
    await signIn(other, first);
    await isIn(other);
    await open(page, "/portal/me/profile");
    const change = page.locator("form").filter({ has: page.getByLabel("New password", { exact: true }) });
    await change.getByLabel("Current password", { exact: true }).fill(first);
    await change.getByLabel("New password", { exact: true }).fill(second);
    await change.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("New password saved").waitFor();
    await isOut(other);

    await signIn(other, second);
    await isIn(other);
    await open(page, "/portal/me/profile");
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).waitFor({ state: "detached" });
    await isOut(other);

    await open(other, `/forgot?email=${encodeURIComponent(email)}`);
    await other.getByRole("button", { name: "Send code" }).click();
    await arrived(other, /\/reset/);
    const code = await mailed(email, /new password/);
    await fill(other, { Code: code, "New password": third }, "Set password");
    await arrived(other, /\/login/);
    await isOut(page);
    await signIn(page, second);
    await page.getByText("The e-mail address or password is incorrect").waitFor();
    await signIn(page, third);
    await isIn(page);
    expect(faults.filter((fault) => !/status of 40[13]/.test(fault))).toEqual([]);
  });
});

it("leaves no password and no token in what web and worker logged of it", () => {
  const log = readFileSync(`reports/e2e-${new URL(persdesk().url).port}.log`, "utf8");
  expect(log.split("\n").length).toBeGreaterThan(30);
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});
