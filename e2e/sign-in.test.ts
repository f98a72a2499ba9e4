import postgres from "postgres";
import { expect, it } from "vitest";
import { password } from "@/scripts/demo.mjs";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";

const persdesk = usePersdesk();
const openPage = useBrowser();
const cookieName = "__Host-persdesk.session";

async function signIn(email: string, at = "/login", secret = password) {
  const page = await openPage();
  await visit(page, persdesk().url + at);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.keyboard.press("Enter");
  return page;
}
const signedIn = async (email: string, at?: string) => {
  const page = await signIn(email, at);
  await arrived(page, (url) => !url.pathname.startsWith("/login"));
  return page;
};
const api = (path: string, headers: Record<string, string>) => fetch(`${persdesk().url}/api${path}`, { headers });

it("signs in by keyboard alone, to the page that was asked for, with a cookie scripts cannot read", async () => {
  const page = await signedIn("admin@persdesk.demo", "/roles?sortBy=name:asc");
  expect(decodeURIComponent(page.url())).toBe(`${persdesk().url}/roles?sortBy=name:asc`);
  const [cookie] = (await page.context().cookies()).filter((one) => one.name === cookieName);
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
  expect(await page.evaluate(() => document.cookie)).not.toContain("persdesk.session");
  await visit(page, `${persdesk().url}/login?callbackUrl=/api-keys`);
  expect(page.url()).toBe(`${persdesk().url}/api-keys`);
});

it("says what is wrong, and leads nowhere else", async () => {
  const page = await signIn("support@persdesk.demo", "/login?callbackUrl=https://evil.example/x", "wrong");
  await page.getByText("The e-mail address or password is incorrect").waitFor();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await arrived(page, `${persdesk().url}/`);
});

it("sends nothing into the address while the page does not listen yet", async () => {
  const page = await openPage();
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(`${persdesk().url}/login`);
  await page.getByLabel("E-mail").fill("admin@persdesk.demo");
  await page.getByLabel("Password", { exact: true }).fill(password);
  const left = page.waitForEvent("framenavigated", { timeout: 300 });
  await page.keyboard.press("Enter");
  await expect(left).rejects.toThrow();
  expect(page.url()).toBe(`${persdesk().url}/login`);
  await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("admin@persdesk.demo");
});

it("tells how long to wait after five wrong passwords", async () => {
  const page = await signIn("member@velora.demo", "/login", "wrong");
  for (let i = 0; i < 5; i++) {
    await page.getByText("The e-mail address or password is incorrect").waitFor();
    await page.keyboard.type("wrong again");
    await page.keyboard.press("Enter");
  }
  await page.getByText("Too many attempts").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Sign in" }).isDisabled()).toBe(true);
});

it("ends a session for good: a kept cookie opens nothing, and was never a credential of the REST API", async () => {
  const page = await signedIn("content@persdesk.demo");
  const [kept] = (await page.context().cookies()).filter((one) => one.name === cookieName);
  if (!kept) throw new Error("no session cookie");
  const cookie = `${cookieName}=${kept.value}`;
  expect((await api("/trpc/profile.me?input=%7B%7D", { cookie })).status).toBe(200);
  expect((await api("/v1/users/me", { cookie })).status).toBe(401);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByText("Sign out").click();
  await arrived(page, /\/login/);
  expect((await api("/trpc/profile.me?input=%7B%7D", { cookie })).status).toBe(401);
  await page.context().addCookies([kept]);
  await visit(page, `${persdesk().url}/`);
  expect(page.url()).toContain("/login");
});

it("shows staff without any right a plain page with the way out", async () => {
  const sql = postgres(persdesk().databaseUrl, { max: 1 });
  const people = sql`(select id from backoffice.users where email = 'content@persdesk.demo')`;
  const held = await sql`delete from backoffice.user_roles where user_id in ${people} returning *`;
  try {
    const page = await signedIn("content@persdesk.demo");
    expect(page.url()).toBe(`${persdesk().url}/no-access`);
    await page.getByText("no access to the backoffice").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await arrived(page, /\/login/);
  } finally {
    await sql`insert into backoffice.user_roles ${sql(held)}`;
    await sql.end();
  }
});

it("knows of a disabled user at the next request", async () => {
  const page = await signedIn("support@persdesk.demo");
  const sql = postgres(persdesk().databaseUrl, { max: 1 });
  try {
    await sql`update backoffice.users set status = 'disabled' where email = 'support@persdesk.demo'`;
    await visit(page, `${persdesk().url}/roles`);
    expect(page.url()).toContain("/login");
  } finally {
    await sql`update backoffice.users set status = 'active' where email = 'support@persdesk.demo'`;
    await sql.end();
  }
});
