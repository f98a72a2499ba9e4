import type { Page } from "playwright";
import { expect, it } from "vitest";
import { password } from "@/scripts/demo.mjs";
import { arrived, tab, useBrowser, usePersdesk } from "./harness";
import { ask, usePeople } from "./person";

// What a newcomer does on the first day, in the order of the README.

const persdesk = usePersdesk();
const openAs = usePeople(persdesk, useBrowser());
const open = (path: string) => openAs("admin@persdesk.demo", path);

/** A PERS of the demo in this state. */
async function someDevice(status: string, offset = 0) {
  const [device] = await ask(
    persdesk(),
    (sql) => sql<{ id: string; serial: string }[]>`
      select id, nu_serial_pers_number as serial from backoffice.pers
      where status = ${status} and initial_kit_configuration = current_kit_configuration
      order by id offset ${offset} limit 1`,
  );
  if (!device) throw new Error(`no PERS is ${status}`);
  return device;
}

it("finds a device by its serial number, changes its kit, sees that in its activity and reverts it", async () => {
  const { id, serial } = await someDevice("active");
  const page = await open("/");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(serial);
  await page.getByRole("option", { name: serial }).waitFor();
  await page.keyboard.press("Enter");
  await arrived(page, `**/pers/${id}`);
  await page.getByRole("heading", { level: 1, name: serial }).waitFor();

  await tab(page, "Kit").click();
  const handlebar = page.getByLabel("Handlebar");
  const before = await handlebar.inputValue();
  await handlebar.fill("Moustache 680");
  await page.keyboard.press("Control+s");
  await page.getByText("Kit saved").waitFor();
  await page.getByText("The kit differs from the one sent by the ERP.").waitFor();

  await tab(page, "Activity").click();
  const newest = page.getByRole("listitem").filter({ hasText: "changed this" }).first();
  await newest.locator("del").first().waitFor();
  await expect.poll(() => newest.locator("del").allTextContents()).toEqual([before]);
  await expect.poll(() => newest.locator("ins").allTextContents()).toEqual(["Moustache 680"]);

  await newest.getByRole("button", { name: "Revert" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revert" }).click();
  await page.getByText("Change reverted").waitFor();
  await page.getByRole("listitem").filter({ hasText: "reverted this" }).waitFor();
  await tab(page, "Kit").click();
  await page.getByText("The kit matches the one sent by the ERP.").waitFor();
  await expect.poll(() => handlebar.inputValue()).toBe(before);
});

it("imports 1,000 labels of which 7 are wrong: those are shown, and nothing is written before it is confirmed", async () => {
  const known = await ask(
    persdesk(),
    (sql) => sql<{ name: string }[]>`
      select name from backoffice.labels group by name having count(*) = 1 order by name limit 50`,
  );
  const rows = Array.from({ length: 1_000 }, (_, n) => [known[n]?.name ?? `import.text${n}`, `Text number ${n}`, ""]);
  const wrong = new Map([
    [3, ["", "No name", ""]],
    [200, ["import.text100", "Twice", ""]],
    [321, ["x".repeat(201), "The name is too long", ""]],
    [500, ["import.long", "x".repeat(20_000), ""]],
    [640, ["import.nowhere", "Text", "no-such-module"]],
    [777, ["   ", "No name either", ""]],
    [999, ["import.text998", "Twice as well", ""]],
  ]);
  for (const [index, row] of wrong) rows[index] = row;
  const csv = ["name,value,module", ...rows.map((row) => row.join(","))].join("\n");
  const counts = () =>
    ask(
      persdesk(),
      (sql) => sql`
        select (select count(*)::int from backoffice.labels) as labels,
               (select count(*)::int from platform.audit_log) as audits,
               (select count(*)::int from backoffice.label_translations where value like 'Text number %') as texts`,
    );

  const page = await open("/labels/import");
  const before = await counts();
  await page
    .getByLabel("CSV or Excel file")
    .setInputFiles({ name: "texts.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const place = page.getByLabel("names do not exist yet");
  await place.waitFor();
  await place.selectOption({ label: "Create in Mobile app" });
  await page.getByRole("button", { name: "Import 993 interface labels" }).waitFor();
  expect(await counts()).toEqual(before);

  await page.getByRole("button", { name: "Import 993 interface labels" }).click();
  await page.getByRole("button", { name: "Import another file" }).waitFor();
  const [after] = await counts();
  expect(after).toMatchObject({ labels: before[0]?.labels + 944, texts: 993 });
  await page.getByRole("definition").filter({ hasText: /^7$/ }).waitFor();
});

it("logs a rider in over REST", async () => {
  const answer = await fetch(`${persdesk().url}/api/v1/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "rider@persdesk.demo", password }),
  });
  expect(answer.status).toBe(200);
  const { accessToken } = await answer.json();
  const me = await fetch(`${persdesk().url}/api/v1/users/me`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect([me.status, (await me.json()).email]).toEqual([200, "rider@persdesk.demo"]);
});

it("creates a firmware category with the key, and is refused deleting it once it has a version", async () => {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${persdesk().url}/api/v1/backoffice/${path}`, {
      method,
      headers: { "x-api-key": "demo-internal-key", ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  };
  const category = await send("POST", "pers-firmware-categories", { label: "Bootloader" });
  expect(category.status).toBe(201);
  const one = `pers-firmware-categories/${category.body.id}`;
  const wanted = { categoryId: category.body.id, firmwareVersion: "1.0.0", updateId: "BOOT", firmwareType: 1 };
  const version = await send("POST", "pers-firmware-versions", wanted);
  expect(version.status).toBe(200);
  const refused = await send("DELETE", one);
  expect(refused).toMatchObject({ status: 422, body: { code: "in_use" } });
  expect(refused.body.detail).toMatch(/version/);

  const page = await open(`/firmware-categories/${category.body.id}`);
  await page.getByRole("button", { name: "Delete this firmware category" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alert").filter({ hasText: refused.body.detail }).waitFor();

  expect((await send("DELETE", `pers-firmware-versions/${version.body.id}`)).status).toBe(204);
  expect((await send("DELETE", one)).status).toBe(204);
});

it("shows the second of two editors what the first one saved, and saves what they make of both", async () => {
  const { id } = await someDevice("stock", 3);
  const [first, second] = [await open(`/pers/${id}?edit`), await open(`/pers/${id}?edit`)];
  const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();
  await first.getByLabel("ERP id").fill("ERP-FIRST");
  await save(first);
  await first.getByText("PERS device saved").waitFor();

  await second.getByLabel("ERP id").fill("ERP-SECOND");
  await second.getByLabel("Serial number").fill("SN-SECOND");
  await save(second);
  const dialog = second.getByRole("dialog", { name: "Someone else changed this while you were editing" });
  await dialog.getByText("Your change to Serial number is kept.").waitFor();
  await expect
    .poll(() => dialog.locator("tbody tr").allTextContents())
    .toEqual([expect.stringMatching(/ERP-FIRST.*ERP-SECOND/)]);
  await dialog.getByLabel("ERP-FIRST").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await second.getByText("PERS device saved").waitFor();
  const [row] = await ask(
    persdesk(),
    (sql) => sql`select erp_pers_id, nu_serial_pers_number from backoffice.pers where id = ${id}`,
  );
  expect(row).toEqual({ erp_pers_id: "ERP-FIRST", nu_serial_pers_number: "SN-SECOND" });
});

it("deletes a device, and takes that back", async () => {
  const { id, serial } = await someDevice("stock", 5);
  const page = await open(`/pers/${id}`);
  await page.getByRole("button", { name: "Delete this PERS device" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(`${serial} deleted`).waitFor();
  await arrived(page, (address) => address.pathname === "/pers");
  expect(await ask(persdesk(), (sql) => sql`select id from backoffice.pers where id = ${id}`)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await arrived(page, `**/pers/${id}`);
  await page.getByRole("heading", { level: 1, name: serial }).waitFor();
});
