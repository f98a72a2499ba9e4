import { beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { makeRider, makeTemplate, notifications } from "../testing";

const { db } = useDatabase();
beforeEach(() => seedBase(db()));
const api = (rights?: readonly Permission[]) => appRouter.createCaller(staffCtx(db(), rights && [...rights]));

async function preview(notificationTitle: string, notificationContent: string) {
  const { id, keyNotificationTemplate } = await makeTemplate(db());
  const words = { noticationTemplateId: id, notificationTitle, notificationContent };
  const ask = (rights?: readonly Permission[]) => api(rights).notificationTemplateContents.preview(words);
  return { ask, keyNotificationTemplate };
}

describe("the preview of a template's text", () => {
  it("fills tokens with examples, and with values of its last message for who may read that and its recipient", async () => {
    const { ask, keyNotificationTemplate } = await preview("Hello {{name}}", "<b>Good</b> day,\n{{name}} & all");
    expect(await ask()).toMatchObject({
      isGood: true,
      tokens: { name: "Alex Martin" },
      unknown: [],
      missing: [],
      title: "Hello Alex Martin",
      links: [{ keyPlatformTech: "RIDER_APP", link: "persdesk://home/Alex%20Martin" }],
    });
    const { email } = await makeRider(db());
    const tokens = { name: "<i>Ada</i> & Bo" };
    const to = { keyPlatformTechs: ["RIDER_APP"], emailUserDestList: [email], tokens };
    expect((await notifications(db)("POST", "/notification-request", { keyNotificationTemplate, ...to })).status).toBe(
      201,
    );
    const template = "notification-template.read";
    for (const rights of [
      [template],
      [template, "notification-request.read"],
      [template, "notification-request.read", "staff.read"],
      [template, "rider.read"],
    ] as const)
      expect([rights, (await ask(rights)).title]).toEqual([rights, "Hello Alex Martin"]);
    expect((await ask([template, "notification-request.read", "rider.read"])).title).toContain("Ada");
    const { title, text, html, links } = await ask();
    expect(title).toBe("Hello <i>Ada</i> & Bo");
    expect(text).toBe("Good day,\n<i>Ada</i> & Bo & all");
    expect(html).toContain("<b>Good</b> day");
    expect(html).toContain("&lt;i&gt;Ada&lt;/i&gt; &amp; Bo"); // a value is never markup
    const many = { ...to, emailUserDestList: [email, (await makeRider(db())).email], tokens: { name: "Both" } };
    await notifications(db)("POST", "/notification-request", { keyNotificationTemplate, ...many });
    expect((await ask()).title).toBe(title);
    expect(links[0]?.link).toBe("persdesk://home/%3Ci%3EAda%3C%2Fi%3E%20%26%20Bo");
  });

  it("names tokens that nobody fills and those that are not used, and shows what cannot be read as it is", async () => {
    expect(await (await preview("Hello", "{{level}} %")).ask()).toMatchObject({
      isGood: true,
      unknown: ["level"],
      missing: ["name"],
    });
    expect(await (await preview("{{#name}}", "Text")).ask()).toMatchObject({
      isGood: false,
      title: "{{#name}}",
      html: "",
    });
  });

  it("of a template that there is not is refused", async () => {
    const noticationTemplateId = "00000000-0000-7000-8000-000000000000";
    const words = { noticationTemplateId, notificationTitle: "Title", notificationContent: "Text" };
    expect((await failure(api().notificationTemplateContents.preview(words))).status).toBe(422);
  });
});
