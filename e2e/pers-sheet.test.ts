import type { Page } from "playwright";
import { expect, it } from "vitest";
import { arrived, settled, tab, useBrowser, usePersdesk, visit } from "./harness";
import { overflow } from "./look";
import { ask, faultsOf, signInOverHttp } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();

const iotMessageType = `test-${Date.now()}`;
const report = async (persSerialNumber: string, messageId: string, payload: object) => {
  const message = {
    messageId,
    persSerialNumber,
    iotMessageType,
    payload,
    sentAt: new Date().toISOString(),
  };
  const response = await fetch(`${persdesk().url}/api/v1/backoffice/internals/iot-messages`, {
    method: "POST",
    headers: { "x-api-key": "demo-internal-key", "content-type": "application/json" },
    body: JSON.stringify({ messages: [message] }),
  });
  expect(await response.json()).toMatchObject({ accepted: 1 });
};

it("shows everything about one device, live, and keeps what people note about it", async () => {
  const [device] = await ask<{ id: string; serial: string; alert: string; vehicle: string }>(
    persdesk(),
    (sql) => sql`
      select p.id, p.nu_serial_pers_number as serial, a.alert_label as alert, v.vehicle_serial_number as vehicle
      from backoffice.pers p join backoffice.vehicles v on v.pers_id = p.id
      join backoffice.pers_alerts pa on pa.pers_id = p.id and pa.ended_at is null join backoffice.alerts a on a.id = pa.alert_id
      join backoffice.pers_current_data c on c.pers_id = p.id where c.last_message_at is not null
        and p.current_kit_configuration->>'mount' is not null and p.firmware_version_id is not null
      order by p.id limit 1`,
  );
  if (!device) throw new Error("the demo has a device that reports, with an open alert");
  const page = await openPage({ width: 1440, height: 900 });
  const faults = faultsOf(page);
  await signInOverHttp(page, persdesk(), "admin@persdesk.demo");

  // By its serial number, without the mouse.
  await visit(page, `${persdesk().url}/`);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search everywhere" }).fill(device.serial);
  await page.getByRole("option", { name: device.serial }).first().waitFor();
  await page.keyboard.press("Enter");
  await arrived(page, `**/pers/${device.id}`);
  await page.getByRole("heading", { name: device.serial, level: 1 }).waitFor();
  await page.getByRole("heading", { name: "State" }).waitFor();
  await page.getByRole("link", { name: device.alert }).first().waitFor();
  await page.getByRole("link", { name: device.vehicle }).first().waitFor();

  await tab(page, "Firmware").click();
  await page.locator("main ol > li").first().waitFor();
  await tab(page, "Alerts").click();
  await page.getByRole("cell", { name: device.alert }).first().waitFor();
  const filter = page.getByRole("button", { name: "Filter", exact: true });
  const dialog = page.getByRole("dialog");
  await filter.click();
  await dialog.getByRole("button", { name: "State", exact: true }).click();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "Remove the filter State is Open" }).waitFor();
  await expect.poll(() => page.getByRole("cell", { name: "Open", exact: true }).count()).toBeGreaterThan(0);

  // A message comes in while somebody watches.
  await tab(page, "Messages").click();
  await page.getByRole("switch", { name: "Live tail" }).click({ force: true });
  await page.getByText("Connected", { exact: true }).waitFor();
  await report(device.serial, crypto.randomUUID(), { batteryLevel: 77, gearRatio: 12.5 });
  const live = page.getByRole("row", { name: iotMessageType });
  await live.getByText("Gear ratio 12.5").waitFor();
  // The fields of the times stand clear of each other, at 200 % and on a phone too.
  await filter.click();
  await dialog.getByRole("button", { name: "Received", exact: true }).click();
  for (const [width, height] of [
    [1440, 900],
    [720, 450],
    [390, 780],
  ] as const) {
    await page.setViewportSize({ width, height });
    const [from, until] = await Promise.all(
      ["From", "To, inclusive"].map((name) => dialog.getByLabel(name).boundingBox()),
    );
    if (!from || !until) throw new Error("both fields are shown");
    expect(until.y, `at ${width}`).toBeGreaterThanOrEqual(from.y + from.height);
    expect(from.x + from.width, `at ${width}`).toBeLessThanOrEqual(width);
    expect(await overflow(page), `at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("Escape");
  await filter.click();
  await dialog.getByRole("button", { name: "Type", exact: true }).click();
  await dialog.getByLabel("Type contains").fill(iotMessageType);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => page.locator("main tbody tr:visible").count()).toBe(1);

  // The kit differs from what the ERP delivered, once it was changed.
  await tab(page, "Kit").click();
  const save = page.getByRole("button", { name: "Save changes" });
  await expect.poll(() => save.getAttribute("aria-disabled")).toBe("true");
  await page.getByLabel("Mount").fill("Rear rack, by hand");
  await save.click();
  await page.locator("ins", { hasText: "Rear rack, by hand" }).waitFor();
  await page.getByText("The kit differs from the one sent by the ERP.").waitFor();

  // A note and the change stand on one time line.
  await tab(page, "Activity").click();
  await page.getByRole("textbox", { name: "Write a note" }).fill("Called the rider, mount replaced.");
  await page.getByRole("button", { name: "Add note" }).click();
  const events = page.locator("main ol > li:visible");
  await events.filter({ hasText: "Called the rider, mount replaced." }).waitFor();
  await events.filter({ hasText: "Rear rack, by hand" }).waitFor();
  const line = await events.allInnerTexts();
  const place = (text: string) => line.findIndex((event) => event.includes(text));
  expect(place("Called the rider")).toBeLessThan(place("Rear rack, by hand"));

  // What is on another tab comes by its address too, with its rows in the HTML.
  const html = await (await visit(page, `${persdesk().url}/pers/${device.id}?tab=messages`))?.text();
  expect(html).toContain(iotMessageType);
  expect(faults).toEqual([]);
});

/** Styles that a page loads ahead and does not use: that of the message in place of a page that fails, and no other. */
const unusedStyles = (page: Page) =>
  page.evaluate(() => {
    const hrefs = (rel: string) =>
      [...document.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}]`)].map(({ href }) => href);
    const used = hrefs("stylesheet");
    return hrefs("preload").filter((href) => href.endsWith(".css") && !used.includes(href));
  });

