import { beforeEach, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { makeRider, makeTemplate, notifications } from "../testing";

const { db } = useDatabase();
beforeEach(() => seedBase(db()));
const api = () => appRouter.createCaller(staffCtx(db()));

async function preview(notificationTitle: string, notificationContent: string) {
  const { id, keyNotificationTemplate } = await makeTemplate(db());
  const ask = () =>
    api().notificationTemplateContents.preview({ noticationTemplateId: id, notificationTitle, notificationContent });
  return { ask, keyNotificationTemplate };
}

describe("the preview of a template's text", () => {
  it("fills tokens with their names, and with the values of the template's last message where there is one", async () => {
    const { ask, keyNotificationTemplate } = await preview("Hello {{name}}", "<b>Good</b> day,\n{{name}} & all");
    expect(await ask()).toMatchObject({
      isGood: true,
      tokens: { name: "name" },
      unknown: [],
      missing: [],
      title: "Hello name",
      links: [{ keyPlatformTech: "RIDER_APP", link: "persdesk://home/name" }],
    });
    const { email } = await makeRider(db());
    const tokens = { name: "<i>Ada</i> & Bo" };
    const to = { keyPlatformTechs: ["RIDER_APP"], emailUserDestList: [email], tokens };
    expect((await notifications(db)("POST", "/notification-request", { keyNotificationTemplate, ...to })).status).toBe(
      201,
    );
    const { title, text, html, links } = await ask();
    expect(title).toBe("Hello <i>Ada</i> & Bo");
    expect(text).toBe("Good day,\n<i>Ada</i> & Bo & all");
    expect(html).toContain("<b>Good</b> day");
    expect(html).toContain("&lt;i&gt;Ada&lt;/i&gt; &amp; Bo"); // a value is never markup
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
