import type { Locator, Page } from "playwright";
import { expect, it } from "vitest";
import { arrived, settled, useBrowser, usePersdesk } from "./harness";
import { ask, faultsOf, usePeople } from "./person";
import { screenOf } from "./session";

// A worker prepares what is started.
const persdesk = usePersdesk({ worker: true });
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);

const [first, second] = ["admin@persdesk.demo", "support@persdesk.demo"];
const mark = (page: Page, state: string) =>
  page
    .locator("main [data-tone]")
    .filter({ hasText: new RegExp(`^${state}$`) })
    .first();
const button = (page: Page, name: string) => page.locator("main").getByRole("button", { name, exact: true });
/** The button of the question that is asked. */
const confirm = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });

/** A version with an image that some devices have and others could get. */
async function target() {
  const [row] = await ask<{ id: string; uuid: string }>(
    persdesk(),
    (sql) => sql`
      select v.id, v.uuid from backoffice.firmware_versions v
      where v.firmware_type = 1 and v.is_activated
        and exists (select from backoffice.firmware_segments s where s.firmware_version_id = v.id)
        and exists (select from backoffice.firmware_rollouts r where r.firmware_version_id = v.id and r.status = 'running')
      limit 1`,
  );
  if (!row) throw new Error("the demo brings a version to devices");
  return row;
}

