import { beforeEach, describe, expect, it } from "vitest";
import { notificationTemplates, platformPageTechs } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import {
  asPerson,
  english,
  french,
  german,
  makeRider,
  makeTemplate,
  notifications,
  portalWeb,
  riderApp,
} from "../testing";

const { db } = useDatabase();
const ask = notifications(db);
const admin = "/admin/notification-template";
const contents = "/admin/notification-template-content";
const links = "/admin/notification-template-tech";
const pages = "/admin/platform-page-tech";

beforeEach(async () => {
  await seedBase(db());
  await db().delete(platformPageTechs);
  await db().delete(notificationTemplates);
});

const page = {
  keyPlatformPageTech: "battery",
  labelPlatformPage: "Battery",
  platformTechId: riderApp.id,
  tokensLabelList: " serial ,serial, level",
  descLink: "persdesk://pers/{{serial}}",
  isActivated: true,
};

describe("pages of apps", () => {
  it("answer as documented, with all six fields needed in a PATCH", async () => {
    const made = await ask("POST", pages, page);
    expect([made.status, made.body]).toMatchObject([
      201,
      { ...page, tokensLabelList: "serial, level", platformTech: { ...riderApp, label: "Rider app" } },
    ]);
    const at = `${pages}/${made.body.id}`;
    expect((await ask("PATCH", at, { labelPlatformPage: "Other" })).status).toBe(400);
    expect((await ask("PATCH", at, { ...page, isActivated: false })).body).toMatchObject({ isActivated: false });
    expect(
      (await ask("GET", `${pages}?platformTechs=RIDER_APP&keyPlatformPageTechs=battery,x`)).body.items,
    ).toHaveLength(1);
    expect((await ask("GET", `${pages}?platformTechs=${portalWeb.id}`)).body.items).toEqual([]);
    expect((await ask("POST", pages, page)).status).toBe(422);
    expect((await ask("DELETE", at)).status).toBe(204);
  });

  it("lead to https or an app's own scheme, with tokens of their list", async () => {
    for (const [descLink, status] of [
      ["https://persdesk.test/{{serial}}", 201],
      ["javascript:alert(1)", 400],
      ["data:text/html,x", 400],
      ["http://persdesk.test/", 400],
      ["//persdesk.test/", 400],
      ["persdesk://{{#serial}}x{{/serial}}", 400],
      ["persdesk://{{other}}", 422],
    ] as const)
      expect([
        descLink,
        (await ask("POST", pages, { ...page, keyPlatformPageTech: descLink, descLink })).status,
      ]).toEqual([descLink, status]);
  });

  it("are shown to other people than staff only while they are on", async () => {
    await ask("POST", pages, page);
    const off = await ask("POST", pages, { ...page, keyPlatformPageTech: "off", isActivated: false });
    const asRider = notifications(db, asPerson(db(), await makeRider(db())));
    const read = await asRider("GET", "/platform-page-tech");
    expect(read.body.items.map((one: { keyPlatformPageTech: string }) => one.keyPlatformPageTech)).toEqual(["battery"]);
    expect((await asRider("GET", `/platform-page-tech/${off.body.id}`)).status).toBe(404);
    expect((await asRider("GET", "/platform-page-tech/key/off")).status).toBe(404);
    expect((await asRider("GET", "/platform-page-tech/key/battery")).body).toMatchObject({ descLink: page.descLink });
    expect((await asRider("GET", pages)).status).toBe(403);
    expect((await ask("GET", "/platform-page-tech/key/off")).status).toBe(200);
  });
});

