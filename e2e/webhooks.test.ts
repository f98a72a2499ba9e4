import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { usePeople } from "./person";

/** What came, with the headers that say from whom. */
const got: { headers: Record<string, string>; body: string }[] = [];
const receiver = createServer((req, res) => {
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
  let body = "";
  req
    .on("data", (part) => {
      body += part;
    })
    .on("end", () => {
      got.push({ headers, body });
      res.writeHead(got.length === 1 ? 500 : 204).end();
    });
});
const persdesk = usePersdesk({ worker: true });
beforeAll(async () => {
  const { port } = new URL(persdesk().receiver);
  await new Promise<void>((done) => receiver.listen(Number(port), "127.0.0.1", done));
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const pageOf = usePeople(persdesk, useBrowser());

it("a webhook is set up, tried, and tells of what happens, with a log of what was answered", async () => {
  const page = await pageOf("admin@persdesk.demo", "/webhooks");
  await page.getByRole("button", { name: "Create webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Fleet dashboard");
  await dialog.getByLabel("Address").fill(`${persdesk().receiver}/hooks`);
  await dialog.getByLabel("Device alert opened").check();
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  const secret = await page.getByTestId("webhook-secret").innerText();
  // Not copied yet: Escape asks once.
  await page.keyboard.press("Escape");
  await page.getByText("The secret has not been copied").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Fleet dashboard" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("Test message queued").waitFor();
  // The first try is answered 500; the queue tries again after a moment.
  await expect.poll(() => got.length).toBe(2);
  expect(got[0]?.headers["webhook-id"]).toBe(got[1]?.headers["webhook-id"]);
  for (const { headers, body } of got)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "webhook.test" });
  await visit(page, `${persdesk().url}/webhook-deliveries`);
  await page.locator("main tbody a").first().click();
  await arrived(page, (address) => /\/webhook-deliveries\/./.test(address.pathname));
  await page.getByText("Delivered").first().waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Message queued").waitFor();
  await expect.poll(() => got.length).toBe(3);
});
