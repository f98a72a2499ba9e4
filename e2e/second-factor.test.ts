import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { password } from "@/scripts/demo.mjs";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { axe } from "./look";
import { faultsOf } from "./person";

const persdesk = usePersdesk({ worker: false, env: { STAFF_SECOND_FACTOR: "required" } });
const openPage = useBrowser();

/** The code of an authenticator, `steps` of 30 seconds from now. */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function giveCredentials(email: string, at = "/login") {
  const page = await openPage();
  await visit(page, persdesk().url + at);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  return page;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const codeField = (page: Page) => page.getByRole("textbox", { name: "Code" });

/** Sets up the authenticator that the page asks for; all by keyboard. `see` is called with each of its two steps. */
async function enrol(page: Page, see: () => Promise<void> = async () => undefined) {
  await page.getByLabel("Your password").waitFor();
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "QR code" }).waitFor();
  await see();
  const secret = /(?:[A-Z2-7]{4} ?){8}/.exec(await page.locator("main").innerText())?.[0].replaceAll(" ", "") ?? "";
  const used = codeOf(secret, -1);
  await codeField(page).fill(used);
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  const codes = await page.getByRole("list", { name: "Recovery codes" }).locator("li").allTextContents();
  await see();
  return { secret, codes, used };
}

it("leads staff to set it up before anything else, and asks for a code from then on", async () => {
  const { url } = persdesk();
  const page = await giveCredentials("support@persdesk.demo", "/login?callbackUrl=/roles");
  const faults = faultsOf(page);
  await arrived(page, /second-factor/);
  for (const path of ["/", "/pers", "/profile", "/portal", "/no-access"]) {
    const answer = await page.request.get(url + path);
    expect([answer.status(), new URL(answer.url()).pathname], path).toEqual([200, "/second-factor"]);
  }
  const refused = await page.evaluate(async () => (await fetch("/api/trpc/roles.rows?input=%7B%7D")).status);
  expect(refused).toBe(403);
  faults.length = 0; // the browser says so of that answer
  await visit(page, `${url}/roles`);
  expect(pathOf(page)).toBe("/second-factor");
  const { secret, codes, used } = await enrol(page, async () => expect(await axe(page)).toEqual([]));
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "Continue" }).click();
  await arrived(page, `${url}/roles`);
  await visit(page, `${url}/profile`);
  await page.getByText("10 recovery codes left").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Turn off" }).count()).toBe(0);
  expect(faults).toEqual([]);

  const again = await giveCredentials("support@persdesk.demo", "/login?callbackUrl=/roles");
  await codeField(again).waitFor();
  expect(await axe(again)).toEqual([]);
  await codeField(again).fill(used);
  await again.keyboard.press("Enter");
  await again.getByText("This code is incorrect or was already used").waitFor();
  await codeField(again).fill(codeOf(secret, 0));
  await again.keyboard.press("Enter");
  await arrived(again, `${url}/roles`);

  const lost = await giveCredentials("support@persdesk.demo");
  await lost.getByRole("button", { name: "Use a recovery code" }).click();
  await lost.getByLabel("Recovery code").fill(codes[0] ?? "");
  await lost.keyboard.press("Enter");
  await lost.getByText("You have 9 left").waitFor();
  await lost.keyboard.press("Enter");
  await arrived(lost, `${url}/`);
});

it("is reset by an administrator for who lost it, which signs them out", async () => {
  const { url } = persdesk();
  const theirs = await giveCredentials("content@persdesk.demo");
  await enrol(theirs);
  await theirs.getByRole("button", { name: "Continue" }).click();
  await arrived(theirs, `${url}/`);
  const page = await giveCredentials("admin@persdesk.demo", "/login?callbackUrl=/staff?email=content@persdesk.demo");
  await enrol(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.locator("tbody a").first().click();
  await page.getByRole("button", { name: "Reset two-step sign-in" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset two-step sign-in" }).click();
  await page.getByText("Two-step sign-in reset").waitFor();
  await visit(theirs, `${url}/labels`);
  expect(pathOf(theirs)).toBe("/login");
  const back = await giveCredentials("content@persdesk.demo");
  await arrived(back, /second-factor/);
});

it("asks nothing of portal users", async () => {
  const page = await giveCredentials("member@velora.demo");
  await arrived(page, /\/portal\//);
});