describe("templates", () => {
  const template = { keyNotificationTemplate: "low", labelNotificationTemplate: "Low battery", isPublic: false };

  it("answer as documented: new ones are on, and platformTechs is the app of the first link", async () => {
    const made = await ask("POST", admin, template);
    expect([made.status, made.body]).toMatchObject([201, { ...template, isActivated: true, platformTechs: null }]);
    const at = `${admin}/${made.body.id}`;
    expect((await ask("PATCH", at, template)).status).toBe(400);
    expect((await ask("PATCH", at, { ...template, isActivated: false })).body).toMatchObject({ isActivated: false });
    const linked = await makeTemplate(db());
    expect((await ask("GET", `${admin}/${linked.id}`)).body.platformTechs).toMatchObject(riderApp);
    expect((await ask("GET", `${admin}?platformTechs=RIDER_APP`)).body.items).toHaveLength(1);
    expect((await ask("GET", `${admin}?isActivated=false`)).body.items).toHaveLength(1);
    expect((await ask("GET", `${admin}?isActivated=maybe`)).status).toBe(400);
  });

  it("are read by apps while they are on, and by others than staff where they are public", async () => {
    const open = await makeTemplate(db());
    const inner = await makeTemplate(db(), { isPublic: false });
    await makeTemplate(db(), { isActivated: false });
    const asRider = notifications(db, asPerson(db(), await makeRider(db())));
    expect((await asRider("GET", "/notification-template")).body.items).toHaveLength(1);
    expect((await ask("GET", "/notification-template")).body.items).toHaveLength(2);
    expect((await asRider("GET", `/notification-template/key/${inner.keyNotificationTemplate}`)).status).toBe(404);
    expect((await ask("GET", `/notification-template/key/${inner.keyNotificationTemplate}`)).status).toBe(200);
    const [content] = (await ask("GET", `${contents}?noticationTemplateId=${open.id}`)).body.items;
    const at = `/notification-template-content/${open.id}?notificationTemplateContentId=`;
    expect((await asRider("GET", at + content.id)).body).toMatchObject({ id: open.id });
    expect((await asRider("GET", at + open.id)).status).toBe(404);
    expect((await asRider("GET", `/notification-template-content/${open.id}`)).status).toBe(400);
    expect(
      (await asRider("GET", `/notification-template-content/${inner.id}?notificationTemplateContentId=${content.id}`))
        .status,
    ).toBe(404);
  });

  it("have one content a language, with known tokens only", async () => {
    const { id: noticationTemplateId } = await makeTemplate(db());
    const content = { noticationTemplateId, languageId: german, notificationTitle: "Hallo", notificationContent: "Ja" };
    expect((await ask("POST", contents, { ...content, notificationTitle: "{{other}}" })).status).toBe(422);
    expect((await ask("POST", contents, { ...content, notificationTitle: "{{#name}}x{{/name}}" })).status).toBe(400);
    expect((await ask("POST", contents, { ...content, languageId: riderApp.id })).status).toBe(422);
    const made = await ask("POST", contents, content);
    expect([made.status, made.body]).toMatchObject([201, { noticationTemplateId, missingTokens: ["name"] }]);
    expect((await ask("POST", contents, content)).status).toBe(422);
    const at = `${contents}/${made.body.id}`;
    expect((await ask("PATCH", at, { ...content, notificationContent: "{{name}}" })).body.missingTokens).toEqual([]);
    expect((await ask("PATCH", at, { ...content, notificationContent: "{{x}}" })).status).toBe(422);
    expect((await ask("GET", `${contents}?languageId=${french}`)).body.items).toHaveLength(1);
    expect((await ask("GET", `${contents}?languageId=${english}`)).body.items).toHaveLength(1);
  });

  it("keep their texts whole when pages and links change: what would break one is refused and names it", async () => {
    const { id: noticationTemplateId, page: linked } = await makeTemplate(db());
    const { id, createdAt, updatedAt, version, ...fields } = linked;
    const refused = await ask("PATCH", `${pages}/${id}`, { ...fields, tokensLabelList: "serial", descLink: "app://x" });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining("{{name}}")]);
    const other = await ask("POST", pages, page);
    const link = { noticationTemplateId, platformPageTechId: other.body.id, platformTechId: riderApp.id };
    const second = await ask("POST", links, link);
    expect([second.status, second.body]).toMatchObject([
      201,
      { ...link, notificationTemplate: { id: noticationTemplateId }, platformPageTech: { id: other.body.id } },
    ]);
    expect((await ask("POST", links, link)).status).toBe(422);
    expect((await ask("POST", links, { ...link, platformTechId: portalWeb.id })).status).toBe(422);
    const elsewhere = { ...link, noticationTemplateId: crypto.randomUUID() };
    for (const unknown of [
      await ask("POST", links, elsewhere),
      await ask("PATCH", `${links}/${second.body.id}`, elsewhere),
    ])
      expect([unknown.status, unknown.body]).toMatchObject([
        422,
        { code: "unknown_reference", errors: [{ path: "noticationTemplateId" }] },
      ]);
    expect((await ask("PATCH", `${links}/${second.body.id}`, { platformTechId: riderApp.id })).status).toBe(400);
    // The texts use the token of the first page: without its link only those of the second are known.
    const [first] = (await ask("GET", `${links}?platformPageTechId=${id}`)).body.items;
    expect((await ask("DELETE", `${links}/${first.id}`)).status).toBe(422);
    expect((await ask("DELETE", `${pages}/${id}`)).status).toBe(422);
    expect((await ask("DELETE", `${links}/${second.body.id}`)).status).toBe(204);
    expect((await ask("DELETE", `${links}/${first.id}`)).status).toBe(204); // without any link every token passes
  });
});