it("12 clicks: from the devices below 2.1.0 with an open alert to a rollout that runs; its plan names who gets it and who is left out", async () => {
  const { id } = await target();
  const [version] = await ask<{ name: string }>(
    persdesk(),
    (sql) => sql`select firmware_version as name from backoffice.firmware_versions where id = ${id}`,
  );
  const page = await openAs(first, "/pers");
  const faults = faultsOf(page);
  let clicks = 0;
  const click = async (found: Locator) => {
    clicks++;
    await found.click();
  };
  const dialog = page.getByRole("dialog", { name: "Add a filter" });
  const filter = async (name: string) => {
    await click(page.getByRole("button", { name: "Filter", exact: true }));
    await click(dialog.getByRole("button", { name, exact: true }));
  };
  await filter("Firmware version");
  await dialog.getByRole("textbox", { name: "Below" }).fill("2.1.0");
  await click(dialog.getByRole("button", { name: "Apply" }));
  await filter("Alert");
  await click(dialog.getByRole("button", { name: "Open", exact: true }));
  await page.getByRole("button", { name: "Remove the filter Alert is open" }).waitFor();
  await settled(page);
  await click(page.getByRole("checkbox", { name: "Select all rows on this page" }));
  await click(page.getByRole("button", { name: /^Select all/ }));
  await click(page.getByRole("button", { name: "Plan a rollout" }));
  await arrived(page, /firmware-rollouts\/new/);

  const plan = page.getByRole("complementary", { name: "What it would do" });
  await page.getByRole("button", { name: "Remove the filter Firmware version is below 2.1.0" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Spring");
  await click(page.getByRole("combobox", { name: "Firmware version" }));
  await click(page.getByRole("option", { name: version?.name }).first());
  await plan.getByText(/devices? gets? it/).waitFor();
  expect(await plan.getByRole("link").count()).toBeGreaterThan(1);
  await click(button(page, "Start"));
  await arrived(page, /firmware-rollouts\/[\da-f-]{36}$/);
  await mark(page, "(Running|Awaiting approval)").waitFor();
  expect([clicks, faults]).toEqual([12, []]);
});

it("what is paused says why, and goes back only after a question, by a draft", async () => {
  const [paused] = await ask<{ id: string }>(
    persdesk(),
    (sql) => sql`select id from backoffice.firmware_rollouts where status = 'paused'`,
  );
  const page = await openAs(first, `/firmware-rollouts/${paused?.id}`);
  const faults = faultsOf(page);
  await mark(page, "Paused").waitFor();
  await page
    .getByRole("status")
    .getByText(/^Too many failed, in percent \(Wave \d\)\. \d+ of \d+ that ended failed/)
    .waitFor();
  await button(page, "Roll back").click();
  await page.getByRole("dialog", { name: "Take this rollout back?" }).waitFor();
  await confirm(page, "Back").click();
  await mark(page, "Paused").waitFor();
  await button(page, "Roll back").click();
  await confirm(page, "Roll back").click();
  await arrived(page, (address) => !address.pathname.includes(paused?.id ?? ""));
  await mark(page, "Draft").waitFor();
  await page.locator("main").getByRole("link", { name: "Rollout", exact: true }).click();
  await arrived(page, `**/firmware-rollouts/${paused?.id}`);
  await mark(page, "Cancelled").waitFor();
  expect(faults).toEqual([]);
});

it("a rollout that devices join is approved by a second person, and not by the first", async () => {
  const { id: firmwareVersionId } = await target();
  await ask(
    persdesk(),
    (sql) => sql`insert into backoffice.user_roles (user_id, role_id, created_at)
      select u.id, r.id, now() from backoffice.users u, backoffice.roles r where u.email = ${second} and r.code = 'ADMIN'
      on conflict do nothing`,
  );
  const screen = await screenOf(persdesk(), first);
  const { id } = await screen.mutate("firmwareRollouts.create", {
    name: "Always",
    firmwareVersionId,
    filters: { status: "stock" },
    isDynamic: true,
  });
  await screen.mutate("firmwareRollouts.start", { id });
  const page = await openAs(first, `/firmware-rollouts/${id}`);
  await mark(page, "Awaiting approval").waitFor();
  await button(page, "Approve").click();
  await confirm(page, "Approve").click();
  await page.getByRole("status").getByText("A second person approves this").waitFor();
  const other = await openAs(second, `/firmware-rollouts/${id}`);
  await button(other, "Send back").click();
  await other.getByRole("textbox", { name: "Reason" }).fill("Say in its name what it is for");
  await confirm(other, "Send back").click();
  await mark(other, "Draft").waitFor();

  // What was sent back is changed, and asks again.
  await page.reload();
  await button(page, "Edit").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Always, from stock");
  await button(page, "Save draft").click();
  await page.getByRole("heading", { level: 1, name: "Always, from stock" }).waitFor();
  await button(page, "Start").click();
  await confirm(page, "Start").click();
  await mark(page, "Awaiting approval").waitFor();
  expect(await button(page, "Edit").count()).toBe(0);
  await other.reload();
  await button(other, "Approve").click();
  await confirm(other, "Approve").click();
  await mark(other, "Running").waitFor();
  await other.locator("main").getByText("Samir Haddad").waitFor();

  // Under way its pace can be changed, and what is fixed is not asked for.
  await button(other, "Edit").click();
  await other.getByRole("textbox", { name: "Offers per hour" }).fill("50");
  expect(await other.getByRole("textbox", { name: "Firmware version" }).count()).toBe(0);
  await button(other, "Save").click();
  await mark(other, "Running").waitFor();
  const pace = () =>
    ask(persdesk(), (sql) => sql`select max_per_hour as pace from backoffice.firmware_rollouts where id = ${id}`);
  await expect.poll(pace).toEqual([{ pace: 50 }]);
});

it("the image of a version comes in parts, once, and not by a uuid that it has no more", async () => {
  const [version] = await ask<{ id: string; uuid: string }>(
    persdesk(),
    (sql) => sql`
      select v.id, v.uuid from backoffice.firmware_versions v
      where exists (select from backoffice.firmware_segments s where s.firmware_version_id = v.id)
        and not exists (select from backoffice.firmware_rollouts r where r.firmware_version_id = v.id)
      order by v.id limit 1`,
  );
  if (!version) throw new Error("the demo has a version with an image and no rollout");
  const at = (uuid: string) => `${persdesk().url}/api/v1/backoffice/internals/firmware-versions/${uuid}/image`;
  const get = (headers: Record<string, string> = {}) =>
    fetch(at(version.uuid), { headers: { "x-api-key": "demo-internal-key", ...headers } });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  const whole = await get();
  const bytes = await bytesOf(whole);
  const etag = whole.headers.get("etag") ?? "";
  expect([whole.status, whole.headers.get("accept-ranges"), whole.headers.get("content-encoding")]).toEqual([
    200,
    "bytes",
    null,
  ]);
  expect(whole.headers.get("content-length")).toBe(String(bytes.length));
  expect(whole.headers.get("cache-control")).toContain("immutable");

  const part = await get({ range: "bytes=3-10" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 3-10/${bytes.length}`]);
  expect(await bytesOf(part)).toEqual(bytes.subarray(3, 11));
  const rest = await get({ range: `bytes=${bytes.length - 5}-`, "if-range": etag });
  expect([rest.status, await bytesOf(rest)]).toEqual([206, bytes.subarray(-5)]);
  // Of another image than the one that was begun it is sent whole.
  expect((await bytesOf(await get({ range: "bytes=3-10", "if-range": '"another"' }))).length).toBe(bytes.length);

  const known = await get({ "if-none-match": etag });
  expect([known.status, (await bytesOf(known)).length]).toEqual([304, 0]);
  const beyond = await get({ range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
  expect((await beyond.json()).code).toBe("range_not_satisfiable");
  expect((await fetch(at(version.uuid))).status).toBe(401);

  await (await screenOf(persdesk(), first)).mutate("firmwareVersions.regenerateUuid", { id: version.id });
  expect((await get({ "if-none-match": etag })).status).toBe(404);
});