it("leads from a day of the home screen's plot to the alerts of that day, by the keyboard too", async () => {
  const page = await openPage({ width: 1440, height: 900 });
  const faults = faultsOf(page);
  await signInOverHttp(page, persdesk(), "admin@persdesk.demo");
  await visit(page, `${persdesk().url}/`);
  const plot = page.getByRole("application", { name: /^Open alerts/ });
  await plot.waitFor();
  await settled(page);
  await expect.poll(() => unusedStyles(page)).toHaveLength(1);
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error("the plot is shown");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await arrived(page, "**/pers-alerts?openFrom=*");
  await page.getByRole("button", { name: /^Open on/ }).waitFor();
  await page.goBack();
  await settled(page);
  await expect.poll(() => unusedStyles(page)).toHaveLength(1);
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await arrived(page, "**/pers-alerts?openFrom=*");
  await visit(page, `${persdesk().url}/`);
  const table = page.getByRole("table", { name: "Open alerts at the end of each day, by level" });
  await expect.poll(() => table.getByRole("row").count()).toBe(31);
  const none = page.getByRole("link", { name: /^No firmware/ });
  if (await none.count()) {
    await none.click();
    await arrived(page, "**/pers?firmwareVersionIdIsEmpty=true");
  }
  expect(faults).toEqual([]);
});

it("explains a silent device and a missing permission in French, with numbers as French writes them", async () => {
  const [[device], [member]] = await Promise.all([
    ask<{ id: string }>(
      persdesk(),
      (sql) => sql`
        update backoffice.pers_current_data set last_message_at = now() - interval '3 days'
        where pers_id = (
          select pers_id from backoffice.pers_current_data where battery_level is not null order by pers_id limit 1)
        returning pers_id as id`,
    ),
    ask<{ id: string }>(
      persdesk(),
      (sql) => sql`
        with french as (update backoffice.users set language_id = (select id from backoffice.languages where code = 'fr')
          where email = 'support@persdesk.demo')
        select id from backoffice.users where email = 'member@velora.demo'`,
    ),
  ]);
  const page = await openPage({ width: 1440, height: 900 });
  const faults = faultsOf(page);
  await signInOverHttp(page, persdesk(), "support@persdesk.demo");
  const { url } = persdesk();
  await visit(page, `${url}/pers/${device?.id}`);
  await page.getByText(/^Silencieux depuis 3 jours.*batterie à .+\s%/).waitFor();

  await visit(page, `${url}/portal-users/${member?.id}?tab=rights`);
  await page.getByText("Aucun rôle de cette personne ne la comprend.").first().waitFor();

  await visit(page, `${url}/pers?firmwareVersionBelow=9.0.0&batteryLevelBelow=72.5`);
  await page.getByRole("button", { name: "Retirer le filtre Version du firmware est inférieur à 9.0.0" }).waitFor();
  await page.getByRole("button", { name: /^Batterie est inférieur à/ }).click();
  const below = page.getByRole("dialog").getByLabel("Inférieur à");
  await expect.poll(() => below.inputValue()).toBe("72,5");
  await below.fill("60,25");
  await page.keyboard.press("Enter");
  await arrived(page, "**/pers?*batteryLevelBelow=60.25*");
  await page.getByRole("button", { name: /^Retirer le filtre batterie est inférieur à 60,25/ }).waitFor();
  await page.getByRole("button", { name: "Exporter" }).click();
  await page.getByRole("link", { name: "Exporter en CSV" }).waitFor();
  expect(faults).toEqual([]);
});
