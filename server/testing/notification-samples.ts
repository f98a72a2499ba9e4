import type { Database } from "@/db/client";
import { notificationDeliveries, notificationRequests } from "@/db/schema";
import { languageId } from "@/seed/base";
import { fixedId } from "@/server/kit/record/fixed-id";
import { id, plain, type Step, step } from "./sample-steps";

const portal = {
  id: fixedId("portal", "rider"),
  key: "rider",
  label: "Riders",
  isCustomerPortal: true,
  groupRolePortalAccessCode: "RIDER",
};
const tech = {
  id: fixedId("platform-tech", "RIDER_APP"),
  key: "RIDER_APP",
  label: "App of riders",
  os: "Android",
  isMobileApp: true,
  isWebApp: false,
  portalId: portal.id,
  typeNotificationList: [1, 2, 3],
};
const page = {
  keyPlatformPageTech: "ride",
  labelPlatformPage: "Ride",
  platformTechId: tech.id,
  tokensLabelList: "serial",
  descLink: "persdesk://ride/{{serial}}",
  isActivated: true,
};
const template = { keyNotificationTemplate: "audited", labelNotificationTemplate: "Audited", isPublic: true };
const content = {
  notificationTitle: "Battery of {{serial}}",
  notificationContent: "It is low.",
  languageId: languageId("en"),
};
const message = {
  keyPlatformTechs: ["RIDER_APP"],
  emailUserDestList: ["rider@persdesk.test"],
  keyNotificationTemplate: "audited",
  tokens: { serial: "A1" },
};

/** A request with two failed deliveries; the walk puts it there. */
const failedRequest = fixedId("sample", "request");
const failedDelivery = (name: string) => fixedId("sample", `delivery ${name}`);

/** What the samples find there. */
export async function prepareNotificationSamples(db: Database) {
  await db.insert(notificationRequests).values({
    id: failedRequest,
    notificationTitle: "Failed",
    notificationContent: "Failed",
    keyPlatformTechs: [tech.key],
    typeNotificationList: [2],
    status: "failed",
    recipients: 2,
  });
  await db.insert(notificationDeliveries).values(
    ["one", "two"].map((name) => ({
      id: failedDelivery(name),
      requestId: failedRequest,
      email: `${name}@persdesk.test`,
      keyPlatformTech: tech.key,
      type: 2 as const,
      status: "failed" as const,
      dueAt: "2026-01-01T00:00:00.000Z",
    })),
  );
}

const templateOf = (made: Parameters<Step["input"]>[0]) => ({
  noticationTemplateId: id(made, "notificationTemplates"),
});
const linkOf = (made: Parameters<Step["input"]>[0]) => ({
  ...templateOf(made),
  platformPageTechId: id(made, "platformPageTechs"),
  platformTechId: tech.id,
});

/** One call of each mutation of platform techs and notifications. */
export const notificationSamples: Step[] = [
  ...plain(
    "platformTechs",
    {
      key: "AUDITED",
      label: "Audited app",
      isMobileApp: true,
      isWebApp: false,
      portalId: portal.id,
      typeNotificationList: [1],
    },
    { label: "Audited app 2", typeNotificationList: [1, 2] },
  ),
  step("platformSync.portals", () => ({ items: [portal] })),
  step("platformSync.platformTechs", () => ({ items: [tech] })),
  ...plain("platformPageTechs", page, { ...page, labelPlatformPage: "A ride" }),
  ...plain("notificationTemplates", template, { ...template, isActivated: true, labelNotificationTemplate: "Sampled" }),
  step("notificationTemplates.setUrgent", (made) => ({ id: id(made, "notificationTemplates"), isUrgent: true })),
  step("notificationTemplateContents.create", (made) => ({ ...templateOf(made), ...content }), "templateContent"),
  step("notificationTemplateContents.update", (made) => ({
    id: id(made, "templateContent"),
    ...templateOf(made),
    ...content,
    notificationContent: "It is very low.",
  })),
  step("notificationTemplateContents.remove", (made) => ({ id: id(made, "templateContent") })),
  step("notificationTemplateContents.restore", (made) => ({ id: id(made, "templateContent") })),
  step("notificationTemplateContents.saveTexts", (made) => ({
    ...templateOf(made),
    contents: [
      { ...content, languageId: languageId("fr"), notificationTitle: "Batterie de {{serial}}" },
      { ...content, languageId: languageId("de"), notificationTitle: "Akku von {{serial}}" },
    ],
  })),
  step("notificationTemplateTechs.create", linkOf, "templateTech"),
  step("notificationTemplateTechs.remove", (made) => ({ id: id(made, "templateTech") })),
  step("notificationTemplateTechs.restore", (made) => ({ id: id(made, "templateTech") })),
  step("platformPageTechs.create", () => ({ ...page, keyPlatformPageTech: "ride-2" }), "otherPage"),
  step("notificationTemplateTechs.update", (made) => ({
    id: id(made, "templateTech"),
    ...linkOf(made),
    platformPageTechId: id(made, "otherPage"),
  })),
  step("userDevices.store", () => ({
    email: "rider@persdesk.test",
    keyPlatformTech: "RIDER_APP",
    mobileDeviceId: "phone",
    token: "push token",
    os: 1,
  })),
  step("userDevices.remove", () => ({
    email: "rider@persdesk.test",
    keyPlatformTech: "RIDER_APP",
    mobileDeviceId: "phone",
  })),
  step("notificationRequests.send", () => message),
  step(
    "notificationRequests.send",
    () => ({ ...message, tokens: { serial: "A2" }, dtPrepareSent: "2200-01-01T00:00:00Z" }),
    "request",
  ),
  step("notificationRequests.move", (made) => ({
    id: id(made, "request"),
    dtPrepareSent: "2200-02-01T00:00:00Z",
  })),
  step("notificationRequests.cancel", (made) => ({ id: id(made, "request") })),
  step("notificationDeliveries.resend", () => ({ ids: [failedDelivery("one")] })),
  step("notificationRequests.resend", () => ({ id: failedRequest })),
];
