import { expect, it } from "vitest";
import { useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, signInOverHttp } from "./person";

const persdesk = usePersdesk();
const openPage = useBrowser();

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

it("moves a PERS device from one vehicle to another, and remembers both", async () => {
  const vehicles = await ask<{ id: string; serial: string; device: string }>(
    persdesk(),
    (sql) => sql`
      select v.id, v.vehicle_serial_number as serial, p.nu_serial_pers_number as device
      from backoffice.vehicles v join backoffice.pers p on p.id = v.pers_id order by v.id limit 2`,
  );
  const [here, there] = vehicles;
  const page = await openPage();
  await signInOverHttp(page, persdesk(), "admin@persdesk.demo");
  await visit(page, `${persdesk().url}/vehicles/${here?.id}`);
  await page.getByRole("button", { name: "Remove device" }).click();
  await page.getByText("No PERS device", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Assign device" }).click();
  await page
    .getByRole("combobox", { name: "PERS device" })
    .or(page.getByRole("textbox", { name: "PERS device" }))
    .click();
  await page.keyboard.type(there?.device ?? "");
  await page.getByRole("option", { name: there?.device }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
  await page.getByText(`This PERS is on the vehicle ${there?.serial}`).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
  await page.getByText("Has a PERS device", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Devices", exact: true }).last().click();
  await page.getByText(", assigned").first().waitFor();
  await expect.poll(() => page.getByRole("link", { name: here?.device }).count()).toBe(1);
  await visit(page, `${persdesk().url}/vehicles/${there?.id}`);
  await page.getByText("No PERS device", { exact: true }).waitFor();
});

it("gives a model a picture, which only people who are signed in can read", async () => {
  const [model] = await ask<{ id: string; name: string }>(
    persdesk(),
    (sql) => sql`select id, name_vehicle_model as name from backoffice.vehicle_models order by id limit 1`,
  );
  const page = await openPage();
  const faults = faultsOf(page);
  await signInOverHttp(page, persdesk(), "admin@persdesk.demo");
  await visit(page, `${persdesk().url}/vehicle-models/${model?.id}`);
  const file = { name: "picture.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") };
  await page.setInputFiles("input[type=file]", file);
  const picture = page.getByRole("img", { name: model?.name });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const address = await picture.getAttribute("src");
  expect((await fetch(`${persdesk().url}${address}`)).status).toBe(401);
  expect(faults).toEqual([]);
  await page.setInputFiles("input[type=file]", { ...file, buffer: Buffer.from("GIF89a, they said") });
  await page.getByText("Give a PNG, JPEG or WebP picture.").waitFor();
});
