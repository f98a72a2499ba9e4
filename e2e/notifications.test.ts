import type { Page } from "playwright";
import { expect, it } from "vitest";
import { arrived, useBrowser, usePersdesk, visit } from "./harness";
import { ask, faultsOf, usePeople } from "./person";

const persdesk = usePersdesk({ worker: true });
const openPage = useBrowser();
const openAs = usePeople(persdesk, openPage);

const bell = (page: Page, unread: string) =>
  page.getByRole("button", { name: `Notifications, ${unread}`, exact: true });

it("a message that staff send rings the rider's bell in each tab, over one line", async () => {
  const rider = await openAs("rider@persdesk.demo", "/portal");
  const other = await rider.context().newPage();
  let lines = 0;
  rider.context().on("request", (request) => {
    if (request.resourceType() === "eventsource") lines++;
  });
  await visit(other, `${persdesk().url}/portal`);
  for (const page of [rider, other]) await bell(page, "none unread").waitFor();
  // The first tab's own line may have been asked for before anybody counted.
  const first = lines;
  expect(first).toBeLessThanOrEqual(1);
  const staff = await openAs("admin@persdesk.demo", "/notification-requests");
  const faults = [staff, rider, other].map(faultsOf);

  await staff.getByRole("link", { name: "Send a notification" }).click();
  await arrived(staff, "**/notification-requests/send");
  await staff.getByText("Own text").click();
  await staff.getByLabel("Title").fill("Your bike is ready");
  await staff.getByLabel("Text", { exact: true }).fill("Come and get it, {{name}}.");
  await staff.getByLabel("Company portal").check();
  await staff.getByLabel("E-mail addresses").fill("rider@persdesk.demo, nobody@elsewhere.test");
  await staff.getByRole("button", { name: "Check the recipients" }).click();
  await staff.getByText("These tokens have no value yet: {{name}}").waitFor();
  await staff.getByLabel("Value of {{name}}").fill("Robin");
  await staff.getByRole("button", { name: "Check the recipients" }).click();
  await staff.getByText("no active account").first().waitFor();
  await staff.getByRole("button", { name: "Send to 2 recipients" }).click();
  await arrived(staff, (address) => /notification-requests\/[\w-]{36}$/.test(address.pathname));

  for (const page of [rider, other]) await bell(page, "1 unread").waitFor();
  await bell(rider, "1 unread").click();
  const panel = rider.getByRole("dialog", { name: "Notifications" });
  await panel.getByText("Come and get it, Robin.").waitFor();
  await panel.getByRole("button", { name: "Mark all as read" }).click();
  for (const page of [rider, other]) await bell(page, "none unread").waitFor();
  await panel.getByRole("button", { name: "Delete “Your bike is ready”" }).click();
  await panel.getByText("There are no notifications for you.").waitFor();
  expect(lines).toBe(first);
  // The tab that held the line closes: the other one takes it over.
  await rider.close();
  await expect.poll(() => lines).toBe(first + 1);
  expect(faults.flat()).toEqual([]);
});

it("a template is written in several languages side by side, and saved at once or not at all", async () => {
  const texts = () =>
    ask<{ code: string; title: string }>(
      persdesk(),
      (sql) => sql`
        select l.code, c.notification_title as title from notification.template_contents c
        join notification.templates t on t.id = c.notication_template_id join backoffice.languages l on l.id = c.language_id
        where t.key_notification_template = 'battery-low' order by l.code`,
    );
  const staff = await openAs("admin@persdesk.demo", "/notification-templates");
  const faults = faultsOf(staff);
  await staff.getByRole("link", { name: "Battery is low" }).click();
  await staff.getByRole("button", { name: "Texts", exact: true }).click();
  const [english, french, german] = ["English", "French", "German"].map((name) => staff.getByRole("region", { name }));
  await english?.getByText("source", { exact: true }).waitFor();
  await french?.getByLabel("Title").fill("Batterie : {{level}} %");
  await german?.getByLabel("Title").fill("Akku: {{charge}} %");
  await german?.getByText("Unknown tokens: {{charge}}").waitFor();
  await french
    ?.getByText(/^Batterie : [^{}]+ %$/)
    .first()
    .waitFor();
  await staff.getByRole("button", { name: "Save 2 languages" }).click();
  await german?.getByText("Unknown here: {{charge}}.").waitFor();
  expect((await texts()).find(({ code }) => code === "fr")?.title).not.toContain("Batterie :");
  await german?.getByLabel("Title").fill("Akku: {{level}} %");
  await staff.keyboard.press("Control+s");
  await staff.getByText("2 texts saved").waitFor();
  expect(await texts()).toMatchObject([
    { code: "de", title: "Akku: {{level}} %" },
    { code: "en" },
    { code: "fr", title: "Batterie : {{level}} %" },
  ]);
  expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
});
